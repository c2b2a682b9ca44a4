#!/usr/bin/env python3
"""What a user sees of a build must be what it was without the tool: messages, places, files, options.

usage: fidelity_test.py --tool BUILD/bin/tlaloc --compiler g++ [--warm] [--regen] [unittest arguments]
--warm: every compile finds its preamble in the tool's cache; otherwise there is no cache.
--regen: writes the golden of explain anew.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL, COMPILER, WARM, REGEN = "", "", False, False
ACTIVE = "-DTLALOC_ACTIVE=100"
INCLUDE = str(Path(__file__).resolve().parents[2] / "include")

SITES = """#include <tlaloc/tlaloc.h>
#include "part.h"
int main(int argc, char**) {
  double k = argc + 2;
  auto g = tlaloc::grad([k](double x) { return k * x * x; });
  return part(2) + g(2) == 24 ? 0 : 1;
}
"""
PART = """#pragma once
#include <tlaloc/grad.h>
inline double part(double x) {
  return tlaloc::grad([](double y) { return y * y * y; })(x);
}
"""


class Case(unittest.TestCase):
    """A folder with sources, and the two ways to compile them."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.write("main.cpp", SITES)
        self.write("part.h", PART)

    def write(self, name, text, newline=None):
        """A file of the case."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "w", newline=newline) as out:
            out.write(text)
        return path

    def run_in(self, words, env=None):
        """Runs words in the folder."""
        env = {"TLALOC_CACHE_DIR": str(self.folder / "tlaloc-cache"), "TLALOC_CACHE": "on" if WARM else "off", **(env or {})}
        if WARM and words[0] == TOOL:
            self.start([TOOL, "--sites", *(w for w in words[1:] if w not in ("--print", "--sites"))], env)
        return self.start(words, env)

    def start(self, words, env):
        """Runs words in the folder, as they are."""
        return subprocess.run(words, cwd=self.folder, capture_output=True, text=True, env={**os.environ, **(env or {})})

    def tool(self, *args):
        """A compile through the tool."""
        return self.run_in([TOOL, COMPILER, "-std=c++20", *args])

    def plain(self, *args):
        """The same compile without the tool, as if it were there."""
        return self.run_in([COMPILER, "-std=c++20", "-isystem", INCLUDE, ACTIVE, *args])

    def build(self, *args):
        """A compile through the tool that has to say nothing."""
        done = self.tool(*args)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def run_program(self, name="app"):
        """Runs what was built; it has to end with 0."""
        done = self.run_in([str(self.folder / name)])
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def messages(self, text):
        """(file, line, column, kind, text) of what a compiler said."""
        return [m.groups() for m in re.finditer(r"^(\S+?):(\d+):(\d+): ((?:fatal )?error|warning|note): (.*)$", text, re.M)]


MESSY = """#include <tlaloc/tlaloc.h>
struct Shadow { int size; };
int main(int argc, char** argv) {
\tdouble k = argc; int unused_before = 1;
  const char* s = "\u00e9t\u00e9"; auto g = tlaloc::grad([k](double x) { int inside = 3; return k * x * x; }); int unused_after = 2;
  auto h = tlaloc::grad([=](double x) { double k = x; return k * x; }); int third; (void)s;
  auto raw = R"(a
  b)"; auto r = tlaloc::grad([](double x) { return x * x; }); int fourth; \\
  int fifth;
  (void)raw; char c = 1000; (void)c;
