// The text form of graphs (.dxir): what goldens, bug reports and embedded programs use.
//
//   dxir 1
//   func @main(%a: f32[n, k], %b: f32[k, m]) -> f32[n, m] {
//     %0 = matmul(%a, %b) : f32[n, m]
//     return %0
//   }
//
// print(parse(print(g))) == print(g), byte for byte; parse(print(g)) is g up to the numbering of
// values.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "ir/graph.h"

namespace tlaloc::ir {

inline constexpr int kTextVersion = 1;

std::string print(const Graph& g);
std::string print(const Function& f);

/// `find_op` is ops::find. Errors carry the line and column in the text; verify is run on what was
/// read.
base::Result<Graph> parse(std::string_view text,
                          const std::function<const OpDef*(std::string_view)>& find_op);

}  // namespace tlaloc::ir
