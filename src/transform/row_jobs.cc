#include "transform/row_jobs.h"

#include <algorithm>

#include "transform/fuse_groups.h"
#include "transform/uses.h"
#include "transform/words.h"

namespace tlaloc::transform {

using ir::Access;

namespace {

bool writes_part(const Node& n) {
  return n.op->access == Access::store || n.op->access == Access::accumulate;
}

/// Whether a value goes on under another name: carried by a loop, given by a region.
bool is_handed_on(const Region& r, Value v) {
  bool found = uses(r.results, v) > 0;
  ir::for_each_node(r, [&](const Node& n) {
    if (n.op->control == Control::map) return;
    found |= !n.regions.empty() && uses(n.operands, v) > 0;
    for (const Region& inner : n.regions) found |= uses(inner.results, v) > 0;
  });
  return found;
}

/// Costly ops are better off in a map, which has them for several elements at once.
bool is_costly(const Node& n) {
  bool found = n.op->costly;
  for (const Region& r : n.regions)
    ir::for_each_node(r, [&](const Node& inner) { found |= inner.op->costly; });
  return found;
}

}  // namespace

RowJobs::RowJobs(const ir::Function& f, const Region& r, const std::vector<ir::Size>& lengths,
                 const std::map<Value, Value>& repeated)
    : f_(f), r_(r), lengths_(lengths), repeated_(repeated) {
  for (std::size_t i = 0; i < r.nodes.size(); ++i)
    for (Value y : r.nodes[i].results) made_[y] = i;
  for (std::size_t i = 0; i < r.nodes.size(); ++i) find(i);
  for (std::size_t i = 0; i < r.nodes.size(); ++i)
    if (r.nodes[i].op->access == Access::load && needs_copy(r.nodes[i].results[0]))
      jobs_[i].rows = &r.nodes[i];
}

const RowJob* RowJobs::at(std::size_t i) const {
  const auto found = jobs_.find(i);
  return found == jobs_.end() ? nullptr : &found->second;
}

const Node* RowJobs::maker(Value v) const {
  const auto found = made_.find(v);
  return found == made_.end() ? nullptr : &r_.nodes[found->second];
}

bool RowJobs::is_row(Value v) const {
  const ir::Type& t = f_.type(v);
  return t.rank() == 1 && is_floating(t.dtype) &&
         std::find(lengths_.begin(), lengths_.end(), t.sizes[0]) != lengths_.end();
}

bool RowJobs::computes_rows(const Node& n) const {
  if (n.op->control != Control::map && !is_fusible(f_, n)) return false;
  const auto& length = f_.type(n.results[0]).sizes;
  const auto fits = [&](Value v) { return is_row(v) && f_.type(v).sizes == length; };
  return std::all_of(n.results.begin(), n.results.end(), fits) &&
         std::all_of(n.operands.begin(), n.operands.end(),
                     [&](Value x) { return f_.type(x).is_scalar() || fits(x); }) &&
         !is_costly(n);
}

bool RowJobs::stores_row(const Node& n) const {
  return writes_part(n) && is_row(n.operands.back());
}

bool RowJobs::is_before(Value v, std::size_t i) const {
  const auto found = made_.find(v);
  return found == made_.end() || found->second < i;
}

/// Whether the job at node i may store what node `store` does: all that the store needs is there,
/// and nobody in between looks at the array.
bool RowJobs::takes(const RowJob& job, std::size_t i, std::size_t store) const {
  const Node& n = r_.nodes[store];
  if (!stores_row(n) || uses(job.rows->results, n.operands.back()) == 0) return false;
  const Value array = n.operands[0];
  const bool goes_on = std::any_of(job.stores.begin(), job.stores.end(),
                                   [&](const Node* s) { return s->results[0] == array; });
  if (!goes_on && !is_before(array, i)) return false;
  for (std::size_t k = 1; k + 1 < n.operands.size(); ++k)
    if (!is_before(n.operands[k], i)) return false;
  for (std::size_t k = i + 1; k < store; ++k)
    if (uses(r_.nodes[k].operands, array) > 0 || uses_inside(r_.nodes[k], array) > 0) return false;
  return true;
}

void RowJobs::find(std::size_t i) {
  const Node& n = r_.nodes[i];
  if (is_done(i)) return;
  RowJob job;
  if (computes_rows(n)) {
    job.rows = &n;
    for (std::size_t k = i + 1; k < r_.nodes.size(); ++k) {
      if (is_done(k) || !takes(job, i, k)) continue;
      job.stores.push_back(&r_.nodes[k]);
      written_[r_.nodes[k].operands[0]] = i;
      done_.insert(k);
    }
    jobs_[i] = std::move(job);
    return;
  }
  note_writes(i);
  const Value part = n.operands.empty() ? Value{} : n.operands.back();
  if (!stores_row(n) || (!repeated_.contains(part) && read_in_place(part, i) == nullptr)) return;
  job.stores.push_back(&n);
  jobs_[i] = std::move(job);
}

void RowJobs::note_writes(std::size_t i) {
  const Node& n = r_.nodes[i];
  if (writes_part(n)) written_.emplace(n.operands[0], i);
  if (!n.regions.empty() || n.op->control == Control::call)
    for (Value x : n.operands) written_.emplace(x, i);
}

const Node* RowJobs::read_in_place(Value v, std::size_t i) const {
  const Node* read = maker(v);
  if (read == nullptr || read->op->access != Access::load || !is_row(v)) return nullptr;
  const auto written = written_.find(read->operands[0]);
  return written == written_.end() || written->second >= i ? read : nullptr;
}

/// Whether all that is done to a value is of rows: computing, storing, handing on.
bool RowJobs::is_for_rows(Value row) const {
  bool found = true;
  ir::for_each_node(r_, [&](const Node& n) {
    const bool hands_on = !n.regions.empty() && n.op->control != Control::map;
    if (uses(n.operands, row) > 0 && !hands_on && !computes_rows(n) && !stores_row(n))
      found = false;
  });
  return found;
}

/// Whether a row that was read out of an array is handed on, or read by a job that comes too late
/// to read it in place.
bool RowJobs::needs_copy(Value row) const {
  if (!is_row(row) || !is_for_rows(row)) return false;
  for (const auto& [i, job] : jobs_) {
    bool reads = job.rows != nullptr && uses(job.rows->operands, row) > 0;
    for (const Node* s : job.stores) reads |= s->operands.back() == row;
    if (reads && read_in_place(row, i) == nullptr) return true;
  }
  return is_handed_on(r_, row);
}

bool RowJobs::ends(Value v, std::size_t i) const {
  const Node* from = maker(v);
  const bool is_param = std::find(r_.params.begin(), r_.params.end(), v) != r_.params.end();
  if (!is_row(v) || (from == nullptr && !is_param)) return false;
  if (repeated_.contains(v) || (from != nullptr && from->op->access == Access::load)) return false;
  for (std::size_t k = i + 1; k < r_.nodes.size(); ++k)
    if (uses(r_.nodes[k].operands, v) > 0 || uses_inside(r_.nodes[k], v) > 0) return false;
  return uses(r_.results, v) == 0;
}

}  // namespace tlaloc::transform
