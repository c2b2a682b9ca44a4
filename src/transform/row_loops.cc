#include "transform/row_loops.h"

#include <algorithm>
#include <map>
#include <set>

#include "ops/arithmetic.h"
#include "ops/room.h"
#include "ops/table.h"
#include "transform/dce.h"
#include "transform/fuse_groups.h"
#include "transform/rebuild.h"
#include "transform/row_jobs.h"
#include "transform/uses.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

void find_bodies(const Region& r, bool in_loop, std::set<const Region*>& out) {
  if (in_loop) out.insert(&r);
  for (const Node& n : r.nodes) {
    if (n.op->control == Control::map) continue;
    const bool turns = n.op->control == Control::loop || n.op->control == Control::while_loop;
    for (const Region& inner : n.regions) find_bodies(inner, in_loop || turns, out);
  }
}

class RowLoops : public Rebuild {
 public:
  RowLoops(const ir::Function& f, const std::vector<ir::Size>& lengths) : lengths_(lengths) {
    find_bodies(f.body, false, bodies_);
    count_reads(f.body);
    ir::for_each_node(f.body, [&](const Node& n) {
      if (is_stretch(n) && f.type(n.operands[0]).is_scalar())
        repeated_[n.results[0]] = n.operands[0];
    });
  }

 protected:
  std::optional<Values> replace(const Node& n) override {
    if (n.op->control != Control::map) return std::nullopt;
    b_->copy(*from_, n, map_);
    return at(n.results);
  }
  void nodes(const Region& r) override {
    if (!bodies_.contains(&r)) return Rebuild::nodes(r);
    const RowJobs jobs(*from_, r, lengths_, repeated_);
    for (std::size_t i = 0; i < r.nodes.size(); ++i) {
      if (jobs.is_done(i)) continue;
      if (const RowJob* job = jobs.at(i))
        write(*job, jobs, i);
      else
        node(r.nodes[i]);
    }
  }

 private:
  /// What the loop carries: an array that rows are stored in, or a row that others read.
  struct Buffer {
    Value before;   ///< in the function read: an array, or a row whose buffer is free; or none
    Value row;      ///< the row that it becomes, or none
    Value now, at;  ///< in the loop, as it is; at the beginning of a turn
  };

  void count_reads(const Region& r) {
    for (const Node& n : r.nodes) {
      for (Value x : n.operands) ++reads_[x];
      for (const Region& inner : n.regions) count_reads(inner);
    }
    for (Value y : r.results) ++reads_[y];
  }

  void write(const RowJob& job, const RowJobs& jobs, std::size_t i) {
    std::vector<Buffer> buffers;
    std::map<const Node*, std::size_t> buffer_of;
    for (const Node* s : job.stores) buffer_of[s] = buffer_for(*s, job, buffer_of, buffers);
    if (job.rows != nullptr) add_rows(job, jobs, i, buffers);
    const Node& first = job.rows != nullptr ? *job.rows : *job.stores[0];
    b_->at(first.where);
    const Value row = job.rows != nullptr ? first.results[0] : first.operands.back();
    Values operands{ops::size_value(*b_, from_->type(row).sizes[0])};
    std::vector<ir::Type> types{b_->type(operands[0])};
    for (const Buffer& x : buffers) {
      operands.push_back(x.before ? at(x.before) : ops::make_room(*b_, from_->type(x.row)));
      types.push_back(b_->type(operands.back()));
    }
    const Values params = b_->open_region(types);
    for (std::size_t k = 0; k < buffers.size(); ++k) buffers[k].now = buffers[k].at = params[k + 1];
    turn(job, jobs, i, params[0], buffer_of, buffers);
    Values results;
    for (const Buffer& x : buffers) results.push_back(x.now);
    std::vector<Region> regions;
    regions.push_back(b_->close_region(std::move(results)));
    b_->at(first.where);
    types.erase(types.begin());
    ir::Attrs attrs;
    attrs.set(std::string(kTurnsApart), true);
    const Values y = b_->add_structural(ops::structural(Control::loop), operands, std::move(attrs),
                                        std::move(regions), types);
    for (std::size_t k = 0; k < y.size(); ++k)
      if (buffers[k].row) bind(buffers[k].row, y[k]);
    for (const Node* s : job.stores) bind(s->results[0], y[buffer_of[s]]);
  }
  void bind(Value from, Value to) {
    map_[from] = to;
    b_->name(to, from_->values[from.id].name);
  }

  /// The array that a store writes: as it was before the job, or as another store of it left it.
  static std::size_t buffer_for(const Node& store, const RowJob& job,
                                const std::map<const Node*, std::size_t>& known,
                                std::vector<Buffer>& buffers) {
    for (const Node* s : job.stores)
      if (s->results[0] == store.operands[0]) return known.at(s);
    buffers.push_back({store.operands[0], {}, {}, {}});
    return buffers.size() - 1;
  }

