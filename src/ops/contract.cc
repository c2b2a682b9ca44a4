// contract: sums of products over pairs of axes, side by side along other pairs.
//
// The result has the batch axes in the order listed, then x's free axes, then y's, each in the
// order they stand in.
#include <algorithm>

#include <fmt/format.h>

#include "ops/build.h"
#include "ops/contract.h"
#include "ops/families.h"
#include "ops/messages.h"
#include "ops/pointwise.h"
#include "ops/shape_kernel.h"
#include "ops/source_args.h"
#include "ops/squares.h"
#include "ops/strides.h"

namespace tlaloc::ops {

using build::ContractAxes;

ContractAxes contract_axes(const Attrs& a) {
  return {a.ints("left_batch"), a.ints("right_batch"), a.ints("left_contract"),
          a.ints("right_contract")};
}

namespace {

using Replacement = std::optional<Values>;

Ints joined(Ints a, const Ints& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
Ints left_free(const ContractAxes& a, int rank) {
  return other_axes(joined(a.left_batch, a.left_contract), rank);
}
Ints right_free(const ContractAxes& a, int rank) {
  return other_axes(joined(a.right_batch, a.right_contract), rank);
}

// ---- types ----

void append_axes(Type& y, const Type& x, const Ints& axes) {
  for (std::int64_t a : axes) {
    y.sizes.push_back(x.sizes[a]);
    y.names.push_back(x.name(static_cast<int>(a)));
  }
}

base::Result<std::vector<Type>> contract_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 2); !ok) return base::fail(ok.error());
  const Type &x = q.x[0], &y = q.x[1];
  const ContractAxes a = contract_axes(q.attrs);
  if (auto ok = product_dtypes(q, 3); !ok) return base::fail(ok.error());
  // contract.c1: axes come in pairs; contract.c2: they exist, once each.
  if (a.left_batch.size() != a.right_batch.size() ||
      a.left_contract.size() != a.right_contract.size())
    return refuse(
        q, 1,
        fmt::format("axes {} and {} of the left meet {} and {} of the right",
                    pen::CppPen::ints(a.left_batch), pen::CppPen::ints(a.left_contract),
                    pen::CppPen::ints(a.right_batch), pen::CppPen::ints(a.right_contract)));
  if (auto ok = check_axes(q, 2, joined(a.left_batch, a.left_contract), x.rank()); !ok)
    return base::fail(ok.error());
  if (auto ok = check_axes(q, 2, joined(a.right_batch, a.right_contract), y.rank()); !ok)
    return base::fail(ok.error());
  for (std::size_t i = 0; i < a.left_contract.size(); ++i)
    if (auto ok = meets(q, x, a.left_contract[i], y, a.right_contract[i], 4, "contract"); !ok)
      return base::fail(ok.error());
  for (std::size_t i = 0; i < a.left_batch.size(); ++i)
    if (auto ok = meets(q, x, a.left_batch[i], y, a.right_batch[i], 5, "pair"); !ok)
      return base::fail(ok.error());
  Type out{x.dtype, {}, {}};
  append_axes(out, x, a.left_batch);
  append_axes(out, x, left_free(a, x.rank()));
  append_axes(out, y, right_free(a, y.rank()));
  return one(std::move(out));
}

// ---- running ----

void pick(const std::vector<std::int64_t>& from, const Ints& axes, std::vector<std::int64_t>& to) {
  for (std::int64_t a : axes) to.push_back(from[a]);
}

