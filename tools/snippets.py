"""Fills the code blocks of the docs from named regions of programs that are compiled and run by the tests.

In a document, a line `<!-- snippet: FILE NAME -->` (or `<!-- snippet: FILE -->` for the whole file) stands in
front of a fenced block, whose body this tool writes. In a source, a region is the lines between
`// snippet: NAME` and `// end snippet`, cut to their common indentation (`#` comments work as well); in a
program's output, the lines from `== NAME` to the next `== `. A NAME without a region is a definition that starts
in column 0, quoted with the comment above it to its end.

usage: snippets.py (--check | --fix) [ROOT]
"""

import pathlib
import re
import sys
import textwrap

BLOCK = re.compile(r"(<!-- snippet: (\S+)(?: (\S+))? -->\n```[^\n]*\n)(.*?)(^```$)", re.S | re.M)
BEGIN = re.compile(r"^\s*(?://|#) snippet: (\S+)\s*$")
END = re.compile(r"^\s*(?://|#) end snippet\s*$")


class Fault(Exception):
    pass


def region(text, name):
    """The lines of the named region, dedented; None if there is no such region or no end to it."""
    lines, inside = [], False
    for line in text.splitlines():
        begin = BEGIN.match(line)
        if inside and END.match(line):
            return textwrap.dedent("\n".join(lines)) + "\n"
        if inside and not begin:
            lines.append(line)
        inside = inside or bool(begin and begin.group(1) == name)
    return None


def section(text, name):
    """The lines of output between `== NAME` and the next such line."""
    found = re.search(rf"^== {re.escape(name)}\n(.*?)(?=^== |\Z)", text, re.S | re.M)
    return found.group(1).rstrip("\n") + "\n" if found else None


def definition(text, name):
    """The comment above, and the lines from the one that defines `name` to where its braces close."""
    lines = text.splitlines()
    for start, line in enumerate(lines):
        if "(" not in line and start + 1 < len(lines):  # the name may stand under its type
            line += " " + lines[start + 1].strip()
        if re.match(rf"[A-Za-z][^=(]*\b{re.escape(name)}\b", line) and not line.startswith("using "):
            break
    else:
        return None
    depth, end = 0, start
    for end in range(start, len(lines)):
        depth += sum(map(lines[end].count, "({[")) - sum(map(lines[end].count, ")}]"))
        if depth <= 0 and lines[end].rstrip().endswith((";", "}")):
            break
    while start > 0 and lines[start - 1].startswith(("//", "template")):
        start -= 1
    return "\n".join(lines[start : end + 1]) + "\n"


def body(root, file, name):
    source = root / file
    if not source.is_file():
        raise Fault(f"there is no {file}")
    text = source.read_text()
    if name is None:
        return "\n".join(l for l in text.splitlines() if not BEGIN.match(l) and not END.match(l)) + "\n"
    found = region(text, name) or section(text, name) or definition(text, name)
    if found is None:
        raise Fault(f"{file} has no region and no definition '{name}'")
    return found


def filled(root, text):
    return BLOCK.sub(lambda m: m.group(1) + body(root, m.group(2), m.group(3)) + m.group(5), text)


def documents(root):
    return [p for p in [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md")),
                        *sorted((root / "examples").rglob("*.md"))] if p.is_file()]


def faults(root, fix):
    found = []
    for path in documents(root):
        place, text = path.relative_to(root), path.read_text()
        try:
            wanted = filled(root, text)
        except Fault as fault:
            found.append(f"{place}: {fault}")
            continue
        if wanted != text and fix:
            path.write_text(wanted)
        elif wanted != text:
            found.append(f"{place}: a code block is not what its source says; ./dev check --fix")
    return found


def main():
    args = [a for a in sys.argv[1:] if not a.startswith("--")]
    found = faults(pathlib.Path(args[0] if args else "."), fix="--fix" in sys.argv)
    print("\n".join(found) if found else "snippets: the docs say what the programs say")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
