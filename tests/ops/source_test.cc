// What calls in user code become: shapes, dtypes, broadcasting, refusals.
#include <gtest/gtest.h>

#include "ir/text.h"
#include "ops/one_op.h"
#include "ops/source.h"
#include "ops/table.h"

namespace tlaloc::ops_test {
namespace {

using ir::Ints;
using ir::Size;
using ir::Sizes;
using ir::Type;
using ir::Value;
using ir::Values;
using ops::SourceArgument;
using ops::SourceCall;

const Size n = Size::symbol("n"), m = Size::symbol("m");

class Source : public testing::Test {
 protected:
  Source() { f_.name = "main"; }

  Value param(Type t) { return f_.add_param(std::move(t)); }
  Value tensor(Sizes s, std::vector<std::string> names = {}) {
    return param({DType::f32, std::move(s), std::move(names)});
  }
  Value scalar(DType t) { return param(ir::scalar_type(t)); }

  static SourceArgument arg(Value v) { return {v, {}, {}, {}}; }
  static SourceArgument ints(Ints i) { return {{}, std::move(i), {}, {}}; }
  static SourceArgument sizes(Sizes s) { return {{}, {}, std::move(s), {}}; }

  base::Result<Values> call(std::string_view name, std::vector<SourceArgument> x,
                            std::vector<SourceArgument> axes = {},
                            std::optional<Type> result = {}) {
    EXPECT_TRUE(ops::is_source_function(name)) << name;
    return ops::build_source_call(
        builder_, SourceCall{name, std::move(x), std::move(axes), std::move(result)});
  }
  /// The type of the call's one result.
  std::string type(std::string_view name, std::vector<SourceArgument> x,
                   std::vector<SourceArgument> axes = {}, std::optional<Type> result = {}) {
    auto y = call(name, std::move(x), std::move(axes), std::move(result));
    if (!y) return base::text(y.error());
    return y->size() == 1 ? ir::text(f_.type((*y)[0])) : "several results";
  }
  std::string refusal(std::string_view name, std::vector<SourceArgument> x,
                      std::vector<SourceArgument> axes = {}) {
    auto y = call(name, std::move(x), std::move(axes));
    return y ? "accepted" : y.error().id;
  }