/// For every element of the result a sum over the contracted axes, last one fastest.
void contract_reference(pen::HostCall& c) {
  const ContractAxes a = contract_axes(c.attrs);
  const auto &xs = c.x[0].sizes, &ys = c.x[1].sizes;
  const Ints lf = left_free(a, static_cast<int>(xs.size())),
             rf = right_free(a, static_cast<int>(ys.size()));
  const auto x_strides = strides_of(xs), y_strides = strides_of(ys);
  std::vector<std::int64_t> x_step, y_step, x_inner, y_inner, inner;
  pick(x_strides, a.left_batch, x_step);
  pick(x_strides, lf, x_step);
  x_step.resize(c.y[0].sizes.size(), 0);
  pick(y_strides, a.right_batch, y_step);
  y_step.resize(y_step.size() + lf.size(), 0);
  pick(y_strides, rf, y_step);
  pick(x_strides, a.left_contract, x_inner);
  pick(y_strides, a.right_contract, y_inner);
  pick({xs.begin(), xs.end()}, a.left_contract, inner);
  std::int64_t terms = 1;
  for (std::int64_t s : inner) terms *= s;
  pen::with_dtype<pen::Dtypes::numbers>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T *x = c.x[0].as<T>(), *y = c.x[1].as<T>();
    Counter at(c.y[0].sizes);
    for (std::int64_t i = 0, n = c.y[0].count(); i < n; ++i, at.next()) {
      Wide<T> sum = 0;
      Counter k(inner);
      for (std::int64_t j = 0; j < terms; ++j, k.next())
        sum += static_cast<Wide<T>>(pen::load(x[at.offset(x_step) + k.offset(x_inner)])) *
               static_cast<Wide<T>>(pen::load(y[at.offset(y_step) + k.offset(y_inner)]));
      pen::store(c.y[0].as<T>()[i], static_cast<pen::Computed<T>>(sum));
    }
  });
}

// ---- derivatives ----

/// Puts the axes of `v`, which are `axes` of another value in that order, where they stand there.
Value in_order(Builder& b, Value v, const Ints& axes) {
  Ints permutation(axes.size());
  for (std::size_t i = 0; i < axes.size(); ++i) permutation[axes[i]] = static_cast<std::int64_t>(i);
  return build::transpose(b, v, permutation);
}

/// The axis of `to` that each of the sorted `from` is paired with.
Ints partners(const Ints& from, const Ints& to) {
  Ints sorted = from, out;
  std::sort(sorted.begin(), sorted.end());
  for (std::int64_t a : sorted)
    out.push_back(to[std::find(from.begin(), from.end(), a) - from.begin()]);
  return out;
}

/// y = x · w;  ct_x = ct · wᵀ
Value contract_left(Builder& b, const Node& n, Value ct) {
  const ContractAxes a = contract_axes(n.attrs);
  const Ints lf = left_free(a, b.type(n.operands[0]).rank()),
             rf = right_free(a, b.type(n.operands[1]).rank());
  const auto batch = static_cast<std::int64_t>(a.left_batch.size()),
             left = static_cast<std::int64_t>(lf.size());
  const Value v =
      build::contract(b, ct, n.operands[1],
                      {iota_ints(batch), a.right_batch,
                       iota_ints(static_cast<std::int64_t>(rf.size()), batch + left), rf});
  return in_order(b, v,
                  joined(joined(a.left_batch, lf), partners(a.right_contract, a.left_contract)));
}
/// y = x · w;  ct_w = xᵀ · ct
Value contract_right(Builder& b, const Node& n, Value ct) {
  const ContractAxes a = contract_axes(n.attrs);
  const Ints lf = left_free(a, b.type(n.operands[0]).rank()),
             rf = right_free(a, b.type(n.operands[1]).rank());
  const auto batch = static_cast<std::int64_t>(a.left_batch.size());
  const Value v = build::contract(
      b, n.operands[0], ct,
      {a.left_batch, iota_ints(batch), lf, iota_ints(static_cast<std::int64_t>(lf.size()), batch)});
  return in_order(b, v,
                  joined(joined(a.right_batch, partners(a.left_contract, a.right_contract)), rf));
}

// ---- batching ----

