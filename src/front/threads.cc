#include <tlaloc/threads.h>

#include "kernel/parallel.h"

namespace tlaloc {

void set_threads(int n) { kernel::set_threads(n); }
int threads() { return kernel::threads(); }

}  // namespace tlaloc
