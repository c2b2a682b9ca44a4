// The f32 kernels of the block interpreter.
#include "kernel/interpret_kernels.h"

namespace tlaloc::kernel {

ElementKernel f32_kernel(ElementOp op) { return interpreted::floating_kernel<float>(op); }

}  // namespace tlaloc::kernel