  /// The rows that others than the job's stores read: in the buffer of one that nobody reads any
  /// more, or in one of their own.
  void add_rows(const RowJob& job, const RowJobs& jobs, std::size_t i,
                std::vector<Buffer>& buffers) {
    Values free;
    for (Value x : job.rows->operands)
      if (jobs.ends(x, i) && uses(free, x) == 0) free.push_back(x);
    for (Value y : job.rows->results) {
      const auto stored = std::count_if(job.stores.begin(), job.stores.end(),
                                        [&](const Node* s) { return s->operands.back() == y; });
      if (reads_[y] <= stored) continue;
      const auto same = std::find_if(free.begin(), free.end(), [&](Value x) {
        return from_->type(x).dtype == from_->type(y).dtype;
      });
      buffers.push_back({same == free.end() ? Value{} : *same, y, {}, {}});
      if (same != free.end()) free.erase(same);
    }
  }

  /// One element of every row: read, then computed, then written.
  void turn(const RowJob& job, const RowJobs& jobs, std::size_t i, Value lane,
            const std::map<const Node*, std::size_t>& buffer_of, std::vector<Buffer>& buffers) {
    std::map<Value, Value> elements;
    const auto element = [&](Value v) {
      const auto [found, is_new] = elements.try_emplace(v);
      if (is_new) found->second = element_of(v, jobs, i, lane, buffers);
      return found->second;
    };
    if (job.rows != nullptr) compute(*job.rows, element, elements);
    Values parts;
    for (const Node* s : job.stores) parts.push_back(element(s->operands.back()));
    for (std::size_t k = 0; k < job.stores.size(); ++k) {
      const Node& s = *job.stores[k];
      Buffer& array = buffers[buffer_of.at(&s)];
      b_->at(s.where);
      array.now =
          b_->add(*s.op, at_lane(array.now, s, s.operands.size() - 1, lane, parts[k]), s.attrs);
    }
    for (Buffer& x : buffers)
      if (x.row) x.now = ops::store(*b_, x.now, lane, elements.at(x.row));
  }

  template <class Element>
  void compute(const Node& n, const Element& element, std::map<Value, Value>& elements) {
    if (n.op->access == ir::Access::load) {
      element(n.results[0]);
      return;
    }
    if (n.op->control != Control::map) {
      Values x;
      for (Value v : n.operands) x.push_back(element(v));
      elements[n.results[0]] = b_->add(*n.op, x, n.attrs);
      b_->name(elements[n.results[0]], from_->values[n.results[0].id].name);
      return;
    }
    const Region& body = n.regions[0];
    for (std::size_t k = 0; k < body.params.size(); ++k)
      map_[body.params[k]] = element(n.operands[k]);
    for (const Node& inner : body.nodes) b_->copy(*from_, inner, map_);
    for (std::size_t k = 0; k < n.results.size(); ++k) elements[n.results[k]] = at(body.results[k]);
  }

  Value element_of(Value v, const RowJobs& jobs, std::size_t i, Value lane,
                   const std::vector<Buffer>& buffers) {
    if (from_->type(v).is_scalar()) return at(v);
    if (const auto all = repeated_.find(v); all != repeated_.end()) return at(all->second);
    const Node* read = jobs.read_in_place(v, i);
    const Value source = read != nullptr ? read->operands[0] : v;
    const auto own = std::find_if(buffers.begin(), buffers.end(),
                                  [&](const Buffer& x) { return x.before == source; });
    const Value from = own != buffers.end() ? own->at : at(source);
    if (read == nullptr) return ops::load(*b_, from, lane);
    return b_->add(*read->op, at_lane(from, *read, read->operands.size(), lane, {}), read->attrs);
  }

  /// The operands of an access, up to `end`, to one element of the row that `access` is about.
  Values at_lane(Value array, const Node& access, std::size_t end, Value lane, Value part) {
    Values x{array};
    for (std::size_t k = 1; k < end; ++k) x.push_back(at(access.operands[k]));
    x.push_back(lane);
    if (part) x.push_back(part);
    return x;
  }

  const std::vector<ir::Size>& lengths_;
  std::set<const Region*> bodies_;
  std::map<Value, int> reads_;
  std::map<Value, Value> repeated_;  // all elements of a value -> the scalar that they are
};

}  // namespace

ir::Graph row_loops(ir::Graph g, const std::vector<ir::Size>& directions) {
  if (directions.empty()) return g;
  for (ir::Function& f : g.functions) f = RowLoops(f, directions).run(f);
  return dce(std::move(g));
}

}  // namespace tlaloc::transform
