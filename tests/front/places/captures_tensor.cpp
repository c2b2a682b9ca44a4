// The kinds of capture and the main places again, with tensors and structs of tensors.
#include <tlaloc/tlaloc.h>

#include "check.h"

using cases::check;
using tlaloc::grad;
using tlaloc::Matrix;
using tlaloc::Vector;

struct Layer {
  Matrix<double> w;
  Vector<double> b;
};
struct Model {
  Layer first;
  double scale;
};

class Trainer {
 public:
  Matrix<double> w = {{1, 2}, {3, 4}};
  double by_this(const Matrix<double>& x) const {
    return grad([this](const Matrix<double>& v) { return sum(matmul(v, w)); })(x)(0, 1);
  }
  double by_copy_of_this(const Matrix<double>& x) const {
    return grad([*this](const Matrix<double>& v) { return sum(matmul(v, w)); })(x)(0, 0);
  }
  double private_member(const Matrix<double>& x) const {
    return grad([this](const Matrix<double>& v) { return sum(hidden_ * v * v); })(x)(0, 1);
  }

 private:
  Vector<double> hidden_ = {5, 7};
};

const Vector<double> kOnes = {1, 1};

void captured_tensors() {
  Matrix<double> w = {{1, 2}, {3, 4}};
  const Matrix<double> x = {{5, 6}};
  check("by value", grad([w](const Matrix<double>& v) { return sum(matmul(v, w)); })(x)(0, 0), 3);
  {
    auto g = grad([w](const Matrix<double>& v) { return sum(matmul(v, w)); });
    w.set(100, 0, 0);
    check("by value: as of its making", g(x)(0, 0), 3);
    w.set(1, 0, 0);
  }
  {
    auto g = grad([&w](const Matrix<double>& v) { return sum(matmul(v, w)); });
    w.set(10, 0, 0);
    check("by reference: as of the call", g(x)(0, 0), 12);
    w.set(1, 0, 0);
  }
  check("[=]", grad([=](const Matrix<double>& v) { return sum(matmul(v, w)); })(x)(0, 1), 7);
  check("[&]", grad([&](const Matrix<double>& v) { return sum(matmul(v, w)); })(x)(0, 1), 7);
  check("init", grad([u = w + w](const Matrix<double>& v) { return sum(matmul(v, u)); })(x)(0, 0),
        6);
  check("init that shadows itself",
        grad([w = w * w](const Matrix<double>& v) { return sum(matmul(v, w)); })(x)(0, 0), 5);
  check("global", grad([](const Matrix<double>& v) { return sum(kOnes * v * v); })(x)(0, 1), 12);
}

void captured_structs() {
  Model m{{{{1, 2}, {3, 4}}, {1, 1}}, 2};
  const Matrix<double> x = {{5, 6}};
  check("struct", grad([m](const Matrix<double>& v) {
          return m.scale * sum(matmul(v, m.first.w) + m.first.b);
        })(x)(0, 0),
        6);
  check("struct by reference", grad([&m](const Matrix<double>& v) {
          return m.scale * sum(matmul(v, m.first.w));
        })(x)(0, 1),
        14);
  auto& [first, scale] = m;
  check("structured binding",
        grad([&](const Matrix<double>& v) { return scale * sum(matmul(v, first.w)); })(x)(0, 1),
        14);
  auto f = [m](const Matrix<double>& v) { return sum(matmul(v, m.first.w)); };
  check("closure in a closure", grad([f](const Matrix<double>& v) { return 3.0 * f(v); })(x)(0, 0),
        9);
}

template <class T>
Matrix<T> in_template(const Matrix<T>& w, const Matrix<T>& x) {
  return grad([&w](const Matrix<T>& v) { return sum(matmul(v, w)); })(x);
}

auto make(Matrix<double> w) {
  return [w](const Matrix<double>& v) { return sum(matmul(v, w)); };
}

void places() {
  const Matrix<double> x = {{5, 6}};
  check("in a template", in_template<double>({{1, 2}, {3, 4}}, x)(0, 0), 3);
  check("in a template at float", in_template<float>({{1, 2}, {3, 4}}, {{5, 6}})(0, 1), 7);
  check("made by a function", grad(make({{1, 2}, {3, 4}}))(x)(0, 1), 7);
  const auto model = grad([](const Model& m, const Matrix<double>& v) {
    return m.scale * sum(matmul(v, m.first.w) + m.first.b);
  });
  const auto [dm, dv] = model(Model{{{{1, 2}, {3, 4}}, {1, 1}}, 2}, x);
  check("gradient of a model, w", dm.first.w(1, 0), 12);
  check("gradient of a model, b", dm.first.b(1), 2);
  check("gradient of a model, scale", dm.scale, 59);
  check("and of the input", dv(0, 0), 6);
}

int main() {
  captured_tensors();
  captured_structs();
  places();
  const Matrix<double> x = {{5, 6}};
  const Trainer t;
  check("this", t.by_this(x), 7);
  check("*this", t.by_copy_of_this(x), 3);
  check("private member", t.private_member(x), 2 * 7 * 6);
  return cases::summary("captures_tensor");
}
