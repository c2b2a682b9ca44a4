// Lifts one body: walks Clang's tree, keeps what every C++ variable holds, and builds the graph.
//
// State is the list of cells; a branch or loop lifts on a copy and then merges. Inside src/lift a
// refusal travels as the exception Refused, which never leaves lift_function. The methods stand in
// body_*.cc files by subject.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "ir/builder.h"
#include "lift/body.h"
#include "lift/body_object.h"
#include "lift/body_types.h"
#include "lift/boundary.h"
#include "lift/derived_type.h"
#include "ops/source.h"

namespace clang {
class Sema;
}

namespace tlaloc::lift {

struct Refused {
  base::Error error;
  enum class Fault { unknown, user, library };
  Fault fault = Fault::unknown;  ///< in whose function; known where the refusal leaves it
};

/// A loop or switch that `break` and `continue` leave; cells of known or run-time booleans.
struct Exits {
  int broken = -1;
  int continued = -1;  ///< -1: a switch, which continue passes by
};

/// One activation of a function.
struct Spot;
struct CallScope;
class VectorChanges;

struct Frame {
  const clang::FunctionDecl* function = nullptr;
  std::map<const clang::ValueDecl*, Place> variables;
  std::map<const clang::ValueDecl*, Place> captured;  ///< of a closure's call
  Place self;                                         ///< *this
  bool has_self = false;
  int returned = -1;  ///< cell of a boolean
  int result = -1;    ///< cell of the value, or of the address of the returned reference
  std::vector<Exits> exits;
  std::size_t regions = 0;  ///< open where the call stands
};

/// What a call or another expression gives.
struct Outcome {
  Object object;
  Place place;
  bool is_place = false;
};

using Statements = llvm::ArrayRef<const clang::Stmt*>;
using Arguments = llvm::ArrayRef<const clang::Expr*>;
using Action = std::function<void()>;

/// A transformed callable that a body calls: lifted and transformed by itself.
struct InnerProgram {
  transform::Program program;
  std::vector<Capture> captures;  ///< of the callable; the program's last parameters
  std::vector<const clang::FunctionDecl*> functions;
};

/// Whether a class stands for a function with rules, or for one whose values are computed again.
bool is_custom(const clang::CXXRecordDecl& r);
bool is_checkpoint(const clang::CXXRecordDecl& r);

class Lifter {
 public:
  /// `around`: whoever lifts the body that this one is called in; null: nobody.
  Lifter(clang::Sema& sema, const clang::FunctionDecl& f, Self self = Self::callable,
         const Lifter* around = nullptr);
  Lifted run();

  /// The functions of a graph besides main: those that call themselves, by their names.
  struct Called {
    std::map<const clang::FunctionDecl*, std::string> names;
    std::vector<ir::Function> functions;
  };

 private:
  using Expr = clang::Expr;
  using QualType = clang::QualType;

  // body.cc: the boundary
  void bind_parameters();
  void bind_parameter(const clang::ParmVarDecl& p);
  int bind_argument(QualType t, const std::string& name, clang::SourceLocation at);
  void bind_object_argument(const clang::CXXMethodDecl& method);
  void bind_callable(const clang::CXXMethodDecl& method);
  void finish();
  Object object_of(const ir::Tree& tree, QualType t, const std::vector<ir::Value>& leaves);
  void make_table(Object& row);
  void collect_leaves(const ir::Tree& tree, const Object& o, ir::Values& out);
  std::vector<ir::Value> add_params(const std::vector<Leaf>& leaves);
  std::string unique_name(std::string name);

  // body_refuse.cc
  [[noreturn]] void refuse(const clang::Stmt& at, std::string_view id, std::string what = {});
  [[noreturn]] void refuse(clang::SourceLocation at, std::string_view id, std::string what = {});
  [[noreturn]] void refuse_here(std::string_view id, std::string what = {});
  [[noreturn]] void refuse_type(QualType t);
  [[noreturn]] void throw_error(base::Error e);
  void stand_at(const clang::Stmt& s);
  void check_no_errors(const Expr& e);

