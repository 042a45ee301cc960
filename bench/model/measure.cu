// Times of the kernels that variants.py wrote, on the first NVIDIA GPU: measure FOLDER > model.csv
//
//   nvcc -O2 -std=c++20 -o measure bench/model/measure.cu -lcuda
//
// FOLDER has manifest.txt and a NAME.cubin of each variant; one that is missing is said and left out. Each is launched until it is warm, then in
// batches of some milliseconds between two events; the whole list is gone through twice, the second time backwards. A row is the family, the name, and the median, least and
// greatest seconds of a launch (of all kernels of the variant, one after the other) over the batches of both.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

bool good(CUresult r, const std::string& what) {
  if (r == CUDA_SUCCESS) return true;
  const char* text = nullptr;
  cuGetErrorString(r, &text);
  std::fprintf(stderr, "%s: %s\n", what.c_str(), text ? text : "unknown error");
  return false;
}
void need(CUresult r, const std::string& what) {
  if (!good(r, what)) std::exit(1);
}

struct Buffer {
  std::string name, kind;
  size_t elements = 0;
};
struct Launch {
  std::string kernel;
  unsigned grid[3], block[3];
  std::vector<std::string> arguments;    // b:NAME, i:NUMBER, f:NUMBER
};
struct Variant {
  std::string family, name;
  std::vector<Launch> launches;
  std::vector<double> seconds;
};

std::map<std::string, std::vector<Buffer>> families;
std::vector<Variant> variants;

bool read_manifest(const std::string& file) {
  std::ifstream in(file);
  std::string line, family;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string what;
    words >> what;
    if (what == "family") {
      words >> family;
    } else if (what == "buffer") {
      Buffer b;
      words >> b.name >> b.elements >> b.kind;
      families[family].push_back(b);
    } else if (what == "variant") {
      Variant v;
      words >> v.family >> v.name;
      variants.push_back(v);
    } else if (what == "launch") {
      Launch l;
      words >> l.kernel;
      for (unsigned& x : l.grid) words >> x;
      for (unsigned& x : l.block) words >> x;
      for (std::string a; words >> a;) l.arguments.push_back(a);
      variants.back().launches.push_back(l);
    }
  }
  return !variants.empty();
}

// Floats from -1 to 1, keys from 0 to 255, masks 0 and 1.
CUdeviceptr make(const Buffer& b) {
  const size_t bytes = b.elements * (b.kind == "mask" ? 1 : 4);
  CUdeviceptr p = 0;
  need(cuMemAlloc(&p, bytes), "memory for " + b.name);
  std::vector<char> part(std::min<size_t>(bytes, 64 << 20));
  uint64_t s = 0x9e3779b97f4a7c15ull;
  auto next = [&] { return s ^= s << 13, s ^= s >> 7, s ^= s << 17, uint32_t(s >> 20); };
  for (size_t i = 0; i + (b.kind == "mask" ? 1 : 4) <= part.size(); i += b.kind == "mask" ? 1 : 4) {
    if (b.kind == "mask") part[i] = char(next() & 1);
    else if (b.kind == "key") {
      const uint32_t key = next() & 255;
      std::memcpy(&part[i], &key, 4);
    } else {
      const float f = float(next() & 0xffffff) / 0x800000 - 1;
      std::memcpy(&part[i], &f, 4);
    }
  }
  for (size_t at = 0; at < bytes; at += part.size()) need(cuMemcpyHtoD(p + at, part.data(), std::min(part.size(), bytes - at)), "a copy to the device");
  return p;
}

