// Calls that read or write a part: x(i, j), x[i], index(x, {i}), update(x, {i}, v), x.set(v, i), …
#include "ops/families.h"
#include "ops/source_args.h"
#include "ops/table.h"

namespace tlaloc::ops {
namespace {

Built index_source(Builder& b, const SourceCall& call) {
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  auto i = indices_from(b, call, 1, 0);
  if (!i) return i;
  i->insert(i->begin(), *x);
  return b.try_add(*find("index"), *i);
}

/// The part takes the dtype of the tensor it goes into.
Built part(Builder& b, const OpDef& op, Value x, Values i, Value v) {
  i.insert(i.begin(), x);
  i.push_back(b.type(v).is_scalar() ? in_dtype(b, v, b.type(x).dtype) : v);
  return b.try_add(op, i);
}
/// f(x, {i, j}, v)
Built part_source(Builder& b, const SourceCall& call) {
  auto x = value_at(b, call, 0), v = value_at(b, call, call.x.size() - 1);
  if (!x) return base::fail(x.error());
  if (!v) return base::fail(v.error());
  auto i = indices_from(b, call, 1, 1);
  if (!i) return i;
  return part(b, *find(call.name), *x, *i, *v);
}
/// x.set(v, i, j): the tensor that x is from then on
Built set_source(Builder& b, const SourceCall& call) {
  auto x = value_at(b, call, 0), v = value_at(b, call, 1);
  if (!x) return base::fail(x.error());
  if (!v) return base::fail(v.error());
  auto i = indices_from(b, call, 2, 0);
  if (!i) return i;
  return part(b, *find("update"), *x, *i, *v);
}
/// place({n, m}, {i, j}, v)
Built place_source(Builder& b, const SourceCall& call) {
  if (auto ok = arguments(call, 3, 3); !ok) return base::fail(ok.error());
  auto sizes = sizes_from(b, call, 0, 2);
  if (!sizes) return base::fail(sizes.error());
  auto i = indices_from(b, call, 1, 1);
  if (!i) return i;
  auto v = value_at(b, call, 2);
  if (!v) return base::fail(v.error());
  i->push_back(*v);
  return b.try_add(*find("place"), *i, {{"sizes", *sizes}});
}

constexpr Source kSources[] = {{"operator()", index_source}, {"operator[]", index_source},
                               {"index", index_source},      {"at", index_source},
                               {"update", part_source},      {"add_at", part_source},
                               {"set", set_source},          {"place", place_source}};

}  // namespace

const Family kIndexSourceFamily{{}, kSources};

}  // namespace tlaloc::ops
