// Every function over tensors, by family. Each runs at once and returns a finished tensor, or a
// plain element where no axis is left; inputs are never written, an rvalue may lend its buffer to
// the result.
#pragma once

#include <tlaloc/ops/assign.h>
#include <tlaloc/ops/binary.h>
#include <tlaloc/ops/compare.h>
#include <tlaloc/ops/functions.h>
#include <tlaloc/ops/index.h>
#include <tlaloc/ops/mean.h>
#include <tlaloc/ops/product.h>
#include <tlaloc/ops/reduce.h>
#include <tlaloc/ops/select.h>
#include <tlaloc/ops/shape.h>
#include <tlaloc/ops/unary.h>
