// The C++ types of batched values, as text: mirrors include/tlaloc/batched.h.
#pragma once

#include <map>
#include <string>

#include "ir/boundary.h"

namespace tlaloc::transform {

/// "tlaloc::Matrix<float>" with an axis put in at `place`; a number, a span or a vector becomes a
/// tensor. "" if there is no such place.
std::string with_axis(const ir::Tree& leaf, const std::string& axis, int place);

/// Trees of one program, batched: equal records become equal records.
class LaneTypes {
 public:
  /// Records of the program are numbered below `next_record`.
  LaneTypes(std::string axis, int next_record)
      : axis_(std::move(axis)), next_record_(next_record) {}

  /// The tree of a batched value; leaf numbers stay. Fails ("vmap.argument") if the axis has no
  /// place there. A record becomes a record with one field, the tuple `fields`.
  base::Result<ir::Tree> batched(const ir::Tree& t, int place);

 private:
  std::string axis_;
  int next_record_;
  std::map<int, int> records_;
};

/// One more than the greatest number of a record in these trees.
int record_count(const ir::Boundary& b);

}  // namespace tlaloc::transform
