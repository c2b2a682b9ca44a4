// GradBench's ht, the complicated form: a skinned hand of 22 bones, posed by 26 numbers, against c
// points that each lie somewhere on a triangle of it, given by two numbers more. The Jacobian has
// 28 columns: by the pose, and by every point's own two numbers at once. The hand is made, of
// GradBench's sizes: the time does not depend on its numbers.
#include <tlaloc/tlaloc.h>

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "dual.h"
#include "ratio.h"
using namespace tlaloc;
namespace {

constexpr int kBones = 22, kPose = 26, kColumns = kPose + 2;

/// x: the pose, then what is added to both numbers of every point; the distances, 3 a point.
template <class T>
std::vector<T> hand(std::span<const T> x, std::span<const int> parents,
                    std::span<const int> triangles, std::span<const double> bones,
                    std::span<const double> back, std::span<const double> vertices,
                    std::span<const double> weights, std::span<const int> on,
                    std::span<const double> at, std::span<const double> points) {
  using std::cos, std::sin, std::sqrt;
  const int n = int(vertices.size()) / 3, c = int(on.size());
  // The angles of the bones: three each, of which fingers bend by four.
  std::vector<T> angles(3 * kBones);
  for (int i = 0; i < 3 * kBones; ++i) angles[i] = 0;
  for (int finger = 0; finger < 5; ++finger)
    for (int i = 0; i < 3; ++i) {
      const int bone = 2 + 4 * finger + i, from = 6 + 4 * finger;
      angles[3 * bone] = x[i == 0 ? from : from + i + 1];
      if (i == 0) angles[3 * bone + 1] = x[from + 1];
    }
  // Where the bones are, and what they do to the resting hand.
  std::vector<T> placed(12 * kBones), moved(12 * kBones);
  for (int bone = 0; bone < kBones; ++bone) {
    const T cx = cos(angles[3 * bone]), sx = sin(angles[3 * bone]);
    const T cz = cos(angles[3 * bone + 1]), sz = sin(angles[3 * bone + 1]);
    const T cy = cos(angles[3 * bone + 2]), sy = sin(angles[3 * bone + 2]);
    const T turn[12] = {cz * cy,
                        cz * sy * sx - sz * cx,
                        cz * sy * cx + sz * sx,
                        0,
                        sz * cy,
                        sz * sy * sx + cz * cx,
                        sz * sy * cx - cz * sx,
                        0,
                        -sy,
                        cy * sx,
                        cy * cx,
                        0};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 4; ++j) {
        T sum = 0;
        if (j == 3) sum = bones[12 * bone + 4 * i + 3];
        for (int k = 0; k < 3; ++k) sum += bones[12 * bone + 4 * i + k] * turn[4 * k + j];
        moved[12 * bone + 4 * i + j] = sum;
      }
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 4; ++j) {
        T sum = moved[12 * bone + 4 * i + j];
        if (parents[bone] >= 0) {
          const int up = 12 * parents[bone] + 4 * i;
          sum = 0;
          if (j == 3) sum = placed[up + 3];
          for (int k = 0; k < 3; ++k) sum += placed[up + k] * moved[12 * bone + 4 * k + j];
        }
        placed[12 * bone + 4 * i + j] = sum;
      }
  }
  for (int bone = 0; bone < kBones; ++bone)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 4; ++j) {
        T sum = 0;
        if (j == 3) sum = placed[12 * bone + 4 * i + 3];
        for (int k = 0; k < 3; ++k)
          sum += placed[12 * bone + 4 * i + k] * back[12 * bone + 4 * k + j];
        moved[12 * bone + 4 * i + j] = sum;
      }
  // The whole hand turns about an axis by its length, and shifts.
  const T angle = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  T turn[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  if (angle >= 0.0001) {
    const T u = x[0] / angle, v = x[1] / angle, w = x[2] / angle;
    const T s = sin(angle), k = cos(angle), l = 1 - k;
    turn[0] = u * u + (1 - u * u) * k, turn[1] = u * v * l - w * s, turn[2] = u * w * l + v * s;
    turn[3] = u * v * l + w * s, turn[4] = v * v + (1 - v * v) * k, turn[5] = v * w * l - u * s;
    turn[6] = u * w * l - v * s, turn[7] = v * w * l + u * s, turn[8] = w * w + (1 - w * w) * k;
  }
  std::vector<T> skin(3 * n);
  for (int vertex = 0; vertex < n; ++vertex) {
    T sum[3] = {0, 0, 0};
    for (int bone = 0; bone < kBones; ++bone)
      for (int i = 0; i < 3; ++i) {
        const int row = 12 * bone + 4 * i;
        sum[i] += weights[vertex * kBones + bone] *
                  (moved[row] * vertices[3 * vertex] + moved[row + 1] * vertices[3 * vertex + 1] +
                   moved[row + 2] * vertices[3 * vertex + 2] + moved[row + 3]);
      }
    for (int i = 0; i < 3; ++i)
      skin[3 * vertex + i] =
          turn[3 * i] * sum[0] + turn[3 * i + 1] * sum[1] + turn[3 * i + 2] * sum[2] + x[3 + i];
  }
  std::vector<T> out(3 * c);
  for (int p = 0; p < c; ++p) {
    const T u = at[2 * p] + x[kPose], v = at[2 * p + 1] + x[kPose + 1];
    const int corner = 3 * on[p];
    for (int i = 0; i < 3; ++i)
      out[3 * p + i] = points[3 * p + i] - (u * skin[3 * triangles[corner] + i] +
                                            v * skin[3 * triangles[corner + 1] + i] +
                                            (1 - u - v) * skin[3 * triangles[corner + 2] + i]);
  }
  return out;
}

