// Calls a printed function with host values, and gives its result as host values: what its
// parameter types say.
#pragma once

#include <functional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <tlaloc/tlaloc.h>

#include "back/eval/array.h"

namespace tlaloc::golden {

using back::Array;
using Runner = std::function<std::vector<Array>(const std::vector<Array>&)>;

class Reader {
 public:
  explicit Reader(const std::vector<Array>& from) : from_(from) {}
  const Array& next() { return from_[at_++]; }

 private:
  const std::vector<Array>& from_;
  std::size_t at_ = 0;
};

// ---- in ----

/// Where an argument lives during the call.
template <class A>
struct Held {
  A value{};
  explicit Held(Reader& r) { read(r, value); }
  A&& get() { return std::move(value); }
};
template <class T>
struct Held<std::span<const T>> {
  std::vector<T> value;
  explicit Held(Reader& r) { read(r, value); }
  std::span<const T> get() const { return value; }
};

template <class T>
  requires std::is_arithmetic_v<T>
void read(Reader& r, T& x) {
  x = r.next().template as<T>()[0];
}
template <class T>
void read(Reader& r, std::vector<T>& x) {
  const auto e = r.next().template as<T>();
  x.assign(e.begin(), e.end());
}
template <TensorLike X>
void read(Reader& r, X& x) {
  const Array& a = r.next();
  std::array<std::int64_t, X::rank> sizes;
  std::copy(a.sizes.begin(), a.sizes.end(), sizes.begin());
  x = X::uninitialized(sizes);
  const auto e = a.template as<typename X::value_type>();
  std::copy(e.begin(), e.end(), x.mutable_span().begin());
}

// ---- out ----

template <class T>
  requires std::is_arithmetic_v<T>
void write(const T& y, std::vector<Array>& out) {
  out.push_back(Array::scalar(y));
}
template <class T>
void write(const std::vector<T>& y, std::vector<Array>& out) {
  out.push_back(Array::of(std::span<const T>(y), {static_cast<std::int64_t>(y.size())}));
}
template <TensorLike Y>
void write(const Y& y, std::vector<Array>& out) {
  const auto shape = y.shape();
  out.push_back(Array::of(y.span(), {shape.begin(), shape.end()}));
}
template <class A, class B>
void write(const std::pair<A, B>& y, std::vector<Array>& out);
template <class... A>
void write(const std::tuple<A...>& y, std::vector<Array>& out) {
  std::apply([&](const auto&... part) { (write(part, out), ...); }, y);
}
template <class A, class B>
void write(const std::pair<A, B>& y, std::vector<Array>& out) {
  write(y.first, out);
  write(y.second, out);
}

template <class R, class... A>
Runner adapt(R (*f)(A...)) {
  return [f](const std::vector<Array>& from) {
    Reader r(from);
    std::tuple<Held<std::remove_cvref_t<A>>...> held{Held<std::remove_cvref_t<A>>(r)...};
    std::vector<Array> out;
    std::apply([&](auto&... h) { write(f(h.get()...), out); }, held);
    return out;
  };
}

}  // namespace tlaloc::golden
