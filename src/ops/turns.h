// What reverse mode of loops asks about integers, so that transforms name no op.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "ir/builder.h"

namespace tlaloc::ops {

/// Attribute of a bind_size: the size is only how much room there is, so that a larger one would
/// give the same results.
inline constexpr std::string_view kRoomOnly = "room_only";

/// A trip count as a size, 0 where it is negative. A size symbol is born where the count is not an
/// expression of sizes, for room alone; `beside`, which is being written anew, has no such symbol
/// either, for its regions with symbols of their own may still come inside.
ir::Size turns(ir::Builder& b, ir::Value trip, const ir::Function& beside);
/// The same, if the node that defines the count tells: a constant, or an expression of sizes.
std::optional<ir::Size> known_turns(const ir::Node& def);
/// The turns of a loop, in pieces of one length; the last may be shorter.
struct Pieces {
  ir::Value turns;   ///< 0 where the trip count is negative
  ir::Value length;  ///< the smallest s >= 1 with s * s >= turns
  ir::Value count;
};
Pieces pieces(ir::Builder& b, ir::Value trip);
/// How many turns the piece has that begins with turn `first`.
ir::Value turns_from(ir::Builder& b, const Pieces& p, ir::Value first);
/// Whether a while loop whose own condition is `condition` turns again, of at most `turns` turns.
ir::Value turns_again(ir::Builder& b, ir::Value turn, ir::Value turns, ir::Value condition);
/// y, if the node is x + y or y + x; else no value.
ir::Value added_to(const ir::Node& n, ir::Value x);
/// y, if the node is y - x; else no value.
ir::Value taken_from(const ir::Node& n, ir::Value x);
/// Whether a loop of so many turns has one.
ir::Value any_turns(ir::Builder& b, ir::Value trip);
/// Whether the node asks if a counter is 0. `def` finds what defines a value.
bool is_first(const ir::Node& n, ir::Value counter,
              const std::function<const ir::Node*(ir::Value)>& def);
/// True if the node is `trip` - 1. `trip_def`: what defines `trip`, or null; `def` finds others.
bool is_one_less(const ir::Node& n, ir::Value trip, const ir::Node* trip_def,
                 const std::function<const ir::Node*(ir::Value)>& def);

}  // namespace tlaloc::ops
