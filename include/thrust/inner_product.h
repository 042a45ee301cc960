// thrust::inner_product.
#ifndef THRUST_INNER_PRODUCT_H
#define THRUST_INNER_PRODUCT_H
#include "detail/reduce.h"
#endif
