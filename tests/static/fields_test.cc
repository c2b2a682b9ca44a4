// The fields of plain structs, counted and named when this file compiles.
#include <tlaloc/fields.h>
#include <tlaloc/tensor.h>

#include <array>
#include <string>
#include <tuple>
#include <vector>

using tlaloc::field_count;
using tlaloc::field_name;
using tlaloc::Matrix;
using tlaloc::PlainStruct;
using tlaloc::Tensor;
using tlaloc::Vector;

struct Dense {
  Matrix<float> w;
  Vector<float> b;
};
static_assert(field_count<Dense> == 2 && field_name<Dense, 0> == "w" &&
              field_name<Dense, 1> == "b");

struct Model {
  Dense l1, l2;
  std::array<Dense, 3> more;
  int heads = 4;
  double lr{0.1};
};
static_assert(field_count<Model> == 5 && field_name<Model, 2> == "more" &&
              field_name<Model, 4> == "lr");

struct Arrays {
  float s;
  float w[2];
  Dense pair[2];
  float grid[2][3];
  std::string name;
  std::vector<Dense> list;
};
static_assert(field_count<Arrays> == 6 && field_name<Arrays, 3> == "grid" &&
              field_name<Arrays, 5> == "list");

enum class Kind { a, b };
struct Mixed {
  Kind kind;
  bool b;
  std::int64_t n;
  const char* s;
  std::pair<int, float> p;
  std::tuple<int, Dense> t;
  Tensor<float, tlaloc::Axis<"a", 3>> x;
};
static_assert(field_count<Mixed> == 7 && field_name<Mixed, 6> == "x");

struct NeedsValue {
  NeedsValue(int);
};
struct Needs {
  NeedsValue first, second;
  int third;
};
static_assert(field_count<Needs> == 3);

struct Empty {};
struct OneTensor {
  Vector<float> v;
};
struct OneStruct {
  Dense d;
};
struct OneArray {
  float x[3];
};
static_assert(field_count<Empty> == 0 && field_count<OneTensor> == 1 &&
              field_count<OneStruct> == 1 && field_count<OneArray> == 1);

struct Largest {
  float a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x;
};
static_assert(field_count<Largest> == 24 && field_name<Largest, 23> == "x");

namespace {
struct Hidden {
  int value;
};
}  // namespace
static_assert(field_name<Hidden, 0> == "value");
namespace {
struct HiddenTree {
  std::vector<float> v;
  std::tuple<Vector<int>, Vector<float>> t;
  std::pair<Vector<double>, bool> p;
};
}  // namespace
static_assert(field_count<HiddenTree> == 3 && field_name<HiddenTree, 1> == "t");

template <class T>
struct Generic {
  T left, right;
};
static_assert(field_count<Generic<Dense>> == 2 && field_name<Generic<Dense>, 1> == "right");

static_assert(!PlainStruct<Matrix<float>> && !PlainStruct<std::array<int, 3>> &&
              !PlainStruct<std::string> && !PlainStruct<int> && PlainStruct<Model>);

constexpr int sum_of_fields() {
  struct Local {
    int a, b[2];
  } x{1, {2, 3}};
  auto [a, b] = tlaloc::fields_of(x);
  b[1] = 10;
  return a + x.b[0] + x.b[1];
}
static_assert(sum_of_fields() == 13);

int main() {}