struct Sample {
  std::vector<int> parents, triangles, on;
  std::vector<double> x, bones, back, vertices, weights, at, points;

  Sample(int n, int c)
      : x(bench::numbers(kColumns, 1)),
        bones(bench::numbers(12 * kBones, 2)),
        back(bench::numbers(12 * kBones, 3)),
        vertices(bench::numbers(std::size_t(3 * n), 4)),
        weights(bench::numbers(std::size_t(n * kBones), 5)),
        at(bench::numbers(std::size_t(2 * c), 6)),
        points(bench::numbers(std::size_t(3 * c), 7)) {
    x[kPose] = x[kPose + 1] = 0;
    for (int bone = 0; bone < kBones; ++bone)
      parents.push_back(bone < 2 ? bone - 1 : bone % 4 == 2 ? 1 : bone - 1);
    for (int i = 0; i < 6 * n; ++i) triangles.push_back(i * 7 % n);
    for (int i = 0; i < c; ++i) on.push_back(i * 11 % (2 * n));
  }
  template <class F, class X>
  auto call(const F& f, const X& x) const {
    return f(x, parents, triangles, bones, back, vertices, weights, on, at, points);
  }
};

/// All directions at once.
Matrix<double> jacobian_of(const Sample& s) {
  const auto whole = jacobian([&s](std::span<const double> x) {
    return hand<double>(x, s.parents, s.triangles, s.bones, s.back, s.vertices, s.weights, s.on,
                        s.at, s.points);
  });
  return whole(s.x);
}

bool is_right() {
  const Sample s(9, 4);
  const auto ours = jacobian_of(s);
  for (int row = 0; row < 12; ++row) {
    const auto by_dual = bench::dual_gradient(
        [&](std::span<const bench::Dual> u) { return s.call(hand<bench::Dual>, u)[row]; }, s.x);
    std::vector<double> mine;
    for (int column = 0; column < kColumns; ++column) mine.push_back(ours(row, column));
    if (!bench::agree("ht", mine, by_dual)) return false;
  }
  return true;
}

}  // namespace

int main() {
  if (!is_right()) return 1;
  std::vector<double> ratios;
  for (int c : {100, 1000, 10000, 100000}) {
    const Sample s(544, c);
    ratios.push_back(
        bench::compare([&] { bench::keep(jacobian_of(s)(0, 0)); },
                       [&] { bench::keep(s.call(hand<double>, std::span<const double>(s.x))[0]); },
                       5)
            .median);
  }
  bench::print_mean("ht_jacobian_over_primal", ratios, 41);
}
