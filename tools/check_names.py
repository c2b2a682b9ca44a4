"""Holds the names in the sources against docs/words.md, and keeps ops out of the code above the table.

Words: the last column of the first table in docs/words.md, and its list of file names, are refused.
Ops: src/transform and src/back may not name an op of src/ops, as text or as a builder function. What
differentiation itself needs, src/ops/arithmetic.h offers as functions; structural ops are told apart by Control.

usage: check_names.py [ROOT]
"""

import pathlib
import re
import sys

OPLESS = ["transform", "back"]

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
QUOTED_WORD = re.compile(r"`([^`]+)`")
OP_NAME = re.compile(r'\.name\s*=\s*"([a-z0-9_]+)"')
FOREIGN = re.compile(r"\bdnnl(?:::\w+)+|\bdnnl_\w+|\b(?!k[A-Z])[a-z]+[A-Z]\w*")  # camelCase is Clang's, never ours
DECLARED = re.compile(r"^[\w:]+ (\w+)\(", re.M)


def section(text, heading):
    """The lines from `heading` to the next one."""
    after = text.split(heading, 1)
    return after[1].split("\n## ", 1)[0] if len(after) == 2 else ""


def banned_words(words_md):
    rows = [line for line in words_md.split("\n## ", 1)[0].splitlines() if line.startswith("|")]
    return sorted({w for row in rows for w in QUOTED_WORD.findall(row.rstrip("| ").rsplit("|", 1)[-1])
                   if row.count("|") >= 4 and not row.rstrip().endswith("| |")})


def banned_files(words_md):
    return QUOTED_WORD.findall(section(words_md, "## Names that hide their subject"))


def code_only(text):
    """The text with comments and string literals blanked, line breaks kept."""
    blank = lambda m: re.sub(r"[^\n]", " ", m.group(0))
    pattern = r'R"([^(\s]*)\((?:.|\n)*?\)\1"|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*(?:.|\n)*?\*/'
    return re.sub(pattern, blank, text)


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*(?:.|\n)*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)


def parts(identifier):
    """snake_case and PascalCase pieces: 'gradOutput_dims' -> '_grad_output_dims_'."""
    return "_" + re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", identifier).lower().strip("_") + "_"


def word_faults(place, text, banned):
    for number, line in enumerate(code_only(text).splitlines(), 1):
        for identifier in IDENTIFIER.findall(FOREIGN.sub(" ", line)):
            if identifier == "Dim":
                continue
            for word in banned:
                if f"_{word}_" in parts(identifier):
                    yield f"{place}:{number}: '{identifier}' says '{word}'; docs/words.md has our word for it"


def op_names(root):
    text = "".join(p.read_text() for p in sorted((root / "src/ops").rglob("*.cc"))
                   if not p.name.endswith("_test.cc") and p.stem != "control")
    return set(OP_NAME.findall(text)) - {"add", "mul"}  # rule 2's exception


def arithmetic(root):
    header = root / "src/ops/arithmetic.h"
    return set(DECLARED.findall(header.read_text())) if header.is_file() else set()


def op_faults(place, text, ops, offered):
    for number, line in enumerate(without_comments(text).splitlines(), 1):
        words = [w for w in re.findall(r'"([a-z0-9_]+)"', line) if w in ops]
        calls = [w for w in re.findall(r"\bops::([a-z0-9_]+)\(", line) if w in ops - offered]
        for name in words + calls:
            yield f"{place}:{number}: names the op '{name}'; only src/ops may (ask the op's record)"


def faults(root):
    words_md = (root / "docs/words.md").read_text()
    banned, files = banned_words(words_md), banned_files(words_md)
    ops, offered = op_names(root), arithmetic(root)
    found = []
    for top in ("src", "include"):
        for path in sorted(p for pattern in ("*.h", "*.cc") for p in (root / top).rglob(pattern)):
            place, text = path.relative_to(root).as_posix(), path.read_text(errors="replace")
            found += word_faults(place, text, banned)
            found += [f"{place}: a file is named for its subject, not '{w}'" for w in files
                      if f"_{w}_" in parts(path.stem)]
            if place.startswith(tuple(f"src/{f}/" for f in OPLESS)) and not place.endswith("_test.cc"):
                found += op_faults(place, text, ops, offered)
    return found


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    found = faults(root)
    print("\n".join(found) if found else "names: every word is one of ours")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
