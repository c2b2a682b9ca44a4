// Functions of std that are known by their declaration, and <cmath>.
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Builtins.h"

#include "lift/body_instantiate.h"
#include "lift/body_lifter.h"
#include "lift/derived_type.h"
#include "ops/arithmetic.h"

namespace tlaloc::lift {
namespace {

/// "sqrt" for sqrtf, __builtin_sqrtf, fabs for fabsl.
std::string math_name(const clang::FunctionDecl& f) {
  std::string name = f.getNameAsString();
  if (name.rfind("__builtin_", 0) == 0) name = name.substr(10);
  const bool is_c = !is_in_std(f) && !is_in_tlaloc(f);
  const bool suffixed = name.size() > 2 && (name.back() == 'f' || name.back() == 'l');
  const auto known = [](const std::string& n) { return ops::is_source_function(n); };
  if (name == "fabs" || name == "fabsf" || name == "labs" || name == "llabs") return "abs";
  if (is_c && suffixed && !known(name) && known(name.substr(0, name.size() - 1)))
    return name.substr(0, name.size() - 1);
  return name;
}

/// The integer among a function's template arguments, as in std::get<1>.
std::int64_t first_integer(const clang::FunctionDecl& f) {
  if (const auto* args = f.getTemplateSpecializationArgs())
    for (const auto& a : args->asArray())
      if (a.getKind() == clang::TemplateArgument::Integral) return a.getAsIntegral().getExtValue();
  return -1;
}

/// Whether it is what a debugging libstdc++ asks of ranges of iterators, __valid_range and its like
/// (see body_branch.cc); the operators of its iterators stand beside them.
bool is_debugging_check(const clang::FunctionDecl& f) {
  const auto* n = llvm::dyn_cast<clang::NamespaceDecl>(f.getDeclContext());
  return n && n->getName() == "__gnu_debug" && f.getIdentifier() && f.getName().starts_with("__") &&
         f.getReturnType()->isBooleanType();
}

}  // namespace

bool Lifter::known_call(const clang::CallExpr& e, const clang::FunctionDecl& f, Outcome& out) {
  if (f.getBuiltinID() == clang::Builtin::BI__builtin_constant_p) {  // it folds where it is
    out.object = known(e.getType(), 0);
    return true;
  }
  if (is_debugging_check(f)) {
    out.object = known(e.getType(), 1);
    return true;
  }
  if (f.getBuiltinID() == clang::Builtin::BI__builtin_expect) {
    out.object = value(*e.getArg(0));
    return true;
  }
  if (const auto* m = llvm::dyn_cast<clang::CXXMethodDecl>(&f)) return known_member(e, *m, out);
  if ((f.isExternC() || f.getBuiltinID() != 0) && lifted_instead(e, f, out)) return true;
  if (is_in_tlaloc(f)) return known_math(e, f, out) || tensor_call(e, f, out);
  if (is_in_std(f)) return known_std(e, f, out) || known_math(e, f, out);
  if (f.isExternC() || f.getBuiltinID() != 0) return known_math(e, f, out);
  return false;
}

/// A function of C, or a builtin, that the headers have in other words (detail/lifted_math.h).
bool Lifter::lifted_instead(const clang::CallExpr& e, const clang::FunctionDecl& f, Outcome& out) {
  static const std::set<std::string> kNames = {
      "ldexp",    "scalbn",      "scalbln",       "frexp",     "logb",
      "ilogb",    "modf",        "remquo",        "sincos",    "signbit",
      "isnormal", "fpclassify",  "isless",        "isgreater", "isgreaterequal",
      "popcount", "islessequal", "islessgreater", "clz",       "isunordered",
      "ctz"};
  std::string name = f.getNameAsString();
  if (name.rfind("__builtin_", 0) == 0) name = name.substr(10);
  while (!kNames.contains(name) && name.size() > 3 && (name.back() == 'f' || name.back() == 'l'))
    name.pop_back();  // ldexpf, popcountll
  if (!kNames.contains(name) || e.getNumArgs() == 0) return false;
  const QualType t = e.getArg(name == "fpclassify" ? e.getNumArgs() - 1 : 0)->getType();
  if (!scalar_dtype(context_, t)) return false;
  const clang::FunctionDecl* instead = instance_of(sema_, "lifted_" + name, {t});
  if (!instead || instead->getNumParams() != e.getNumArgs()) return false;
  out = inlined(*instead, nullptr, Arguments(e.getArgs(), e.getNumArgs()), e);
  if (shape_of(context_, e.getType()) == Shape::scalar)
    out.object = convert(out.object, e.getType());
  return true;
}

/// A <cmath> function of scalars: every argument in the result's type.
bool Lifter::known_math(const clang::CallExpr& e, const clang::FunctionDecl& f, Outcome& out) {
  const std::string name = math_name(f);
  const QualType t = e.getType();
  for (const Expr* a : e.arguments())
    if (shape_of(context_, a->getType()) != Shape::scalar) return false;
  if (e.getNumArgs() == 0 || shape_of(context_, t) != Shape::scalar) return false;
  if (name == "isnan" || name == "isinf" || name == "isfinite") {
    out.object = classified(name, value(*e.getArg(0)), t);
    return true;
  }
  if (!f.getIdentifier() || !ops::is_source_function(name)) return false;
  const bool floating = is_floating(dtype(t));
  std::vector<Object> x;
  for (const Expr* a : e.arguments()) {
    x.push_back(value(*a));
    stand_at(e);
    if (floating || is_floating(dtype(x.back().type)) == floating)
      x.back() = convert(x.back(), t.getNonReferenceType());
  }
  stand_at(e);
  out.object = source(name, x, t);
  return true;
}

Object Lifter::classified(std::string_view name, const Object& x, QualType t) {
  const auto boolean = [&](const Object& o) { return convert(o, t); };
  if (!is_floating(dtype(x.type))) return known(t, name == "isfinite");
  if (name == "isnan") return boolean(binary(clang::BO_NE, x, x, context_.BoolTy));
  const Object size = source("abs", {x}, x.type);
  const Object infinity =
      leaf(x.type, ops::constant(builder_, std::numeric_limits<double>::infinity(), dtype(x.type)));
  const auto op = name == "isinf" ? clang::BO_EQ : clang::BO_LT;
  return boolean(binary(op, size, infinity, context_.BoolTy));
}

bool Lifter::known_std(const clang::CallExpr& e, const clang::FunctionDecl& f, Outcome& out) {
  if (!f.getIdentifier()) return false;
  const llvm::StringRef name = f.getName();
  const unsigned n = e.getNumArgs();
  if ((name == "move" || name == "forward" || name == "as_const") && n == 1) {
    out = {{}, place(*e.getArg(0)), true};
    return true;
  }
  if (name == "addressof" && n == 1) {
    out.object = address_of(*e.getArg(0), e.getType());
    return true;
  }
  if (name == "get" && n == 1) return element_of_tuple(e, f, out);
  if (name == "swap" && n == 2) {
    const Place a = place(*e.getArg(0)), b = place(*e.getArg(1));
    const Object was = load(a);
    write(*e.getArg(0), a, load(b));
    write(*e.getArg(1), b, was);
    return true;
  }
  if (name == "make_pair" || name == "make_tuple" || name == "tie" || name == "forward_as_tuple") {
    out.object = unset(e.getType());
    const auto types = child_types(context_, e.getType());
    for (unsigned i = 0; i < n; ++i) out.object.children[i] = member_value(types[i], *e.getArg(i));
    return true;
  }
  if ((name == "size" || name == "ssize") && n == 1) {
    out.object = count_of(place(*e.getArg(0)), e.getType());
    return true;
  }
  if (name == "min" || name == "max" || name == "clamp") return extreme(e, name, out);
  if (name == "sort" || name == "stable_sort") return sorting(e, {0, 1}, out);
  if (name == "nth_element" || name == "partial_sort") return sorting(e, {0, 2}, out);
  return false;
}

/// std::sort and its kin, of the range between two of the arguments, with a comparison behind them
/// or none. Whatever order they leave the rest of a range in, sorted is one.
bool Lifter::sorting(const clang::CallExpr& e, std::array<unsigned, 2> range, Outcome& out) {
  const unsigned n = e.getNumArgs();
  if (n <= range[1] || n > range[1] + 2) return false;
  std::vector<const Expr*> args{e.getArg(range[0]), e.getArg(range[1])};
  std::vector<QualType> types{args[0]->getType()};
  if (!context_.hasSameUnqualifiedType(types[0], args[1]->getType())) return false;  // a policy
  if (n == range[1] + 2) {
    args.push_back(e.getArg(n - 1));
    types.push_back(args.back()->getType());
  }
  const clang::FunctionDecl* f = instance_of(sema_, "sort_range", types);
  if (!f) return false;
  out = inlined(*f, nullptr, args, e);
  return true;
}

bool Lifter::element_of_tuple(const clang::CallExpr& e, const clang::FunctionDecl& f,
                              Outcome& out) {
  const std::int64_t i = first_integer(f);
  const Expr& tuple = *e.getArg(0);
  const auto types = child_types(context_, tuple.getType());
  if (i < 0 || i >= static_cast<std::int64_t>(types.size())) refuse(e, "lift.function");
  const auto at = static_cast<std::size_t>(i);
  out = {{}, followed(place(tuple).child(static_cast<int>(i)), types[at]), true};
  return true;
}

/// std::min, max, clamp of scalars, lists in braces among them.
bool Lifter::extreme(const clang::CallExpr& e, llvm::StringRef name, Outcome& out) {
  std::vector<Object> x;
  const Object first = value(*e.getArg(0));
  const bool is_list = e.getNumArgs() == 1 && first.kind == Object::Kind::aggregate;
  if (is_list)
    x = first.children;
  else
    for (const Expr* a : e.arguments()) x.push_back(value(*a));
  for (const Object& o : x)
    if (o.type.isNull() || shape_of(context_, o.type) != Shape::scalar || !o.is_leaf())
      return false;
  if (x.empty()) refuse(e, "lift.function");
  stand_at(e);
  const QualType t = x[0].type;
  if (name == "clamp") {
    if (x.size() != 3) return false;
    if (ops::is_source_function("clamp")) {
      out.object = source("clamp", x, t);
      return true;
    }
    out.object = source("min", {source("max", {x[0], x[1]}, t), x[2]}, t);
    return true;
  }
  if (!is_list && x.size() != 2) return false;
  out.object = x[0];
  for (std::size_t i = 1; i < x.size(); ++i) out.object = lesser(name, out.object, x[i], t);
  return true;
}

Object Lifter::lesser(llvm::StringRef name, const Object& x, const Object& y, QualType t) {
  if (x.known && y.known) {
    const Object less = binary(clang::BO_LT, y, x, context_.BoolTy);
    return (name == "min") == (less.is_known(1)) ? y : x;
  }
  return source(name.str(), {x, y}, t);
}

bool Lifter::known_member(const clang::CallExpr& e, const clang::CXXMethodDecl& f, Outcome& out) {
  const QualType t = context_.getRecordType(f.getParent());
  switch (shape_of(context_, t)) {
    case Shape::tensor:
      return tensor_member(e, f, out);
    case Shape::list:
    case Shape::span:
    case Shape::records:
    case Shape::array:
      return list_member(e, f, out);
    case Shape::pointer:
      return iterator_member(e, f, out);
    case Shape::pair:
    case Shape::tuple:
      return tuple_member(e, f, out);
    case Shape::optional:
      return optional_member(e, f, out);
    case Shape::scalar:  // bfloat16 as another number
      if (!llvm::isa<clang::CXXConversionDecl>(f)) return false;
      out.object = convert(load(object_argument(e)), e.getType());
      return true;
    default:
      return false;
  }
}

/// Assignment of pairs and tuples, of references in std::tie as well.
bool Lifter::tuple_member(const clang::CallExpr& e, const clang::CXXMethodDecl& f, Outcome& out) {
  if (f.getOverloadedOperator() != clang::OO_Equal) return false;
  const Object from = value(*e.getArg(1));
  const Place to = place(*e.getArg(0));
  const Object target = load(to);
  const auto types = child_types(context_, target.type);
  if (from.children.size() != types.size()) refuse(e, "lift.function");
  for (std::size_t i = 0; i < types.size(); ++i) {
    Object part = from.children[i];
    if (part.kind == Object::Kind::address) part = load(target_of(part));
    part = fitted(std::move(part), e, types[i]);
    store(followed(to.child(static_cast<int>(i)), types[i]), std::move(part));
  }
  out = {{}, to, true};
  return true;
}

bool Lifter::list_member(const clang::CallExpr& e, const clang::CXXMethodDecl& f, Outcome& out) {
  const std::string name =
      f.getOverloadedOperator() == clang::OO_Subscript ? "[]" : f.getNameAsString();
  const Place self = object_argument(e);
  const unsigned skip = llvm::isa<clang::CXXOperatorCallExpr>(e) ? 1 : 0;
  if (name == "[]" || name == "at") {
    const Object i = value(*e.getArg(skip));
    stand_at(e);
    if (name == "at") check_index(i, count_of(self, context_.LongTy), e);
    out = {{}, subscript(self, i), true};
    return true;
  }
  stand_at(e);
  if (name == "size" || name == "length") {
    out.object = count_of(self, e.getType());
    return true;
  }
  if (name == "empty") {
    const Object n = count_of(self, context_.LongTy);
    out.object = binary(clang::BO_EQ, n, known(context_.LongTy, 0), context_.BoolTy);
    return true;
  }
  if (name == "front" || name == "back") {
    const Object last = binary(clang::BO_Sub, count_of(self, context_.LongTy),
                               known(context_.LongTy, 1), context_.LongTy);
    out = {{}, subscript(self, name == "front" ? known(context_.LongTy, 0) : last), true};
    return true;
  }
  if (name == "swap") {
    const Place other = place(*e.getArg(0));
    const Object ours = load(self);
    store(self, load(other));
    write(*e.getArg(0), other, ours);
    return true;
  }
  if (name == "fill" && shape_of(context_, context_.getRecordType(f.getParent())) == Shape::array) {
    const Object v = value(*e.getArg(0));
    Object all = unset(context_.getRecordType(f.getParent()));
    for (Object& c : all.children) c = v;
    store(self, std::move(all));
    return true;
  }
  const QualType of = context_.getRecordType(f.getParent());
  const bool is_end = name == "end" || name == "cend";
  if (name == "begin" || name == "cbegin" || name == "data" || is_end) {
    const Object at = is_end ? count_of(self, context_.LongTy) : known(context_.LongTy, 0);
    out.object = pointer_into(self, at, e.getType());
    return true;
  }
  if (name == "rbegin" || name == "rend" || name == "crbegin" || name == "crend") return false;
  if (std_class(of) == "span" && span_member(e, f, name, self, out)) return true;
  if (std_class(of) == "vector" && growing_member(e, name, self, out)) return true;
  refuse(e, "lift.function", f.getQualifiedNameAsString() + " is not known to the tool");
}

}  // namespace tlaloc::lift
