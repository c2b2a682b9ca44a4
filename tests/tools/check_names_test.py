"""check_names.py reads its words from docs/words.md and finds them in names, not in prose."""

import unittest

from planted import ROOT, Planted

import check_names


class Names(Planted):
    def setUp(self):
        super().setUp()
        self.plant("docs/words.md", (ROOT / "docs/words.md").read_text())
        self.plant("src/ops/unary.cc", 'constexpr OpDef k = {.name = "sin"}; OpDef a = {.name = "add"};\n')
        self.plant("src/ops/control.cc", 'constexpr OpDef k = {.name = "while"};\n')
        self.plant("src/ops/arithmetic.h", "ir::Value add(ir::Builder& b, ir::Value x, ir::Value y);\n")

    def faults(self):
        return check_names.faults(self.root)

    def test_the_list_is_read(self):
        words = check_names.banned_words((self.root / "docs/words.md").read_text())
        self.assertIn("dout", words)
        self.assertIn("dim", words)
        self.assertNotIn("axis", words)
        self.assertNotIn("base", words)

    def test_our_words_are_right(self):
        self.plant("src/ir/a.cc", '// the delta of a dim\nint axis = 0; auto s = "dim"; Dim<3> d; int dimple;\n')
        self.plant("src/kernel/a.cc", "auto d = dnnl::memory::dims{1};\n")
        self.plant("src/lift/a.cc", "auto o = e->getOpcode();\n")
        self.assertEqual(self.faults(), [])

    def test_banned_words_are_caught(self):
        for name in ("dim", "num_dims", "grad_output", "DimCount", "dout_", "kDelta", "instr"):
            with self.subTest(name=name):
                self.plant("src/ir/a.cc", f"\nint {name} = 0;\n")
                self.assertEqual(len(self.faults()), 1)
                self.assertIn("src/ir/a.cc:2", self.faults()[0])

    def test_drawers_are_caught(self):
        for stem in ("utils", "tensor_helpers", "graph_manager"):
            with self.subTest(stem=stem):
                path = self.plant(f"src/ir/{stem}.h", "")
                self.assertEqual(len(self.faults()), 1)
                path.unlink()

    def test_a_transform_names_no_op(self):
        for text in ('if (name == "sin") {}', "return ops::sin(b, x);", "auto y = ops::sin(b, x);"):
            with self.subTest(text=text):
                self.plant("src/transform/a.cc", text + "\n")
                self.assertEqual(len(self.faults()), 1)

    def test_the_arithmetic_of_differentiation_may_be_named(self):
        self.plant("src/transform/a.cc", '// never "sin"\nreturn ops::add(b, x, y) + std::sin(x); "while" "mul"\n')
        self.plant("src/transform/a_test.cc", 'EXPECT_EQ(name, "sin");\n')
        self.plant("src/ops/b.cc", "return ops::sin(b, x);\n")
        self.assertEqual(self.faults(), [])

    def test_the_command_fails(self):
        self.plant("src/ir/a.cc", "int dims;\n")
        self.assertEqual(self.tool("check_names.py", self.root)[0], 1)


if __name__ == "__main__":
    unittest.main()
