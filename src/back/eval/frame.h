// What the oracle holds while it runs: values that count themselves as alive, and one activation of
// a function.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "back/eval/array.h"
#include "base/error.h"
#include "ir/graph.h"

namespace tlaloc::back {

// How many elements are alive; told by the boxes that hold them.
struct Live {
  std::int64_t now = 0, peak = 0;
};

// A shared value that counts itself as alive.
struct Box {
  Box(Array a, Live& live) : array(std::move(a)), live_(live) {
    live_.now += array.count();
    live_.peak = std::max(live_.peak, live_.now);
  }
  Box(const Box&) = delete;
  ~Box() { live_.now -= array.count(); }
  Array array;

 private:
  Live& live_;
};
using Ref = std::shared_ptr<const Box>;
using Refs = std::vector<Ref>;

// One activation of a function.
struct Frame {
  const ir::Function& f;
  Refs values;
  std::map<std::string, std::int64_t> symbols;

  explicit Frame(const ir::Function& function) : f(function), values(function.values.size()) {}
  base::Result<std::int64_t> size(const ir::Size& s) const {
    if (const auto n = s.evaluate(symbols)) return *n;
    return base::fail("size", fmt::format("{} has no value here", s.text()), "eval.size");
  }
  base::Result<std::vector<std::int64_t>> sizes(const ir::Sizes& all) const {
    std::vector<std::int64_t> out;
    for (const ir::Size& s : all) {
      const auto n = size(s);
      if (!n) return base::fail(n.error());
      if (*n < 0)
        return base::fail("size", fmt::format("{} is negative ({})", s.text(), *n), "eval.size");
      out.push_back(*n);
    }
    return out;
  }
};

}  // namespace tlaloc::back
