// A boundary as C++ spells it: template parameters, parameter types, the result type and its
// braces.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "back/cpp/names.h"
#include "ir/boundary.h"
#include "ir/graph.h"

namespace tlaloc::back {

/// "tlaloc::Tensor<float, tlaloc::Axis<"batch">, tlaloc::Any>"; "float" for a scalar.
std::string spell(const ir::Type& t);

/// The element type of a std::vector that holds values of this dtype.
inline std::string element(DType t) {
  return t == DType::b1 ? "char" : std::string(cpp_name_of(t));
}

/// The boundary of a function that the program calls: plain parameters, one result or a tuple.
/// Results among `written` are left out: a parameter that the function writes becomes each.
ir::Boundary plain_boundary(const ir::Function& f, const std::map<int, int>& written = {});

class Signature {
 public:
  /// `written`: parameters that the function writes for its caller, and the results that they
  /// become.
  explicit Signature(const ir::Boundary& b, std::map<int, int> written = {});
  const std::map<int, int>& written() const { return written_; }
  bool gives_nothing() const;

  /// Lines before the body's brace: the template head if there is one, then "inline R name(…)". A
  /// parameter that `used` denies keeps its name as a comment.
  std::vector<std::string> head(const std::string& name,
                                const std::function<bool(const std::string&)>& used) const;

  std::string type(const ir::Tree& t) const;
  /// How the body reads each leaf of the parameters: "x", "model.l1.w".
  std::vector<std::string> paths() const;
  /// The result as an expression, from its leaves' expressions.
  std::string result(const std::vector<std::string>& leaves) const;

  const ir::Boundary& boundary() const { return boundary_; }
  /// Records that no argument tells: the leading template parameters, which a call must name.
  const std::vector<int>& explicit_records() const { return explicit_records_; }

 private:
  void add_records(const ir::Tree& t, bool deducible);
  /// Whether every record that is met first on the way down has a template parameter.
  bool has_names(const ir::Tree& t) const;
  std::string parameter(const ir::Parameter& p, int number, bool named) const;
  std::string rows(const ir::Tree& t, const std::vector<std::string>& leaves) const;
  std::string braces(const ir::Tree& t, const std::vector<std::string>& leaves,
                     bool in_record) const;

  ir::Boundary boundary_;
  std::map<int, int> written_;
  std::map<int, std::string> record_names_;
  std::vector<int> explicit_records_, deduced_records_;
  Names type_names_;
};

}  // namespace tlaloc::back
