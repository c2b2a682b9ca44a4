// Tensors as text.
#include <tlaloc/dyn_tensor.h>
#include <tlaloc/format.h>

#include <fmt/format.h>

#include <charconv>
#include <ostream>
#include <utility>
#include <vector>

#include "front/visit.h"

namespace tlaloc::detail {

namespace {

// Beyond this many elements, axes longer than 2 * kEdge show their ends only.
constexpr std::int64_t kThreshold = 1000;
constexpr std::int64_t kEdge = 3;

template <class T>
std::string number(T v, TextStyle style) {
  if constexpr (std::is_same_v<T, bfloat16>) {
    return text_of(v);
  } else if constexpr (std::is_floating_point_v<T>) {
    std::string shortest = fmt::format("{}", v);
    return style == TextStyle::line || shortest.size() <= 10 ? shortest : fmt::format("{:.8g}", v);
  } else if constexpr (std::is_same_v<T, bool>) {
    return v ? "true" : "false";
  } else {
    return fmt::format("{}", static_cast<std::int64_t>(v));
  }
}

std::string element(const View& x, std::int64_t i, TextStyle style) {
  return front::with_type(x.dtype, [&]<class T>(T) {
    if constexpr (std::is_same_v<T, std::uint64_t>)
      return fmt::format("{}", static_cast<const T*>(x.data)[i]);
    else
      return number(static_cast<const T*>(x.data)[i], style);
  });
}

class Writer {
 public:
  Writer(const View& x, TextStyle style) : x_(x), style_(style) {
    std::int64_t count = 1;
    for (std::size_t i = 0; i < x.rank; ++i) count *= x.sizes[i];
    cut_ = style == TextStyle::aligned && count > kThreshold;
  }

  std::string write() {
    if (style_ == TextStyle::aligned && x_.data != nullptr) measure(0, 0);
    axis(0, 0);
    return std::move(out_);
  }

 private:
  bool is_cut(std::int64_t size) const { return cut_ && size > 2 * kEdge; }

  /// Calls `each` on the indices that are shown, `gap` where some are left out.
  template <class Each, class Gap>
  void shown(std::int64_t size, Each each, Gap gap) const {
    for (std::int64_t i = 0; i < size; ++i) {
      if (is_cut(size) && i == kEdge) {
        gap();
        i = size - kEdge;
      }
      each(i);
    }
  }

  void measure(std::size_t axis, std::int64_t at) {
    if (axis == x_.rank) {
      width_ = std::max(width_, element(x_, at, style_).size());
      return;
    }
    const std::int64_t size = x_.sizes[axis];
    shown(size, [&](std::int64_t i) { measure(axis + 1, at * size + i); }, [] {});
  }

  void separate(std::size_t axis) {
    if (style_ == TextStyle::line || axis + 1 == x_.rank) {
      out_ += ", ";
      return;
    }
    out_ += ',';
    out_.append(x_.rank - axis - 1, '\n');
    out_.append(axis + 1, ' ');
  }

  void axis(std::size_t axis, std::int64_t at) {
    if (axis == x_.rank) {
      if (x_.data == nullptr) return;
      const std::string text = element(x_, at, style_);
      if (text.size() < width_) out_.append(width_ - text.size(), ' ');
      out_ += text;
      return;
    }
    const std::int64_t size = x_.sizes[axis];
    bool first = true;
    const auto next = [&] {
      if (!std::exchange(first, false)) separate(axis);
    };
    out_ += '[';
    shown(
        size,
        [&](std::int64_t i) {
          next();
          this->axis(axis + 1, at * size + i);
        },
        [&] {
          next();
          out_ += "...";
        });
    out_ += ']';
  }

  const View& x_;
  TextStyle style_;
  bool cut_ = false;
  std::size_t width_ = 0;
  std::string out_;
};

}  // namespace

std::string text_of(const View& x, TextStyle style) { return Writer(x, style).write(); }

std::string text_of(bfloat16 x) {
  const float v = static_cast<float>(x);
  for (int digits = 1; digits < 5; ++digits) {
    std::string text = fmt::format("{:.{}g}", v, digits);
    float read = 0;
    std::from_chars(text.data(), text.data() + text.size(), read);
    if (bfloat16(read) == x) return text;
  }
  return fmt::format("{}", v);
}

void write_text(std::ostream& out, const View& x) { out << text_of(x, TextStyle::line); }

}  // namespace tlaloc::detail
