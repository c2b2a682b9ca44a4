// Functions that are compositions of others, kept by name: softmax, cross-entropy, one-hot,
// comparison of whole tensors.
#pragma once

#include <algorithm>
#include <utility>

#include <tlaloc/detail/eager.h>
#include <tlaloc/ops/binary.h>
#include <tlaloc/ops/mean.h>

namespace tlaloc {

/// exp(x) divided by its sum along axis I; never overflows.
template <int I = -1, FloatingTensor X>
  requires rules::Shape<rules::reduce<axes_of<X>, I>>
std::remove_cvref_t<X> softmax(X&& x) {
  return detail::call<"softmax", std::remove_cvref_t<X>>(
      {{"axis", detail::Attribute::Kind::integer,
        detail::axis_list<std::remove_cvref_t<X>::rank, I>}},
      std::forward<X>(x));
}
template <AxisType A, FloatingTensor X>
  requires rules::Shape<rules::reduce_named<axes_of<X>, A>>
std::remove_cvref_t<X> softmax(X&& x) {
  return tlaloc::softmax<rules::axis_named<A, axes_of<X>>>(std::forward<X>(x));
}
template <int I, FloatingTensor X>
  requires(!rules::Shape<rules::reduce<axes_of<X>, I>>)
rules::reduce<axes_of<X>, I> softmax(X&& x) = delete;

/// The logarithm of softmax, accurate where softmax is nearly 0.
template <int I = -1, FloatingTensor X>
  requires rules::Shape<rules::reduce<axes_of<X>, I>>
std::remove_cvref_t<X> log_softmax(X&& x) {
  return detail::call<"log_softmax", std::remove_cvref_t<X>>(
      {{"axis", detail::Attribute::Kind::integer,
        detail::axis_list<std::remove_cvref_t<X>::rank, I>}},
      std::forward<X>(x));
}
template <AxisType A, FloatingTensor X>
  requires rules::Shape<rules::reduce_named<axes_of<X>, A>>
std::remove_cvref_t<X> log_softmax(X&& x) {
  return tlaloc::log_softmax<rules::axis_named<A, axes_of<X>>>(std::forward<X>(x));
}
template <int I, FloatingTensor X>
  requires(!rules::Shape<rules::reduce<axes_of<X>, I>>)
rules::reduce<axes_of<X>, I> log_softmax(X&& x) = delete;

/// The labels themselves.  Throws Error, which names the place if it is given, if one is negative
/// or not below `classes`.
template <IntegerTensor L>
std::remove_cvref_t<L> class_labels(L&& labels, std::int64_t classes, const char* where = "") {
  detail::check_indices("cross_entropy", "label", detail::operand(std::as_const(labels)), classes,
                        where);
  return std::forward<L>(labels);
}
/// The same for one label.
template <std::integral L>
L class_labels(L label, std::int64_t classes, const char* where = "") {
  const auto i = static_cast<std::int64_t>(label);
  if (i < 0 || i >= classes) [[unlikely]]
    tlaloc::class_labels(Vector<std::int64_t>{i}, classes, where);  // throws
  return label;
}

/// A new last axis with 1 at the index and 0 elsewhere; only zeros where the index is out of range.
///
///   one_hot<float>(labels, 10) : [n] -> [n, 10];  one_hot<float, Dim<10>>(labels)
template <Element T, IntegerTensor X>
auto one_hot(const X& indices, std::int64_t classes)
    -> tensor_of<T, rules::append<axes_of<X>, Any>> {
  tensor_of<T, rules::append<axes_of<X>, Any>> y;
  detail::one_hot_rows(detail::operand(indices), classes, detail::slot(y));
  return y;
}
template <Element T, AxisType Classes, IntegerTensor X>
  requires(axis_info<Classes>.extent.is_fixed())
auto one_hot(const X& indices) -> tensor_of<T, rules::append<axes_of<X>, Classes>> {
  return tlaloc::one_hot<T>(indices, axis_info<Classes>.extent.size);
}

template <Element T>
Vector<T> one_hot(std::integral auto index, std::int64_t classes) {
  auto y = Vector<T>::uninitialized({classes}, "one_hot");
  const auto to = y.mutable_span();
  std::ranges::fill(to, Scalar<T>(0).value);
  const auto i = static_cast<std::int64_t>(index);
  if (i >= 0 && i < classes) to[static_cast<std::size_t>(i)] = Scalar<T>(1).value;
  return y;
}

namespace detail {
/// The first `Kept` axes of those that logits and labels share.
template <int Kept, class Rows, class Dropped>
struct FirstAxes;
template <int Kept, class Rows, int... I>
struct FirstAxes<Kept, Rows, std::integer_sequence<int, I...>> {
  using type = rules::reduce<Rows, Kept + I...>;
};
template <int Kept, class Rows>
struct FirstAxes<Kept, Rows, std::integer_sequence<int>> {
  using type = Rows;
};
template <int Kept, class X, class L>
using losses_t = typename FirstAxes<
    Kept, rules::same<rules::reduce<axes_of<X>, -1>, axes_of<L>>,
    std::make_integer_sequence<int, static_cast<int>(std::remove_cvref_t<L>::rank) - Kept>>::type;
}  // namespace detail

/// The mean over all rows of -log_softmax(logits)[label], along the last axis.  [b..., c], [b...]
/// -> scalar
///
/// Throws Error, which names the place if it is given, if a label is not a class.
template <FloatingTensor X, IntegerTensor L>
  requires rules::Shape<rules::same<rules::reduce<axes_of<X>, -1>, axes_of<L>>>
element_of<X> cross_entropy(X&& logits, const L& labels, const char* where = "") {
  element_of<X> y{};
  const auto log_shares = tlaloc::log_softmax<-1>(std::forward<X>(logits));
  detail::mean_picked_loss(detail::operand(log_shares), detail::operand(labels), detail::slot(y),
                           where);
  return y;
}
template <FloatingTensor X, IntegerTensor L>
  requires(!rules::Shape<rules::same<rules::reduce<axes_of<X>, -1>, axes_of<L>>>)
rules::same<rules::reduce<axes_of<X>, -1>, axes_of<L>> cross_entropy(X&& logits, const L& labels,
                                                                     const char* = "") = delete;

/// A mean for each index of the first `Kept` axes.  cross_entropy<1>: [n, b..., c], [n, b...] ->
/// [n]
template <int Kept, FloatingTensor X, IntegerTensor L>
  requires(Kept > 0 && rules::Shape<detail::losses_t<Kept, X, L>>)
auto cross_entropy(X&& logits, const L& labels, const char* where = "")
    -> tensor_of<element_of<X>, detail::losses_t<Kept, X, L>> {
  tensor_of<element_of<X>, detail::losses_t<Kept, X, L>> y;
  const auto log_shares = tlaloc::log_softmax<-1>(std::forward<X>(logits));
  detail::mean_picked_loss(detail::operand(log_shares), detail::operand(labels), detail::slot(y),
                           where);
  return y;
}

/// The same for one row.  [c], label -> scalar
template <FloatingTensor X>
  requires(std::remove_cvref_t<X>::rank == 1)
element_of<X> cross_entropy(X&& logits, std::integral auto label, const char* where = "") {
  const std::int64_t classes = logits.count();
  return cross_entropy(reshape(std::forward<X>(logits), 1, classes),
                       Vector<std::int64_t>{static_cast<std::int64_t>(label)}, where);
}

/// Whether the shapes are equal and |x - y| <= atol + rtol * |y| everywhere; infinities equal
/// themselves, NaN nothing.
template <NumberTensor X, NumberTensor Y>
  requires(std::is_same_v<element_of<X>, element_of<Y>> &&
           std::remove_cvref_t<X>::rank == std::remove_cvref_t<Y>::rank)
bool allclose(const X& x, const Y& y, double rtol = 1e-5, double atol = 1e-8) {
  return detail::all_close(detail::operand(x), detail::operand(y), rtol, atol);
}

}  // namespace tlaloc
