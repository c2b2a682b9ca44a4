#include "front/inferred.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

#include "base/check.h"
#include "front/raise.h"
#include "ir/builder.h"

namespace tlaloc::front {

namespace {

using detail::Attribute;
using detail::Operand;

// ---- asking the op ----

ir::Type type_of(const Operand& o) {
  ir::Type t{o.dtype, {}, {}};
  bool named = false;
  for (std::size_t i = 0; i < o.rank; ++i) {
    t.sizes.emplace_back(o.sizes[i]);
    named |= o.axes[i].is_named();
  }
  if (named)
    for (std::size_t i = 0; i < o.rank; ++i) t.names.emplace_back(o.axes[i].name);
  return t;
}

ir::AttrValue value_of(const Attribute& a) {
  using Kind = Attribute::Kind;
  switch (a.kind) {
    case Kind::integer:
      return a.integers[0];
    case Kind::integers:
      return ir::Ints(a.integers.begin(), a.integers.end());
    case Kind::sizes:
      return ir::Sizes(a.integers.begin(), a.integers.end());
    case Kind::dtype:
      return static_cast<DType>(a.integers[0]);
    case Kind::number:
      return a.number;
    case Kind::flag:
      return a.integers[0] != 0;
  }
  base::bug("unknown kind of attribute", __FILE__, __LINE__);
}

Inferred ask(const ir::OpDef& def, std::span<const Operand> x, std::span<const Attribute> attrs) {
  Inferred out;
  for (const Attribute& a : attrs) out.attrs.set(a.name, value_of(a));
  std::vector<ir::Type> types;
  for (const Operand& o : x) types.push_back(type_of(o));
  std::vector<ir::Equality> needs;
  const auto y = ir::infer(def, types, out.attrs, needs);
  if (!y) raise(y.error());
  TLALOC_CHECK(needs.empty(), std::string(def.name) + " leaves a question about numbers open");
  for (const ir::Type& t : *y) {
    Inferred::Result r{t.dtype, {}};
    for (const ir::Size& s : t.sizes) r.sizes.push_back(*s.constant());
    out.results.push_back(std::move(r));
  }
  return out;
}

// ---- remembering ----

/// All that an answer depends on, as words.
class Question {
 public:
  Question(const ir::OpDef& def, std::span<const Operand> x, std::span<const Attribute> attrs) {
    add(std::bit_cast<std::int64_t>(&def));
    for (const Operand& o : x) {
      add(static_cast<std::int64_t>(o.dtype) << 32 | o.rank);
      for (std::size_t i = 0; i < o.rank; ++i) add(o.sizes[i]);
    }
    for (const Attribute& a : attrs) {
      add(static_cast<std::int64_t>(a.kind) << 32 | static_cast<std::int64_t>(a.integers.size()));
      for (const std::int64_t i : a.integers) add(i);
      add(std::bit_cast<std::int64_t>(a.number));
    }
  }
  Question() = default;

  bool empty() const { return count_ == 0; }
  bool fits() const { return count_ <= words_.size(); }
  std::size_t hash() const {
    std::uint64_t h = count_;
    for (std::size_t i = 0; i < count_; ++i) {
      h = (h ^ static_cast<std::uint64_t>(words_[i])) * 0x9e3779b97f4a7c15u;
      h ^= h >> 29;
    }
    return static_cast<std::size_t>(h);
  }
  bool operator==(const Question& o) const {
    return count_ == o.count_ &&
           std::equal(words_.begin(), words_.begin() + count_, o.words_.begin());
  }

 private:
  void add(std::int64_t word) {
    if (count_ < words_.size()) words_[count_] = word;
    ++count_;
  }
  std::array<std::int64_t, 48> words_;
  std::size_t count_ = 0;
};

/// A question has four places, so that two that a loop asks in turns do not drive each other out.
struct Memory {
  static constexpr std::size_t kGroups = 64, kPlaces = 4;
  struct Entry {
    Question question;
    Inferred answer;
  };
  std::vector<Entry> entries{kGroups * kPlaces};
  std::size_t next = 0;
  Inferred unusual;  // the answer to a question too long to keep
};

}  // namespace

const Inferred& inferred(const ir::OpDef& def, std::span<const Operand> x,
                         std::span<const Attribute> attrs) {
  thread_local Memory memory;
  const Question question(def, x, attrs);
  if (!question.fits()) return memory.unusual = ask(def, x, attrs);
  Memory::Entry* const group = &memory.entries[question.hash() % Memory::kGroups * Memory::kPlaces];
  std::size_t place = 0;
  for (; place < Memory::kPlaces && !group[place].question.empty(); ++place)
    if (group[place].question == question) return group[place].answer;
  Inferred answer = ask(def, x, attrs);  // throws before anything changes
  if (place == Memory::kPlaces) place = memory.next++ % Memory::kPlaces;
  Memory::Entry& entry = group[place];
  entry.answer = std::move(answer);
  entry.question = question;
  return entry.answer;
}

}  // namespace tlaloc::front
