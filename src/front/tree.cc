// Names of leaves, and what is said when two trees differ.
#include <tlaloc/error.h>
#include <tlaloc/tree.h>

#include <fmt/format.h>

namespace tlaloc::detail {

std::string LeafPath::text() const {
  std::string out = above == nullptr ? std::string() : above->text();
  if (field.empty()) return out + fmt::format("[{}]", index);
  if (!out.empty()) out += '.';
  return out.append(field);
}

void throw_leaves_differ(const LeafPath* path, const std::int64_t* got, std::size_t got_rank,
                         const std::int64_t* expected, std::size_t rank) {
  const auto shape = [](const std::int64_t* sizes, std::size_t n) {
    return n == 0 ? std::string("a scalar") : fmt::format("{}", fmt::join(sizes, sizes + n, "x"));
  };
  const std::string name = path == nullptr ? std::string() : " " + path->text();
  throw_error("leaves",
              fmt::format("leaf{} is {} in one tree, {} in the first", name, shape(got, got_rank),
                          shape(expected, rank)),
              "leaves.c1");
}

}  // namespace tlaloc::detail
