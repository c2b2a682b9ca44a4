// Kernels of ops that move elements or add them up, over the kernel folder's loops.
#pragma once

#include "pen/host_call.h"

namespace tlaloc::ops {

void broadcast_kernel(pen::HostCall& c);
void transpose_kernel(pen::HostCall& c);
void reverse_kernel(pen::HostCall& c);
void slice_kernel(pen::HostCall& c);
void pad_kernel(pen::HostCall& c);

void sum_kernel(pen::HostCall& c);
void sum_to_kernel(pen::HostCall& c);
void reduce_max_kernel(pen::HostCall& c);
void reduce_min_kernel(pen::HostCall& c);
void argmax_kernel(pen::HostCall& c);
void argmin_kernel(pen::HostCall& c);

void contract_kernel(pen::HostCall& c);
void matmul_kernel(pen::HostCall& c);
void dot_kernel(pen::HostCall& c);

void take_kernel(pen::HostCall& c);
void scatter_add_kernel(pen::HostCall& c);

}  // namespace tlaloc::ops