  // body_captures.cc
  Object capture(std::vector<AccessStep> path, QualType t);
  Object read_capture(const Object& o);
  Object captured_child(const Object& o, int child);
  bool is_plain(QualType t);
  void bind_closure(Frame& frame, const clang::CXXMethodDecl& f);
  std::string capture_name(const std::vector<AccessStep>& path);

  // body_state.cc: cells and places
  int new_cell(Object o);
  Place temporary(Object o);
  Object unset(QualType t);
  Object load(const Place& p);
  void store(const Place& p, Object o);
  Object part(const Object& o, const Step& s);
  void assign_into(Object& o, llvm::ArrayRef<Step> steps, Object v);
  ir::Values indices(const Object& list, const Step& s);
  Object loaded(const Object& list, const Step& s);
  Object stored(const Object& list, const Step& s, const Object& v);
  Object resolve(Object o);
  void make_dense(const Place& p);

  // body_leaves.cc: values
  Object leaf(QualType t, ir::Value v);
  Object known(QualType t, std::int64_t v);
  Object sized(QualType t, ir::Size s);
  ir::Value value_of(const Object& o);
  ir::Value windowed(const Object& view);
  ir::Size size_of(const Object& o);
  Object zero(QualType t);
  ir::Value index_value(const Object& index);
  Object dense(const Object& array);
  Object sparse(const Object& list, QualType t);
  Object flattened(const Object& x);
  Object unflattened(const Object& x, const Object& list);
  ir::Value reshaped(ir::Value v, ir::Sizes sizes);
  ir::Value access(ir::Access how, ir::Value list, const ir::Values& index, const ir::Values& part);
  std::string new_symbol(const std::string& stem);
  DType dtype(QualType t);

  // body_tables.cc: lists of structs
  Object indexed(const Object& array);
  Object tabled(const Object& array);
  Object table_of(QualType type, QualType element, const std::vector<const Object*>& rows);
  Object column_of(QualType t, const std::vector<const Object*>& rows);
  Object zero_column(QualType t, const ir::Size& n);
  Object zero_table(QualType list, const ir::Size& n);
  Object row(const Object& column, const ir::Values& index);
  Object with_row(Object column, const ir::Values& index, const Object& value);
  void assign_row(Object& table, llvm::ArrayRef<Step> steps, Object v);
  const Object* first_column(const Object& table);
  Object row_count(const Object& table, QualType t);
  std::vector<Place> new_tables(const std::vector<Object>& before, const std::vector<Object>& now);

  // body_pointers.cc: pointers into arrays, iterators
  Object pointer_into(const Place& array, const Object& offset, QualType t);
  Object window(const Place& array, const Object& first, const Object& count, QualType t);
  bool span_member(const clang::CallExpr& e, const clang::CXXMethodDecl& f, llvm::StringRef name,
                   const Place& self, Outcome& out);
  Object into_array(const Object& pointer);
  Object moved(const Object& pointer, const Object& by, bool forward);
  Object pointer_operator(clang::BinaryOperatorKind op, const Object& x, const Object& y,
                          const Expr& at, QualType t);
  bool iterator_member(const clang::CallExpr& e, const clang::CXXMethodDecl& f, Outcome& out);
  Place array_at(const Place& p);

  // body_choices.cc: references to one of several objects
  struct Alternative {
    Place place;  ///< without its indices
    Object is;    ///< whether it is this one
    std::vector<Object> indices;
  };
  std::vector<Alternative> alternatives(const Object& address);
  Object address_among(const std::vector<Alternative>& all, QualType t);
  Object pointing_to(Place p, QualType t);
  Place placed(const Alternative& a);
  Place target_of(const Object& address);
  bool is_pointer(const Object& o);
  bool choose_alike(Object& x, Object& y);
  bool is_chosen(const Place& p);
  Object address_of_choice(const Place& p);
  void with_chosen(const Place& p, const std::function<void(const Place&)>& action);
  void each_chosen(const Place& p, const std::function<void(const Place&)>& action);
  Object load_chosen(const Place& p);
  Place chosen_place(const Object& condition, const Expr& yes, const Expr& no);
  Object null_pointer(QualType t);
  Object not_null(const Object& pointer);
  Object compare_among(clang::BinaryOperatorKind op, const Object& x, const Object& y,
                       const Expr& at, QualType t);

