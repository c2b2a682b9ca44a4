#include <tlaloc/error.h>
#include <tlaloc/gen.h>

#include <fmt/format.h>

namespace tlaloc::generated {
void throw_size_differs(std::int64_t got, std::int64_t expected, const char* op, const char* what,
                        const char* id, const char* where) {
  detail::throw_error(op, fmt::format("{}: got {}, expected {}", what, got, expected), id,
                      detail::needed_at(where));
}

void throw_sizes_do_not_meet(std::int64_t left, std::int64_t right, const char* op,
                             const char* what, const char* id, const char* where) {
  detail::throw_error(op, fmt::format("{}: got {} and {}", what, left, right), id,
                      detail::needed_at(where));
}

void throw_check_failed(const char* what, const char* where) {
  throw CheckFailed("check", what, "check.failed", {fmt::format("it stands at {}", where)});
}

void throw_row(std::int64_t first, std::int64_t size, const char* where) {
  const bool begins_inside = first >= 0 && first < size;
  detail::throw_index("index", 0, begins_inside ? size : first, size, where);
}

void throw_negative_size(std::int64_t n, const char* where) {
  detail::throw_error("size", fmt::format("got {}, expected a size that is not negative", n),
                      "size.negative", detail::needed_at(where));
}

}  // namespace tlaloc::generated
