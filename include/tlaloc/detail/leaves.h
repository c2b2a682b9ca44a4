// C++ values as the flat leaves of a program, and back. The order is the one in which the tool
// flattens types: fields, elements and members in order; enums, strings and the like have no leaf.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <tlaloc/detail/host_program.h>
#include <tlaloc/differentiable.h>
#include <tlaloc/fields.h>
#include <tlaloc/path.h>
#include <tlaloc/tensor.h>

namespace tlaloc::detail {

template <class T>
inline constexpr bool is_array_like = std::is_array_v<T>;
template <class T, std::size_t N>
inline constexpr bool is_array_like<std::array<T, N>> = true;
template <class T>
inline constexpr bool is_numbers = false;  ///< a list that is one leaf of rank 1
template <Element T, class Alloc>
inline constexpr bool is_numbers<std::vector<T, Alloc>> = true;
template <class T, std::size_t N>
inline constexpr bool is_numbers<std::span<T, N>> = Element<std::remove_cv_t<T>>;

/// Calls f on each leaf of x, in order; on all of them, or on those with a derivative.
enum class LeavesOf { value, tangent };
template <LeavesOf Which, class F, class X>
void visit_leaves(F& f, X& x) {
  using T = std::remove_cv_t<X>;
  if constexpr (Element<T>) {
    if constexpr (Which == LeavesOf::value || is_floating(dtype_of<T>)) f(x);
  } else if constexpr (is_tensor<T>) {
    if constexpr (Which == LeavesOf::value || is_floating(T::dtype)) f(x);
  } else if constexpr (is_numbers<T>) {
    if constexpr (Which == LeavesOf::value ||
                  is_floating(dtype_of<std::remove_cv_t<typename T::value_type>>))
      f(x);
  } else if constexpr (is_array_like<T>) {
    for (auto& element : x) visit_leaves<Which>(f, element);
  } else if constexpr (PlainStruct<T>) {
    std::apply([&](auto&... fields) { (visit_leaves<Which>(f, fields), ...); }, fields_of(x));
  } else if constexpr (requires { std::tuple_size<T>::value; }) {
    std::apply([&](auto&... members) { (visit_leaves<Which>(f, members), ...); }, x);
  }
}

/// Leaves of arguments, for reading while the arguments live.
class LeafList {
 public:
  template <LeavesOf Which, class X>
  void add(const X& x) {
    const auto take = [&](const auto& leaf) { push(leaf); };
    visit_leaves<Which>(take, x);
  }
  std::span<const View> views() const { return views_; }

 private:
  template <class X>
  void push(const X& x) {
    if constexpr (Element<X>) {
      views_.push_back({dtype_of<X>, 0, nullptr, &x});
    } else if constexpr (is_tensor<X>) {
      views_.push_back({X::dtype, X::rank, Access::sizes(x).data(), x.data()});
    } else {
      sizes_.push_back(static_cast<std::int64_t>(x.size()));
      views_.push_back(
          {dtype_of<std::remove_cv_t<typename X::value_type>>, 1, &sizes_.back(), x.data()});
    }
  }
  std::vector<View> views_;
  std::deque<std::int64_t> sizes_;  // does not move what is in it
};

/// Reads a program's results back into C++ values, in order.
class ResultReader {
 public:
  explicit ResultReader(std::vector<ResultLeaf> leaves) : leaves_(std::move(leaves)) {}

  /// Fills the leaves of y; what has no leaf stays.
  template <LeavesOf Which, class Y>
  void fill(Y& y) {
    const auto take = [&](auto& leaf) { pull(leaf); };
    visit_leaves<Which>(take, y);
  }

