// See matmul_libraries.h. Primitives and their argument maps are made once a shape, thread and
// team size, and kept: executing one costs a quarter of a microsecond, making one a hundred.
#include <algorithm>
#include <cstring>
#include <memory>
#include <unordered_map>

#include <oneapi/dnnl/dnnl.hpp>

#include "kernel/matmul_libraries.h"
#include "kernel/parallel.h"
#include "kernel/pool.h"

extern "C" {
void omp_set_num_threads(int n);
int omp_get_max_threads();
}

namespace tlaloc::kernel {
namespace {

constexpr std::size_t kMostPlans = 512;  // a thread's; then it starts anew

struct Key {
  std::int64_t m, n, k, batch, a_stride, b_stride, c_stride;
  std::int32_t a_transposed, b_transposed, bias, accumulate, threads, unused = 0;
  bool operator==(const Key& o) const { return std::memcmp(this, &o, sizeof *this) == 0; }
};
struct KeyHash {
  std::size_t operator()(const Key& key) const {
    std::uint64_t h = 0x9e3779b97f4a7c15, word[sizeof(Key) / 8];
    std::memcpy(word, &key, sizeof key);
    for (auto w : word) h = (h ^ w) * 0xff51afd7ed558ccd, h ^= h >> 32;
    return h;
  }
};

struct Plan {
  dnnl::matmul primitive;
  dnnl::memory a, b, c, bias, scratch;
  std::size_t scratch_bytes = 0;
  std::unordered_map<int, dnnl::memory> arguments;
};

/// Never destroyed: the library's own statics may be gone by then.
const dnnl::engine& engine() {
  static const auto* e = new dnnl::engine(dnnl::engine::kind::cpu, 0);
  return *e;
}
dnnl::stream& stream() {
  static thread_local auto s = std::make_unique<dnnl::stream>(engine());
  return *s;
}

using Desc = dnnl::memory::desc;
using DnnlSizes = dnnl::memory::dims;

Desc matrix(std::int64_t batch, std::int64_t stride, std::int64_t rows, std::int64_t cols,
            bool transposed) {
  const DnnlSizes inner = transposed ? DnnlSizes{1, rows} : DnnlSizes{cols, 1};
  constexpr auto f32 = dnnl::memory::data_type::f32;
  if (batch == 1) return Desc({rows, cols}, f32, inner);
  const bool is_shared = stride == 0;
  return Desc({is_shared ? 1 : batch, rows, cols}, f32,
              DnnlSizes{is_shared ? rows * cols : stride, inner[0], inner[1]});
}

std::unique_ptr<Plan> make_plan(const Key& key) {
  const Desc a = matrix(key.batch, key.a_stride, key.m, key.k, key.a_transposed);
  const Desc b = matrix(key.batch, key.b_stride, key.k, key.n, key.b_transposed);
  const Desc c = matrix(key.batch, key.c_stride, key.m, key.n, false);
  const DnnlSizes bias_sizes = key.batch == 1 ? DnnlSizes{1, key.n} : DnnlSizes{1, 1, key.n};
  const DnnlSizes bias_strides = key.batch == 1 ? DnnlSizes{key.n, 1} : DnnlSizes{key.n, key.n, 1};
  const Desc bias(bias_sizes, dnnl::memory::data_type::f32, bias_strides);
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  if (key.accumulate) {
    dnnl::post_ops ops;
    ops.append_sum(1.0f);
    attr.set_post_ops(ops);
  }
  const auto desc = key.bias ? dnnl::matmul::desc(a, b, bias, c) : dnnl::matmul::desc(a, b, c);
  const dnnl::matmul::primitive_desc pd(desc, attr, engine());
  auto plan = std::make_unique<Plan>();
  plan->primitive = dnnl::matmul(pd);
  plan->a = dnnl::memory(a, engine(), DNNL_MEMORY_NONE);
  plan->b = dnnl::memory(b, engine(), DNNL_MEMORY_NONE);
  plan->c = dnnl::memory(c, engine(), DNNL_MEMORY_NONE);
  plan->scratch = dnnl::memory(pd.scratchpad_desc(), engine(), DNNL_MEMORY_NONE);
  plan->scratch_bytes = pd.scratchpad_desc().get_size();
  plan->arguments = {{DNNL_ARG_SRC, plan->a},
                     {DNNL_ARG_WEIGHTS, plan->b},
                     {DNNL_ARG_DST, plan->c},
                     {DNNL_ARG_SCRATCHPAD, plan->scratch}};
  if (key.bias) {
    plan->bias = dnnl::memory(bias, engine(), DNNL_MEMORY_NONE);
    plan->arguments.emplace(DNNL_ARG_BIAS, plan->bias);
  }
  return plan;
}

Plan& plan_for(const Key& key) {
  static thread_local std::unordered_map<Key, std::unique_ptr<Plan>, KeyHash> plans;
  if (auto it = plans.find(key); it != plans.end()) return *it->second;
  if (plans.size() >= kMostPlans) plans.clear();
  return *plans.emplace(key, make_plan(key)).first->second;
}

/// The library's team size on this thread while a call lasts.
struct TeamSize {
  int before;
  explicit TeamSize(int n) : before(omp_get_max_threads()) {
    if (n != before) omp_set_num_threads(n);
  }
  ~TeamSize() {
    if (omp_get_max_threads() != before) omp_set_num_threads(before);
  }
};

void execute(Plan& plan, const float* a, const float* b, float* c, const float* bias) {
  plan.a.set_data_handle(const_cast<float*>(a));
  plan.b.set_data_handle(const_cast<float*>(b));
  plan.c.set_data_handle(c);
  if (bias) plan.bias.set_data_handle(const_cast<float*>(bias));
  void* scratch = plan.scratch_bytes ? acquire(plan.scratch_bytes) : nullptr;
  if (scratch) plan.scratch.set_data_handle(scratch);
  // Through the C API: the C++ one makes a vector of the arguments.
  dnnl_exec_arg_t arguments[8];
  int count = 0;
  for (const auto& [place, memory] : plan.arguments) arguments[count++] = {place, memory.get()};
  dnnl::error::wrap_c_api(
      dnnl_primitive_execute(plan.primitive.get(), stream().get(), count, arguments),
      "a product could not be computed");
  if (scratch) release(scratch, plan.scratch_bytes);
}

/// dnnl_sgemm beats the primitive for a transposed A with a long sum (weight gradients).
bool prefers_sgemm(const MatmulShape& s, const float* bias) {
  return s.a_transposed && s.batch == 1 && !bias && s.k >= 256 && s.m >= 32 && s.n >= 32;
}

}  // namespace

bool onednn_matmul(const MatmulShape& s, const float* a, const float* b, float* c,
                   const float* bias, bool accumulate) noexcept try {
  TeamLock lock;
  const bool worth_a_team = s.batch * s.m * s.n * s.k >= 32768;
  const TeamSize team(lock.held() && worth_a_team ? threads() : 1);
  if (prefers_sgemm(s, bias)) {
    const auto lda = dnnl_dim_t(s.m), ldb = dnnl_dim_t(s.b_transposed ? s.k : s.n);
    return dnnl_sgemm('T', s.b_transposed ? 'T' : 'N', dnnl_dim_t(s.m), dnnl_dim_t(s.n),
                      dnnl_dim_t(s.k), 1.0f, a, lda, b, ldb, accumulate ? 1.0f : 0.0f, c,
                      dnnl_dim_t(s.n)) == dnnl_success;
  }
  const auto i64 = [](std::size_t v) { return std::int64_t(v); };
  const bool batched = s.batch > 1;
  const Key key{i64(s.m),
                i64(s.n),
                i64(s.k),
                i64(s.batch),
                batched ? i64(s.a_stride) : 0,
                batched ? i64(s.b_stride) : 0,
                batched ? i64(s.c_stride) : 0,
                s.a_transposed,
                s.b_transposed,
                bias != nullptr,
                accumulate,
                omp_get_max_threads()};
  execute(plan_for(key), a, b, c, bias);
  return true;
} catch (...) {
  return false;
}

}  // namespace tlaloc::kernel
