// How a tensor function runs when it is called: operands with their types forgotten go to the op of
// that name in the library's table. Everything typed stays in the headers, everything that knows an
// op stays in the library.
//
// Pointwise ops broadcast here and take over the buffer of an operand that is an rvalue and has no
// other user. The other ops get dense operands and attributes, and say themselves what the result's
// sizes are.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>

#include <tlaloc/tensor.h>

namespace tlaloc {

/// Numbers of axes as an argument: `contract(x, y, axes<1>, axes<0>)`.
template <int... I>
inline constexpr Numbers<I...> axes{};

/// The elements of two tensors differ in type: the result type of a deleted overload.
template <class Left, class Right>
struct elements_differ;

namespace detail {

/// An op by name; looked up once.
struct OpRef {
  const char* name;
  std::atomic<const void*> def{nullptr};
};
/// What indices along an axis come in.
using index_t = std::int32_t;

template <Name N>
inline constinit OpRef op_ref{kept_name<N>.text};

/// One operand of a call.
struct Operand {
  DType dtype;
  std::uint32_t rank;
  std::uint32_t stretch;  ///< bit i: axis i may be repeated where its size is 1
  const std::int64_t* sizes;
  const void* data;
  const AxisInfo* axes;         ///< what the type says, for messages
  Storage* reusable = nullptr;  ///< of an rvalue
};

/// Where one result goes: a tensor's sizes and storage, or a scalar.
struct Slot {
  DType dtype;
  std::uint32_t rank;
  std::int64_t* sizes;
  Storage* storage;
  void* scalar;
};

/// A named attribute of an op.
struct Attribute {
  enum class Kind : std::uint8_t { integer, integers, sizes, dtype, number, flag };
  const char* name;
  Kind kind;
  std::span<const std::int64_t> integers = {};
  double number = 0;
};

/// Runs a pointwise op: y has the operands' common shape.
void run_pointwise(OpRef& op, std::span<const Operand> x, const Slot& y);
/// Runs any other op. Throws Error if the operands do not fit.
void run(OpRef& op, std::span<const Operand> x, std::span<const Attribute> attrs,
         std::span<const Slot> y);

// What is written out instead of going through the table. Slots of results are filled as above.
void take_rows(const Operand& x, std::size_t axis, const Operand& indices, const Slot& y,
               const char* where);
void scatter_add_rows(const Slot& y, const Operand& indices, const Operand& v, const char* where);
/// Throws Error where one of the indices is not below `size`.
void check_indices(const char* op, const char* what, const Operand& indices, std::int64_t size,
                   const char* where);
void one_hot_rows(const Operand& indices, std::int64_t classes, const Slot& y);
void mean_picked_loss(const Operand& log_shares, const Operand& labels, const Slot& y,
                      const char* where);
bool all_close(const Operand& x, const Operand& y, double rtol, double atol);

[[noreturn, gnu::cold]] void throw_grown(const char* op);
[[noreturn, gnu::cold]] void throw_part(const char* op, std::size_t axis, std::int64_t got,
                                        std::int64_t expected);

template <class T>
T plus(T a, T b) {
  if constexpr (std::is_same_v<T, bfloat16>)
    return T(static_cast<float>(a) + static_cast<float>(b));
  else
    return static_cast<T>(a + b);
}
template <Element T>
inline constexpr std::int64_t dtype_number[] = {static_cast<std::int64_t>(dtype_of<T>)};

template <class Shape>
inline constexpr std::uint32_t stretch_mask = 0;
template <class... A>
inline constexpr std::uint32_t stretch_mask<Axes<A...>> = [] {
  std::uint32_t mask = 0, bit = 1;
  ((mask |= rules::may_stretch<A> ? bit : 0, bit <<= 1), ...);
  return mask;
}();

template <class Shape>
inline constexpr AxisInfo axis_infos[] = {{}};
template <class... A>
inline constexpr AxisInfo axis_infos<Axes<A...>>[] = {axis_info<A>...};

template <TensorLike X>
Operand operand(X&& x) {
  using U = std::remove_cvref_t<X>;
  Operand o{U::dtype,
            U::rank,
            stretch_mask<typename U::axes>,
            Access::sizes(x).data(),
            x.data(),
            axis_infos<typename U::axes>};
  if constexpr (!std::is_lvalue_reference_v<X> && !std::is_const_v<std::remove_reference_t<X>>)
    o.reusable = &Access::storage(x);
  return o;
}
template <class T>
Operand operand(const Scalar<T>& s) {
  return {dtype_of<T>, 0, 0, nullptr, &s.value, nullptr};
}

template <TensorLike Y>
Slot slot(Y& y) {
  return {Y::dtype, Y::rank, Access::sizes(y).data(), &Access::storage(y), nullptr};
}
template <Element T>
Slot slot(T& y) {
  return {dtype_of<T>, 0, nullptr, nullptr, &y};
}

/// The axes and the element of an operand, which may be a scalar.
template <class X>
struct OperandType {};
template <TensorLike X>
struct OperandType<X> {
  using axes = typename X::axes;
  using element = typename X::value_type;
};
template <class T>
struct OperandType<Scalar<T>> {
  using axes = Axes<>;
  using element = T;
};
template <class X>
using operand_axes = typename OperandType<std::remove_cvref_t<X>>::axes;
template <class X>
using operand_element = typename OperandType<std::remove_cvref_t<X>>::element;

template <class X>
concept OperandLike = requires { typename OperandType<std::remove_cvref_t<X>>::element; };

/// What a function returns: a tensor or an element; anything else names what is wrong.
template <class Y>
concept Answer = is_tensor<Y> || Element<Y>;

template <class T, class Left, class Right>
struct Pointwise2 {
  using type = elements_differ<operand_element<Left>, operand_element<Right>>;
};
template <class T, class Left, class Right>
  requires(std::is_same_v<operand_element<Left>, operand_element<Right>>)
struct Pointwise2<T, Left, Right> {
  using type = tensor_of<T, rules::broadcast<operand_axes<Left>, operand_axes<Right>>>;
};
/// The tensor of T in the common shape of two operands of one element type.
template <class T, OperandLike Left, OperandLike Right>
using pointwise_t = typename Pointwise2<T, Left, Right>::type;

/// Runs pointwise op N into a Y.
template <Name N, class Y, class... X>
Y pointwise(X&&... x) {
  Y y;
  const Operand operands[] = {operand(std::forward<X>(x))...};
  run_pointwise(op_ref<N>, operands, slot(y));
  return y;
}

/// Runs op N into a Y.
template <Name N, class Y, class... X>
Y call(std::initializer_list<Attribute> attrs, X&&... x) {
  Y y{};
  const Operand operands[] = {operand(std::forward<X>(x))...};
  const Slot slots[] = {slot(y)};
  run(op_ref<N>, operands, std::span(attrs.begin(), attrs.size()), slots);
  if constexpr (is_tensor<Y>) check_sizes(op_ref<N>.name, Access::sizes(y), typename Y::axes{});
  return y;
}

}  // namespace detail

/// A tensor of float, double or bfloat16.
template <class X>
concept FloatingTensor = TensorLike<X> && is_floating(dtype_of<element_of<X>>);
/// A tensor of integers.
template <class X>
concept IntegerTensor = TensorLike<X> && is_integer(dtype_of<element_of<X>>);
/// A tensor of numbers: everything but bool.
template <class X>
concept NumberTensor = TensorLike<X> && !std::is_same_v<element_of<X>, bool>;
/// A tensor of bool.
template <class X>
concept BoolTensor = TensorLike<X> && std::is_same_v<element_of<X>, bool>;

}  // namespace tlaloc
