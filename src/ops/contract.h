// What products have in common.
#pragma once

#include "ops/build.h"
#include "ops/define.h"

namespace tlaloc::ops {

build::ContractAxes contract_axes(const Attrs& a);
/// Both operands have one numeric dtype, or label cN.
base::Result<void> product_dtypes(const ir::TypeQuery& q, int label);
/// Axis i of x and axis j of y are equal: "cannot contract axis seq (128) with hidden (64)".
base::Result<void> meets(ir::TypeQuery& q, const Type& x, std::int64_t i, const Type& y,
                         std::int64_t j, int label, std::string_view verb);
/// (x · y)ᵀ = yᵀ · xᵀ: a rewrite of transpose.
std::optional<Values> transpose_of_contract(ir::RewriteQuery& q);

}  // namespace tlaloc::ops
