#include "back/cpp/liveness.h"

#include "back/words.h"

namespace tlaloc::back {

Liveness::Liveness(const ir::Function& f) : births_(f.values.size(), -1), reads_(f.values.size()) {
  rooms_.push_back({});
  number(f.body, 0);
}

int Liveness::tick(int room) {
  room_of_.push_back(room);
  return static_cast<int>(room_of_.size()) - 1;
}

void Liveness::number(const Region& r, int room) {
  Range& range = regions_[&r];
  const int begin = tick(room);
  range.begin = begin;
  for (Value p : r.params) births_[p.id] = begin;
  for (const Node& n : r.nodes) {
    const Control control = n.op->control;
    const int enter = tick(room);
    for (Value x : n.operands) reads_[x.id].push_back(enter);
    int leave = enter;
    if (!n.regions.empty() && control != Control::map) {
      const bool loops = control == Control::loop || control == Control::while_loop;
      std::vector<int> inner;
      for (const Region& body : n.regions) {
        inner.push_back(static_cast<int>(rooms_.size()));
        rooms_.push_back({room, enter, 0, loops, control == Control::branch});
        number(body, inner.back());
      }
      // A while's carried values go through its condition, and out of it; a trip count is asked for
      // each turn.
      if (control == Control::while_loop)
        for (Value p : n.regions[0].params) reads_[p.id].push_back(regions_[&n.regions[0]].end);
      if (control == Control::loop) reads_[n.operands[0].id].push_back(regions_[&n.regions[0]].end);
      leave = tick(room);
      for (int i : inner) rooms_[i].node_leave = leave;
    }
    nodes_[&n] = {enter, leave};
    for (Value y : n.results) births_[y.id] = leave;
  }
  const int end = tick(room);
  regions_[&r].end = end;
  for (Value y : r.results) reads_[y.id].push_back(end);
}

bool Liveness::exclusive(int a, int b) const {
  for (int ra = room_of_[a]; ra >= 0; ra = rooms_[ra].parent) {
    if (!rooms_[ra].excludes) continue;
    for (int rb = room_of_[b]; rb >= 0; rb = rooms_[rb].parent)
      if (rb != ra && rooms_[rb].excludes && rooms_[rb].node_enter == rooms_[ra].node_enter)
        return true;
  }
  return false;
}

bool Liveness::reaches(Value v, int from, int to) const {
  for (int r = room_of_[from]; r >= 0; r = rooms_[r].parent) {
    const Room& room = rooms_[r];
    if (room.loops && births_[v.id] <= room.node_enter && to > room.node_enter &&
        to < room.node_leave)
      return true;  // round the loop
  }
  return to > from && !exclusive(from, to);
}

bool Liveness::read_after(Value v, int point) const {
  for (int read : reads_[v.id])
    if (reaches(v, point, read)) return true;
  return false;
}

bool Liveness::live_after(Value v, int point) const {
  return births_[v.id] <= point && read_after(v, point);
}

bool Liveness::conflict(Value a, Value b) const {
  return live_after(a, births_[b.id]) || live_after(b, births_[a.id]);
}

bool Liveness::in_loop_after(Value v, int point) const {
  for (int r = room_of_[point]; r >= 0; r = rooms_[r].parent)
    if (rooms_[r].loops && births_[v.id] <= rooms_[r].node_enter) return true;
  return false;
}

}  // namespace tlaloc::back
