// See matmul_libraries.h. OpenBLAS is held to one thread: its own cut depends on their number, and
// so would the bits. The archive's symbols are hidden from whoever links us.
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <tlaloc/map.h>

#include "kernel/matmul_libraries.h"

extern "C" {
void dgemm_(const char* ta, const char* tb, const int* m, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
            const double* beta, double* c, const int* ldc);
void openblas_set_num_threads(int n);
char* openblas_get_corename(void);
extern void* gotoblas;  // the library's table of kernels
void gotoblas_dynamic_init(void);
}

namespace tlaloc::kernel {
namespace {

/// A processor newer than the library is taken for one of 2004, a tenth as fast. Then choose again,
/// by what the machine can do.
void choose_kernels() {
  constexpr const char* kOld[] = {"Prescott",   "Core2",   "Penryn",
                                  "Dunnington", "Nehalem", "Generic"};
  gotoblas_dynamic_init();  // its own constructor may not have run yet; a second call does nothing
  const char* name = openblas_get_corename();
  const bool old = std::any_of(std::begin(kOld), std::end(kOld),
                               [&](const char* o) { return std::strcmp(o, name) == 0; });
  const int level = detail::machine_level();
  if (!old || level < 3 || std::getenv("OPENBLAS_CORETYPE")) return;
  setenv("OPENBLAS_CORETYPE", level == 4 ? "SkylakeX" : "Haswell", 1);
  gotoblas = nullptr;
  gotoblas_dynamic_init();
  unsetenv("OPENBLAS_CORETYPE");
}

/// Before main, while there is one thread: the environment is touched.
[[maybe_unused]] const bool g_ready = [] {
  choose_kernels();
  openblas_set_num_threads(1);
  return true;
}();

}  // namespace

void openblas_block(const MatmulShape& s, const double* a, const double* b, double* c,
                    bool accumulate, std::size_t row, std::size_t row_end, std::size_t col,
                    std::size_t col_end) noexcept {
  // Column-major: the transposed product, B's factor first.
  const int m = int(row_end - row), n = int(col_end - col), k = int(s.k);
  const int lda = int(s.a_transposed ? s.m : s.k), ldb = int(s.b_transposed ? s.k : s.n);
  const int ldc = int(s.n);
  const double one = 1, beta = accumulate ? 1 : 0;
  const double* a0 = a + (s.a_transposed ? row : row * s.k);
  const double* b0 = b + (s.b_transposed ? col * s.k : col);
  dgemm_(s.b_transposed ? "T" : "N", s.a_transposed ? "T" : "N", &n, &m, &k, &one, b0, &ldb, a0,
         &lda, &beta, c + row * s.n + col, &ldc);
}

}  // namespace tlaloc::kernel
