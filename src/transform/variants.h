// The derivative functions of a program: one for each function and pattern of activity, shared by
// all its calls.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "ir/graph.h"

namespace tlaloc::transform {

class Variants {
 public:
  struct Request {
    std::string callee, name;
    std::vector<bool> params, results;
  };
  /// `g`'s function names are taken; new ones are "<callee>_<suffix>", numbered where that is
  /// taken.
  Variants(const ir::Graph& g, std::string suffix);

  /// The name of the variant; asks for it to be made when it is new.
  const std::string& name(const std::string& callee, std::vector<bool> params,
                          std::vector<bool> results);
  /// Takes a variant that is still to be made.
  bool next(Request& out);

  /// The name for the derivative of the program itself: the program's own, unless a function calls
  /// that.
  std::string main_name() const;
  /// Puts the functions of the program behind their derivatives.
  void append_originals(ir::Graph& to) const;

 private:
  std::string unused(const std::string& callee) const;
  const ir::Graph& g_;
  std::string suffix_;
  std::map<std::pair<std::string, std::pair<std::vector<bool>, std::vector<bool>>>, std::string>
      names_;
  std::deque<Request> queue_;
};

}  // namespace tlaloc::transform
