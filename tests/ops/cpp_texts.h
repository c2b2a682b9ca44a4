// What the generated source of cpp_texts_test needs: the inputs of a sample, and its result held
// against the reference.
#pragma once

#include <gtest/gtest.h>

#include "golden/adapt.h"
#include "ops/one_op.h"
#include "ops/table.h"

namespace tlaloc::ops_test {

using golden::read;
using golden::Reader;

inline Use use_of(const char* op, std::size_t sample) { return uses(*ops::find(op))[sample]; }
inline std::vector<back::Array> inputs_of(const char* op, std::size_t sample) {
  return inputs(use_of(op, sample), 7);
}

template <class Y>
void check(const char* op, std::size_t sample, const std::vector<back::Array>& in, const Y& y) {
  const Use use = use_of(op, sample);
  SCOPED_TRACE(describe(use));
  std::vector<back::Array> got;
  golden::write(y, got);
  const back::Array expected = run(program(use), in)[0];
  EXPECT_EQ(got[0].dtype, expected.dtype);
  EXPECT_EQ(got[0].sizes, expected.sizes);
  expect_close(got[0].numbers(), expected.numbers(), expected.dtype == DType::f64 ? 1e-12 : 2e-6,
               "C++ text");
}

}  // namespace tlaloc::ops_test