#line 700 "other.inc"
  auto l = tlaloc::grad([&](double x) { return k * x; }); int sixth;
  return g(1) + h(1) + r(1) + l(1) > unused_before;
}
"""


class Messages(Case):
    """Warnings and errors."""

    def test_warnings_stand_where_they_stood(self):
        self.write("messy.cpp", MESSY)
        flags = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-fsyntax-only", "messy.cpp"]
        ours, theirs = self.tool(*flags), self.plain(*flags)
        self.assertEqual(ours.returncode, 0, ours.stderr)
        want = [m[:4] for m in self.messages(theirs.stderr)]
        self.assertGreater(len(want), 6)
        self.assertEqual(sorted(m[:4] for m in self.messages(ours.stderr)), sorted(want))

    def test_crlf(self):
        self.write("messy.cpp", MESSY.replace("\\\n", "\n"), newline="\r\n")
        flags = ["-Wall", "-Wextra", "-fsyntax-only", "messy.cpp"]
        want = sorted(m[:4] for m in self.messages(self.plain(*flags).stderr))
        self.assertEqual(sorted(m[:4] for m in self.messages(self.tool(*flags).stderr)), want)

    def test_the_users_own_errors_are_the_compilers(self):
        self.write("main.cpp", SITES.replace("return part", "int i = \"text\"; undeclared(3); return part"))
        ours, theirs = self.tool("-c", "main.cpp"), self.plain("-fsyntax-only", "main.cpp")
        self.assertNotEqual(ours.returncode, 0)
        self.assertEqual(self.messages(ours.stderr), self.messages(theirs.stderr))

    def test_an_error_in_the_lambda_is_the_compilers(self):
        self.write("main.cpp", SITES.replace("return k * x * x;", "return k * undeclared * x;"))
        ours, theirs = self.tool("-c", "main.cpp"), self.plain("-fsyntax-only", "main.cpp")
        self.assertNotEqual(ours.returncode, 0)
        self.assertEqual(self.messages(ours.stderr)[:1], self.messages(theirs.stderr)[:1])

    def test_a_missing_header_is_the_compilers(self):
        self.write("main.cpp", "#include <tlaloc/tlaloc.h>\n#include \"none.h\"\nauto g = tlaloc::grad(f);\n")
        done = self.tool("-c", "main.cpp")
        self.assertEqual([m[:2] for m in self.messages(done.stderr)], [("main.cpp", "2")])

    def test_all_warnings_are_errors_and_nothing_is_said(self):
        flags = ["-Wall", "-Wextra", "-Wpedantic", "-pedantic-errors", "-Wshadow", "-Wconversion", "-Wold-style-cast", "-Werror"]
        self.write("main.cpp", SITES.replace("return part(2)", "return part(2.0)"))
        for level in ("-O0", "-O2"):
            self.build(*flags, level, "main.cpp", "-o", "app")
            self.run_program()

    def test_without_the_tool_the_error_is_at_the_users_line(self):
        for level in ("-O0", "-O1", "-O2", "-O3", "-Os"):
            done = self.run_in([COMPILER, "-std=c++20", level, "-isystem", INCLUDE, "-c", "main.cpp", "-o", "/dev/null"])
            self.assertNotEqual(done.returncode, 0, level)
            at = [m for m in self.messages(done.stderr) if m[0].endswith("main.cpp") and m[1] == "5" and m[3] == "error"]
            self.assertTrue(at and "tlaloc_target" in at[0][4], done.stderr)

    def test_without_the_tool_an_editor_is_content(self):
        done = self.run_in([COMPILER, "-std=c++20", "-isystem", INCLUDE, "-fsyntax-only", "-Wall", "-Wextra", "main.cpp"])
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_versions_that_differ_are_said(self):
        done = self.run_in([COMPILER, "-std=c++20", "-isystem", INCLUDE, "-DTLALOC_ACTIVE=9900", "-fsyntax-only", "main.cpp"])
        self.assertIn("another version", done.stderr)
        self.assertIn("9900", done.stderr)
        self.assertIn("100", done.stderr)


class Places(Case):
    """__LINE__ and its like."""

    TEXT = """#include <tlaloc/tlaloc.h>
