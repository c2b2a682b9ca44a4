"""check_layers.py lets every arrow of the design pass and catches each kind of wrong include."""

import unittest

from planted import Planted

import check_layers


class Layers(Planted):
    def faults_of(self, place, include):
        self.plant(place, f"#include {include}\n")
        return check_layers.faults(self.root)

    def test_down_and_sideways_are_right(self):
        self.plant("src/ir/a.h", '#include "base/error.h"\n#include "ir/b.h"\n#include <vector>\n')
        self.plant("src/ops/a.cc", '#include "kernel/a.h"\n#include "pen/a.h"\n#include <tlaloc/dtype.h>\n')
        self.plant("src/kernel/a.cc", "#include <tlaloc/lane.h>\n")
        self.plant("src/front/a.cc", '#include "runtime/a.h"\n#include <tlaloc/tensor.h>\n')
        self.plant("src/transform/a_test.cc", '#include "back/eval/eval.h"\n')
        self.plant("src/driver/a.cc", '#include "lift/a.h"\n')
        self.plant("src/lift/a.cc", "#include <clang/AST/Expr.h>\n")
        self.plant("include/tlaloc/tensor.h", "#include <tlaloc/axis.h>\n#include <fmt/format.h>\n")
        self.assertEqual(check_layers.faults(self.root), [])

    def test_up_is_caught_with_its_line(self):
        self.plant("src/base/a.h", '#include <vector>\n#include "ir/graph.h"\n')
        self.assertEqual(check_layers.faults(self.root),
                         ["src/base/a.h:2: base may not include ir: it does not stand to its left"])

    def test_every_wrong_include_is_caught(self):
        wrong = [
            ("src/kernel/a.cc", '"ir/graph.h"'),  # neither stands left of the other
            ("src/lift/a.cc", '"runtime/a.h"'),
            ("src/runtime/a.cc", '"lift/a.h"'),
            ("src/front/a.cc", '"lift/a.h"'),
            ("src/transform/a.cc", '"back/eval/eval.h"'),
            ("src/transform/a_test.cc", '"back/cpp/print.h"'),
            ("src/ir/a.h", "<tlaloc/tensor.h>"),
            ("src/lift/a.cc", "<tlaloc/grad.h>"),
            ("src/nn/a.cc", '"front/a.h"'),
            ("src/ops/a.cc", "<llvm/ADT/StringRef.h>"),
            ("src/front/a.cc", "<dnnl.hpp>"),
            ("tests/ops/a.cc", '"clang/AST/Expr.h"'),
            ("include/tlaloc/tensor.h", '"base/error.h"'),
            ("include/tlaloc/axis.h", "<tlaloc/tensor.h>"),
            ("include/tlaloc/dtype.h", "<fmt/format.h>"),
        ]
        for place, include in wrong:
            with self.subTest(place=place, include=include):
                self.assertEqual(len(self.faults_of(place, include)), 1)
                (self.root / place).unlink()

    def test_an_example_sees_no_source(self):
        self.plant("src/base/error.h", "")
        self.assertEqual(len(self.faults_of("examples/a/main.cpp", '"base/error.h"')), 1)

    def test_the_command_fails(self):
        self.plant("src/base/a.h", '#include "ops/table.h"\n')
        code, text = self.tool("check_layers.py", self.root)
        self.assertEqual(code, 1)
        self.assertIn("src/base/a.h:1", text)


if __name__ == "__main__":
    unittest.main()
