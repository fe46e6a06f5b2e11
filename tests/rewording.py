"""Rewords sentences to players, and every line of a transcript in which they were told.

    python -m tests.rewording FILE

Each line of FILE is a sentence as it stands in the source, a tab, and the sentence to take its place. The sources and
lists of lines are changed, then the tests that quote the sentence as it is, then each line of a transcript that tells
it, with the values it was told with. What games in progress have told stays as it is in their logs, which hold ids.
"""

import ast
import re
import sys
import textwrap
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tests.fences.events import events_defined
from tests.fences.reading import FLOORS, ROOT

WIDTH = 120


def write_literal(text: str, column: int) -> str:
    """Return a text as Python source that begins in this column."""
    if len(quoted := quote(text)) + column < WIDTH:
        return quoted
    pad = " " * ((column // 4 + 1) * 4)
    rows = textwrap.wrap(text, WIDTH - len(pad) - 4, drop_whitespace=False, break_on_hyphens=False)
    return "(\n" + "".join(f"{pad}{quote(row)}\n" for row in rows) + pad[4:] + ")"


def quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def reword_source(source: str, new: dict[str, str]) -> tuple[str, set[str]]:
    """Return a module with its texts exchanged, and which were found there."""
    constants = [each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.Constant)]
    nodes = [each for each in constants if isinstance(each.value, str) and each.value in new]
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    for node in sorted(nodes, key=lambda each: (each.lineno, each.col_offset), reverse=True):
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        before, behind = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
        was = lines[first][node.col_offset :]
        text = new[str(node.value)]
        put = f'"""{text}"""' if was.startswith(b'"""') else write_literal(text, len(before.decode()))
        if put.startswith("(") and before.rstrip().endswith(b"(") and behind.lstrip().startswith(b")"):
            put = put[1:-1]  # it stands in parentheses of its own
        lines[first : last + 1] = [before + put.encode() + behind]
    return b"".join(lines).decode(), {str(node.value) for node in nodes}


def reword_sources(new: dict[str, str]) -> tuple[set[str], set[str]]:
    """Change all sources and lists of lines; return the sentences of the rules, and those that stand nowhere."""
    missing, of_rules = set(new), set[str]()
    for path in [each for floor in FLOORS for each in (ROOT / floor).rglob("*") if each.suffix in {".py", ".txt"}]:
        text = path.read_text("utf-8")
        if path.suffix == ".py":
            changed, found = reword_source(text, new)
            of_rules |= found if path.is_relative_to(ROOT / "engine") else set()
        else:
            rows = text.splitlines(keepends=True)
            found = {row.strip() for row in rows} & set(new)
            changed = "".join(row.replace(row.strip(), new.get(row.strip(), row.strip())) for row in rows)
        missing -= found
        if changed != text:
            path.write_text(changed)
    return of_rules, missing


def reword_tests(new: dict[str, str]) -> None:
    """Change the tests that quote a whole sentence."""
    for path in (ROOT / "tests").rglob("*.py"):
        text = path.read_text("utf-8")
        changed, _ = reword_source(text, new)
        if changed != text:
            path.write_text(changed)


FIELD = re.compile(r"\{(\w+)(?::([^}]*))?\}")


def build_pattern(old: str) -> tuple[re.Pattern[str], list[str]]:
    """Return what finds a sentence as it was told, and the fields in the order of its groups."""
    fields, pattern, at = list[str](), "", 0
    for match in FIELD.finditer(old):
        pattern += re.escape(old[at : match.start()])
        at, spec = match.end(), match[2] or ""
        if match[0] in fields:
            pattern += f"(?P=f{fields.index(match[0])})"
            continue
        told = "|".join(map(re.escape, spec.split("|"))) if "|" in spec else "s?" if spec == "s" else ".+?"
        pattern += f"(?P<f{len(fields)}>{told})"
        fields.append(match[0])
    return re.compile(pattern + re.escape(old[at:])), fields


Patterns = Sequence[tuple[re.Pattern[str], list[str], str]]


def _fill_field(told: dict[str, str], match: re.Match[str]) -> str:
    return told[match[0]]


def reword_line(line: str, patterns: Patterns) -> str:
    """Return a line of a transcript with its sentence in its new words. The first pattern that fits is its own."""
    head = re.match(r"[>!]\S*\s+", line)
    if head is None:
        return line
    for pattern, fields, text in patterns:
        if found := pattern.fullmatch(line, head.end()):
            told = dict(zip(fields, found.groups(), strict=True))
            line = head[0] + FIELD.sub(partial(_fill_field, told), text)
            break
    for pattern, fields, text in patterns:  # within another one, as the second half of a refusal
        line = line if fields else line.replace(pattern.pattern.replace("\\", ""), text)
    return line


def reword_transcripts(new: dict[str, str]) -> int:
    """Change the lines of all transcripts that tell one of these sentences; return how many transcripts."""
    same = {ast.get_docstring(event, clean=False) or "" for _, event in events_defined(ROOT)}
    texts = {text: text for text in same - set(new.values())} | new
    longest_first = sorted(texts.items(), key=lambda pair: -len(FIELD.sub("", pair[0])))
    patterns = [(*build_pattern(old), text) for old, text in longest_first]
    count = 0
    for path in sorted((ROOT / "tests/transcripts").rglob("*.rtab")):
        text = path.read_text("utf-8")
        changed = "".join(f"{reword_line(line, patterns)}\n" for line in text.splitlines())
        if changed != text:
            path.write_text(changed)
            count += 1
    return count


def main(file: str) -> int:
    """Reword everything; return 1 if a sentence stands nowhere."""
    pairs = [line.split("\t") for line in Path(file).read_text("utf-8").splitlines() if line]
    new = {old: text for old, text in pairs if old != text}
    of_rules, missing = reword_sources(new)
    reword_tests(new)
    count = reword_transcripts({old: new[old] for old in of_rules})
    sys.stdout.write("".join(f"stands nowhere: {old}\n" for old in sorted(missing)))
    sys.stdout.write(f"{len(new) - len(missing)} sentences and {count} transcripts reworded\n")
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