  // body_grow.cc: vectors that change their length
  bool is_grown(const Object& o);
  Object trimmed(const Object& grown);
  Object grown(const Object& list);
  Object extended(const Object& data, const ir::Size& by);
  bool growing_member(const clang::CallExpr& e, llvm::StringRef name, const Place& self,
                      Outcome& out);
  void push_back(const Place& p, const Object& v, const Expr& at);
  // body_splice.cc: vectors that are filled, cut and put together
  bool splicing_member(const clang::CallExpr& e, llvm::StringRef name, const Place& self,
                       Outcome& out);
  Object cut(Object column, const ir::Size& first, const ir::Size& last);
  Object joined(const Object& first, const Object& second);
  Object filled_list(QualType t, const ir::Size& n, const Object* from);
  Object listed(const Object& elements, QualType t);
  Object list_from(QualType t, Arguments args, const Expr& at);
  ir::Size position_in(const Place& list, const Object& at, const Expr& e);
  struct Pushed {
    Place place;
    Object start;            ///< its length on entry
    std::int64_t turns = 0;  ///< what each turn adds, where every turn adds the same; else -1
  };
  std::vector<Pushed> grow_before(const clang::Stmt& body, const Object& trips,
                                  bool is_branch = false);
  std::vector<Spot> resized_in(const clang::Stmt& s);
  void shrink_in(const clang::Stmt& loop);
  void grow_at_most(const clang::ForStmt& s);
  bool fixed_in(const Expr& e, const clang::Stmt& body, Object& out);
  bool emplaced(const clang::CallExpr& e, QualType element, Object& out);
  void with_room_for(const clang::IfStmt& s, const Action& branch);
  struct PushCount {
    const VectorChanges& changes;
    const Spot& vector;
    const clang::Stmt& all;  ///< the body of the loop
  };
  bool pushes(const clang::Stmt* s, const PushCount& of, const CallScope& in, Object& count);
  bool fixed_value(const Expr& e, const PushCount& of, const CallScope& in, Object& out);
  std::optional<Place> place_of_spot(const Spot& v);
  bool stands_before_loop(const Place& p) const;
  void set_lengths(const std::vector<Pushed>& pushed, const Object& turn);
  void reset_lengths(const std::vector<Pushed>& pushed);
  void finish_lengths(const std::vector<Pushed>& pushed, const Object& trips);

  // body_arithmetic.cc
  Object binary(clang::BinaryOperatorKind op, const Object& x, const Object& y, QualType t);
  Object negate(const Object& x);
  Object invert(const Object& x);
  Object complement(const Object& x);
  Object convert(const Object& x, QualType to);
  Object truth(const Object& x);
  ir::Value converted(ir::Value v, DType to);
  Object shift(clang::BinaryOperatorKind op, const Object& x, const Object& y, QualType t);
  Object source(std::string_view name, const std::vector<Object>& x, QualType result,
                std::vector<ops::SourceArgument> template_args = {});

  // body_constants.cc
  bool is_plain_way(const Expr& e) const;
  bool fold(const Expr& e, Object& out);
  bool constant(const clang::APValue& v, QualType t, Object& out);
  bool constant_struct(const clang::APValue& v, QualType t, Object& out);

  // body_statements.cc
  void statement(const clang::Stmt& s);
  void statements(Statements list);
  void declare(const clang::DeclStmt& s);
  void declare(const clang::VarDecl& v);
  void bind(const clang::VarDecl& v, const Place& p);
  void return_statement(const clang::ReturnStmt& s);
  std::vector<int> flags();
  Object exited();
  void nothing_exited();
  void unless_exited(const Action& rest);
  void set_flag(int cell, bool v);

