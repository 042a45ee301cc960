// Case 27. A kernel in a string, compiled at run time, with masks of 32 bits.
#include <cuda_runtime.h>
#include <nvrtc.h>
#include <string>

nvrtcResult compile(const std::string &type, nvrtcProgram *program)
{
    const std::string source = "extern \"C\" __global__ void sum(" + type + "* x) {\n" // port: WL1009
                               "  x[0] += __shfl_xor_sync(0xffffffff, x[0], 1);\n}\n";
    return nvrtcCreateProgram(program, source.c_str(), "sum.cu", 0, nullptr, nullptr);
}