#include <cstdio>
#include <source_location>
#include "part.h"
int main() {
  auto g = tlaloc::grad([](double x) { return x * x; }); int line = __LINE__; auto here = std::source_location::current();
  auto h = tlaloc::grad([line](double x) {
    return x * line;
  }); int after = __LINE__;
  std::printf("%s %d %d %u %u %s %g %s\\n", __FILE__, line, after, here.line(), here.column(), __BASE_FILE__, g(1) + h(1), where());
}
"""

    def test_line_and_file(self):
        self.write("sub/main.cpp", self.TEXT)
        self.write("sub/part.h", PART + "inline const char* where() { return __FILE__; }\n")
        column = len("  auto g = tlaloc::grad([](double x) { return x * x; }); int line = __LINE__; auto here = ") + 1
        column += len("std::source_location::") if "clang" not in COMPILER else 0
        column += len("current") if "clang" not in COMPILER else 0
        self.build("sub/main.cpp", "-o", "app")
        want = f"sub/main.cpp 6 9 6 {column} sub/main.cpp 8 sub/part.h\n"
        self.assertEqual(self.run_program(), want)

    def test_debug_information_names_the_users_file(self):
        self.build("-g", "-c", "main.cpp", "-o", "main.o")
        if not shutil.which("readelf"):
            self.skipTest("no readelf")
        text = self.run_in(["readelf", "--debug-dump=info", "main.o"]).stdout
        units = re.findall(r"DW_AT_name\s+:.*?(\S*main\.cpp)$", text, re.M)
        self.assertIn("main.cpp", units)
        self.assertFalse([u for u in units if "tlaloc" in u], units)


class Options(Case):
    """Whatever a build system says."""

    def test_stages(self):
        for flags, made in ((["-c"], "main.o"), (["-S"], "main.s"), (["-c", "-o", "x/y.o"], "x/y.o")):
            (self.folder / "x").mkdir(exist_ok=True)
            self.build("main.cpp", *flags)
            self.assertTrue((self.folder / made).exists(), made)
        self.build("-fsyntax-only", "main.cpp")

    def test_preprocessing_is_of_the_original(self):
        self.assertEqual(self.tool("-E", "main.cpp").stdout, self.plain("-E", "main.cpp").stdout)

    def test_response_files(self):
        self.write("args.rsp", "-c main.cpp\n-o 'a b.o' \"-DTEXT=\\\"q\\\"\"")
        self.build("@args.rsp")
        self.assertTrue((self.folder / "a b.o").exists())

    def test_several_sources_objects_and_link_only(self):
        self.write("two.cpp", "#include <tlaloc/tlaloc.h>\n#include \"part.h\"\n"
                              "double two(double x) { return tlaloc::grad([](double y) { return y * y; })(x) + part(0); }\n")
        self.build("main.cpp", "two.cpp", "-o", "app")
        self.run_program()
        self.build("-c", "main.cpp", "two.cpp")
        self.build("main.o", "two.o", "-o", "linked")
        self.run_program("linked")

    def test_another_ending_with_x(self):
        self.write("main.inc", SITES)
        self.build("-x", "c++", "main.inc", "-o", "app")
        self.run_program()

    def test_a_module(self):
        self.write("part.cpp", "module;\n#include <tlaloc/tlaloc.h>\nexport module part;\nexport " + PART.split("\n", 2)[2].replace("inline ", ""))
        self.write("main.cpp", "import part;\nint main() { return part(2) == 12 ? 0 : 1; }\n")
        if "clang" in COMPILER:
            self.build("-x", "c++-module", "--precompile", "part.cpp", "-o", "part.pcm")
            self.build("-c", "part.pcm", "-o", "part.o")
            self.build("-fmodule-file=part=part.pcm", "main.cpp", "part.o", "-o", "app")
        else:
            self.build("-fmodules-ts", "part.cpp", "main.cpp", "-o", "app")
        self.run_program()

    def test_preprocessed_text_and_standard_input_are_not_transformed(self):
        self.tool("-E", "main.cpp", "-o", "main.ii")
        self.assertIn("preprocessed text", self.tool("-O1", "main.ii", "-o", "app").stderr)
        piped = subprocess.run([TOOL, COMPILER, "-std=c++20", "-O1", "-isystem", INCLUDE, "-x", "c++", "-"], cwd=self.folder,
                               input=SITES, capture_output=True, text=True, check=False)
        self.assertIn("preprocessed text", piped.stderr)
        self.assertFalse((self.folder / "app").exists())

    def test_a_macro_that_uses_a_function_twice_is_told_so(self):
        self.write("main.cpp", """#include <tlaloc/tlaloc.h>
static double f(double x) { return x * x; }
#define BOTH(F) tlaloc::grad([](double x) { return 2 * F(x); })(3.0) + tlaloc::grad(F)(3.0)
int main() { return BOTH(f) == 18 ? 0 : 1; }
""")
        done = self.tool("-O1", "main.cpp", "-o", "app")
        if done.returncode == 0:
            self.run_program()
        else:
            self.assertIn("a function that a macro uses twice needs a name first", done.stderr)

    def test_c_and_plain_files_pass_through(self):
        self.write("plain.c", "int main(void) { int class = 0; return class; }\n")
        self.build_with("gcc" if "clang" not in COMPILER else COMPILER.replace("clang++", "clang"), "plain.c")
        self.write("plain.cpp", "int main() { return 0; }\n")
        self.build("plain.cpp", "-o", "app")
        self.run_program()
        self.assertFalse((self.folder / "app.tlaloc").exists())

    def build_with(self, compiler, *args):
        """A compile by another compiler through the tool."""
        done = self.run_in([TOOL, compiler, *args, "-o", "c"])
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_code_generation(self):
        for flags in (["-O2", "-flto"], ["-g", "-gsplit-dwarf"], ["-O3", "-march=native"], ["-fno-exceptions"],
                      ["-fPIC"], ["-ffast-math", "-O2"], ["-std=gnu++23"], ["-save-temps"]):
            done = self.tool(*flags, "main.cpp", "-o", "app")
            self.assertEqual((done.returncode, done.stderr), (0, ""), flags)
            self.run_program()

    def test_a_library_that_checks(self):
        """Lists and iterators stand in other classes then, and everything looks before it reads."""
        self.write("main.cpp", """#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>