/// A batched side that meets a shared one gets one more free axis, its first, which is then moved
/// to the front.
base::Result<Values> contract_batch(Builder& b, const Node& n, const Values& x,
                                    const std::vector<bool>& batched, const Size&) {
  ContractAxes a = contract_axes(n.attrs);
  const auto batch = static_cast<std::int64_t>(a.left_batch.size());
  const auto left = b.type(x[0]).rank() - (batched[0] ? 1 : 0) - batch -
                    static_cast<std::int64_t>(a.left_contract.size());
  if (batched[0]) a.left_batch = shifted(a.left_batch), a.left_contract = shifted(a.left_contract);
  if (batched[1])
    a.right_batch = shifted(a.right_batch), a.right_contract = shifted(a.right_contract);
  if (batched[0] && batched[1]) {
    a.left_batch = with_front(std::int64_t{0}, a.left_batch);
    a.right_batch = with_front(std::int64_t{0}, a.right_batch);
    return Values{build::contract(b, x[0], x[1], a)};
  }
  const Value y = build::contract(b, x[0], x[1], a);
  const std::int64_t at = batched[0] ? batch : batch + left;
  Ints permutation = {at};
  for (int i = 0; i < b.type(y).rank(); ++i)
    if (i != at) permutation.push_back(i);
  return Values{build::transpose(b, y, permutation)};
}

// ---- algebra ----

Ints through(const Ints& permutation, Ints axes) {
  for (std::int64_t& a : axes) a = permutation[a];
  return axes;
}
/// A transpose of an operand is another way to number its axes, unless it changes the order of the
/// free ones.
Replacement contract_of_transpose(ir::RewriteQuery& q) {
  Values x = q.node.operands;
  ContractAxes a = contract_axes(q.node.attrs);
  bool changed = false;
  for (int side : {0, 1}) {
    const Node* t = defined_by(q, x[side], "transpose");
    if (t == nullptr) continue;
    const Ints& p = t->attrs.ints("permutation");
    const int rank = static_cast<int>(p.size());
    const Ints free = through(p, side == 0 ? left_free(a, rank) : right_free(a, rank));
    if (!std::is_sorted(free.begin(), free.end())) continue;
    Ints &batch = side == 0 ? a.left_batch : a.right_batch,
         &contracted = side == 0 ? a.left_contract : a.right_contract;
    batch = through(p, batch);
    contracted = through(p, contracted);
    x[side] = t->operands[0];
    changed = true;
  }
  if (!changed) return std::nullopt;
  return Values{build::contract(q.build, x[0], x[1], a)};
}
/// A number times a tensor, what a dot product's derivative is contracted with, has no axes to
/// name.
Replacement contract_with_scalar(ir::RewriteQuery& q) {
  const Value x = q.node.operands[0], y = q.node.operands[1];
  const bool left = q.build.type(x).is_scalar();
  if (!left && !q.build.type(y).is_scalar()) return std::nullopt;
  const Value scalar = left ? x : y, other = left ? y : x;
  if (q.build.type(other).is_scalar()) return Values{build::mul(q.build, x, y)};
  const Value all = build::broadcast_scalar(q.build, scalar, Type(q.build.type(other)));
  return Values{left ? build::mul(q.build, all, other) : build::mul(q.build, other, all)};
}
constexpr ir::Rewrite kRewrites[] = {contract_of_transpose, contract_with_scalar};

// ---- texts ----

void contract_hlo(pen::HloPen& pen, const Node& n) {
  const ContractAxes a = contract_axes(n.attrs);
  std::string how;
  if (!a.left_batch.empty())
    how = fmt::format("batching_dims = {} x {}, ", pen::HloPen::ints(a.left_batch),
                      pen::HloPen::ints(a.right_batch));
  how += fmt::format("contracting_dims = {} x {}", pen::HloPen::ints(a.left_contract),
                     pen::HloPen::ints(a.right_contract));
  pen.result(pen.general("dot_general", {pen.x(0), pen.x(1)}, how,
                         {pen.type(n.operands[0]), pen.type(n.operands[1])},
                         pen.type(n.results[0])));
}

bool is_matmul(const ContractAxes& a, int left, int right) {
  if (left < 2 || right != left) return false;
  const Ints batch = iota_ints(left - 2);
  return a.left_batch == batch && a.right_batch == batch && a.left_contract == Ints{left - 1} &&
         a.right_contract == Ints{right - 2};
}