  ir::Function f_;
  ir::Builder builder_{f_, ops::require_op()};
};

TEST_F(Source, knows_its_names) {
  for (const char* name : {"operator+", "operator-", "tanh", "matmul", "mean", "softmax", "where",
                           "pow", "zeros", "take", "clamp"})
    EXPECT_TRUE(ops::is_source_function(name)) << name;
  EXPECT_FALSE(ops::is_source_function("add"));
  EXPECT_FALSE(ops::is_source_function("printf"));
}

TEST_F(Source, arithmetic_of_equal_shapes_is_one_op) {
  const Value x = tensor({n, 3});
  EXPECT_EQ(type("operator+", {arg(x), arg(x)}), "f32[n, 3]");
  EXPECT_EQ(f_.body.nodes.size(), 1u);
}

TEST_F(Source, a_scalar_beside_a_tensor_is_stretched_in_its_dtype) {
  const Value x = tensor({n, 3}), half = scalar(DType::f64);
  EXPECT_EQ(type("operator*", {arg(half), arg(x)}), "f32[n, 3]");
  EXPECT_EQ(type("operator*", {ints({2}), arg(x)}), "f32[n, 3]");
  EXPECT_EQ(type("operator-", {arg(x)}), "f32[n, 3]");
}

TEST_F(Source, shapes_align_from_the_right) {
  const Value x = tensor({n, 3}), row = tensor({3}), column = tensor({n, 1});
  EXPECT_EQ(type("operator+", {arg(x), arg(row)}), "f32[n, 3]");
  EXPECT_EQ(type("operator+", {arg(column), arg(row)}), "f32[n, 3]");
  EXPECT_EQ(type("operator<", {arg(x), arg(row)}), "b1[n, 3]");
}

TEST_F(Source, sizes_that_only_run_time_knows_stretch_there) {
  const Value x = tensor({n}), y = tensor({m});
  EXPECT_EQ(type("operator+", {arg(x), arg(y)}), "f32[common]");
  EXPECT_TRUE(f_.requirements.empty());
}

TEST_F(Source, axes_of_one_name_are_equal) {
  const Value x = tensor({n}, {"batch"}), y = tensor({m}, {"batch"});
  EXPECT_EQ(type("operator+", {arg(x), arg(y)}), "f32[\"batch\"=n]");
  EXPECT_EQ(f_.requirements.size(), 1u);
}

TEST_F(Source, fixed_sizes_that_differ_are_refused) {
  EXPECT_EQ(refusal("operator+", {arg(tensor({3})), arg(tensor({4}))}), "add.c4");
}

TEST_F(Source, products) {
  EXPECT_EQ(type("matmul", {arg(tensor({n, 4})), arg(tensor({4, m}))}), "f32[n, m]");
  EXPECT_EQ(type("matmul", {arg(tensor({2, n, 4})), arg(tensor({4, m}))}), "f32[2, n, m]");
  EXPECT_EQ(type("dot", {arg(tensor({n})), arg(tensor({n}))}), "f32[]");
  auto wrong = call(
      "matmul", {arg(tensor({2, 128}, {"batch", "seq"})), arg(tensor({64, 3}, {"hidden", "out"}))});
  ASSERT_FALSE(wrong.has_value());
  EXPECT_EQ(base::text(wrong.error()),
            "error: matmul: cannot contract axis seq (128) with hidden (64) [matmul.c2]");
}

TEST_F(Source, a_contracted_size_is_one_symbol_from_then_on) {
  const Value x = tensor({2, n}), y = tensor({m, 3});
  EXPECT_EQ(type("matmul", {arg(x), arg(y)}), "f32[2, 3]");
  EXPECT_EQ(ir::text(f_.type(y)), "f32[n, 3]");
  EXPECT_EQ(f_.requirements.size(), 1u);
}

TEST_F(Source, reductions) {
  const Value x = tensor({n, 3, 2});
  EXPECT_EQ(type("sum", {arg(x)}), "f32[]");
  EXPECT_EQ(type("sum", {arg(x)}, {ints({1})}), "f32[n, 2]");
  EXPECT_EQ(type("max", {arg(x)}, {ints({-1, 0})}), "f32[3]");
  EXPECT_EQ(type("mean", {arg(x)}, {ints({0})}), "f32[3, 2]");
  EXPECT_EQ(type("argmax", {arg(x)}, {ints({-1})}), "i32[n, 3]");
  EXPECT_EQ(type("argmax", {arg(x)}), "i32[]");
  EXPECT_EQ(type("max", {arg(x), arg(x)}), "f32[n, 3, 2]");
  EXPECT_EQ(refusal("sum", {arg(x)}, {ints({3})}), "sum.c2");
}

TEST_F(Source, shapes) {
  const Value x = tensor({n, 6});
  EXPECT_EQ(type("reshape", {arg(x), sizes({n}), ints({2}), ints({3})}), "f32[n, 2, 3]");
  EXPECT_EQ(type("reshape", {arg(x), sizes({n, 3, 2})}), "f32[n, 3, 2]");
  EXPECT_EQ(type("reshape", {arg(x), sizes({n})}, {}, Type{DType::f32, {m, 2, 3}, {}}),
            "f32[n, 2, 3]");
  EXPECT_EQ(type("transpose", {arg(x)}), "f32[6, n]");
  EXPECT_EQ(type("transpose", {arg(x)}, {ints({1, 0})}), "f32[6, n]");
  EXPECT_EQ(type("slice", {arg(x), ints({1}), ints({4})}, {ints({1})}), "f32[n, 3]");
  EXPECT_EQ(type("slice", {arg(x), ints({0, 1}), sizes({n, 5})}), "f32[n, 4]");
  EXPECT_EQ(type("concat", {arg(x), arg(x)}, {ints({0})}), "f32[2*n, 6]");
  EXPECT_EQ(type("broadcast", {arg(tensor({6})), sizes({m, 6})}), "f32[m, 6]");
  EXPECT_EQ(type("reverse", {arg(x)}, {ints({0})}), "f32[n, 6]");
  EXPECT_EQ(refusal("reshape", {arg(tensor({6})), ints({4})}), "reshape.c1");
}

TEST_F(Source, indices) {
  const Value x = tensor({n, 6}), i = scalar(DType::i32);
  EXPECT_EQ(type("operator()", {arg(x), arg(i), ints({2})}), "f32[]");
  EXPECT_EQ(type("index", {arg(x), ints({0})}), "f32[6]");
  EXPECT_EQ(type("update", {arg(x), ints({0}), arg(tensor({6}))}), "f32[n, 6]");
  EXPECT_EQ(type("set", {arg(x), arg(scalar(DType::f32)), arg(i), arg(i)}), "f32[n, 6]");
  EXPECT_EQ(type("place", {sizes({n, 6}), ints({0}), arg(tensor({6}))}), "f32[n, 6]");
  const Value rows = param({DType::i64, {m}, {}});
  EXPECT_EQ(type("take", {arg(x), arg(rows)}), "f32[m, 6]");
  EXPECT_EQ(type("take", {arg(x), arg(rows)}, {ints({1})}), "f32[n, m]");
  EXPECT_EQ(type("scatter_add", {arg(x), arg(rows), arg(tensor({m, 6}))}), "f32[n, 6]");
  EXPECT_EQ(refusal("operator()", {arg(x), ints({0}), ints({0}), ints({0})}), "index.c1");
}

TEST_F(Source, made_tensors) {
  const Type f64_any{DType::f64, {m, Size::symbol("k")}, {}};
  EXPECT_EQ(type("zeros", {sizes({n}), ints({3})}, {}, f64_any), "f64[n, 3]");
  EXPECT_EQ(type("full", {arg(scalar(DType::f64)), ints({2}), ints({3})}, {}, f64_any),
            "f64[2, 3]");
  EXPECT_EQ(type("zeros_like", {arg(tensor({n, 2}))}), "f32[n, 2]");
  EXPECT_EQ(type("arange", {ints({10})}, {}, Type{DType::i32, {m}, {}}), "i32[10]");
  EXPECT_EQ(type("arange", {ints({2}), ints({11}), ints({3})}, {}, Type{DType::i32, {m}, {}}),
            "i32[3]");
  EXPECT_EQ(type("eye", {ints({3})}, {}, f64_any), "f64[3, 3]");
  EXPECT_EQ(type("linspace", {arg(scalar(DType::f64)), arg(scalar(DType::f64)), ints({5})}, {},
                 Type{DType::f64, {m}, {}}),
            "f64[5]");
  EXPECT_EQ(type("size", {arg(tensor({n, 2})), ints({0})}), "i64[]");
}

TEST_F(Source, a_run_time_integer_becomes_a_size) {
  const Value k = scalar(DType::i32);
  auto y = call("zeros", {arg(k)}, {}, Type{DType::f32, {m}, {}});
  ASSERT_TRUE(y.has_value());
  EXPECT_TRUE(f_.type((*y)[0]).sizes[0].lone_symbol().has_value());
  EXPECT_EQ(f_.body.nodes[0].op->control, ir::Control::bind_size);
  auto z = call("ones", {arg(k)}, {}, Type{DType::f32, {m}, {}});
  ASSERT_TRUE(z.has_value());
  EXPECT_EQ(f_.type((*y)[0]), f_.type((*z)[0]));
}

TEST_F(Source, choices_and_losses) {
  const Value x = tensor({n, 3}), condition = param({DType::b1, {n, 3}, {}}),
              labels = param({DType::i32, {n}, {}});
  EXPECT_EQ(type("where", {arg(condition), arg(x), ints({0})}), "f32[n, 3]");
  EXPECT_EQ(type("clamp", {arg(x), ints({0}), ints({1})}), "f32[n, 3]");
  EXPECT_EQ(type("softmax", {arg(x)}), "f32[n, 3]");
  EXPECT_EQ(type("cross_entropy", {arg(x), arg(labels)}), "f32[]");
  EXPECT_EQ(type("cross_entropy", {arg(x), arg(labels)}, {ints({1})}), "f32[n]");
  EXPECT_EQ(type("one_hot", {arg(labels), ints({10})}, {}, Type{DType::f32, {n, m}, {}}),
            "f32[n, 10]");
  EXPECT_EQ(type("cast", {arg(labels)}, {}, Type{DType::f64, {n}, {}}), "f64[n]");
}

TEST_F(Source, integer_arguments_of_floating_functions_follow_the_result) {
  EXPECT_EQ(type("sqrt", {arg(scalar(DType::i32))}, {}, ir::scalar_type(DType::f64)), "f64[]");
  EXPECT_EQ(type("pow", {arg(scalar(DType::f32)), ints({2})}, {}, ir::scalar_type(DType::f32)),
            "f32[]");
}

TEST_F(Source, forms_that_are_not_lifted_say_so) {
  EXPECT_EQ(refusal("tanh", {}), "lift.form");
  EXPECT_EQ(refusal("concat", {arg(tensor({n})), arg(tensor({n}))}), "lift.form");
  EXPECT_EQ(refusal("zeros", {ints({3})}), "lift.form");
}

}  // namespace
}  // namespace tlaloc::ops_test