#include <vector>
#include <tlaloc/tlaloc.h>
static double f(const std::vector<double>& x, std::array<double, 2> w) {
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = w[i % 2] * x.at(i) * x[i];
  double s = 0;
  for (double v : y) s += v;
  y.push_back(s);
  return y.front() * y.back();
}
static double g(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  std::vector<double> w(v.size());
  std::transform(v.begin(), v.end(), w.begin(), [](double e) { return e * e; });
  std::reverse(w.begin(), w.end());
  const auto big = std::find_if(v.begin(), v.end(), [](double e) { return e > 1.5; });
  const auto least = std::lower_bound(v.begin(), v.end(), 0.5);
  return std::accumulate(w.begin(), w.end(), 0.0) * *big + w[0] * *least;
}
int main() {
  const auto [x, w] = tlaloc::grad(f)({1, 2, 3}, {1, 2});
  std::printf("%g %g %g %g %g\\n", x[0], x[1], x[2], w[0], w[1]);
  const std::vector<double> d = tlaloc::grad(g)({3, 1, 2});
  std::printf("%g %g %g\\n", d[0], d[1], d[2]);
}
""")
        for macro in ("_GLIBCXX_ASSERTIONS", "_GLIBCXX_DEBUG"):
            self.build("-O2", f"-D{macro}", "main.cpp", "-o", "app")
            # y0 s = w0 x0^2 (w0 x0^2 + w1 x1^2 + w0 x2^2);  (x0^2 + x1^2 + x2^2) x2 + x0^2 x1
            self.assertEqual(self.run_in(["./app"]).stdout, "38 8 6 28 4\n18 13 22\n")

    def test_sanitizers(self):
        if "clang" in COMPILER:
            self.skipTest("clang's sanitizer runtimes are not in its package")
        self.build("-fsanitize=address,undefined", "-g", "main.cpp", "-o", "app")
        self.run_program()

    def test_ccache_in_front_of_the_compiler(self):
        if not shutil.which("ccache"):
            self.skipTest("no ccache")
        env = {"CCACHE_DIR": str(self.folder / "cache")}
        words = [TOOL, "ccache", COMPILER, "-std=c++20", "-c", "main.cpp", "-o", "main.o"]
        for _ in range(2):
            done = self.run_in(words, env)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        stats = self.run_in(["ccache", "--print-stats"], env).stdout
        self.assertRegex(stats, r"direct_cache_hit\s+1")

    def test_a_precompiled_header(self):
        self.write("pch.hpp", "#include <tlaloc/tlaloc.h>\n#include <vector>\n")
        self.write("main.cpp", SITES.replace("#include <tlaloc/tlaloc.h>\n", ""))
        if "clang" in COMPILER:
            self.build("-x", "c++-header", "pch.hpp", "-o", "pch.hpp.pch")
            self.build("-include", "pch.hpp", "main.cpp", "-o", "app")
        else:
            self.build("pch.hpp", "-o", "pch.hpp.gch")
            self.build("-Winvalid-pch", "-include", "pch.hpp", "main.cpp", "-o", "app")
        self.run_program()

    def test_a_header_that_is_forced_and_included(self):
        """#pragma once tells files apart by what they are: the header has to stay one file."""
        self.write("config.h", '#pragma once\n#include "more.h"\nstruct Config { double scale; };\n')
        self.write("more.h", "#pragma once\nstruct More { double x; };\n")
        text = '#include "config.h"\n#include "more.h"\n' + SITES.replace("  double k", "  (void)Config{1};\n  double k")
        self.assertIn("Config{1}", text)
        self.write("main.cpp", text)
        self.build("-include", "config.h", "main.cpp", "-o", "app")
        self.run_program()
        self.write("pch.hpp", '#include "config.h"\n#include <vector>\n')
        made = "pch.hpp.pch" if "clang" in COMPILER else "pch.hpp.gch"
        self.build("-x", "c++-header", "pch.hpp", "-o", made)
        self.build("-include", "pch.hpp", "main.cpp", "-o", "app")
        self.run_program()

    def test_a_standard_that_is_too_old(self):
        self.write("main.cpp", SITES)
        for standard in ("-std=c++17", "-std=gnu++14"):
            done = self.run_in([TOOL, COMPILER, standard, "-c", "main.cpp", "-o", "main.o"])
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stderr, r'error: .*tlaloc needs C\+\+20: compile with -std=c\+\+20 or newer')
            self.assertNotIn("generated.\n", done.stderr.split("tlaloc needs")[0])

    def test_a_tool_that_crashes_says_so(self):
        """A mistake of the file's is named instead, if there is one."""
        tool, text = self.folder / "bin" / "tlaloc", SITES.replace('#include "part.h"\n', "").replace("part(2)", "0")
        tool.parent.mkdir()
        shutil.copy(TOOL, tool)
        self.write("bin/tlaloc-lift", "#!/bin/sh\nkill -SEGV $$\n")
        os.chmod(self.folder / "bin" / "tlaloc-lift", 0o755)
        words = [str(tool), COMPILER, "-std=c++20", f"-I{INCLUDE}", "-c", "main.cpp", "-o", "main.o"]
        self.write("main.cpp", text)
        done = self.run_in(words)
        self.assertEqual(done.returncode, 1)
        self.assertIn("main.cpp: error: bug in tlaloc: it was ended by signal 11", done.stderr)
        self.write("main.cpp", text.replace("return 0", "retrun 0"))
        done = self.run_in(words)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("retrun", done.stderr)
        self.assertNotIn("bug in tlaloc", done.stderr)

    def test_the_exit_status_of_a_signal(self):
        self.assertEqual(self.run_in([TOOL, "no-such-compiler", "-c", "main.cpp"]).returncode, 127)  # as a shell says it


