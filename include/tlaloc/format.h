// Tensors as text, through {fmt} and through streams.
//
//   {}    one line of nested lists, [[7, 11], [9, 13]]: the shortest digits that read back
//   {:a}  aligned rows; beyond 1000 elements, long axes show their first and last three
//   <<    as {}
#pragma once

#include <iosfwd>
#include <string>
#include <type_traits>

#include <fmt/core.h>

#include <tlaloc/dyn_tensor.h>
#include <tlaloc/error.h>
#include <tlaloc/tensor.h>

namespace tlaloc {

namespace detail {
enum class TextStyle { line, aligned };
std::string text_of(const View& x, TextStyle style);
std::string text_of(bfloat16 x);
void write_text(std::ostream& out, const View& x);

template <TensorLike X>
View view_of(const X& x) {
  return {X::dtype, X::rank, Access::sizes(x).data(), x.data()};
}

/// Takes "" or "a".
class TensorFormat {
 public:
  template <class Context>
  constexpr auto parse(Context& c) {
    auto it = c.begin();
    if (it != c.end() && *it == 'a') {
      style_ = TextStyle::aligned;
      ++it;
    }
    if (it != c.end() && *it != '}')
      throw_error("format", "a tensor is formatted with {} or {:a}", "format.c1");
    return it;
  }

 protected:
  template <class Out>
  static Out write(const std::string& text, Out out) {
    for (char c : text) *out++ = c;
    return out;
  }
  TextStyle style_ = TextStyle::line;
};
}  // namespace detail

/// Writes the tensor as {} does.
template <class T, class... A>
std::ostream& operator<<(std::ostream& out, const Tensor<T, A...>& x) {
  detail::write_text(out, detail::view_of(x));
  return out;
}
/// Writes the tensor as {} does.
template <class T>
std::ostream& operator<<(std::ostream& out, const DynTensor<T>& x) {
  detail::write_text(out, x.view());
  return out;
}

}  // namespace tlaloc

template <class T, class... A>
struct fmt::formatter<tlaloc::Tensor<T, A...>> : tlaloc::detail::TensorFormat {
  template <class Context>
  auto format(const tlaloc::Tensor<T, A...>& x, Context& c) const {
    return write(tlaloc::detail::text_of(tlaloc::detail::view_of(x), style_), c.out());
  }
};

template <class T>
struct fmt::formatter<tlaloc::DynTensor<T>> : tlaloc::detail::TensorFormat {
  template <class Context>
  auto format(const tlaloc::DynTensor<T>& x, Context& c) const {
    return write(tlaloc::detail::text_of(x.view(), style_), c.out());
  }
};

template <>
struct fmt::formatter<tlaloc::bfloat16> : fmt::formatter<fmt::string_view> {
  template <class Context>
  auto format(tlaloc::bfloat16 x, Context& c) const {
    const std::string text = tlaloc::detail::text_of(x);
    auto out = c.out();
    for (char e : text) *out++ = e;
    return out;
  }
};

// fmt/ranges.h must not take a tensor for a range, now or when tensors learn to be iterated.
FMT_BEGIN_NAMESPACE
template <typename T, typename Char>
struct is_range;
template <class T, class... A, typename Char>
struct is_range<tlaloc::Tensor<T, A...>, Char> : std::false_type {};
template <class T, typename Char>
struct is_range<tlaloc::DynTensor<T>, Char> : std::false_type {};
FMT_END_NAMESPACE
