"""snippets.py fills named regions, notices a stale block, a lost file and a lost region."""

import unittest

from planted import Planted

SOURCE = "int main() {\n  // snippet: core\n  int a;\n    int b;\n  // end snippet\n}\n"
DOC = "# T\n\n<!-- snippet: examples/a.cpp core -->\n```cpp\n{}```\n\nend\n"


class Snippets(Planted):
    def setUp(self):
        super().setUp()
        self.plant("examples/a.cpp", SOURCE)

    def test_fix_fills_and_check_is_content(self):
        doc = self.plant("README.md", DOC.format("old\n"))
        self.assertEqual(self.tool("snippets.py", "--check", self.root)[0], 1)
        self.assertEqual(doc.read_text(), DOC.format("old\n"))
        self.assertEqual(self.tool("snippets.py", "--fix", self.root)[0], 0)
        self.assertEqual(doc.read_text(), DOC.format("int a;\n  int b;\n"))
        self.assertEqual(self.tool("snippets.py", "--check", self.root)[0], 0)

    def test_a_whole_file_comes_without_its_marks(self):
        doc = self.plant("docs/d.md", "<!-- snippet: examples/a.cpp -->\n```cpp\n```\n")
        self.tool("snippets.py", "--fix", self.root)
        self.assertIn("int main() {\n  int a;\n    int b;\n}\n", doc.read_text())

    def test_what_is_lost_is_named(self):
        self.plant("README.md", DOC.format("").replace("core", "gone"))
        self.plant("docs/d.md", DOC.format("").replace("a.cpp", "gone.cpp"))
        code, text = self.tool("snippets.py", "--fix", self.root)
        self.assertEqual(code, 1)
        self.assertIn("no definition 'gone'", text)
        self.assertIn("no examples/gone.cpp", text)

    def test_a_definition_is_quoted_to_its_end(self):
        self.plant("src/a.cc", "int kOther = f(kSin);\n\n// About.\nconstexpr Op kSin = define({\n"
                               "    .name = \"sin\",\n    .f = [] { return 1; }});\nint after;\n")
        doc = self.plant("docs/d.md", "<!-- snippet: src/a.cc kSin -->\n```cpp\n```\n")
        self.assertEqual(self.tool("snippets.py", "--fix", self.root)[0], 0)
        self.assertIn("```cpp\n// About.\nconstexpr Op kSin = define({\n", doc.read_text())
        self.assertIn("return 1; }});\n```", doc.read_text())

    def test_a_section_of_output_is_quoted(self):
        self.plant("examples/out.txt", "== one\n1\n\n== two\n2\n2\n")
        doc = self.plant("docs/d.md", "<!-- snippet: examples/out.txt one -->\n```\n```\n"
                                      "<!-- snippet: examples/out.txt two -->\n```\n```\n")
        self.assertEqual(self.tool("snippets.py", "--fix", self.root)[0], 0)
        self.assertIn("one -->\n```\n1\n```\n", doc.read_text())
        self.assertIn("two -->\n```\n2\n2\n```\n", doc.read_text())

    def test_a_region_without_an_end_is_a_fault(self):
        self.plant("examples/a.cpp", SOURCE.replace("  // end snippet\n", ""))
        self.plant("README.md", DOC.format(""))
        self.assertEqual(self.tool("snippets.py", "--fix", self.root)[0], 1)


if __name__ == "__main__":
    unittest.main()