  // body_checks.cc: throw, assert and calls that never return
  bool fails(const clang::Stmt* s);
  void check(const Object& holds, const clang::Stmt& at);
  void fail(const clang::Stmt& at);
  std::string source_text(const clang::Stmt& s);
  bool checked_if(const clang::IfStmt& s, const Object& condition);
  const Expr* checked_choice(const clang::AbstractConditionalOperator& e);
  void check_index(const Object& index, const Object& count, const clang::Stmt& at);

  // body_branch.cc
  void branch(const Object& condition, const Action& yes, const Action& no);
  [[noreturn]] void refuse_lengths(const Object& list);
  bool pointed_alike(Object& x, Object& y);
  void point_alike(std::vector<Object>& a, std::vector<Object>& b);
  void join(ir::Value condition, std::vector<Object>& then);
  bool is_condition(ir::Value condition, const Object& yes, const Object& no, Object& out);
  void put(const Place& p, Object o);
  bool if_statement(const clang::IfStmt& s, Statements rest);
  Object condition_of(const clang::IfStmt& s);
  bool always_exits(const clang::Stmt* s);
  ir::Value merged_value(const Object& o, const Object& other);

  // body_switch.cc
  struct Segment {
    std::vector<const clang::CaseStmt*> cases;
    bool is_default = false;
    std::vector<const clang::Stmt*> statements;
  };
  void switch_statement(const clang::SwitchStmt& s);
  std::vector<Segment> segments(const clang::SwitchStmt& s);
  bool leaves(const Segment& segment);
  void choose(const std::vector<Segment>& parts, const std::vector<Object>& match, std::size_t i);
  void fall_through(const std::vector<Segment>& parts, const std::vector<Object>& match);
  const clang::Stmt* labelled(const clang::Stmt* s, Segment& segment);
  Object matches(const Object& v, const Segment& segment);

  // body_loops.cc
  /// The places that a loop hands from turn to turn; the type of each where a pass has told it.
  struct Carried {
    std::vector<Place> places;
    std::vector<ir::Type> types;
  };
  bool loop(const clang::Stmt& s, const Object& trips,
            const std::function<bool(const Object&)>& turn);
  bool while_loop(const clang::Stmt& s, const std::function<Object()>& condition,
                  const Action& turn);
  Carried remembered(const clang::Stmt& s);
  ir::Values carried_in(Carried& carried);
  ir::Values open_carried(const Carried& carried, const ir::Values& in, std::vector<ir::Type> more);
  bool carry_more(Carried& carried, const std::vector<Object>& start);
  ir::Values carried_out(const Carried& carried, const ir::Values& in);
  void drop_unchanged(Carried& carried, ir::Values& in, std::vector<ir::Region*> regions,
                      std::size_t first);
  void finish_loop(ir::Control kind, ir::Values operands, std::vector<ir::Region> regions,
                   const Carried& carried, const ir::Values& in);
  void rewind(const Carried& carried, const std::vector<Object>& before);

  // body_counted.cc: loops whose turns are counted before the first
  /// for (i = first; i < bound; i += step)
  struct Counted {
    const clang::VarDecl* counter = nullptr;
    clang::BinaryOperatorKind compare = clang::BO_LT;
    const Expr* bound = nullptr;
    std::int64_t step = 1;
    clang::QualType compared;  ///< what both sides of the comparison are converted to
  };
  std::optional<Counted> counted(const clang::ForStmt& s, bool may_end_early = false);
  bool steps_by(const Expr& increment, Counted& c);
  bool goes_straight(const Counted& c, const Object& first, const Object& bound) const;
  Object trip_count(const Counted& c, const Object& first, const Object& bound);
  Object counter_at(const Counted& c, const Object& first, const Object& turn);
  bool same_number(const Object& a, const Object& b);
  bool same_computation(ir::Value a, ir::Value b);
  bool counted_for(const clang::ForStmt& s, const Counted& c);
  Object trips_between(const Object& first, const Object& last);
  bool iterated_for(const clang::ForStmt& s);
  bool loop_or(const clang::Stmt& s, const Object& trips,
               const std::function<bool(const Object&)>& one_turn,
               const std::function<bool()>& unrolled);

