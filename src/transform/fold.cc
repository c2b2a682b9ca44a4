#include "transform/fold.h"

#include <algorithm>
#include <cstring>

#include "ops/arithmetic.h"
#include "pen/host_call.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

template <class T>
T read(const Constant& c) {
  T v;
  std::memcpy(&v, c.bytes.data(), sizeof v);
  return v;
}

bool runs_on_scalars(const ir::Builder& b, const Node& n) {
  return n.op->reference != nullptr && !n.op->has_effect && n.regions.empty() &&
         n.results.size() == 1 && b.type(n.results[0]).is_scalar();
}

Constant run(const ir::Builder& b, const Node& n, std::vector<Constant> x) {
  Constant y{b.type(n.results[0]).dtype, {}};
  std::vector<pen::HostBuffer> in, out{{y.dtype, {}, y.bytes.data()}};
  for (Constant& c : x) in.push_back({c.dtype, {}, c.bytes.data()});
  pen::HostCall call{in, out, n.attrs};
  n.op->reference(call);
  return y;
}

}  // namespace

std::int64_t Constant::integer() const {
  switch (dtype) {
    case DType::b1:
      return read<bool>(*this);
    case DType::i8:
      return read<std::int8_t>(*this);
    case DType::i16:
      return read<std::int16_t>(*this);
    case DType::i32:
      return read<std::int32_t>(*this);
    case DType::i64:
      return read<std::int64_t>(*this);
    case DType::u8:
      return read<std::uint8_t>(*this);
    case DType::u16:
      return read<std::uint16_t>(*this);
    case DType::u32:
      return read<std::uint32_t>(*this);
    case DType::u64:
      return static_cast<std::int64_t>(read<std::uint64_t>(*this));
    default:
      return static_cast<std::int64_t>(number());
  }
}

double Constant::number() const {
  switch (dtype) {
    case DType::bf16:
      return static_cast<float>(read<bfloat16>(*this));
    case DType::f32:
      return read<float>(*this);
    case DType::f64:
      return read<double>(*this);
    default:
      return static_cast<double>(integer());
  }
}

std::optional<Constant> constant(const ir::Builder& b, const Definition& def, Value v) {
  const Node* n = def(v);
  if (n == nullptr || !n->operands.empty() || !runs_on_scalars(b, *n)) return std::nullopt;
  return run(b, *n, {});
}

std::optional<Value> fold(ir::Builder& b, const Definition& def, const Node& n) {
  if (n.operands.empty() || !runs_on_scalars(b, n)) return std::nullopt;
  std::vector<Constant> x;
  for (Value v : n.operands) {
    const auto c = constant(b, def, v);
    if (!c) return std::nullopt;
    x.push_back(*c);
  }
  // An integer quotient by zero must fail when the program runs, not here.
  if (!is_floating(x.back().dtype) && x.back().dtype != DType::b1 && x.size() > 1 &&
      x.back().integer() == 0)
    return std::nullopt;
  const Constant y = run(b, n, std::move(x));
  if (is_floating(y.dtype)) return ops::constant(b, y.number(), y.dtype);
  return ops::integer(b, y.integer(), y.dtype);
}

}  // namespace tlaloc::transform
