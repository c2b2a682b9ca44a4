// For tests of passes: programs small enough to read, as text.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "ir/text.h"
#include "ir/verify.h"
#include "ops/table.h"

namespace tlaloc::transform {

/// The program of these functions. Fails the test if it does not parse.
inline ir::Graph parse(const std::string& functions) {
  auto g = ir::parse("dxir 1\n\n" + functions, ops::find);
  if (!g) ADD_FAILURE() << base::text(g.error());
  return g ? *g : ir::Graph{};
}

inline void expect_becomes(const ir::Graph& got, const std::string& functions) {
  ir::check_valid(got, "a pass");
  EXPECT_EQ(ir::print(got), ir::print(parse(functions)));
}

}  // namespace tlaloc::transform
