// The user's types as trees of leaves: what a parameter, a capture or a result looks like to the
// graph and to the printed C++. One TypeReader serves one program, so that equal records get one
// template parameter.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "ir/boundary.h"
#include "ir/type.h"
#include "lift/spelling.h"

namespace clang {
class ASTContext;
class CXXRecordDecl;
class FieldDecl;
class QualType;
}  // namespace clang

namespace tlaloc::lift {

/// A leaf of a tree with what the graph needs to know about it. Sizes that only run time knows are
/// symbols
/// "<name>_<axis>".
struct Leaf {
  ir::Type type;
  std::string name;  ///< "model.l1.w"
};

class TypeReader {
 public:
  explicit TypeReader(const clang::ASTContext& context) : context_(context) {}

  /// The tree of a value of type `t` (references and const are looked through); its leaves are
  /// numbered from `next_leaf` on and appended to `leaves`. `name` is the value's name. Fails on a
  /// type that cannot be lifted (pointer, union, class with bases or private members), id
  /// "lift.type", without a location.
  base::Result<ir::Tree> tree(clang::QualType t, const std::string& name, int next_leaf,
                              std::vector<Leaf>& leaves);
  /// The same for an argument, which may be a text as well: it is handed on and has no leaf.
  base::Result<ir::Tree> argument(clang::QualType t, const std::string& name, int next_leaf,
                                  std::vector<Leaf>& leaves);

 private:
  base::Result<ir::Tree> leaf(ir::Tree::Kind kind, clang::QualType t, ir::Type type,
                              const std::string& name, int next_leaf, std::vector<Leaf>& leaves);
  base::Result<ir::Tree> record(const clang::CXXRecordDecl& r, clang::QualType t,
                                const std::string& name, int next_leaf, std::vector<Leaf>& leaves);
  base::Result<ir::Tree> list(clang::QualType t, const std::string& name, int next_leaf,
                              std::vector<Leaf>& leaves);
  base::Result<void> make_columns(ir::Tree& row, clang::QualType list, const ir::Size& n,
                                  std::vector<Leaf>& leaves, int first);
  base::Result<ir::Tree> several(ir::Tree::Kind kind, clang::QualType t, const std::string& name,
                                 int next_leaf, std::vector<Leaf>& leaves);
  base::Result<ir::Tree> optional(clang::QualType t, const std::string& name, int next_leaf,
                                  std::vector<Leaf>& leaves);
  /// Equal for equal records and enums.
  int record_number(clang::QualType t);
  base::Result<ir::Type> tensor_type(clang::QualType t, const std::string& name);
  /// A symbol for an axis of `name` that no other leaf has.
  ir::Size symbol(const std::string& name, int axis);

  const clang::ASTContext& context_;
  std::map<const void*, int> records_;  // canonical type of a record or enum -> Tree::record
  std::set<std::string> symbols_;
};

/// The fields of a plain struct in order, or a failure that says why it is not one.
base::Result<std::vector<const clang::FieldDecl*>> plain_fields(const clang::CXXRecordDecl& r);

}  // namespace tlaloc::lift
