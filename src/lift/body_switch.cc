// switch: each run of statements behind labels is a branch; falling through keeps it active.
#include "clang/AST/ASTContext.h"

#include "lift/body_lifter.h"

namespace tlaloc::lift {

/// The labels in front of a statement (nested, as in `case 1: case 2:`), and the statement itself.
const clang::Stmt* Lifter::labelled(const clang::Stmt* s, Segment& segment) {
  while (const auto* c = llvm::dyn_cast<clang::SwitchCase>(s)) {
    if (const auto* one = llvm::dyn_cast<clang::CaseStmt>(c))
      segment.cases.push_back(one);
    else
      segment.is_default = true;
    s = c->getSubStmt();
  }
  return s;
}

std::vector<Lifter::Segment> Lifter::segments(const clang::SwitchStmt& s) {
  std::vector<Segment> out;
  const auto* body = llvm::dyn_cast<clang::CompoundStmt>(s.getBody());
  if (!body) refuse(s, "lift.switch");
  for (const clang::Stmt* part : body->body()) {
    if (llvm::isa<clang::SwitchCase>(part)) {
      out.emplace_back();
      part = labelled(part, out.back());
    }
    if (out.empty()) refuse(*part, "lift.switch");
    out.back().statements.push_back(part);
  }
  return out;
}

/// Whether the value is one that the segment's labels name.
Object Lifter::matches(const Object& v, const Segment& segment) {
  Object any = known(context_.BoolTy, 0);
  for (const clang::CaseStmt* c : segment.cases) {
    const Object from = value(*c->getLHS());
    Object one = binary(clang::BO_EQ, v, from, context_.BoolTy);
    if (c->getRHS()) {
      const Object low = binary(clang::BO_GE, v, from, context_.BoolTy);
      const Object high = binary(clang::BO_LE, v, value(*c->getRHS()), context_.BoolTy);
      one = binary(clang::BO_LAnd, low, high, context_.BoolTy);
    }
    if (any.is_known(0))
      any = one;
    else if (!one.is_known(0))
      any = binary(clang::BO_LOr, any, one, context_.BoolTy);
  }
  return any;
}

/// Whether control never runs from the segment into the next.
bool Lifter::leaves(const Segment& segment) {
  for (const clang::Stmt* s : segment.statements)
    if (always_exits(s)) return true;
  return false;
}

void Lifter::switch_statement(const clang::SwitchStmt& s) {
  if (s.getInit()) statement(*s.getInit());
  if (const auto* v = s.getConditionVariable()) declare(*v);
  const Object v = value(*s.getCond());
  const std::vector<Segment> parts = segments(s);
  std::vector<Object> match;
  bool falls = false;
  for (const Segment& p : parts) {
    match.push_back(matches(v, p));
    if (&p != &parts.back()) falls = falls || !leaves(p);
  }
  frames_.back().exits.push_back({new_cell(known(context_.BoolTy, 0)), -1});
  if (falls)
    fall_through(parts, match);
  else
    choose(parts, match, 0);
  frames_.back().exits.pop_back();
}

/// Without falling through: if, else if, else. The default comes last, wherever it stands.
void Lifter::choose(const std::vector<Segment>& parts, const std::vector<Object>& match,
                    std::size_t i) {
  const auto run = [&](const Segment& part) {
    statements(part.statements);
    set_flag(frames_.back().exits.back().broken, false);
  };
  if (i == parts.size()) {
    for (const Segment& p : parts)
      if (p.is_default) run(p);
    return;
  }
  if (parts[i].is_default) return choose(parts, match, i + 1);
  branch(match[i], [&] { run(parts[i]); }, [&] { choose(parts, match, i + 1); });
}

void Lifter::fall_through(const std::vector<Segment>& parts, const std::vector<Object>& match) {
  Object none = known(context_.BoolTy, 1);
  for (const Object& m : match) {
    const Object other = invert(m);
    if (none.is_known(1))
      none = other;
    else if (!other.is_known(1))
      none = binary(clang::BO_LAnd, none, other, context_.BoolTy);
  }
  const int active = new_cell(known(context_.BoolTy, 0));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Object enters = match[i];
    if (parts[i].is_default)
      enters = enters.is_known(0) ? none : binary(clang::BO_LOr, enters, none, context_.BoolTy);
    unless_exited([&] {
      const Object falls = cells_[static_cast<std::size_t>(active)];
      const Object runs = falls.is_known(0) ? enters
                          : falls.is_known(1)
                              ? falls
                              : binary(clang::BO_LOr, falls, enters, context_.BoolTy);
      branch(
          runs,
          [&] {
            set_flag(active, true);
            statements(parts[i].statements);
          },
          [] {});
    });
  }
}

}  // namespace tlaloc::lift
