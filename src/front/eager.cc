// Calls of ops that run at once: sizes first, then storage, then the op's kernel. Nothing of an
// operand is touched before the sizes are known to fit, so a call that throws leaves everything as
// it was.
#include <tlaloc/detail/eager.h>
#include <tlaloc/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/check.h"
#include "front/broadcast.h"
#include "front/inferred.h"
#include "ir/op_def.h"
#include "kernel/parallel.h"
#include "ops/table.h"
#include "pen/host_call.h"

namespace tlaloc {

namespace {

using pen::HostBuffer;
using pen::HostCall;

// Element-wise work on repeated operands is dealt out to threads from this many elements on.
constexpr std::int64_t kParallelFrom = 1 << 16;
constexpr std::size_t kMaxOperands = 4;

const ir::OpDef& def_of(detail::OpRef& op) {
  const void* def = op.def.load(std::memory_order_acquire);
  if (def == nullptr) {
    def = ops::find(op.name);
    TLALOC_CHECK(def != nullptr, std::string("no op is called ") + op.name);
    op.def.store(def, std::memory_order_release);
  }
  return *static_cast<const ir::OpDef*>(def);
}

ir::HostRule rule_of(const ir::OpDef& def) {
  const ir::HostRule rule = def.kernel != nullptr ? def.kernel : def.reference;
  TLALOC_CHECK(rule != nullptr, std::string(def.name) + " has nothing to run");
  return rule;
}

const ir::Attrs& no_attrs() {
  static const ir::Attrs none;
  return none;
}

// ---- element by element ----

/// Gives the result its storage: that of an rvalue operand of the same shape that nobody shares, or
/// new one.
void* take_storage(std::span<const detail::Operand> x, const detail::Slot& y,
                   const front::ShapeBuffer& sizes) {
  for (const detail::Operand& o : x) {
    if (o.reusable == nullptr || o.dtype != y.dtype || o.rank != y.rank ||
        !std::equal(o.sizes, o.sizes + o.rank, sizes.begin()) || o.reusable->is_shared())
      continue;
    *y.storage = std::move(*o.reusable);
    std::fill_n(const_cast<std::int64_t*>(o.sizes), o.rank, 0);  // an rvalue: moved from is empty
    return y.storage->data();
  }
  *y.storage = detail::Storage(detail::bytes_of(y.dtype, sizes.data(), y.rank));
  return y.storage->data();
}

/// One call over elements `from` to `from + count`.
void run_piece(ir::HostRule rule, std::span<const detail::Operand> x,
               std::span<const front::Repeated> repeated, const detail::Slot& y, std::byte* to,
               std::int64_t from, std::int64_t count) {
  alignas(64) std::byte room[kMaxOperands][front::kPiece * 8];
  std::array<HostBuffer, kMaxOperands> buffers;
  const std::span<const std::int64_t> flat(&count, 1);
  for (std::size_t i = 0; i < x.size(); ++i)
    buffers[i] = {x[i].dtype, flat, const_cast<void*>(repeated[i].piece(from, count, room[i]))};
  const HostBuffer result{y.dtype, flat, to + static_cast<std::size_t>(from) * size_of(y.dtype)};
  HostCall call{{buffers.data(), x.size()}, {&result, 1}, no_attrs()};
  rule(call);
}

/// One call over everything: all operands have the result's shape.
void run_whole(ir::HostRule rule, std::span<const detail::Operand> x, const detail::Slot& y,
               void* to, std::int64_t count) {
  std::array<HostBuffer, kMaxOperands> buffers;
  const std::span<const std::int64_t> flat(&count, 1);
  for (std::size_t i = 0; i < x.size(); ++i)
    buffers[i] = {x[i].dtype, flat, const_cast<void*>(x[i].data)};
  const HostBuffer result{y.dtype, flat, to};
  HostCall call{{buffers.data(), x.size()}, {&result, 1}, no_attrs()};
  rule(call);
}

void run_pieces(ir::HostRule rule, std::span<const detail::Operand> x,
                std::span<const front::Repeated> repeated, const detail::Slot& y, std::byte* to,
                std::int64_t count) {
  const std::int64_t pieces = (count + front::kPiece - 1) / front::kPiece;
  const auto piece = [&](std::size_t i) {
    const std::int64_t from = static_cast<std::int64_t>(i) * front::kPiece;
    run_piece(rule, x, repeated, y, to, from, std::min(front::kPiece, count - from));
  };
  if (count >= kParallelFrom)
    kernel::parallel_for(static_cast<std::size_t>(pieces), piece);
  else
    for (std::int64_t i = 0; i < pieces; ++i) piece(static_cast<std::size_t>(i));
}

// ---- any op ----

/// Makes room for a result.
HostBuffer place(const detail::Slot& slot, const front::Inferred::Result& result) {
  TLALOC_CHECK(slot.dtype == result.dtype && slot.rank == result.sizes.size(),
               "the type of a function and that of its op disagree");
  if (slot.rank == 0) return {slot.dtype, {}, slot.scalar};
  *slot.storage = detail::Storage(detail::bytes_of(slot.dtype, result.sizes.data(), slot.rank));
  std::copy(result.sizes.begin(), result.sizes.end(), slot.sizes);
  return {slot.dtype, {slot.sizes, slot.rank}, slot.storage->data()};
}

/// As many buffers as there are, without asking for memory where they are few.
class Buffers {
 public:
  explicit Buffers(std::size_t n) {
    if (n > few_.size()) many_.resize(n);
    all_ = {n > few_.size() ? many_.data() : few_.data(), n};
  }
  HostBuffer& operator[](std::size_t i) { return all_[i]; }
  std::span<const HostBuffer> all() const { return all_; }