  // body_for.cc
  void for_statement(const clang::ForStmt& s);
  void while_statement(const clang::WhileStmt& s);
  void do_statement(const clang::DoStmt& s);
  void turn(const Action& body, const Action& after);
  void conditional_loop(const clang::Stmt& s, const Expr* condition, const clang::VarDecl* variable,
                        const clang::Stmt* body, const Expr* increment, bool at_least_once);
  void loop_until_exit(const clang::Stmt& s, const Object& first,
                       const std::function<Object()>& test, const Action& body, const Action& step);

  // body_range.cc
  /// What a range-for goes over: `count` elements of `list` from number `first`.
  struct Elements {
    Place list;
    Object first, count;
  };
  void range_for(const clang::CXXForRangeStmt& s);
  bool elements_of(const clang::CXXForRangeStmt& s, Elements& out);
  void bind_element(const clang::VarDecl& x, const Place& element);
  void range_by_iterators(const clang::CXXForRangeStmt& s);
  void range_until_exit(const clang::CXXForRangeStmt& s,
                        const std::function<Place(const Object&)>& element, const Object& trips);

  // body_expressions.cc
  const Expr& seen_through(const Expr& e);
  Object value(const Expr& e);
  Object glvalue(const Expr& e);
  Object conditional(const Object& condition, const std::function<Object()>& yes, const Expr& no,
                     QualType t);
  bool is_cheap(const Expr& e);
  Object logical(const clang::BinaryOperator& e);
  Object three_way(const clang::BinaryOperator& e);
  Object binary_operator(const clang::BinaryOperator& e);
  Object unary(const clang::UnaryOperator& e);
  void discard(const Expr& e);
  Object statement_expression(const clang::StmtExpr& e);

  // body_casts.cc
  Object cast(const clang::CastExpr& e);
  Place base_of(const Place& p, const clang::CastExpr& e);
  Place derived_of(const Place& p, const clang::CastExpr& e);
  Object function_pointer(const Expr& e);

  // body_places.cc
  Place place(const Expr& e);
  Place followed(const Place& p, QualType t);
  Place variable(const clang::ValueDecl& d, const Expr& at);
  Place outer_variable(const clang::VarDecl& v, const Expr& at);
  Object this_pointer(const Expr& e);
  Place member(const clang::MemberExpr& e);
  Place pointee(const Object& pointer, const Expr& at);
  Place subscript(const Place& base, const Object& index);
  Place element_at(const Object& pointer, const Object& index, const Expr& at);
  Object decayed(const Expr& array, QualType t);
  Object address_of(const Expr& e, QualType t);
  Place place_of(const Outcome& o);
  Object value_of_outcome(const Outcome& o);

  // body_assignment.cc
  void name_after(const Object& o, const clang::NamedDecl& d);
  void write(const Expr& target, const Place& p, Object v);
  Place assign(const clang::BinaryOperator& e);
  Place compound(const clang::CompoundAssignOperator& e);
  Place increment(const clang::UnaryOperator& e);

  // body_calls.cc
  Outcome call(const clang::CallExpr& e);
  bool is_in_system_header(const clang::Decl& d);
  Place object_argument(const clang::CallExpr& e);
  bool assigns_whole(const clang::CallExpr& e, const clang::CXXMethodDecl& m, Outcome& out);
  Place reference_argument(const Expr& a, QualType parameter);
  void bind_arguments(Frame& frame, const clang::FunctionDecl& f, Arguments args);
  Frame frame_of(const clang::FunctionDecl& f, const Place* self, Arguments args, const Expr& at);
  Outcome inlined(const clang::FunctionDecl& f, const Place* self, Arguments args, const Expr& at);
  [[noreturn]] void blame_call(const clang::FunctionDecl& f, const clang::FunctionDecl* caller,
                               const Expr& at, Refused& inner);
  Object lambda(const clang::LambdaExpr& e);