class Dependencies(Case):
    """Dependency files."""

    def rules(self, path):
        """target -> files, made normal."""
        text = Path(path).read_text().replace("\\\n", " ")
        out = {}
        for line in text.splitlines():
            if line.strip():
                head, _, body = line.partition(":")
                out[os.path.normpath(head)] = sorted(os.path.normpath(w) for w in body.split())
        return out

    def check(self, made, *flags):
        """The tool's dependency file says what the compiler's does."""
        path = self.folder / made
        self.build(*flags)
        ours = self.rules(path)
        path.unlink()
        # Without code there is no refusal by attribute; the files read are the same.
        done = self.plain(*flags, "-w", "-O0", *(["-fsyntax-only"] if "-c" not in flags else []))
        if done.returncode:
            done = self.plain("-E", "-o", "/dev/null", *[f for f in flags if f != "-c"])
        theirs = self.rules(path)
        self.assertEqual(ours.keys(), theirs.keys())
        # What only the generated code includes is read as well, and a change of it is a reason to compile again.
        more = {f for f in set().union(*ours.values()) - set().union(*theirs.values())}
        self.assertLessEqual({f for f in more if "/tlaloc/" not in f}, {f for f in more if f.startswith("/usr/")})
        for target in theirs:
            self.assertEqual([f for f in ours[target] if f not in more], theirs[target])

    def test_md(self):
        self.check("main.d", "-MD", "-MF", "main.d", "-MT", "main.o", "-c", "main.cpp")

    def test_mmd_and_phony_targets(self):
        self.check("deps", "-MMD", "-MP", "-MF", "deps", "-MT", "a.o b.o", "-c", "main.cpp")

    def test_default_names(self):
        self.build("-MMD", "-c", "main.cpp")
        self.assertEqual(self.rules(self.folder / "main.d"), {"main.o": ["main.cpp", "part.h"]})
        (self.folder / "x").mkdir()
        self.build("-MMD", "-c", "main.cpp", "-o", "x/y.o")
        self.assertEqual(self.rules(self.folder / "x/y.d"), {"x/y.o": ["main.cpp", "part.h"]})

    def test_names_with_spaces(self):
        self.write("a b.cpp", SITES)
        self.build("-MMD", "-MF", "d", "-c", "a b.cpp", "-o", "o.o")
        self.assertIn("a\\ b.cpp", (self.folder / "d").read_text())


