// What holds of every port of a text, whatever the text is.
#pragma once
#include <string>
#include <string_view>

namespace wavelift::port::test {

struct Tally {
  size_t texts = 0, edits = 0;
};

// Fails the test where a port of `text` breaks a promise: edits in order and inside, each changing something; what lies outside them byte
// for byte; a second port that changes nothing. `what` says where the text is from.
void expect_good_port(std::string_view text, const std::string& name, const std::string& what, Tally& tally);

}  // namespace wavelift::port::test
