// Every card that wavelift knows, each figure with its source: share/hardware, compiled in.
#pragma once
#include "hardware/figures.h"
#include <optional>
#include <span>
#include <string>

namespace wavelift::hardware {

enum class Vendor : uint8_t { amd, hygon, nvidia };
std::string_view name_of(Vendor v);

struct FigureSource {
  std::string_view name;
  Grade grade;
  std::string_view what;
};

struct Figure {
  Key key;
  double value;
  const FigureSource* source;
};

struct Spec {
  std::string_view name;          // the file's: "gfx90a", "h200"
  std::string_view product;       // "Instinct MI250X (one die)"
  Vendor vendor;
  std::string_view arch;          // what compilers call it: "gfx90a", "sm_90"
  std::string_view executes;      // the architecture whose code the software GPU executes in its place; empty: it does not
  std::string_view not_modelled;  // what that leaves out
  bool verified;                  // false: right for orderings, not for absolute times
  std::span<const Figure> figures;   // in the order of Key

  const Figure* find(Key key) const;
  std::optional<double> get(Key key) const;
  // Of a figure that all such cards have; 0 where this one does not.
  double number(Key key) const { return get(key).value_or(0); }
  int whole(Key key) const { return static_cast<int>(number(key)); }
};

// AMD's first, then Hygon's and NVIDIA's; each in the order of their names.
std::span<const Spec> specs();

// By its name, or by what a driver calls the card ("NVIDIA H200"); case does not count. Null when there is none.
const Spec* find_spec(std::string_view name);

// "a100, gfx1030, ..." for messages.
std::string spec_names();

}  // namespace wavelift::hardware