void contract_cpp(pen::CppPen& pen, const Node& n) {
  const ContractAxes a = contract_axes(n.attrs);
  const int left = pen.type(n.operands[0]).rank(), right = pen.type(n.operands[1]).rank();
  if (is_matmul(a, left, right)) return pen.call("matmul");
  if (left == 1 && right == 1 && a.left_contract.size() == 1) return pen.call("dot");
  auto axes = [](const Ints& v) { return fmt::format("tlaloc::axes<{}>", fmt::join(v, ", ")); };
  std::vector<std::string> more = {axes(a.left_contract), axes(a.right_contract)};
  if (!a.left_batch.empty()) more.insert(more.end(), {axes(a.left_batch), axes(a.right_batch)});
  pen.call("contract", more);
}

// ---- samples ----

Attrs attrs_of(const ContractAxes& a) {
  return {{"left_batch", a.left_batch},
          {"right_batch", a.right_batch},
          {"left_contract", a.left_contract},
          {"right_contract", a.right_contract}};
}
ir::Sample sample(DType t, Sizes x, Sizes y, ContractAxes a) {
  return {{{t, std::move(x), {}}, {t, std::move(y), {}}},
          attrs_of(a),
          {ir::Domain::real, ir::Domain::real},
          0};
}
std::vector<ir::Sample> samples() {
  return {sample(DType::f64, {2, 3}, {3, 4}, {{}, {}, {1}, {0}}),
          sample(DType::f64, {3, 2}, {4, 3}, {{}, {}, {0}, {1}}),
          sample(DType::f32, {2, 3}, {3, 2}, {{}, {}, {1}, {0}}),
          sample(DType::f64, {3}, {3}, {{}, {}, {0}, {0}}),
          sample(DType::f64, {2}, {3}, {{}, {}, {}, {}}),
          sample(DType::f64, {2, 3, 4}, {2, 4, 2}, {{0}, {0}, {2}, {1}}),
          sample(DType::f64, {3, 2, 4}, {4, 2, 3}, {{1}, {1}, {0, 2}, {2, 0}}),
          sample(DType::f64, {2, 3, 4, 2}, {3, 4}, {{}, {}, {2, 1}, {1, 0}}),
          sample(DType::f64, {2, 0}, {0, 3}, {{}, {}, {1}, {0}}),
          sample(DType::f64, {0, 2}, {2, 1}, {{}, {}, {1}, {0}}),
          sample(DType::i32, {2, 2}, {2, 2}, {{}, {}, {1}, {0}})};
}
std::vector<ir::RefusedSample> refusals() {
  auto refused = [](DType s, DType t, Sizes x, Sizes y, ContractAxes a, const char* id) {
    return ir::RefusedSample{{{s, std::move(x), {}}, {t, std::move(y), {}}}, attrs_of(a), id};
  };
  const DType f = DType::f32;
  return {refused(f, f, {2, 3}, {3, 4}, {{}, {}, {1}, {}}, "contract.c1"),
          refused(f, f, {2, 3}, {3, 4}, {{0}, {}, {1}, {0}}, "contract.c1"),
          refused(f, f, {2, 3}, {3, 4}, {{}, {}, {2}, {0}}, "contract.c2"),
          refused(f, f, {2, 3}, {3, 4}, {{1}, {1}, {1}, {0}}, "contract.c2"),
          refused(f, DType::f64, {2, 3}, {3, 4}, {{}, {}, {1}, {0}}, "contract.c3"),
          refused(DType::b1, DType::b1, {2, 3}, {3, 4}, {{}, {}, {1}, {0}}, "contract.c3"),
          refused(f, f, {2, 3}, {4, 4}, {{}, {}, {1}, {0}}, "contract.c4"),
          refused(f, f, {2, 3}, {4, 3}, {{0}, {0}, {1}, {1}}, "contract.c5")};
}

constexpr OpDef kContract = define({
    .name = "contract",
    .doc = "Sums of products over pairs of axes, side by side along other pairs. Attributes: "
           "left_batch, right_batch, "
           "left_contract, right_contract. The result has the common axes, what is left of x, what "
           "is left of y.",
    .infer = contract_types,
    .derivative = ir::Bilinear{contract_left, contract_right},
    .batch = contract_batch,
    .reference = contract_reference,
    .kernel = contract_kernel,
    .rewrites = kRewrites,
    .hlo = contract_hlo,
    .cpp = contract_cpp,
    .samples = samples,
    .refuses = refusals,
});

