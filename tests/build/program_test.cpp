#include "base/files.h"
#include "build/program.h"
#include "build/project.h"
#include <cstring>
#include <elf.h>
#include <gtest/gtest.h>

using namespace wavelift;
using namespace wavelift::build;

namespace {

std::string own_bytes() { return read_file("/proc/self/exe").value_or(""); }

// The sentence for a file's bytes, or "fine".
std::string verdict(const std::string& bytes) {
  auto p = inspect_program_bytes(bytes, "x");
  return p ? "fine" : p.error().what;
}

TEST(Program, IsItAProgramForThisMachine) {
  std::string good = own_bytes();
  EXPECT_EQ(verdict(good), "fine");
  EXPECT_EQ(verdict(""), "x is no program: it does not start as an ELF file");
  EXPECT_EQ(verdict("#!/bin/sh\n"), "x is no program: it does not start as an ELF file");
  EXPECT_EQ(verdict(good.substr(0, 40)), "x is cut short");
  EXPECT_EQ(verdict(good.substr(0, 100)), "x is cut short");
  EXPECT_EQ(verdict(good.substr(0, good.size() / 2)), "x is cut short");
  EXPECT_EQ(verdict(good.substr(0, good.size() - 1)), "x is cut short");

  auto patched = [&](size_t offset, uint16_t value) {
    std::string bad = good;
    std::memcpy(bad.data() + offset, &value, sizeof value);
    return bad;
  };
  EXPECT_EQ(verdict(patched(offsetof(Elf64_Ehdr, e_machine), EM_AARCH64)), "x is for another machine (ELF machine 183)");
  EXPECT_EQ(verdict(patched(offsetof(Elf64_Ehdr, e_machine), EM_AMDGPU)), "x is device code alone, without a host program");
  EXPECT_EQ(verdict(patched(offsetof(Elf64_Ehdr, e_type), ET_REL)), "x is an object file, not a program");
  std::string narrow = good;
  narrow[EI_CLASS] = ELFCLASS32;
  EXPECT_EQ(verdict(narrow), "x is a 32-bit program");
  // An offset so large that adding to it would wrap around.
  std::string wild = good;
  uint64_t far = ~uint64_t{0} - 8;
  std::memcpy(wild.data() + offsetof(Elf64_Ehdr, e_phoff), &far, sizeof far);
  EXPECT_EQ(verdict(wild), "x is cut short");
}

TEST(Program, MissingFilesAndFolders) {
  EXPECT_EQ(inspect_program("/nowhere/main").error().exit, Exit::no_input);
  EXPECT_EQ(inspect_program("/tmp").error().exit, Exit::no_input);
}

TEST(Program, TargetsOfItsDeviceCode) {
  // The triple is spelled in two halves so that this test itself carries no target.
  std::string bundle = std::string("hipv4-amdgcn-amd-amd") + "hsa--gfx942:xnack- hipv4-amdgcn-amd-amd" + "hsa--gfx1100 ";
  auto p = inspect_program_bytes(own_bytes() + bundle, "x");
  ASSERT_TRUE(p);
  EXPECT_EQ(p->targets, (std::vector<std::string>{"gfx942", "gfx1100"}));
}

TEST(Program, ChoiceOfTheTarget) {
  Program none, two{{"gfx942", "gfx1100"}, true}, usual{{"gfx1100", "gfx90a"}, true}, hygon{{"gfx906"}, true};
  EXPECT_EQ(choose_target(none, "", "x").value(), "gfx90a");
  EXPECT_EQ(choose_target(none, "gfx1030", "x").value(), "gfx1030");
  EXPECT_EQ(choose_target(two, "", "x").value(), "gfx942");
  EXPECT_EQ(choose_target(two, "gfx1100", "x").value(), "gfx1100");
  EXPECT_EQ(choose_target(usual, "", "x").value(), "gfx90a");
  EXPECT_EQ(choose_target(hygon, "gfx928", "x").value(), "gfx928");
  EXPECT_EQ(choose_target(two, "gfx90a", "x").error().exit, Exit::unsupported);
  EXPECT_EQ(choose_target(two, "gfx90a", "x").error().what, "x has device code for gfx942, gfx1100 only, not for gfx90a");
  EXPECT_EQ(choose_target(two, "sm_80", "x").error().exit, Exit::usage);
}

}  // namespace
