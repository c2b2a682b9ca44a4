// The body of one C++ function.
//
// The text is written several times: only when all of it is known is it known which buffers are
// given away, what is written after its birth (and so not const), and what nobody reads. The last
// two times the same names come out.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "back/cpp/liveness.h"
#include "back/cpp/names.h"
#include "back/cpp/signature.h"
#include "back/cpp/variables.h"
#include "back/cpp/writer.h"
#include "ir/op_def.h"
#include "pen/cpp_pen.h"

namespace tlaloc::back {

/// What one writing of a function teaches the next.
struct Draft {
  std::set<int> written;  ///< variables that are written after their birth, or moved from
  std::set<int> moved;    ///< those moved from
  std::string text;
};

/// A function as its callers know it.
struct Callee {
  std::string name;
  std::map<int, int> written;  ///< parameters that it writes, and the results that they become
};
using Callees = std::map<std::string, Callee>;

class FunctionPrinter {
 public:
  /// `callees`: how the graph's functions are called in C++. `draft`: of the first writing, or
  /// null.
  FunctionPrinter(const ir::Function& f, const Signature& signature, const Callees& callees,
                  const Draft* draft, Writer& out);

  /// The function called `name`, head and body.
  Draft print(const std::string& name);

 private:
  using Operand = pen::CppPen::Operand;
  using Copies = std::vector<std::pair<ir::Value, ir::Value>>;  // to, from

  // entry.cc: parameters, their sizes, the result
  void bind_symbols();
  /// Which checks stand before the common sizes are born, and which need them.
  enum class Stage { of_parameters, with_common };
  void check_entry(Stage stage);
  Stage stage_of(const ir::Size& s) const;
  void check_requirement(const ir::Requirement& r, Stage stage,
                         std::set<std::pair<int, int>>& checked);
  void bind_common_sizes();
  std::string check_arguments(const std::string& got, const std::string& expected,
                              const std::string& op, const std::string& what, const std::string& id,
                              const base::Location& where) const;
  void check_size(const std::string& got, const std::string& expected, const std::string& op,
                  const std::string& what, const std::string& id, const base::Location& where);
  std::string axis_size(int leaf, int axis) const;
  std::string axis_label(int leaf, int axis) const;
  void print_return();
  void write_parameters();
  std::string result_leaf(std::size_t i) const;
  bool gains_prime(std::size_t i) const;
  std::string result_column(std::size_t i);
  void add_column(int leaf, const std::string& path);
  void print_columns();

  // statements.cc: straight lines
  void region(const ir::Region& r);
  void node(const ir::Node& n);
  bool is_dead(const ir::Node& n) const;
  void expression(const ir::Node& n);
  void define_all(const ir::Values& results, const std::string& text);
  void call(const ir::Node& n);
  std::string handed_over(const ir::Node& call, std::size_t i, ir::Value y,
                          std::map<ir::Value, std::string>& later);
  bool is_size(ir::Value v) const;
  void bind_size(const ir::Node& n);
  void require(const ir::Node& n);
  void check(const ir::Node& n);

  // values.cc: how a value is read, written and copied
  std::string text(ir::Value v) const { return operand(v).text; }
  Operand operand(ir::Value v) const;
  Operand argument(const ir::Node& n, std::size_t i);  ///< moved if nobody reads it later
  bool may_move(ir::Value v, int point) const;
  std::string taken(ir::Value v, int point);  ///< text, or std::move(text)
  std::string write(const ir::Node& n, std::vector<Operand> x, pen::Precedence* p = nullptr) const;
  std::string plain(ir::Value v) const;
  std::string size(const ir::Size& s) const;
  bool is_declared(ir::Value v) const { return !names_of_[vars_.of(v)].empty(); }
  void declare_ahead(ir::Value v);
  void define(ir::Value y, const std::string& text);
  void copy(ir::Value to, ir::Value from, int point, const std::string& from_text = {});
  void copy_all(Copies copies, int point);
  void mark_written(ir::Value v) { learned_.written.insert(vars_.of(v)); }
  std::string declaration(int variable) const;
  bool is_used(const std::string& name) const;

  // control.cc: branches and loops
  void open_scope();
  void close_scope();
  void branch(const ir::Node& n);
  bool print_side(const ir::Node& n, std::size_t side);
  void loop(const ir::Node& n);
  void while_loop(const ir::Node& n);
  void carry_in(const ir::Node& n, std::size_t skip);
  void carry_out(const ir::Node& n, std::size_t skip);
  std::optional<std::string> as_expression(const ir::Region& r) const;