/// Each element with itself: no axis is left that only one side has.
bool is_whole_square(Squares& s, const Node& n) {
  if (!of_same(s, n)) return false;
  const auto& pairs = n.attrs.ints("left_contract");
  const auto& common = n.attrs.ints("left_batch");
  return pairs == n.attrs.ints("right_contract") && common == n.attrs.ints("right_batch") &&
         static_cast<int>(pairs.size() + common.size()) == s.type(n.operands[0]).rank();
}

constexpr const OpDef* kOps[] = {&kContract};
constexpr SquareRule kSquares[] = {{&kContract, is_whole_square}};

/// contract(x, y, axes<…>, axes<…>), and two more lists for batches
Built contract_source(Builder& b, const SourceCall& call) {
  if (call.x.size() != 4 && call.x.size() != 6)
    return not_lifted(call, "two or four lists of axes are expected");
  auto x = value_at(b, call, 0), y = value_at(b, call, 1);
  if (!x) return base::fail(x.error());
  if (!y) return base::fail(y.error());
  Ints lists[4];
  for (std::size_t i = 2; i < call.x.size(); ++i) {
    if (!call.x[i].ints) return not_lifted(call, "axes are not known when the program is built");
    lists[i - 2] = *call.x[i].ints;
    const int rank = b.type(i % 2 == 0 ? *x : *y).rank();
    for (std::int64_t& a : lists[i - 2]) a += a < 0 ? rank : 0;
  }
  return b.try_add(kContract, {*x, *y}, attrs_of({lists[2], lists[3], lists[0], lists[1]}));
}

constexpr Source kSources[] = {{"contract", contract_source}};

/// "axis seq (128)" -> "seq (128)" for the second of a pair.
std::string short_text(const Type& t, std::int64_t axis) {
  std::string text = axis_text(t, static_cast<int>(axis));
  return t.name(static_cast<int>(axis)).empty() ? text : text.substr(5);
}

}  // namespace

base::Result<void> product_dtypes(const ir::TypeQuery& q, int label) {
  if (q.x[0].dtype == q.x[1].dtype && q.x[0].dtype != DType::b1) return {};
  return refuse(q, label,
                fmt::format("operands are {} and {}, equal numeric ones are expected",
                            name_of(q.x[0].dtype), name_of(q.x[1].dtype)));
}

base::Result<void> meets(ir::TypeQuery& q, const Type& x, std::int64_t i, const Type& y,
                         std::int64_t j, int label, std::string_view verb) {
  return q.equal(x.sizes[i], y.sizes[j], q.op, fmt::format("{}.c{}", q.op, label),
                 fmt::format("cannot {} {} with {}", verb, axis_text(x, static_cast<int>(i)),
                             short_text(y, j)));
}

Replacement transpose_of_contract(ir::RewriteQuery& q) {
  const Node* n = defined_by(q, q.node.operands[0], "contract");
  if (n == nullptr) return std::nullopt;
  const ContractAxes a = contract_axes(n->attrs);
  const auto batch = static_cast<std::int64_t>(a.left_batch.size());
  const auto left =
      static_cast<std::int64_t>(left_free(a, q.build.type(n->operands[0]).rank()).size());
  const auto rank = static_cast<std::int64_t>(q.node.attrs.ints("permutation").size());
  const Ints swapped =
      joined(joined(iota_ints(batch), iota_ints(rank - batch - left, batch + left)),
             iota_ints(left, batch));
  if (q.node.attrs.ints("permutation") != swapped) return std::nullopt;
  return Values{build::contract(q.build, n->operands[1], n->operands[0],
                                {a.right_batch, a.left_batch, a.right_contract, a.left_contract})};
}

namespace build {
Value contract(Builder& b, Value x, Value y, const ContractAxes& axes) {
  return b.add(kContract, {x, y}, attrs_of(axes));
}
}  // namespace build

const Family kContractFamily{kOps, kSources, {}, kSquares};

}  // namespace tlaloc::ops
