// The executable form of a code object's code. Functions are lowered when they are first entered.
#pragma once
#include "soft/isa/decode.h"
#include "soft/isa/op.h"
#include "soft/object/code_object.h"
#include "soft/observe/wave/observer.h"
#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <unordered_map>

namespace wavelift::soft::WAVE {

class Program {
public:
  // `observers` put their micro-ops around those of each instruction; their indices are set.
  static Result<std::unique_ptr<Program>> create(const CodeObject& object, const std::string& arch,
                                                 std::vector<Observer*> observers = {});
  ~Program();

  // The operation at a code address; lowers the function that starts there when it is new. nullptr when the address is
  // not code. Thread-safe.
  const Op* at(uint64_t address);
  // Wave::k and Wave::k_values.
  const Row* constants() const { return constants_; }
  const uint64_t* constant_values() const { return constant_values_.get(); }
  const std::vector<Observer*>& observers() const { return observers_; }
  const CodeObject& object() const { return object_; }
  // The instruction at an address, for reports.
  Inst inst_at(uint64_t address);

private:
  Program(const CodeObject& object) : object_(object) {}
  void lower_function(uint64_t entry);

  uint16_t constant(uint64_t value);   // row of Wave::k

  const CodeObject& object_;
  std::vector<Observer*> observers_;
  std::unique_ptr<Decoder> decoder_;
  std::mutex mutex_;
  std::deque<std::vector<Op>> functions_;
  std::unique_ptr<std::atomic<const Op*>[]> by_address_;   // a slot for each dword of code
  std::unordered_map<uint64_t, uint16_t> constant_rows_;
  std::unique_ptr<uint64_t[]> constant_values_;
  Row* constants_ = nullptr;
};

} // namespace wavelift::soft::WAVE