  // body_recursion.cc
  bool calls_itself(const clang::FunctionDecl& f);
  bool goes_down(const clang::FunctionDecl& f, const Place* self, Arguments args);
  Outcome called(const clang::FunctionDecl& f, const Place* self, Arguments args, const Expr& at);
  std::string function_of(const clang::FunctionDecl& f, const Expr& at);
  const clang::FunctionDecl* body_of(const clang::FunctionDecl& f);

  // body_derived.cc: transformations inside a body
  Object transformation(const clang::CallExpr& e);
  Outcome derived_call(const clang::CallExpr& e, const clang::CXXMethodDecl& m);
  const InnerProgram& inner_program(const DerivedType& type, const clang::FunctionDecl& f,
                                    const Expr& at);
  const clang::FunctionDecl& callee_of(const DerivedType& type, const Place& f,
                                       const clang::CXXMethodDecl& m, const Expr& at);
  Place inside(const Place& whole, const clang::FieldDecl& field);
  Place captured_by(const Place& closure, const AccessStep& step, const Expr& at);
  Object captured_value(const Place& f, const Capture& c, const Expr& at);
  Object derived_result(const ir::Tree& tree, QualType t, const ir::Values& leaves,
                        const std::map<std::string, Object>& arguments);
  void name_parts(const ir::Tree& tree, const Object& o, const std::string& path,
                  std::map<std::string, Object>& out);

  // body_custom.cc: functions with rules
  const InnerProgram& part_program(const Place& part, QualType t, std::size_t arguments,
                                   const Expr& at);
  ir::Function imported(ir::Graph g);
  ir::Values captured_values(const Place& part, const InnerProgram& program, const Expr& at);
  std::string rule_function(const ir::Function& f, const std::string& verb,
                            const InnerProgram& rule, std::size_t arguments,
                            std::size_t first_capture, const std::vector<ir::Type>& more,
                            const std::vector<ir::Type>& wanted, const Expr& at);
  Object custom_value(const Place& self, const clang::CXXMethodDecl& m,
                      const std::vector<Object>& args, const Expr& at);
  Object checkpoint_value(const Place& self, const clang::CXXMethodDecl& m,
                          const std::vector<Object>& args, const Expr& at);
  Outcome custom_call(const clang::CallExpr& e, const clang::CXXMethodDecl& m);
  bool custom_root(const clang::FunctionDecl& f);

  // body_construct.cc
  Object construct(const clang::CXXConstructExpr& e);
  bool copies_by_hand(const clang::CXXConstructorDecl& c);
  Object run_constructor(const clang::CXXConstructorDecl& c, Arguments args, QualType t,
                         const Expr& at);
  void initialize(const clang::CXXCtorInitializer& init, const Place& self, const Expr& at);
  Object member_value(QualType t, const Expr& from);
  Object init_list(const clang::InitListExpr& e);
  Object aggregate(QualType t, Arguments inits, const Expr* filler, const Expr& at);
  bool known_construct(const clang::CXXConstructExpr& e, Object& out);
  QualType scalar_type_of(QualType t);
  Object construct_tensor(const clang::CXXConstructExpr& e);
  Object construct_list(const clang::CXXConstructExpr& e);
  ir::Value range_value(const Object& first, const Object& last, const Expr& at);
  Object construct_records(const clang::CXXConstructExpr& e);
  Object filled_table(Object column, const Object& v, const ir::Size& n);
  Object construct_span(const clang::CXXConstructExpr& e);
  Object window_of(const clang::CXXConstructExpr& e);
  Object construct_tuple(const clang::CXXConstructExpr& e);
  // body_optional.cc
  Object no_value(QualType t);
  Object optional_of(QualType t, const Expr& from);
  Object construct_optional(const clang::CXXConstructExpr& e);
  bool optional_member(const clang::CallExpr& e, const clang::CXXMethodDecl& f, Outcome& out);
  Object fitted(Object v, const Expr& at, QualType t);

