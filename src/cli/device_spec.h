// wl devices --spec: what is known of a card, figure by figure, with sources.
#pragma once
#include <string>

namespace wavelift::cli {

// An exit code. `name`: of a file of share/hardware, a product's, or empty for a line on each card.
int print_spec(const std::string& name, bool json);

}  // namespace wavelift::cli
