// class_labels, one_hot and cross_entropy: labels that are classes, labels as vectors, and the loss
// of a classifier.
//
// cross_entropy refuses a label that is no class, and so does whatever is made of it: its
// derivative reads the labels through class_labels.
#include <cmath>

#include <fmt/format.h>

#include "base/check.h"
#include "ops/build.h"
#include "ops/families.h"
#include "ops/messages.h"
#include "ops/pointwise.h"
#include "ops/softmax.h"
#include "ops/source_args.h"

namespace tlaloc::ops {
namespace {

using pen::HostCall;

std::int64_t label_at(const pen::HostBuffer& labels, std::int64_t i) {
  std::int64_t k = 0;
  pen::with_dtype<pen::Dtypes::integers>(labels.dtype, [&](auto tag) {
    k = static_cast<std::int64_t>(labels.as<typename decltype(tag)::type>()[i]);
  });
  return k;
}

base::Result<void> labels_are_integers(const ir::TypeQuery& q) {
  if (is_integer(q.x[0].dtype)) return {};
  return refuse(q, 1,
                fmt::format("the labels are {}, integers are expected", name_of(q.x[0].dtype)));
}

// ---- class_labels ----

base::Result<std::vector<Type>> class_labels_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 1); !ok) return base::fail(ok.error());
  // c1: labels are integers.
  if (auto ok = labels_are_integers(q); !ok) return base::fail(ok.error());
  return one(q.x[0]);
}

void class_labels_reference(HostCall& c) {
  const std::int64_t n = c.x[0].count(), classes = *c.attrs.get<Size>("classes").constant();
  for (std::int64_t i = 0; i < n; ++i)
    TLALOC_CHECK(label_at(c.x[0], i) >= 0 && label_at(c.x[0], i) < classes,
                 "a label outside reached an op; who runs it checks first");
  std::copy_n(c.x[0].as<char>(), n * static_cast<std::int64_t>(size_of(c.y[0].dtype)),
              c.y[0].as<char>());
}

constexpr OpDef kClassLabels = define({
    .name = "class_labels",
    .doc = "The labels themselves; one that is not below the number of classes is an error when "
           "the program runs. Attribute: classes.",
    .infer = class_labels_types,
    .derivative = ir::Zero{"labels are integers"},
    .batch = [](Builder& b, const Node& n, const Values& x, const std::vector<bool>&,
                const Size&) -> base::Result<Values> { return b.add_all(*n.op, x, n.attrs); },
    .reference = class_labels_reference,
    .hlo = [](pen::HloPen& pen, const Node&) { pen.result(pen.x(0)); },
    .cpp =
        [](pen::CppPen& pen, const Node& n) {
          pen.call_at(n, "class_labels", {pen.size(n.attrs.get<Size>("classes"))});
        },
    .samples =
        [] {
          auto sample = [](DType labels, Sizes sizes, Size classes) {
            return ir::Sample{{{labels, std::move(sizes), {}}},
                              {{"classes", classes}},
                              {ir::Domain::index},
                              *classes.constant()};
          };
          return std::vector<ir::Sample>{sample(DType::i32, {3}, 4), sample(DType::i64, {}, 3),
                                         sample(DType::u8, {2, 2}, 2), sample(DType::i32, {0}, 3)};
        },
    .refuses =
        [] {
          return std::vector<ir::RefusedSample>{
              {{{DType::f32, {2}, {}}}, {{"classes", Size(3)}}, "class_labels.c1"}};
        },
    .composite = true,
});

// ---- one_hot ----

base::Result<std::vector<Type>> one_hot_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 1); !ok) return base::fail(ok.error());
  // one_hot.c1: labels are integers; one_hot.c2: the result is numeric.
  if (auto ok = labels_are_integers(q); !ok) return base::fail(ok.error());
  Type y = q.x[0];
  y.dtype = q.attrs.get<DType>("dtype");
  if (y.dtype == DType::b1) return refuse(q, 2, "the result is b1, a numeric dtype is expected");
  y.sizes.push_back(q.attrs.get<Size>("classes"));
  if (!y.names.empty()) y.names.emplace_back();
  return one(std::move(y));
}

void one_hot_reference(HostCall& c) {
  const std::int64_t classes = c.y[0].sizes.back();
  pen::with_dtype<pen::Dtypes::numbers>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (std::int64_t i = 0, n = c.y[0].count(); i < n; ++i)
      pen::store(c.y[0].as<T>()[i],
                 static_cast<pen::Computed<T>>(label_at(c.x[0], i / classes) == i % classes));
  });
}

