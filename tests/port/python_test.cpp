// setup.py of PyTorch extensions: what stays, what becomes of nvcc's flags, what is said.
#include "port/buildfile.h"
#include <gtest/gtest.h>

using namespace wavelift::port;

namespace {

using Found = std::vector<std::pair<int, uint32_t>>;

std::string setup(std::string_view text) { return port_setup_script(text, "setup.py", {}).edits.apply(text); }
Found found(std::string_view text) {
  Found out;
  for (const auto& f : port_setup_script(text, "setup.py", {}).findings) out.emplace_back(f.code, f.line);
  return out;
}

}  // namespace

TEST(SetupScript, TheExtensionAndItsSourcesStay) {
  std::string_view text =
      "from setuptools import setup\nfrom torch.utils.cpp_extension import BuildExtension, CUDAExtension, CUDA_HOME\n\n"
      "setup(name='k', ext_modules=[CUDAExtension('k', ['k.cpp', 'k_kernel.cu'])], cmdclass={'build_ext': BuildExtension.with_options(use_ninja=True)})\n";
  EXPECT_EQ(setup(text), text);
  EXPECT_EQ(found(text), Found{});
}

TEST(SetupScript, FlagsOfNvcc) {
  std::string_view text =
      "ext = CUDAExtension('k', ['k.cu'], extra_compile_args={\n"
      "    'cxx': ['-O3', '-std=c++17'],\n"
      "    'nvcc': [\n"
      "        '-O3',\n"
      "        '-gencode', 'arch=compute_70,code=sm_70',\n"
      "        '-gencode=arch=compute_80,code=sm_80',\n"
      "        '--use_fast_math',\n"
      "        '--expt-relaxed-constexpr',\n"
      "        '-lineinfo', # lines\n"
      "        '-Xptxas', '-v',\n"
      "        '--threads=4'\n"
      "    ]})\n";
  EXPECT_EQ(setup(text),
            "ext = CUDAExtension('k', ['k.cu'], extra_compile_args={\n"
            "    'cxx': ['-O3', '-std=c++17'],\n"
            "    'nvcc': [\n"
            "        '-O3',\n"
            "        '-fgpu-flush-denormals-to-zero', '-fgpu-approx-transcendentals', '-fno-hip-fp32-correctly-rounded-divide-sqrt',\n"
            "        '-gline-tables-only', # lines\n"
            "\n"
            "    ]})\n");
  EXPECT_EQ(found(text), (Found{{1501, 5}, {1501, 10}}));
  EXPECT_EQ(setup(setup(text)), setup(text));
}

TEST(SetupScript, FlagsInVariablesAndCalls) {
  EXPECT_EQ(setup("nvcc_flags = ['-O3', '-arch=sm_80'] + more\nnvcc_flags += ['-G']\nif x: nvcc_flags.append('-lineinfo')\nnvcc_flags.append('--expt-extended-lambda')\n"
                  "extra_compile_args['nvcc'].extend(['-maxrregcount=32', '-O2'])\n"),
            "nvcc_flags = ['-O3'] + more\nnvcc_flags += []\nif x: nvcc_flags.append('-gline-tables-only')\nnvcc_flags.extend([])\n"
            "extra_compile_args['nvcc'].extend(['-O2'])\n");
}

TEST(SetupScript, OptionsOfTheScriptItselfStay) {
  std::string_view text = "parser.add_argument('--threads', type=int)\nparser.add_argument('--arch')\nsources = ['-G']\nnvcc = which('nvcc')\n# 'nvcc': ['-G']\n\"\"\" 'nvcc': ['-G'] \"\"\"\n";
  EXPECT_EQ(setup(text), text);
  EXPECT_EQ(found(text), Found{});
}

TEST(SetupScript, AFlagChosenByAnExpressionIsSaid) {
  std::string_view text = "args = {'nvcc': ['-O3', '-Xptxas=-v' if verbose else '-O2']}\n";
  EXPECT_EQ(setup(text), text);
  EXPECT_EQ(found(text), (Found{{1501, 1}}));
}

TEST(SetupScript, Architectures) {
  EXPECT_EQ(setup("os.environ['TORCH_CUDA_ARCH_LIST'] = '7.0;8.0+PTX'\nos.environ.setdefault(\"TORCH_CUDA_ARCH_LIST\", \"8.0\")\n"),
            "os.environ['PYTORCH_ROCM_ARCH'] = 'gfx90a'\nos.environ.setdefault(\"PYTORCH_ROCM_ARCH\", \"gfx90a\")\n");
  EXPECT_EQ(found("\narchs = os.getenv('TORCH_CUDA_ARCH_LIST', '').split(';')\n"), (Found{{1508, 2}}));
}

TEST(SetupScript, WhatAsksForCudaIsSaid) {
  EXPECT_EQ(found("from torch.utils.cpp_extension import (CUDAExtension,\n  CUDA_HOME)\nif CUDA_HOME is not None:\n  pass\n"), (Found{{1508, 3}}));
  EXPECT_EQ(found("major = int(torch.version.cuda.split('.')[0])\n"), (Found{{1508, 1}}));
  EXPECT_EQ(found("if CUDA_HOME is not None or torch.version.hip:\n  pass\n"), Found{});
}

TEST(SetupScript, MacrosThatPytorchRenames) {
  constexpr std::string_view text =
      "CUDAExtension('k', [], extra_compile_args={'cxx': ['-DWITH_CUDA', '-O2'],\n 'nvcc': ['-DUSE_CUDA=1', '-D__CUDA_NO_HALF_OPERATORS__', '-DOTHER', '-DPATH=/opt/CUDA', '-I/opt/CUDA',\n '-DWITH_CUDA=1']})\n";
  EXPECT_EQ(found(text), (Found{{1509, 3}}));
  BuildFileOptions older;
  older.torch_release = 206;
  EXPECT_TRUE(port_setup_script(text, "setup.py", older).findings.empty());
}

TEST(SetupScript, Libraries) {
  EXPECT_EQ(setup("CppExtension('k', ['k.cpp'], libraries=['cublas', 'cudart', 'z', 'cudadevrt', 'c10_cuda'])\n"), "CppExtension('k', ['k.cpp'], libraries=['hipblas', 'amdhip64', 'z', 'c10_hip'])\n");
  EXPECT_EQ(found("CppExtension('k', ['k.cpp'], libraries=['cudnn'])\n"), (Found{{1505, 1}}));
}

TEST(SetupScript, AnyTextPasses) {
  for (std::string_view text : {"'nvcc': [", "'nvcc': ['-G'", "'nvcc'", "nvcc_flags += ['-Xptxas',", "nvcc.append(", "'nvcc': ['-Xptxas', \n", "\"\"\"", "'", "nvcc_flags = '-G'", "libraries=['cudart'", "os.environ['TORCH_CUDA_ARCH_LIST'] ="}) {
    const std::string once = setup(text);
    EXPECT_EQ(setup(once), once) << text;
  }
}
