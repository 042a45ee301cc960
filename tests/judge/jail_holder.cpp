// A judge to be killed: writes a byte, jails a family of processes and waits. PRISONER MARK
#include "judge/jail.h"
#include <cstdio>
#include <unistd.h>

int main(int, char** argv) {
  if (::write(1, "", 1) != 1) return 1;
  auto jailed = wavelift::judge::start_jailed({argv[1], "family", argv[2]}, {});
  if (!jailed) return std::puts(jailed.error().sentence().c_str()), 1;
  ::pause();
}