  // body_known.cc
  bool known_call(const clang::CallExpr& e, const clang::FunctionDecl& f, Outcome& out);
  bool lifted_instead(const clang::CallExpr& e, const clang::FunctionDecl& f, Outcome& out);
  bool known_math(const clang::CallExpr& e, const clang::FunctionDecl& f, Outcome& out);
  Object classified(std::string_view name, const Object& x, QualType t);
  bool known_std(const clang::CallExpr& e, const clang::FunctionDecl& f, Outcome& out);
  bool sorting(const clang::CallExpr& e, std::array<unsigned, 2> range, Outcome& out);
  bool element_of_tuple(const clang::CallExpr& e, const clang::FunctionDecl& f, Outcome& out);
  bool extreme(const clang::CallExpr& e, llvm::StringRef name, Outcome& out);
  Object lesser(llvm::StringRef name, const Object& x, const Object& y, QualType t);
  bool known_member(const clang::CallExpr& e, const clang::CXXMethodDecl& f, Outcome& out);
  bool tuple_member(const clang::CallExpr& e, const clang::CXXMethodDecl& f, Outcome& out);
  bool list_member(const clang::CallExpr& e, const clang::CXXMethodDecl& f, Outcome& out);

  // body_tensor.cc
  Object size_along(const Place& list, int axis, QualType t);
  Object count_of(const Place& p, QualType t);
  bool tensor_member(const clang::CallExpr& e, const clang::CXXMethodDecl& f, Outcome& out);
  Step element_step(const clang::CallExpr& e, unsigned first);
  ops::SourceArgument source_argument(const Object& o, bool bind);
  std::optional<ir::Type> type_of_result(QualType t);
  std::vector<ops::SourceArgument> template_numbers(const clang::CallExpr& e,
                                                    const clang::FunctionDecl& f);
  bool tensor_call(const clang::CallExpr& e, const clang::FunctionDecl& f, Outcome& out);
  Object argument_value(const Expr& a);
  Object tensor_source(const std::string& name, const std::vector<Object>& x,
                       const clang::CallExpr& e, const clang::FunctionDecl& f);
  Object literal(const Object& braces);
  ir::Value filled(ir::Value v, const ir::Type& t);

  // graph
  ir::Values open(const std::vector<ir::Type>& params, const std::vector<std::string>& names = {});
  ir::Region close(ir::Values results);

  clang::Sema& sema_;
  const clang::ASTContext& context_;
  const clang::FunctionDecl& root_;
  Self self_;
  const Lifter* around_;
  std::map<std::pair<const clang::FunctionDecl*, std::string>, InnerProgram> inner_;
  TypeReader types_;
  Lifted lifted_;
  ir::Function function_;
  ir::Builder builder_;
  std::vector<Object> cells_;
  std::set<int> read_only_;  ///< cells of arguments that the caller would see written
  std::vector<Frame> frames_;
  std::vector<std::map<ir::Value, ir::Size>> bound_{1};  ///< sizes born, by open region
  std::map<std::string, Object> captured_;
  std::map<std::string, int> names_;
  std::map<ir::Value, ir::Value> wide_;  ///< an integer -> the same number before a conversion
  std::map<const clang::Stmt*, std::vector<Place>> carried_before_;  ///< by loop, as last lifted
  std::vector<Place> growing_;   ///< vectors with room for all that the loops around push
  std::vector<Place> reserved_;  ///< vectors whose room the user has told
  std::vector<int> loop_cells_;  ///< how many cells there were before each loop being lifted
  Called own_called_;
  Called* called_ = &own_called_;  ///< of the outermost lifter
  int symbols_ = 0;
};

}  // namespace tlaloc::lift