/// Whether each class is the label: b1 of the result's sizes.
std::string hits_hlo(pen::HloPen& pen, const std::string& labels, const Type& type,
                     const Sizes& sizes) {
  const Type wide{type.dtype, sizes, {}};
  const std::string at = pen.line(
      fmt::format("stablehlo.iota dim = {} : {}", sizes.size() - 1, pen::HloPen::type_text(wide)));
  return pen.compare("EQ", pen.broadcast(labels, type, wide, iota_ints(type.rank())), at, wide);
}

constexpr OpDef kOneHot = define({
    .name = "one_hot",
    .doc = "A new last axis with 1 at the label and 0 elsewhere, everywhere 0 if the label is no "
           "class. Attributes: "
           "dtype, classes.",
    .infer = one_hot_types,
    .derivative = ir::Zero{"labels are integers"},
    .batch = [](Builder& b, const Node& n, const Values& x, const std::vector<bool>&,
                const Size&) -> base::Result<Values> { return b.add_all(*n.op, x, n.attrs); },
    .reference = one_hot_reference,
    .hlo =
        [](pen::HloPen& pen, const Node& n) {
          const Type y = pen.type(n.results[0]);
          pen.result(pen.convert(hits_hlo(pen, pen.x(0), pen.type(n.operands[0]), y.sizes),
                                 {DType::b1, y.sizes, {}}, y));
        },
    .cpp =
        [](pen::CppPen& pen, const Node& n) {
          pen.call(fmt::format("one_hot<{}>", cpp_name_of(n.attrs.get<DType>("dtype"))),
                   {pen.size(n.attrs.get<Size>("classes"))});
        },
    .samples =
        [] {
          auto sample = [](DType labels, Sizes sizes, DType t, Size classes, std::int64_t bound) {
            return ir::Sample{{{labels, std::move(sizes), {}}},
                              {{"dtype", t}, {"classes", classes}},
                              {ir::Domain::index},
                              bound};
          };
          return std::vector<ir::Sample>{
              sample(DType::i32, {3}, DType::f64, 4, 4), sample(DType::i64, {}, DType::f32, 3, 3),
              sample(DType::u8, {2, 2}, DType::i32, 2, 5),
              sample(DType::i32, {0}, DType::f32, 3, 3), sample(DType::i32, {2}, DType::f32, 0, 3)};
        },
    .refuses =
        [] {
          return std::vector<ir::RefusedSample>{{{{DType::f32, {2}, {}}},
                                                 {{"dtype", DType::f32}, {"classes", Size(3)}},
                                                 "one_hot.c1"},
                                                {{{DType::i32, {2}, {}}},
                                                 {{"dtype", DType::b1}, {"classes", Size(3)}},
                                                 "one_hot.c2"}};
        },
    .composite = true,
});

/// A row for each label, all of which have to be classes.
Value one_hot_of(Builder& b, Value labels, const Size& classes, DType t) {
  const Value sound = b.add(kClassLabels, {labels}, {{"classes", classes}});
  return b.add(kOneHot, {sound}, {{"dtype", t}, {"classes", classes}});
}

// ---- cross_entropy ----

/// The axes that the mean goes over, and the last one: all but the kept ones.
Ints averaged_axes(const Node& n, int rank) {
  const std::int64_t kept = n.attrs.integer("kept");
  return iota_ints(rank - kept, kept);
}

base::Result<std::vector<Type>> cross_entropy_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 2); !ok) return base::fail(ok.error());
  const Type &x = q.x[0], &labels = q.x[1];
  // c1: floating logits; c2: integer labels; c3: a label for each row; c4: of the same sizes;
  // c6: the kept axes exist (c5: a label is a class, when the program runs).
  if (!is_floating(x.dtype))
    return refuse(q, 1,
                  fmt::format("the logits are {}, floating values are expected", name_of(x.dtype)));
  if (!is_integer(labels.dtype))
    return refuse(q, 2,
                  fmt::format("the labels are {}, integers are expected", name_of(labels.dtype)));
  if (x.rank() != labels.rank() + 1)
    return refuse(q, 3,
                  fmt::format("logits of rank {} need labels of rank {}, got rank {}", x.rank(),
                              x.rank() - 1, labels.rank()));
  for (int i = 0; i < labels.rank(); ++i) {
    auto ok = q.equal(x.sizes[i], labels.sizes[i], q.op, "cross_entropy.c4",
                      fmt::format("{} of the logits is not {} of the labels", axis_text(x, i),
                                  axis_text(labels, i)));
    if (!ok) return base::fail(ok.error());
  }
  const std::int64_t kept = q.attrs.integer("kept");
  if (kept < 0 || kept > labels.rank())
    return refuse(q, 6, fmt::format("{} kept axes, the labels have {}", kept, labels.rank()));
  Type y{x.dtype, Sizes(x.sizes.begin(), x.sizes.begin() + kept), {}};
  if (!x.names.empty()) y.names.assign(x.names.begin(), x.names.begin() + kept);
  return one(std::move(y));
}

