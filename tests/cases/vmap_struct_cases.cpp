// vmap of functions of plain structs: arguments, results and gradients as Batched structs; and
// vmaps in vmaps.
#include <tlaloc/tlaloc.h>

#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "check.h"

using cases::check;
using namespace tlaloc;

namespace {

using Batch = Axis<"batch">;
using Ensemble = Axis<"ensemble">;

enum class Kind { tanh, plain };

struct Layer {
  Matrix<double> w;
  Vector<double> b;
};
struct Model {
  Layer hidden;
  std::array<double, 2> scale;
  int heads = 2;
  Kind kind = Kind::tanh;
};

Model model(double x) {
  return {{{{x, 2 * x}, {-1, 0.5}}, {0.1, x}}, {x, 1}, static_cast<int>(10 * x), Kind::plain};
}

double loss(const Model& m, const Vector<double>& x) {
  return m.scale[0] * sum(tanh(contract(x, m.hidden.w, axes<0>, axes<0>) + m.hidden.b)) * m.heads +
         m.scale[1];
}

void same_model(const char* what, const Model& got, const Model& want) {
  for (int i = 0; i < 4; ++i) check(what, got.hidden.w(i / 2, i % 2), want.hidden.w(i / 2, i % 2));
  for (int i = 0; i < 2; ++i) check(what, got.hidden.b(i), want.hidden.b(i));
  for (int i = 0; i < 2; ++i) check(what, got.scale[i], want.scale[i]);
  check(what, got.heads, want.heads);
  check(what, got.kind == want.kind, 1);
}

const Vector<double> kX = {0.3, -0.7};

void batches_of_structs() {
  const std::vector<Model> models = {model(0.5), model(-0.25), model(1)};
  const Batched<Ensemble, Model> all = stack<Ensemble>(models);
  const auto values = vmap<Ensemble>(loss, batched, shared)(all, kX);
  const Batched<Ensemble, Model> g = vmap<Ensemble>(grad<0>(loss), batched, shared)(all, kX);
  for (int i = 0; i < 3; ++i) {
    check("a struct a lane", values(i), loss(models[i], kX));
    same_model("its gradient", g[i], grad<0>(loss)(models[i], kX));
  }
  const auto& w = g.leaf<&Model::hidden, &Layer::w>();
  check("a leaf of all lanes", w(1, 0, 1), grad<0>(loss)(models[1], kX).hidden.w(0, 1));
}

void a_gradient_an_example() {
  const Model m = model(0.5);
  const Tensor<double, Batch, Any> xs = {{1, 2}, {3, -4}, {0.5, 0}};
  const auto each = vmap<Batch>(grad<0>(loss), shared, batched);
  const Batched<Batch, Model> g = each(m, xs);
  const auto [v, both] = vmap<Batch>(value_and_grad(loss), shared, batched)(m, xs);
  for (int i = 0; i < 3; ++i) {
    const Vector<double> x = {xs(i, 0), xs(i, 1)};
    same_model("a gradient an example", g[i], grad<0>(loss)(m, x));
    check("its value", v(i), loss(m, x));
    same_model("with its value", std::get<0>(both)[i], grad<0>(loss)(m, x));
    check("and of x", std::get<1>(both)(i, 1), grad<1>(loss)(m, x)(1));
  }
}

struct Point {
  double x, y;
};
struct Line {
  Point from, to;
};

void results_of_struct_type() {
  const auto scaled = [](const Line& l, double s) -> std::pair<Line, double> {
    return {{{l.from.x * s, l.from.y}, {l.to.x, l.to.y + s}}, s * s};
  };
  const std::vector<Line> lines = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
  const auto [moved, squares] = vmap<Batch>(scaled)(stack<Batch>(lines), {10, 20});
  for (int i = 0; i < 2; ++i) {
    const Line want = scaled(lines[i], 10.0 * (i + 1)).first, got = moved[i];
    check("a struct in a struct", got.from.x, want.from.x);
    check("a struct in a struct", got.to.y, want.to.y);
    check("beside a number", squares(i), 100.0 * (i + 1) * (i + 1));
  }
}

void nested() {
  const auto f = [](double x, double y) { return x * x * y; };
  const Tensor<double, Ensemble> xs = {1, 2, 3};
  const Tensor<double, Batch> ys = {10, 20};
  const Tensor<double, Ensemble, Batch> all =
      vmap<Ensemble>(vmap<Batch>(f, shared, batched), batched, shared)(xs, ys);
  const auto slopes = vmap<Ensemble>(vmap<Batch>(grad<0>(f), shared, batched), batched, shared);
  const Tensor<double, Batch, Ensemble> other =
      vmap<Ensemble>(vmap<Batch>(f, shared, batched), batched, shared, out_at<1>)(xs, ys);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 2; ++k) {
      check("every pair", all(i, k), f(xs(i), ys(k)));
      check("the other way round", other(k, i), f(xs(i), ys(k)));
      check("its slope", slopes(xs, ys)(i, k), 2 * xs(i) * ys(k));
    }

