// The page docs/api-coverage.md, made from the map.
#pragma once
#include "apimap/gen/read_tsv.h"

namespace wavelift::apimap::gen {

std::string coverage_page(const std::vector<Row>& rows, const std::vector<TorchRow>& torch);

}  // namespace wavelift::apimap::gen