class Own(Case):
    """What is the tool's own."""

    def test_print_shows_the_derivative(self):
        done = self.run_in([TOOL, "--print", COMPILER, "-std=c++20", "-c", "main.cpp"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("main_cpp_5_grad", done.stdout)
        self.assertIn("part_h_4_grad", done.stdout)

    def test_sites_lists_and_stops(self):
        done = self.run_in([TOOL, "--sites", COMPILER, "-std=c++20", "-c", "main.cpp"])
        self.assertEqual(done.stdout, "part.h:4:18: lambda grad part_h_4_grad\nmain.cpp:5:20: lambda grad main_cpp_5_grad\n")
        self.assertFalse((self.folder / "main.o").exists())

    def test_one_file_a_callable_beside_the_object(self):
        self.build("-c", "main.cpp", "-o", "main.o")
        names = {p.name for p in (self.folder / "main.o.tlaloc").iterdir()}
        self.assertLessEqual({"main_cpp_5_grad.h", "part_h_4_grad.h", "sites.h", "main.cpp", "map.txt"}, names)

    def test_files_that_are_as_they_should_be_stay_untouched(self):
        self.build("-c", "main.cpp", "-o", "main.o")
        times = {p: p.stat().st_mtime_ns for p in (self.folder / "main.o.tlaloc").iterdir() if p.name != "map.txt"}
        self.build("-c", "main.cpp", "-o", "main.o")
        self.assertEqual(times, {p: p.stat().st_mtime_ns for p in times})

    def test_copies_without_an_output_stand_where_nobody_else_writes(self):
        own = self.folder / "shared" / f"tlaloc-{os.getuid()}"
        env = {"TMPDIR": str(own.parent)}
        compile_it = [TOOL, COMPILER, "-std=c++20", "-c", "main.cpp"]
        own.parent.mkdir()
        self.assertEqual(self.run_in(compile_it, env).returncode, 0)
        self.assertEqual(own.stat().st_mode & 0o777, 0o700)
        own.chmod(0o777)
        done = self.run_in(compile_it, env)
        self.assertEqual(done.returncode, 1)
        self.assertIn("is no folder that you alone may write to", done.stderr)
        self.assertEqual(self.run_in([*compile_it, "-o", "main.o"], env).returncode, 0)
        self.assertEqual(self.run_in(compile_it, {"TMPDIR": "/nowhere"}).returncode, 0)
        own.rename(self.folder / "elsewhere").chmod(0o700)
        own.symlink_to(self.folder / "elsewhere")
        self.assertEqual(self.run_in(compile_it, env).returncode, 1)

    def test_a_launcher_adds_no_include_path(self):
        done = self.run_in([TOOL, "--launcher", COMPILER, "-std=c++20", "-c", "main.cpp"])
        self.assertIn("tlaloc/tlaloc.h", done.stderr)
        self.assertNotEqual(done.returncode, 0)


class Explain(Case):
    """tlaloc explain."""

    TEXT = """#include <tlaloc/tlaloc.h>
#include <span>
double product(std::span<const double> x) {
  double p = 1;
  for (std::size_t i = 0; i < x.size(); ++i) p = p * x[i];
  return p;
}
int main() {
  auto g = tlaloc::grad(product);
  const double x[] = {1, 2, 3};
  return static_cast<int>(g(x)[0]);
}
"""

    def setUp(self):
        super().setUp()
        self.write("main.cpp", self.TEXT)

    def explain(self, place, *command):
        """What it says of a place."""
        return self.start([TOOL, "explain", place, *command], None)

    def test_a_line_of_the_function_of_the_transformation_and_of_the_call(self):
        command = [COMPILER, "-std=c++20", "-c", "main.cpp"]
        golden = Path(__file__).parent / "explain.golden"
        if REGEN:
            golden.write_text(self.explain("main.cpp:9", *command).stdout)
        golden = golden.read_text()
        for line in (5, 9, 11):
            done = self.explain(f"main.cpp:{line}", *command)
            self.assertEqual((done.stdout, done.stderr), (golden, ""))
            self.assertEqual(done.returncode, 0)
        self.assertEqual(list(self.folder.glob("*.o")), [])

    def test_a_line_without_anything_names_those_with_something(self):
        done = self.explain("main.cpp:10", COMPILER, "-std=c++20", "-c", "main.cpp")
        self.assertEqual(done.returncode, 1)
        self.assertIn("nothing is transformed at main.cpp:10", done.stderr)
        self.assertIn("main.cpp:9:20: function grad main_cpp_3_grad", done.stderr)

    def test_the_compilation_database_says_how(self):
        (self.folder / "build").mkdir()
        self.write("main.cpp", self.TEXT.replace("p = 1", "p = START"))
        command = f"{COMPILER} -std=c++20 -DSTART=2 -c ../main.cpp"
        self.write("build/compile_commands.json",
                   '[{"directory": "%s/build", "command": "%s", "file": "../main.cpp"}]' % (self.folder.resolve(), command))
        done = self.explain("main.cpp:9")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("Cost:", done.stdout)

    def test_a_wrong_question(self):
        for place in ("main.cpp", "main.cpp:x"):
            self.assertEqual(self.explain(place).returncode, 2)


class Debugging(Case):
    """Debuggers and coverage speak of the user's file."""

    TEXT = """#include <tlaloc/tlaloc.h>
int main(int argc, char**) {
  double k = argc + 2;
  auto f = [k](double x) {
    double square = x * x;
    return k * square;
  };
  auto g = tlaloc::grad(f);
  return f(2) + g(2) == 24 ? 0 : 1;
}
"""

    def debug(self, *commands):
        """What gdb says to commands, of a program built without optimisation."""
        if not shutil.which("gdb"):
            self.skipTest("no gdb")
        self.write("main.cpp", self.TEXT)
        self.build("-g", "-O0", "main.cpp", "-o", "app")
        words = ["gdb", "-nx", "-batch", *(w for c in commands for w in ("-ex", c)), "./app"]
        return self.run_in(words, {"DEBUGINFOD_URLS": ""}).stdout

    def test_a_breakpoint_in_a_lambda_shows_the_users_line(self):
        said = self.debug("break main.cpp:6", "run", "info source", "print square", "print k", "backtrace", "finish")
        self.assertRegex(said, r"main\.cpp:6\n6\t    return k \* square;")
        self.assertIn("Current source file is main.cpp", said)
        self.assertRegex(said, r"\$1 = 4\n\$2 = .*\b3\n")
        self.assertRegex(said, r"#\d+ .* main \(.*\) at main\.cpp:9")
        self.assertNotIn(".tlaloc", said)

    def test_stepping_goes_from_line_to_line(self):
        said = self.debug("break main.cpp:5", "run", "next", "next")
        self.assertRegex(said, r"(?s)5\t    double square = x \* x;.*6\t    return k \* square;")

    def test_the_derivative_can_be_stepped_into(self):
        said = self.debug("break main_cpp_4_grad", "run", "backtrace", "finish")
        self.assertRegex(said, r"Breakpoint 1, .*main_cpp_4_grad \(x=2, ")
        self.assertRegex(said, r"#\d+ .* main \(.*\) at main\.cpp:9")
        self.assertIn("Value returned is $1 = 12", said)

    def test_coverage_counts_the_users_lines(self):
        if "clang" in COMPILER or not shutil.which("gcov"):
            self.skipTest("gcov is g++'s")
        self.write("main.cpp", self.TEXT)
        self.build("--coverage", "-O0", "-c", "main.cpp", "-o", "main.o")
        self.build("--coverage", "main.o", "-o", "app")
        self.run_program()
        self.assertIn("File 'main.cpp'", self.run_in(["gcov", "main.o"]).stdout)
        counted = (self.folder / "main.cpp.gcov").read_text()
        for line in ("double square = x * x;", "return k * square;", "auto g = tlaloc::grad(f);"):
            self.assertRegex(counted, r" 1\*?: +\d+: *" + re.escape(line))


class Cache(Case):
    """The cache of preambles: what is read must be what would be parsed."""

    HEADER = "#pragma once\ninline double factor() { return 3; }\n"
    MAIN = """#include "factor.h"
#include <tlaloc/tlaloc.h>
#include <cstdio>
int main() { std::printf("%g\\n", tlaloc::grad([](double x) { return factor() * x; })(1)); }
"""

    def setUp(self):
        super().setUp()
        self.env = {"TLALOC_CACHE_DIR": str(self.folder / "cache"), "TLALOC_CACHE": "on"}
        self.write("factor.h", self.HEADER)
        self.write("main.cpp", self.MAIN)

    def said(self, *args, env=None, run="app"):
        """What --verbose says of a compile, and what the program prints."""
        done = self.start([TOOL, "--verbose", COMPILER, "-std=c++20", *args, "main.cpp", "-o", "app"], env or self.env)
        self.assertEqual(done.returncode, 0, done.stderr)
        use = re.search(r"^tlaloc: main.cpp: (preamble .*?), (\d+) sites", done.stderr, re.M)
        self.assertTrue(use, done.stderr)
        return use.group(1).removeprefix("preamble "), self.run_program(run)

    BUILT, READ, NONE = "put into the cache", "from the cache", "not cached"

    def test_the_second_compile_reads_what_the_first_one_kept(self):
        self.assertEqual(self.said(), (self.BUILT, "3\n"))
        self.assertEqual(self.said(), (self.READ, "3\n"))
        self.write("main.cpp", self.MAIN + "// an edit below the includes\n")
        self.assertEqual(self.said(), (self.READ, "3\n"))

    def test_another_file_with_the_same_includes_reads_it(self):
        self.said()
        self.write("other.cpp", self.MAIN.replace("* x", "* x * x"))
        done = self.start([TOOL, "--verbose", COMPILER, "-std=c++20", "other.cpp", "-o", "other"], self.env)
        self.assertIn("other.cpp: preamble from the cache", done.stderr)
        self.assertEqual(self.run_program("other"), "6\n")

    def test_an_edit_of_a_header_counts(self):
        self.said()
        self.write("factor.h", self.HEADER.replace("3", "4"))
        self.assertEqual(self.said(), (self.BUILT, "4\n"))
        self.assertEqual(self.said(), (self.READ, "4\n"))

    def test_a_touch_of_a_header_does_not(self):
        self.said()
        os.utime(self.folder / "factor.h", (1, 1))
        self.assertEqual(self.said(), (self.READ, "3\n"))

    def test_a_header_that_newly_stands_first_counts(self):
        (self.folder / "first").mkdir()
        self.write("second/factor.h", self.HEADER)
        (self.folder / "factor.h").unlink()
        path = ["-Ifirst", "-Isecond"]
        self.assertEqual([self.said(*path)[0], self.said(*path)[0]], [self.BUILT, self.READ])
        self.write("first/factor.h", self.HEADER.replace("3", "5"))
        self.assertEqual(self.said(*path), (self.BUILT, "5\n"))

    def test_flags_count(self):
        self.said()
        self.assertEqual(self.said("-DOTHER")[0], self.BUILT)
        self.assertEqual(self.said()[0], self.READ)

    def test_what_is_damaged_is_made_again(self):
        self.said()
        for pattern in ("*.pch", "preamble-*[!h]"):
            for damage in (lambda text: text[: len(text) // 2], lambda text: b"", lambda text: text[:200] + b"?" + text[201:]):
                for path in (self.folder / "cache").glob(pattern):
                    path.write_bytes(damage(path.read_bytes()))
                self.assertEqual(self.said(), (self.BUILT, "3\n"))
                self.assertEqual(self.said(), (self.READ, "3\n"))
        for path in (self.folder / "cache").glob("*.pch"):
            path.unlink()
        self.assertEqual(self.said(), (self.BUILT, "3\n"))

    def test_it_can_be_switched_off_and_do_without(self):
        self.assertEqual(self.said(env={"TLALOC_CACHE": "off", "TLALOC_CACHE_DIR": str(self.folder / "off")}), (self.NONE, "3\n"))
        self.assertFalse((self.folder / "off").exists())
        self.assertEqual(self.said(env={"TLALOC_CACHE_DIR": str(self.folder / "main.cpp")}), (self.NONE, "3\n"))

    def test_a_preamble_with_errors_is_not_kept(self):
        self.write("factor.h", self.HEADER + "#if defined(__clang__)\nint wrong = \"text\";\n#endif\n")
        if "clang" not in COMPILER:
            self.assertEqual(self.said(), (self.NONE, "3\n"))
            self.assertEqual(self.said(), (self.NONE, "3\n"))
        self.write("factor.h", self.HEADER)
        self.assertEqual(self.said(), (self.BUILT, "3\n"))

    def test_an_if_around_includes_and_code_is_no_preamble(self):
        self.write("main.cpp", "#include <tlaloc/tlaloc.h>\n#if 1\n" + self.MAIN + "#endif\n")
        self.assertEqual([self.said(), self.said()], [(self.BUILT, "3\n"), (self.READ, "3\n")])

    def test_sites_in_headers_and_their_macros(self):
        self.write("factor.h", """#pragma once
#include <tlaloc/grad.h>
#define SQUARE(x) ([](double y) { return (x) * y * y; })
inline double factor() { return tlaloc::grad(SQUARE(1.5))(1.0); }
""")
        self.write("main.cpp", self.MAIN.replace("return factor() * x", "return 3 * x").replace("(1))", "(1) + factor())"))
        self.assertEqual([self.said(), self.said()], [(self.BUILT, "6\n"), (self.READ, "6\n")])

    def test_many_at_once(self):
        words = [TOOL, "--verbose", COMPILER, "-std=c++20", "-fsyntax-only", "main.cpp"]
        env = {**os.environ, **self.env}
        running = [subprocess.Popen(words, cwd=self.folder, env=env, stderr=subprocess.PIPE, text=True) for _ in range(4)]
        for p in running:
            self.assertIn("1 sites", p.communicate()[1])
            self.assertEqual(p.returncode, 0)
        self.assertEqual(self.said(), (self.READ, "3\n"))
        self.assertFalse(list((self.folder / "cache").glob("*.tmp*")))

    def test_the_limit_is_kept(self):
        env = {**self.env, "TLALOC_CACHE_MB": "1"}
        self.assertEqual(self.said(env=env), (self.NONE, "3\n"))
        self.assertLess(sum(p.stat().st_size for p in (self.folder / "cache").iterdir()), 1 << 20)


if __name__ == "__main__":
    args = sys.argv[1:]
    WARM, REGEN = "--warm" in args, "--regen" in args
    args = [a for a in args if a not in ("--warm", "--regen")]
    TOOL, COMPILER = args[args.index("--tool") + 1], args[args.index("--compiler") + 1]
    rest = [a for i, a in enumerate(args) if a not in ("--tool", "--compiler") and (i == 0 or args[i - 1] not in ("--tool", "--compiler"))]
    unittest.main(argv=[sys.argv[0], *rest])