// The batches of one variant. False: it cannot be launched.
bool time_it(Variant& v, const std::string& folder, const std::map<std::string, CUdeviceptr>& memory) {
  CUmodule module = nullptr;
  if (!good(cuModuleLoad(&module, (folder + "/" + v.name + ".cubin").c_str()), v.name)) return false;
  std::vector<CUfunction> functions;
  std::vector<std::vector<uint64_t>> values;
  for (const Launch& l : v.launches) {
    CUfunction f = nullptr;
    if (!good(cuModuleGetFunction(&f, module, l.kernel.c_str()), v.name + ": " + l.kernel)) return false;
    functions.push_back(f);
    std::vector<uint64_t> of;
    for (const std::string& a : l.arguments) {
      uint64_t x = 0;
      if (a[0] == 'b') x = memory.at(a.substr(2));
      else if (a[0] == 'i') x = std::strtoull(a.c_str() + 2, nullptr, 10);
      else {
        const float f32 = std::strtof(a.c_str() + 2, nullptr);
        std::memcpy(&x, &f32, 4);
      }
      of.push_back(x);
    }
    values.push_back(of);
  }
  auto once = [&] {
    for (size_t k = 0; k < v.launches.size(); ++k) {
      const Launch& l = v.launches[k];
      std::vector<void*> at;
      for (uint64_t& x : values[k]) at.push_back(&x);
      if (!good(cuLaunchKernel(functions[k], l.grid[0], l.grid[1], l.grid[2], l.block[0], l.block[1], l.block[2], 0, nullptr, at.data(), nullptr), v.name)) return false;
    }
    return true;
  };
  CUevent from, to;
  need(cuEventCreate(&from, 0), "an event");
  need(cuEventCreate(&to, 0), "an event");
  bool ok = true;
  auto batch = [&](int n) {
    need(cuEventRecord(from, nullptr), "an event");
    for (int i = 0; i < n && ok; ++i) ok = once();
    need(cuEventRecord(to, nullptr), "an event");
    ok = ok && good(cuEventSynchronize(to), v.name);
    float ms = 0;
    if (ok) need(cuEventElapsedTime(&ms, from, to), "a time");
    return double(ms) * 1e-3 / n;
  };
  batch(2);
  const double one = ok ? batch(3) : 1;
  const int n = std::clamp(int(std::ceil(3e-3 / std::max(one, 1e-6))), 2, 50);
  for (int i = 0; i < 8 && ok; ++i) v.seconds.push_back(batch(n));
  cuEventDestroy(from);
  cuEventDestroy(to);
  cuModuleUnload(module);
  return ok;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: measure FOLDER > model.csv\n"), 2;
  const std::string folder = argv[1];
  if (!read_manifest(folder + "/manifest.txt")) return std::fprintf(stderr, "%s/manifest.txt has no variants\n", argv[1]), 3;
  need(cuInit(0), "cuInit");
  CUdevice device;
  CUcontext context;
  char name[128] = {};
  need(cuDeviceGet(&device, 0), "the device");
  need(cuDeviceGetName(name, sizeof name, device), "its name");
  need(cuDevicePrimaryCtxRetain(&context, device), "a context");
  need(cuCtxSetCurrent(context), "a context");
  std::printf("# %s\nfamily,name,median_s,least_s,most_s\n", name);
  for (int pass = 0; pass < 2; ++pass) {
    std::map<std::string, std::map<std::string, CUdeviceptr>> memory;   // of one family at a time
    for (size_t k = 0; k < variants.size(); ++k) {
      Variant& v = variants[pass ? variants.size() - 1 - k : k];
      if (!memory.contains(v.family)) {
        for (auto& [f, buffers] : memory)
          for (auto& [n, p] : buffers) cuMemFree(p);
        memory.clear();
        for (const Buffer& b : families[v.family]) memory[v.family][b.name] = make(b);
      }
      time_it(v, folder, memory[v.family]);
    }
  }
  for (Variant& v : variants) {
    if (v.seconds.empty()) continue;
    std::sort(v.seconds.begin(), v.seconds.end());
    std::printf("%s,%s,%.9g,%.9g,%.9g\n", v.family.c_str(), v.name.c_str(), v.seconds[v.seconds.size() / 2], v.seconds.front(), v.seconds.back());
  }
  return 0;
}