 private:
  template <class Y>
  void pull(Y& y) {
    ResultLeaf& r = leaves_[next_++];
    if constexpr (Element<Y>) {
      y = *static_cast<const Y*>(r.storage.data());
    } else if constexpr (is_tensor<Y>) {
      std::array<std::int64_t, Y::rank> sizes;
      for (std::size_t i = 0; i < Y::rank; ++i) sizes[i] = r.sizes[i];
      check_sizes("result", sizes, typename Y::axes{});
      y = Access::make<Y>(sizes, std::move(r.storage));
    } else {
      const auto* data = static_cast<const typename Y::value_type*>(r.storage.data());
      y.assign(data, data + r.sizes[0]);
    }
  }
  std::vector<ResultLeaf> leaves_;
  std::size_t next_ = 0;
};

/// A gradient before it is filled: what has no derivative is copied from the argument.
template <class A>
Gradient<A> gradient_prototype(const A& a) {
  if constexpr (std::is_same_v<Gradient<A>, A>)
    return a;
  else
    return {};
}

/// How the result of a path is read: which parts are values, which are gradients of which
/// arguments.
template <class P>
struct ResultOf;

template <class R>
R read_value(ResultReader& in) {
  R y{};
  in.fill<LeavesOf::value>(y);
  return y;
}
template <class R>
R read_tangent(ResultReader& in) {
  R y{};
  in.fill<LeavesOf::tangent>(y);
  return y;
}
template <class Tuples>
auto concatenated(Tuples t) {
  return std::apply([](auto&... parts) { return std::tuple_cat(std::move(parts)...); }, t);
}
/// Gradients with respect to arguments I..., or to all differentiable ones.
template <int... I, class... A>
auto read_gradients(ResultReader& in, const A&... a) {
  const auto one = [&](const auto& x) {
    auto g = gradient_prototype(x);
    in.fill<LeavesOf::tangent>(g);
    return std::tuple(std::move(g));
  };
  const auto every = [&](const auto& x) {
    if constexpr (is_differentiable<decltype(x)>)
      return one(x);
    else
      return std::tuple<>();
  };
  const std::tuple<const A&...> all(a...);
  auto gradients = [&] {
    // Braces, because they are read in order.
    if constexpr (sizeof...(I) > 0)
      return concatenated(std::tuple<decltype(one(std::get<I>(all)))...>{one(std::get<I>(all))...});
    else
      return concatenated(std::tuple<decltype(every(a))...>{every(a)...});
  }();
  if constexpr (std::tuple_size_v<decltype(gradients)> == 1)
    return std::get<0>(std::move(gradients));
  else
    return gradients;
}

template <>
struct ResultOf<Path<>> {
  template <class R, class... A>
  static R read(ResultReader& in, const A&...) {
    return read_value<R>(in);
  }
};
template <class... Rest>
struct ResultOf<Path<FusedOp, Rest...>> : ResultOf<Path<Rest...>> {};
template <int... I, class... Rest>
struct ResultOf<Path<GradOp<I...>, Rest...>> {
  template <class R, class... A>
  static R read(ResultReader& in, const A&... a) {
    return read_gradients<I...>(in, a...);
  }
};
template <int... I, class... Rest>
struct ResultOf<Path<ValueAndGradOp<I...>, Rest...>> {
  template <class R, class... A>
  static R read(ResultReader& in, const A&... a) {
    auto value = read_value<typename R::first_type>(in);
    return {std::move(value), read_gradients<I...>(in, a...)};
  }
};
template <class... Rest>
struct ResultOf<Path<JvpOp, Rest...>> {
  template <class R, class... A>
  static R read(ResultReader& in, const A&...) {
    return read_tangent<R>(in);
  }
};
template <class... Rest>
struct ResultOf<Path<ValueAndJvpOp, Rest...>> {
  template <class R, class... A>
  static R read(ResultReader& in, const A&...) {
    auto value = read_value<typename R::first_type>(in);
    return {std::move(value), read_tangent<typename R::second_type>(in)};
  }
};
template <int... I, class... Rest>
struct ResultOf<Path<VjpOp<I...>, Rest...>> : ResultOf<Path<JvpOp>> {};
template <class... Rest>
struct ResultOf<Path<HvpOp, Rest...>> : ResultOf<Path<JvpOp>> {};
template <class... Rest>
struct ResultOf<Path<JacobianOp, Rest...>> : ResultOf<Path<JvpOp>> {};
template <class... Rest>
struct ResultOf<Path<JacobianReverseOp, Rest...>> : ResultOf<Path<JvpOp>> {};
template <class... Rest>
struct ResultOf<Path<HessianOp, Rest...>> : ResultOf<Path<JvpOp>> {};

/// Under vmap: the leaves are those of what it batches; the values beside them have no lanes.
template <class... M, int... I, class... Rest>
struct ResultOf<Path<VmapOp<M...>, GradOp<I...>, Rest...>> : ResultOf<Path<JvpOp>> {};
template <class... M, int... I, class... Rest>
struct ResultOf<Path<VmapOp<M...>, ValueAndGradOp<I...>, Rest...>> : ResultOf<Path<ValueAndJvpOp>> {
};
template <class... M, class... Rest>
struct ResultOf<Path<VmapOp<M...>, FusedOp, Rest...>> : ResultOf<Path<VmapOp<M...>, Rest...>> {};
template <class... M, class... N, class... Rest>
struct ResultOf<Path<VmapOp<M...>, VmapOp<N...>, Rest...>> : ResultOf<Path<VmapOp<M...>, Rest...>> {
};
template <class... M, class... Rest>
struct ResultOf<Path<VmapOp<M...>, Rest...>> : ResultOf<Path<Rest...>> {};

}  // namespace tlaloc::detail