  // affine.cc: integers that index and count
  std::optional<ir::Size> affine(ir::Value v) const;
  bool is_last(ir::Value v) const;
  void find_counters(const ir::Region& r, int depth);
  bool is_call(const ir::Node& n) const;
  void find_folded(const ir::Region& r, std::map<ir::Value, int>& kept);
  Operand counted(ir::Value v);
  bool in_range(ir::Value v, const ir::Size& axis) const;

  // access.cc: elements and parts of buffers
  void load(const ir::Node& n);
  void store(const ir::Node& n);
  void store_part(const ir::Node& n);
  std::string holder(ir::Value v) const;
  std::string filled(ir::Value to, const ir::Node& n) const;
  bool is_raw(ir::Value v) const;
  std::string raw(ir::Value v) const;
  Operand checked_index(const ir::Node& n, std::size_t i);
  std::string indices(const ir::Node& n, std::size_t count);
  std::string braces(const ir::Node& n, std::size_t count);
  bool may_miss(const ir::Node& n, std::size_t count) const;
  std::string element_of(const ir::Node& n, std::size_t count);
  std::string offset(const ir::Node& n, std::size_t count);
  std::string count_of(const ir::Type& t, int first_axis) const;

  // rows.cc: parts of buffers that a loop goes through
  std::optional<ir::Size> row_base(const ir::Node& loop, const std::set<ir::Value>& inside,
                                   ir::Value index, std::set<ir::Value>& leaves) const;
  void find_rows(const ir::Region& r);
  void open_rows(const ir::Node& loop);
  std::optional<std::string> in_row(const ir::Node& access) const;

  // hoist.cc: elements of tensors in loops
  std::vector<int> hoist(const ir::Node& loop);
  void unhoist(const std::vector<int>& variables);

  // buffers.cc: buffers made once for all turns
  bool keeps_buffer(int variable) const;
  void find_beginnings(const ir::Region& r,
                       std::vector<std::pair<ir::Value, ir::Value>>& out) const;
  bool is_known(const ir::Sizes& sizes) const;
  void bear_sizes(const ir::Node& loop);
  void hoist_buffers(const ir::Node& loop);
  void begin_ahead(const ir::Node& branch, std::size_t i);
  void begin(ir::Value to, ir::Value from);

  // placed.cc: room that becomes a row of a stack
  bool begins_room(const ir::Node& n, int variable) const;
  bool keeps_row(const ir::Region& body, const ir::Node& n) const;
  void find_placed(const ir::Region& r);
  const ir::Node* placed(int variable) const;
  void begin_in_place(int variable, const ir::Node& keep);

  // map.cc: fused maps
  void map(const ir::Node& n);

  const ir::Function& f_;
  const Signature& signature_;
  const Callees& callees_;
  const Draft* draft_;
  Writer& out_;

  Liveness live_;
  Outside outside_;
  Variables vars_;
  Names names_;
  Draft learned_;
  std::map<std::string, std::string> symbols_;                      // of sizes, in scope
  std::vector<std::map<std::string, std::string>> symbols_around_;  // open scopes
  std::map<ir::Value, const ir::Node*> makers_;
  std::vector<std::string> names_of_;  // of a variable; "" before it is declared
  /// One member of all rows of a list parameter, as a vector.
  struct Column {
    std::string name, list, part;
  };
  std::map<int, Column> columns_;  // by leaf
  /// An access to element base + counter of a buffer.
  struct Row {
    ir::Value counter;
    ir::Size base;
    ir::Values before;           ///< of a buffer with several axes: the indices of the row
    std::set<ir::Value> leaves;  ///< integers that the base names
    std::string name;            ///< "" where the access needs no check
  };
  std::map<const ir::Node*, Row> rows_;                              // by access
  std::map<const ir::Node*, std::vector<const ir::Node*>> rows_of_;  // by loop
  std::map<int, std::string> spans_;       // hoisted: variable -> name of its span
  std::map<int, const ir::Node*> placed_;  // variables that are rows: the stores that keep them
  std::set<int> buffers_;  // variables whose buffer stays from one beginning to the next
  std::map<int, std::pair<ir::Value, int>>
      begun_;  // ahead of the branch being printed: with what, and in how many loops
  std::map<ir::Value, int> depths_;  // of loop counters
  std::map<std::string, ir::Size>
      trips_;  // a counter's symbol -> its trip count, where that is a size
  std::map<std::string, ir::Size>
      born_;  // a symbol born in the body -> what it is, where that is a size
  std::set<ir::Value> trip_values_;        // trip counts that are data: symbols of their own
  std::multiset<std::string> open_trips_;  // symbols of those whose loop is being printed
  std::set<std::string> open_counters_;    // symbols of counters whose loop is being printed
  std::set<ir::Value> folded_;             // integers that are written where they index
  int loops_ = 0;                          // how deep
};

}  // namespace tlaloc::back
