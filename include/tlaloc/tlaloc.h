// The front door: everything a program that uses Tlaloc needs.
#pragma once

#if __cplusplus < 202002L
#error "tlaloc needs C++20: compile with -std=c++20 or newer"
#else

#include <tlaloc/dyn_tensor.h>
#include <tlaloc/error.h>
#include <tlaloc/format.h>
#include <tlaloc/grad.h>
#include <tlaloc/make.h>
#include <tlaloc/ops.h>
#include <tlaloc/program.h>
#include <tlaloc/random.h>
#include <tlaloc/scalar.h>
#include <tlaloc/session.h>
#include <tlaloc/tensor.h>
#include <tlaloc/threads.h>
#include <tlaloc/tree.h>
#include <tlaloc/version.h>
#include <tlaloc/vmap.h>

#endif
