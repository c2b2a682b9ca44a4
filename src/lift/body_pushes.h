// Which vectors a statement makes longer or shorter, told from its text before it is lifted: its
// own calls and those of the functions that it calls, with what these call a vector by.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace tlaloc::lift {

/// A variable of the function that is lifted (null: *this), or a member of it.
struct Spot {
  const clang::ValueDecl* root = nullptr;
  std::vector<const clang::FieldDecl*> fields;
  bool operator==(const Spot&) const = default;
  bool holds(const Spot& inner) const;
};

/// What the names in the body of a call stand for.
struct CallScope {
  const CallScope* around = nullptr;  ///< of the caller; null: this is the function itself
  const clang::FunctionDecl* function = nullptr;
  std::map<const clang::ValueDecl*, std::optional<Spot>> names;
  std::optional<Spot> self;
  int depth = 0;
  std::map<const clang::ValueDecl*, const clang::Expr*> values = {};  ///< arguments, in `around`
};

class VectorChanges {
 public:
  using BodyOf = std::function<const clang::FunctionDecl*(const clang::FunctionDecl&)>;
  explicit VectorChanges(BodyOf body_of) : body_of_(std::move(body_of)) {}

  /// The spot whose length `s` itself changes; `s` is push_back, emplace_back, pop_back or clear.
  std::optional<Spot> changed(const clang::Stmt& s, const CallScope& in) const;
  static bool is_push(const clang::Stmt& s);
  /// All spots whose length changes in `s`, in order.
  void collect(const clang::Stmt* s, const CallScope& in, std::vector<Spot>& out) const;
  enum class Which { all, pushes };
  bool changes(const clang::Stmt* s, const CallScope& in, const Spot& v,
               Which which = Which::all) const;
  /// The scope of a call whose body is looked into, or null.
  std::unique_ptr<CallScope> entered(const clang::Stmt& call, const CallScope& in) const;
  /// Whether a call hands the vector, or a function that changes it, to a body that is not looked
  /// into.
  bool hands_over(const clang::Stmt& call, const CallScope& in, const Spot& v) const;

 private:
  std::optional<Spot> spot_of(const clang::Expr& e, const CallScope& in) const;
  std::optional<Spot> named(const clang::ValueDecl& d, const CallScope& in) const;
  BodyOf body_of_;
};

/// Whether `s` may give `d` another value: it is read otherwise than for its value.
bool may_write(const clang::Stmt* s, const clang::ValueDecl* d);

}  // namespace tlaloc::lift
