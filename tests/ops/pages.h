// What is written from the op table and checked in: docs/ops.md, and for each op its C++ and
// StableHLO text.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "ir/op_def.h"

namespace tlaloc::ops_test {

/// Path below the project's root -> text, of everything that regen writes.
std::map<std::string, std::string> pages();

/// The headers of include/tlaloc/ops that follow from the table.
std::map<std::string, std::string> door_headers();
/// The text as a cell of a table: a pipe would end the column.
std::string cell(std::string_view text);
/// docs/ops.md
std::string reference_page();
/// docs/errors.md: every refusal with its id, from the lifter's table, the ops' and base's.
std::string errors_page();
/// tests/golden/ops/<name>.txt: each sample as C++ and as StableHLO.
std::string op_text(const ir::OpDef& op);
/// A source file that runs the C++ text of every op on samples of it: what cpp_texts_test compiles.
std::string cpp_texts_source();
/// tests/golden/ops/adjoints.txt: reverse mode of ops whose sizes are expressions.
std::string adjoints_text();

}  // namespace tlaloc::ops_test