 private:
  std::array<HostBuffer, 8> few_;
  std::vector<HostBuffer> many_;
  std::span<HostBuffer> all_;
};

}  // namespace

namespace detail {

void run_pointwise(OpRef& op, std::span<const Operand> x, const Slot& y) {
  const ir::HostRule rule = rule_of(def_of(op));
  front::ShapeBuffer sizes;
  front::common_sizes(op.name, x, y.rank, sizes);
  std::int64_t count = 1;
  bool whole = true;
  for (std::size_t i = 0; i < y.rank; ++i) count *= sizes[i];
  std::array<front::Repeated, kMaxOperands> repeated;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i].rank == y.rank && std::equal(x[i].sizes, x[i].sizes + y.rank, sizes.begin())) {
      repeated[i] = front::Repeated::dense(x[i]);
    } else {
      repeated[i] = front::Repeated(x[i], sizes, y.rank);
      whole &= repeated[i].is_dense();
    }
  }
  void* to = take_storage(x, y, sizes);
  std::copy_n(sizes.begin(), y.rank, y.sizes);
  if (count == 0) return;
  if (whole)
    run_whole(rule, x, y, to, count);
  else
    run_pieces(rule, x, {repeated.data(), x.size()}, y, static_cast<std::byte*>(to), count);
}

void run(OpRef& op, std::span<const Operand> x, std::span<const Attribute> attributes,
         std::span<const Slot> y) {
  const ir::OpDef& def = def_of(op);
  const front::Inferred& answer = front::inferred(def, x, attributes);
  Buffers from(x.size()), to(y.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    from[i] = {x[i].dtype, {x[i].sizes, x[i].rank}, const_cast<void*>(x[i].data)};
  for (std::size_t i = 0; i < y.size(); ++i) to[i] = place(y[i], answer.results[i]);
  HostCall call{from.all(), to.all(), answer.attrs};
  rule_of(def)(call);
}

void throw_grown(const char* op) {
  throw_error(op, "the result has another shape than the left side", "assign.c1");
}

void throw_part(const char* op, std::size_t axis, std::int64_t got, std::int64_t expected) {
  throw_error(
      op,
      fmt::format("axis {} of what is written has size {}, the place has {}", axis, got, expected),
      std::string(op) + ".c2");
}

void check_count(const char* op, std::int64_t got, const std::int64_t* sizes, std::size_t rank) {
  std::int64_t n = 1;
  for (std::size_t i = 0; i < rank; ++i) {
    if (sizes[i] < 0 || __builtin_mul_overflow(n, sizes[i], &n)) throw_count(op, got, sizes, rank);
  }
  if (n != got) throw_count(op, got, sizes, rank);
}

}  // namespace detail
}  // namespace tlaloc
