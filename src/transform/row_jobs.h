// Which nodes of one region become loops over the elements of rows (row_loops.h).
#pragma once

#include <map>
#include <set>
#include <vector>

#include "ir/graph.h"

namespace tlaloc::transform {

/// A loop over the elements of rows: what computes them, and the stores that put them into arrays.
struct RowJob {
  const ir::Node* rows = nullptr;  ///< a map, an element-wise node or a read; null: only copies
  std::vector<const ir::Node*> stores;  ///< in order
};

class RowJobs {
 public:
  /// `repeated`: the values of `f` all of whose elements are one scalar, and that scalar.
  RowJobs(const ir::Function& f, const ir::Region& r, const std::vector<ir::Size>& lengths,
          const std::map<ir::Value, ir::Value>& repeated);

  /// The job that stands at node i of the region, or null.
  const RowJob* at(std::size_t i) const;
  /// Whether node i belongs to a job that stands before it.
  bool is_done(std::size_t i) const { return done_.contains(i); }
  /// The node of the region that reads `v` out of an array, if the job at node i may read the
  /// elements of the array itself: it is not yet written on.
  const ir::Node* read_in_place(ir::Value v, std::size_t i) const;
  /// Whether the buffer of a row is free once the job at node i has read it.
  bool ends(ir::Value v, std::size_t i) const;

 private:
  const ir::Node* maker(ir::Value v) const;
  bool is_row(ir::Value v) const;
  bool computes_rows(const ir::Node& n) const;
  bool stores_row(const ir::Node& n) const;
  bool is_before(ir::Value v, std::size_t i) const;
  bool takes(const RowJob& job, std::size_t i, std::size_t store) const;
  void find(std::size_t i);
  void note_writes(std::size_t i);
  bool is_for_rows(ir::Value row) const;
  bool needs_copy(ir::Value row) const;

  const ir::Function& f_;
  const ir::Region& r_;
  const std::vector<ir::Size>& lengths_;
  const std::map<ir::Value, ir::Value>& repeated_;
  std::map<ir::Value, std::size_t> made_;     // by which node of the region
  std::map<ir::Value, std::size_t> written_;  // arrays: before which node they are as they were
  std::map<std::size_t, RowJob> jobs_;
  std::set<std::size_t> done_;
};

}  // namespace tlaloc::transform
