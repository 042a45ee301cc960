#include "port/lexical.h"
#include "port/ptx.h"
#include <gtest/gtest.h>

using namespace wavelift::port;

TEST(Ptx, IsToldFromTheHostsAssembly) {
  for (const char* t : {"mov.u32 %0, %laneid;", "trap;", "{ .reg .pred p; setp.ne.b32 p, %0, 0; }", "@p ld.global.u32 %0, [%1];"}) EXPECT_TRUE(is_ptx(t)) << t;
  for (const char* t : {"rdtsc", "cpuid", "", "mov %%eax, %0", "fldcw %0", ".align 16", "nop; nop"}) EXPECT_FALSE(is_ptx(t)) << t;
}

TEST(Ptx, ExactInstructionsBecomeCpp) {
  EXPECT_EQ(ptx_to_cpp("mov.u32 %0, %laneid;", {"lane"}).code, "lane = wl32::lane_id()");
  EXPECT_EQ(ptx_to_cpp("bfe.u32 %0, %1, %2, 4;", {"r", "x", "at"}).code, "r = wlcuda::ptx::bfe_u32(x, at, 4)");
  EXPECT_EQ(ptx_to_cpp("lop3.b32 %0, %1, %2, %3, 0x96;", {"r", "a", "b", "c"}).code, "r = wlcuda::ptx::lop3<0x96>(a, b, c)");
  EXPECT_EQ(ptx_to_cpp("ld.global.nc.f32 %0, [%1];", {"v", "p + 1"}).code, "v = ((const float*)(p + 1))[0]");
  EXPECT_EQ(ptx_to_cpp("st.volatile.global.v2.u32 [%2], {%0, %1};", {"a", "b", "p"}).code, "((volatile unsigned*)(p))[0] = a, ((volatile unsigned*)(p))[1] = b");
  EXPECT_EQ(ptx_to_cpp("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;", {"y", "x", "m"}).code, "y = wl32::shfl_xor_sync(0xffffffff, x, m)");
  EXPECT_EQ(ptx_to_cpp("membar.gl;", {}).code, "__threadfence()");
}

TEST(Ptx, OthersSayWhatTheyDo) {
  for (const char* t : {"cp.async.cg.shared.global [%0], [%1], 16;", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0}, {%1}, {%2}, {%3};",
                        "ld.acquire.gpu.global.u32 %0, [%1];", "shfl.sync.bfly.b32 %0, %1, %2, 0x0f1f, 0xffffffff;", "add.u32 %0, %1, %rd;", "ld.shared.u32 %0, [%1];",
                        "add.u32 %0, %1, %2; add.u32 %0, %0, %2;"}) {
    PtxResult r = ptx_to_cpp(t, {"a", "b", "c", "d"});
    EXPECT_TRUE(r.code.empty()) << t << " -> " << r.code;
    EXPECT_FALSE(r.says.empty()) << t;
  }
}

TEST(Ptx, UnitsThatAmdGpusHaveNot) {
  const std::pair<const char*, const char*> units[] = {
      {"wgmma.fence.sync.aligned;", "Hopper"},
      {"cp.async.bulk.commit_group;", "tensor memory accelerator"},
      {"setmaxnreg.inc.sync.aligned.u32 240;", "delete it"},
      {"griddepcontrol.wait;", "stream order is kept"},
      {"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];", "load vectors from LDS"},
      {"stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};", "store vectors to LDS"},
      {"movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;", "use shuffles"},
      {"bar.sync 1, 64;", "one barrier a block"},
      {"bar.arrive 2, 64;", "one barrier a block"},
      {"mbarrier.init.shared.b64 [%0], 1;", "barrier object"},
  };
  for (auto [text, says] : units) {
    PtxResult r = ptx_to_cpp(text, {"a", "b"});
    EXPECT_TRUE(r.code.empty()) << text << " -> " << r.code;
    EXPECT_NE(r.says.find(says), std::string::npos) << text << ": " << r.says;
  }
}

TEST(Ptx, StatementsAreReplacedWhole) {
  std::vector<Finding> f;
  EXPECT_EQ(port_text("asm volatile(\"mov.u32 %0, \"\n \"%%laneid;\" : \"=r\"(x));\n", false, &f), "#include \"wavelift_warp.h\"\nx = wl32::lane_id();\n");
  ASSERT_FALSE(f.empty());
  EXPECT_EQ(f[0].code, 1302);
  std::string_view host = "asm volatile(\"rdtsc\" : \"=a\"(lo), \"=d\"(hi));";
  EXPECT_EQ(port_text(host, false, &f), host);
  EXPECT_TRUE(f.empty());
  std::string_view left = "asm(\"cp.async.wait_all;\");";
  EXPECT_EQ(port_text(left, false, &f), left);
  ASSERT_EQ(f.size(), 1u);
  EXPECT_EQ(f[0].code, 1301);
}