template <class T>
double picked_log_share(const T* x, std::int64_t classes, std::int64_t label) {
  double most = -INFINITY, total = 0;
  for (std::int64_t k = 0; k < classes; ++k) {
    const double v = pen::load(x[k]);
    most = most != most || v != v ? NAN : std::fmax(most, v);
  }
  for (std::int64_t k = 0; k < classes; ++k) total += std::exp(pen::load(x[k]) - most);
  TLALOC_CHECK(label >= 0 && label < classes,
               "a label outside reached an op; who runs it checks first");
  return pen::load(x[label]) - most - std::log(total);
}

void cross_entropy_reference(HostCall& c) {
  const std::int64_t classes = c.x[0].sizes.back(), means = c.y[0].count();
  const std::int64_t rows = means == 0 ? 0 : c.x[1].count() / means;
  pen::with_dtype<pen::Dtypes::floating>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (std::int64_t m = 0; m < means; ++m) {
      double sum = 0;
      for (std::int64_t r = m * rows; r < (m + 1) * rows; ++r)
        sum -= picked_log_share(c.x[0].as<T>() + r * classes, classes, label_at(c.x[1], r));
      pen::store(c.y[0].as<T>()[m], static_cast<pen::Computed<T>>(sum / static_cast<double>(rows)));
    }
  });
}

/// The rows of one mean, in the dtype of the logits.
Value row_count(Builder& b, const Node& n) {
  const Sizes& labels = b.type(n.operands[1]).sizes;
  const DType t = b.type(n.operands[0]).dtype;
  const Size rows = ir::product(Sizes(labels.begin() + n.attrs.integer("kept"), labels.end()));
  if (const auto known = rows.constant()) return build::number(b, static_cast<double>(*known), t);
  return build::convert(b, build::size_of(b, rows), t);
}
/// v / rows of one mean
Value per_row(Builder& b, const Node& n, Value v) {
  const Type t = b.type(v);
  return build::div(b, v, build::broadcast_scalar(b, row_count(b, n), t));
}

/// softmax(x) - one_hot(labels): the slope, times the rows of a mean.
Value difference(Builder& b, const Node& n) {
  const Type x = b.type(n.operands[0]);
  const Value hot = one_hot_of(b, n.operands[1], x.sizes.back(), x.dtype);
  return build::sub(b, build::softmax(b, n.operands[0], x.rank() - 1), hot);
}
Values cross_entropy_jvp(Builder& b, const Node& n, const Values& t) {
  if (!t[0]) return {Value{}};
  const Value slopes = build::mul(b, t[0], difference(b, n));
  return {per_row(b, n, build::sum(b, slopes, averaged_axes(n, b.type(t[0]).rank())))};
}
Values cross_entropy_vjp(Builder& b, const Node& n, const Values& ct) {
  if (!ct[0]) return {Value{}, Value{}};
  const Type x = b.type(n.operands[0]);
  const Value part = per_row(b, n, ct[0]);
  return {build::mul(b, difference(b, n), build::unreduce(b, part, x, averaged_axes(n, x.rank()))),
          Value{}};
}

base::Result<Values> cross_entropy_batch(Builder& b, const Node& n, const Values& x,
                                         const std::vector<bool>& batched, const Size& batch) {
  const Value logits = batched[0] ? x[0] : stretch(b, x[0], batch);
  const Value labels = batched[1] ? x[1] : stretch(b, x[1], batch);
  return Values{b.add(*n.op, {logits, labels}, {{"kept", n.attrs.integer("kept") + 1}})};
}

void cross_entropy_hlo(pen::HloPen& pen, const Node& n) {
  const Type x = pen.type(n.operands[0]), labels = pen.type(n.operands[1]),
             y = pen.type(n.results[0]);
  const std::string zero = pen.constant(0.0, ir::scalar_type(y.dtype));
  const std::string shares = log_softmax_hlo(pen, pen.x(0), x, x.rank() - 1);
  const std::string picked =
      pen.select(hits_hlo(pen, pen.x(1), labels, x.sizes), shares, pen.constant(0.0, x), x);
  const std::string sum = pen.reduce("add", picked, zero, x, averaged_axes(n, x.rank()), y);
  const Sizes averaged(labels.sizes.begin() + n.attrs.integer("kept"), labels.sizes.end());
  const auto rows = static_cast<double>(*ir::product(averaged).constant());
  pen.result(pen.simple("divide", {sum, pen.constant(-rows, y)}, y));
}

