#include "ops/room.h"

#include "ops/table.h"

namespace tlaloc::ops {

ir::Value make_room(ir::Builder& b, const ir::Type& t) {
  return b.add(*find("room"), {}, {{"dtype", t.dtype}, {"sizes", t.sizes}});
}

bool is_room(const ir::Node& n) { return n.op == find("room"); }

}  // namespace tlaloc::ops