  const auto two_ways = [](double x) { return x > 0 ? std::sqrt(x) : -x; };
  const Tensor<double, Ensemble, Batch> grid = {{4, -1, 0}, {-2, 9, 1}};
  const auto y = vmap<Ensemble>(vmap<Batch>(two_ways))(grid);
  const auto g = vmap<Ensemble>(vmap<Batch>(grad(two_ways)))(grid);
  for (int i = 0; i < 6; ++i) {
    check("branches in two batches", y(i / 3, i % 3), two_ways(grid(i / 3, i % 3)));
    check("their slopes", g(i / 3, i % 3), grad(two_ways)(grid(i / 3, i % 3)));
  }

  const std::vector<Model> models = {model(0.5), model(-0.25)};
  const Tensor<double, Batch, Any> data = {{1, 2}, {3, -4}, {0.5, 0}};
  const Batched<Ensemble, Batched<Batch, Model>> gs = vmap<Ensemble>(
      vmap<Batch>(grad<0>(loss), shared, batched), batched, shared)(stack<Ensemble>(models), data);
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 3; ++k)
      same_model("structs in two batches", gs[i][k],
                 grad<0>(loss)(models[i], {data(k, 0), data(k, 1)}));
}

// The gradient by a weight that all lanes share is one product over the batch: no copy of the
// weight, and no gradient, for each lane.
void a_shared_weight() {
  const auto layer = [](const Matrix<double>& w, const Vector<double>& x) {
    const auto h = tanh(matmul(reshape(x, {1, x.count()}), w));
    return sum(h * h);
  };
  const auto by_lanes = [&](const Matrix<double>& w, const Matrix<double>& xs) {
    return sum(vmap<Batch>(layer, shared, batched)(w, xs));
  };
  const auto by_matrices = [](const Matrix<double>& w, const Matrix<double>& xs) {
    const auto h = tanh(matmul(xs, w));
    return sum(h * h);
  };
  const Matrix<double> w = {{0.5, -0.25, 1}, {0.75, 0.5, -1}}, xs = {{1, 2}, {3, -1}, {0.5, 1}};
  const Matrix<double> got = grad<0>(by_lanes)(w, xs), want = grad<0>(by_matrices)(w, xs);
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 3; ++k) check("a shared weight", got(i, k), want(i, k), 1e-14);
  const std::string text(program(grad<0>(by_lanes)).text());
  int products = 0;
  for (std::size_t at = text.find("contract("); at != text.npos;
       at = text.find("contract(", at + 1))
    ++products;
  check("one product there, one back", products, 2);
  check("no weight for each lane", text.find("[xs_0, w_0, w_1]") == text.npos, 1);
  check("sizes are called so", text.find("[xs_0, 1, w_1]") != text.npos, 1);
}

}  // namespace

int main() {
  a_shared_weight();
  batches_of_structs();
  a_gradient_an_example();
  results_of_struct_type();
  nested();
  return cases::summary("vmap of structs");
}