/// cross_entropy(x, labels), and cross_entropy<K>(x, labels) where axes are kept.
void cross_entropy_cpp(pen::CppPen& pen, const Node& n) {
  const std::int64_t kept = n.attrs.integer("kept");
  pen.call_at(n, kept == 0 ? "cross_entropy" : fmt::format("cross_entropy<{}>", kept));
}

ir::Sample loss_sample(DType t, Sizes x, DType labels, Sizes sizes, std::int64_t classes,
                       std::int64_t kept = 0) {
  return {{{t, std::move(x), {}}, {labels, std::move(sizes), {}}},
          {{"kept", kept}},
          {ir::Domain::real, ir::Domain::index},
          classes};
}

constexpr OpDef kCrossEntropy = define({
    .name = "cross_entropy",
    .doc = "The mean over all rows of -log_softmax(logits)[label], along the last axis. Operands: "
           "logits, labels. Attribute: kept, the number of leading axes that the result keeps. A "
           "label that is no class is an error when the program runs.",
    .infer = cross_entropy_types,
    .derivative = ir::Custom{cross_entropy_jvp, cross_entropy_vjp},
    .batch = cross_entropy_batch,
    .reference = cross_entropy_reference,
    .hlo = cross_entropy_hlo,
    .cpp = cross_entropy_cpp,
    .samples =
        [] {
          return std::vector<ir::Sample>{
              loss_sample(DType::f64, {3, 4}, DType::i32, {3}, 4),
              loss_sample(DType::f64, {3}, DType::i64, {}, 3),
              loss_sample(DType::f32, {2, 3}, DType::u8, {2}, 3),
              loss_sample(DType::f64, {2, 2, 3}, DType::i32, {2, 2}, 3),
              loss_sample(DType::f64, {2, 3}, DType::i32, {2}, 3, 1),
              loss_sample(DType::f32, {2, 2, 3}, DType::i32, {2, 2}, 3, 1),
              loss_sample(DType::f64, {0, 3}, DType::i32, {0}, 3, 1)};
        },
    .refuses =
        [] {
          const Type x{DType::f32, {2, 3}, {}}, labels{DType::i32, {2}, {}};
          const ir::Attrs all{{"kept", std::int64_t{0}}};
          return std::vector<ir::RefusedSample>{
              {{labels, labels}, all, "cross_entropy.c1"},
              {{x, x}, all, "cross_entropy.c2"},
              {{x, {DType::i32, {2, 3}, {}}}, all, "cross_entropy.c3"},
              {{x, {DType::i32, {3}, {}}}, all, "cross_entropy.c4"},
              {{x, labels}, {{"kept", std::int64_t{2}}}, "cross_entropy.c6"}};
        },
    .composite = true,
});

constexpr const OpDef* kOps[] = {&kClassLabels, &kOneHot, &kCrossEntropy};

// ---- calls ----

/// one_hot<T>(labels, classes); one_hot<T, Dim<10>>(labels), whose size the result's type says
Built one_hot_source(Builder& b, const SourceCall& call) {
  auto labels = value_at(b, call, 0);
  if (!labels) return base::fail(labels.error());
  if (!call.result) return not_lifted(call, "the element type of the result is not known");
  auto sizes = sizes_from(b, call, 1, 0);
  if (!sizes) return base::fail(sizes.error());
  if (sizes->empty()) sizes->push_back(call.result->sizes.back());
  return b.try_add(kOneHot, {*labels}, {{"dtype", call.result->dtype}, {"classes", sizes->back()}});
}
/// class_labels(labels, classes)
Built class_labels_source(Builder& b, const SourceCall& call) {
  auto labels = value_at(b, call, 0);
  if (!labels) return base::fail(labels.error());
  auto sizes = sizes_from(b, call, 1, 0);
  if (!sizes) return base::fail(sizes.error());
  return b.try_add(kClassLabels, {*labels}, {{"classes", sizes->front()}});
}
/// cross_entropy(logits, labels), cross_entropy<K>(logits, labels)
Built cross_entropy_source(Builder& b, const SourceCall& call) {
  if (auto ok = arguments(call, 2, 2); !ok) return base::fail(ok.error());
  auto x = value_at(b, call, 0), labels = value_at(b, call, 1);
  if (!x) return base::fail(x.error());
  if (!labels) return base::fail(labels.error());
  auto kept = ints_from(b, call, 2);
  if (!kept) return base::fail(kept.error());
  return b.try_add(kCrossEntropy, {*x, *labels},
                   {{"kept", kept->empty() ? std::int64_t{0} : kept->front()}});
}

constexpr Source kSources[] = {{"class_labels", class_labels_source},
                               {"one_hot", one_hot_source},
                               {"cross_entropy", cross_entropy_source}};

}  // namespace

const Family kClassesFamily{kOps, kSources};

}  // namespace tlaloc::ops
