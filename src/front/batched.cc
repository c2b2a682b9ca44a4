// What is said when values cannot be the lanes of one batch.
#include <tlaloc/batched.h>
#include <tlaloc/error.h>

#include <fmt/format.h>

namespace tlaloc::detail {

void throw_lanes_differ(const char* op) {
  throw_error(op, "the lanes differ in a size, or in a member that is the same for all lanes",
              "stack.c1");
}

void throw_no_lane(std::int64_t i, std::int64_t lanes) {
  throw_error("lane", fmt::format("got index {}, expected one of {} lanes", i, lanes), "lane.c1");
}

}  // namespace tlaloc::detail
