// What the kernels of all launches have in common: the first comment, includes, helpers, and the baseline's own kernels where they stay.
#include "tune/emit/emit.h"

namespace wavelift::tune {

Result<judge::Source> emit(const Subject& subject, const Plans& plans) {
  if (plans.size() != subject.nests.size()) return fail(Exit::internal, "a plan for each launch is needed");
  for (size_t i = 0; i < plans.size(); ++i)
    if (!plans[i].form.empty()) return fail(Exit::internal, "there is no form " + plans[i].form);
  return subject.baseline;
}

}  // namespace wavelift::tune
