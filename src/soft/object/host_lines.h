// Source lines of the host program.
#pragma once
#include <cstdint>
#include <span>
#include <string>

namespace wavelift::soft {

// "main.cu:12 in setup(int)" of the innermost of the return addresses that lies in the program itself, outside of this
// library and of HIP's headers; without debug information the function, or the file and offset. May be empty.
std::string host_source_line(std::span<void* const> return_addresses);

// A number for the place in the program that the return addresses lead from: of its two innermost.
uint64_t host_place(std::span<void* const> return_addresses);

}  // namespace wavelift::soft
