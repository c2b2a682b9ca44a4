// GradBench's ba: what p observations of m points by n cameras miss, two numbers each, and what the
// weights miss, one each; the sparse Jacobian over the primal. The sizes are those of GradBench's
// first files, the numbers are made.
#include <tlaloc/tlaloc.h>

#include <array>
#include <cmath>
#include <vector>

#include "dual.h"
#include "ratio.h"
using namespace tlaloc;
namespace {

template <class T>
using Three = std::array<T, 3>;
template <class T>
using Two = std::array<T, 2>;
/// Turn (axis times angle), centre, focal length, principal point, distortion.
template <class T>
using Camera = std::array<T, 11>;

template <class T>
Three<T> cross(const Three<T>& a, const Three<T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Rodrigues' formula.
template <class T>
Three<T> turned(const Three<T>& turn, const Three<T>& x) {
  using std::cos, std::sin, std::sqrt;
  T square = 0;
  for (int i = 0; i < 3; ++i) square += turn[i] * turn[i];
  Three<T> out;
  if (!(square > 0)) {
    const Three<T> apart = cross(turn, x);
    for (int i = 0; i < 3; ++i) out[i] = x[i] + apart[i];
    return out;
  }
  const T angle = sqrt(square), c = cos(angle), s = sin(angle), inverse = 1 / angle;
  const Three<T> axis{turn[0] * inverse, turn[1] * inverse, turn[2] * inverse};
  const Three<T> apart = cross(axis, x);
  const T along = (axis[0] * x[0] + axis[1] * x[1] + axis[2] * x[2]) * (1 - c);
  for (int i = 0; i < 3; ++i) out[i] = x[i] * c + apart[i] * s + axis[i] * along;
  return out;
}

template <class T>
Two<T> missed(const Camera<T>& camera, const Three<T>& point, T weight, const Two<double>& seen) {
  const Three<T> from{point[0] - camera[3], point[1] - camera[4], point[2] - camera[5]};
  const Three<T> at = turned<T>({camera[0], camera[1], camera[2]}, from);
  const T x = at[0] / at[2], y = at[1] / at[2], r = x * x + y * y;
  const T stretch = 1 + camera[9] * r + camera[10] * r * r;
  return {weight * (x * stretch * camera[6] + camera[7] - seen[0]),
          weight * (y * stretch * camera[6] + camera[8] - seen[1])};
}

template <class T>
T weight_missed(T weight) {
  return 1 - weight * weight;
}

struct Scene {
  std::vector<Camera<double>> cameras;
  std::vector<Three<double>> points;
  std::vector<double> weights;
  std::vector<Two<int>> observed;  // a camera and a point
  std::vector<Two<double>> seen;

  Scene(int n, int m, int p) : weights(bench::numbers(std::size_t(p), 3)) {
    for (int i = 0; i < n; ++i) cameras.push_back(some<11>(i, 1));
    for (int i = 0; i < m; ++i) points.push_back(some<3>(i, 2));
    for (auto& x : points) x[2] += 3;  // in front of the cameras
    for (int i = 0; i < p; ++i) {
      observed.push_back({i % n, i % m});
      seen.push_back(some<2>(i, 4));
    }
  }

 private:
  template <std::size_t N>
  static std::array<double, N> some(int i, int kind) {
    const std::vector<double> x = bench::numbers(N, unsigned(4 * i + kind));
    std::array<double, N> out;
    for (std::size_t k = 0; k < N; ++k) out[k] = 0.5 * x[k];
    return out;
  }
};

struct Missed {
  std::vector<double> places, weights;
};

void all_missed(const Scene& s, Missed& out) {
  const std::size_t p = s.weights.size();
  out.places.resize(2 * p);
  out.weights.resize(p);
  for (std::size_t i = 0; i < p; ++i) {
    const auto [camera, point] = s.observed[i];
    const Two<double> by = missed<double>(s.cameras[std::size_t(camera)],
                                          s.points[std::size_t(point)], s.weights[i], s.seen[i]);
    out.places[2 * i] = by[0];
    out.places[2 * i + 1] = by[1];
  }
  for (std::size_t i = 0; i < p; ++i) out.weights[i] = weight_missed(s.weights[i]);
}

/// By rows: 15 numbers for each number of a place, 1 for a weight.
struct Sparse {
  std::vector<int> starts, columns;
  std::vector<double> values;
};

auto observation_jacobian(const Scene& s, std::size_t i) {
  const auto [camera, point] = s.observed[i];
  const Two<double>& seen = s.seen[i];
  const auto f = [&seen](const Camera<double>& c, const Three<double>& x, double w) {
    return missed<double>(c, x, w, seen);
  };
  const auto blocks = jacobian_reverse(f)(s.cameras[std::size_t(camera)],
                                          s.points[std::size_t(point)], s.weights[i]);
  return std::apply([](auto... number) { return std::array<double, 30>{number...}; },
                    blocks.leaves);
}

void jacobian_of(const Scene& s, Sparse& out) {
  const int n = int(s.cameras.size()), m = int(s.points.size()), p = int(s.weights.size());
  const auto weight_slope = grad(weight_missed<double>);
  out.starts.clear();
  out.columns.clear();
  out.values.clear();
  out.starts.reserve(3 * p + 1);
  out.columns.reserve(31 * p);
  out.values.reserve(31 * p);
  out.starts.push_back(0);
  for (int i = 0; i < p; ++i) {
    const auto [camera, point] = s.observed[i];
    const std::array<double, 30> numbers = observation_jacobian(s, std::size_t(i));
    for (int row = 0; row < 2; ++row) {
      for (int k = 0; k < 11; ++k) out.columns.push_back(11 * camera + k);
      for (int k = 0; k < 3; ++k) out.columns.push_back(11 * n + 3 * point + k);
      out.columns.push_back(11 * n + 3 * m + i);
      out.values.insert(out.values.end(), &numbers[15 * row], &numbers[15 * row] + 15);
      out.starts.push_back(int(out.values.size()));
    }
  }
  for (int i = 0; i < p; ++i) {
    out.columns.push_back(11 * n + 3 * m + i);
    out.values.push_back(weight_slope(s.weights[i]));
    out.starts.push_back(int(out.values.size()));
  }
}

bool is_right() {
  const Scene s(3, 5, 10);
  Sparse ours;
  jacobian_of(s, ours);
  for (int row = 0; row < 20; ++row) {
    const std::size_t i = row / 2;
    const auto [camera, point] = s.observed[i];
    std::vector<double> all(s.cameras[camera].begin(), s.cameras[camera].end());
    all.insert(all.end(), s.points[point].begin(), s.points[point].end());
    all.push_back(s.weights[i]);
    const auto by_dual = bench::dual_gradient(
        [&](std::span<const bench::Dual> u) {
          Camera<bench::Dual> c;
          std::copy_n(u.begin(), 11, c.begin());
          return missed<bench::Dual>(c, {u[11], u[12], u[13]}, u[14], s.seen[i])[row % 2];
        },
        all);
    if (!bench::agree("ba", std::span(ours.values).subspan(15 * row, 15), by_dual)) return false;
  }
  for (std::size_t i = 0; i < 10; ++i)
    if (ours.values[300 + i] != -2 * s.weights[i]) return false;
  return true;
}

}  // namespace

int main() {
  if (!is_right()) return 1;
  std::vector<double> ratios;
  for (const auto& [n, m, p] :
       {std::array{49, 7776, 31843}, std::array{73, 11032, 46122}, std::array{93, 61203, 287451}}) {
    const Scene s(n, m, p);
    Missed missed;
    Sparse sparse;
    ratios.push_back(bench::compare(
                         [&] {
                           jacobian_of(s, sparse);
                           bench::keep(sparse.values[0]);
                         },
                         [&] {
                           all_missed(s, missed);
                           bench::keep(missed.places[0]);
                         },
                         5)
                         .median);
  }
  bench::print_mean("ba_jacobian_over_primal", ratios, 7.2);
}
