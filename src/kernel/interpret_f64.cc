// The f64 kernels of the block interpreter.
#include "kernel/interpret_kernels.h"

namespace tlaloc::kernel {

ElementKernel f64_kernel(ElementOp op) { return interpreted::floating_kernel<double>(op); }

}  // namespace tlaloc::kernel
