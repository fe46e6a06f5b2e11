"""Rewords sentences to players, and every line of a transcript in which they were told.

    python -m tests.rewording FILE
    python -m tests.rewording --try [HOW MANY] [SEED]

Each line of FILE is a sentence as it stands in the source, a tab, and the sentence to take its place. The sources and
lists of lines are changed, then the tests that quote the sentence, then each line of a transcript that tells, asks or
refuses with it, with the values it was told with, the lists of `tests/listings` and the games of `docs/rounds`. Tests
that quote only a piece of a sentence are named: they are changed by hand. What games in progress have told stays as it
is in their logs, which hold ids.

`--try` turns round all words of some sentences at random, in a copy of the house, rewords the lines of transcripts that
tell them, and runs the tests that could see it. Nothing else may go by a sentence: each test that fails is named, with
the sentence that it goes by. It takes as long as the tests of all games.
"""

import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path

from engine.rulesets import RULESETS
from tests.fences.events import events_defined, sentences_of
from tests.fences.reading import FLOORS, ROOT

WIDTH = 120
LEAST_LETTERS = 12  # of a sentence that is looked for in tests: “{n} of {all}” stands in many others
OLD_WORDS = ("changes.py", "before_events.txt", "test_before_events.py")  # what older releases said, word for word


def write_literal(text: str, column: int) -> str:
    """Return a text as Python source that begins in this column."""
    if len(quoted := quote(text)) + column < WIDTH:
        return quoted
    pad = " " * ((column // 4 + 1) * 4)
    rows = textwrap.wrap(text, WIDTH - len(pad) - 4, drop_whitespace=False, break_on_hyphens=False)
    return "(\n" + "".join(f"{pad}{quote(row)}\n" for row in rows) + pad[4:] + ")"


def write_docstring(text: str, column: int, note: str = "") -> str:
    """Return a text as a docstring that begins in this column, on several lines if it is long. `note`: the lines that
    come after its first paragraph and stay, quotes that end it included.
    """
    if len(text) + column + 6 <= WIDTH and not note:
        return f'"""{text}"""'
    pad = " " * column
    rows = textwrap.wrap(text, WIDTH - 3, initial_indent=pad + " " * 3, subsequent_indent=pad, break_on_hyphens=False)
    return '"""' + "\n".join(rows)[column + 3 :] + (f"\n\n{note}" if note else f'\n{pad}"""')


def quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def reword_source(source: str, new: dict[str, str]) -> tuple[str, set[str]]:
    """Return a module with its texts exchanged, and which were found there."""
    tree = ast.parse(source)
    docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    nodes = dict[ast.Constant, str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value.partition("\n\n")[0] if node in docstrings else node.value  # the rest is for engineers
            if (text := " ".join(text.split())) in new:
                nodes[node] = text
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    for node in sorted(nodes, key=lambda each: (each.lineno, each.col_offset), reverse=True):
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        before, behind = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
        was = lines[first][node.col_offset :]
        text = new[nodes[node]]
        if was.startswith(b'"""'):
            note = (ast.get_source_segment(source, node) or "").partition("\n\n")[2] if node in docstrings else ""
            put = write_docstring(text, len(before.decode()), note)
        elif was.startswith(b"'") and not set(text) & set("'\\\n"):
            put = f"'{text}'"  # it may stand in an f-string
        else:
            put = write_literal(text, len(before.decode()))
        if put.startswith("(") and before.rstrip().endswith(b"(") and behind.lstrip().startswith(b")"):
            put = put[1:-1]  # it stands in parentheses of its own
        lines[first : last + 1] = [before + put.encode() + behind]
    return b"".join(lines).decode(), set(nodes.values())


def reword_sources(new: dict[str, str]) -> tuple[dict[str, set[str]], set[str]]:
    """Change all sources and lists of lines; return the rules' sentences by room, and those that stand nowhere."""
    missing, of_rules = set(new), defaultdict[str, set[str]](set)
    for path in [each for floor in FLOORS for each in (ROOT / floor).rglob("*") if each.suffix in {".py", ".txt"}]:
        if path.name in OLD_WORDS:
            continue
        text = path.read_text("utf-8")
        if path.suffix == ".py":
            changed, found = reword_source(text, new)
            if path.is_relative_to(ROOT / "engine"):
                of_rules[path.relative_to(ROOT / "engine").parts[0]] |= found
        else:
            rows = text.splitlines(keepends=True)
            found = {row.strip() for row in rows} & set(new)
            changed = "".join(row.replace(row.strip(), new.get(row.strip(), row.strip())) for row in rows)
        missing -= found
        if changed != text:
            path.write_text(changed)
    return of_rules, missing


def reword_tests(new: Mapping[str, str]) -> list[str]:
    """Change the tests that quote a whole sentence, also one with values, or beside others; return where they still
    quote a piece that is not said any more. A very short sentence is changed only where nothing stands beside it.
    """
    long = {old: now for old, now in new.items() if len(FIELD.sub("", old)) >= LEAST_LETTERS}
    patterns, pieces = build_longest_patterns(long), list[str]()
    for path in [each for each in (ROOT / "tests").rglob("*.py") if each.name not in OLD_WORDS]:
        text = path.read_text("utf-8")
        quoted = {each: reword_parts(each, patterns) for _, each in list_quotes(text)}
        changed, _ = reword_source(text, {**{was: now for was, now in quoted.items() if was != now}, **new})
        if changed != text:
            path.write_text(changed)
        pieces += [
            f"{path.relative_to(ROOT)}:{line}: {each}"
            for line, each in list_quotes(changed)
            if " " in each.strip() and is_piece(each, new) and not is_piece(each, new.values())
        ]
    return sorted(pieces)


def list_quotes(source: str) -> list[tuple[int, str]]:
    """Return the texts of one line in a module, each with the number of its line; no pieces of f-strings."""
    nodes = [*ast.walk(ast.parse(source))]
    within = {part for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    texts = [(node.lineno, node.value) for node in nodes if isinstance(node, ast.Constant) and node not in within]
    return [(line, text) for line, text in texts if isinstance(text, str) and "\n" not in text]


def is_piece(text: str, sentences: Iterable[str]) -> bool:
    """Return whether a text stands in one of these sentences, between two of its fields."""
    return any(text in part for each in sentences for part in FIELD.sub("\n", each).split("\n"))


# How a line of a transcript begins, in docs and tests, too.
TOLD = re.compile(r"[>!]\w*\s{2,}|(?:asks|offers)\s+\w+ [\w.]+ ")
BEGINS = re.compile(r"rtab +1 (\w+)")  # how a transcript begins, and of which game it is
ROOMS_SHARED = ("kernel", "minigames", "race")  # whose sentences several games tell
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
    """Return what a field of the new sentence shows: as it was told, or for one or several by what the old one told."""
    if match[0] in told:
        return told[match[0]]
    one, _, several = match[2].partition("|") if match[2] != "s" else ("", "", "s")
    return one if any(_tells_one(told, match[1])) else several


def _tells_one(told: dict[str, str], name: str) -> Iterator[bool]:
    """Yield for each field of this number whether it was told as one."""
    for field, text in told.items():
        found = FIELD.fullmatch(field)
        if found and found[1] == name:
            spec = found[2] or "n"
            yield text.lower() in ("1", "one") if spec == "n" else text == ("" if spec == "s" else spec.split("|")[0])


def reword_line(line: str, patterns: Patterns) -> str:
    """Return a line of a transcript with its sentence in its new words: in a refusal or question each that stands
    there, else the one that is the line, by the first pattern that fits.
    """
    line = line.rstrip("\n")
    head = TOLD.match(line)
    if head is None:
        return line
    said = line[head.end() :]
    parts = said if line.startswith(">") else reword_parts(said, patterns)
    if parts != said:
        return head[0] + parts
    for pattern, fields, text in patterns:
        if found := pattern.fullmatch(said):
            return head[0] + _fill_fields(text, fields, found)
    return line


STARTS = r"(?<![^\s“])(?<![^.:?!|] )"  # after another sentence, in quotation marks, or as a label
ENDS = {True: r"(?=$| |”)", False: r"(?=$| \||[.,”]| or | and )"}  # after a full stop, and without one


def reword_parts(text: str, patterns: Patterns) -> str:
    """Return a text in which these sentences stand in their new words, also where others stand beside them."""
    for pattern, fields, new in patterns:
        part = pattern.pattern.replace(".+?)", r"(?:(?![.?!] ).)+?)")  # no value holds the end of a sentence
        ends = ENDS[part.endswith((r"\.", r"\?", "!"))]
        text = re.sub(STARTS + part + ends, partial(_fill_fields, new, fields), text)
    return text


def _fill_fields(text: str, fields: Sequence[str], match: re.Match[str]) -> str:
    """Return a sentence with its fields filled as an old one was told."""
    return FIELD.sub(partial(_fill_field, dict(zip(fields, match.groups(), strict=True))), text)


def build_patterns(new: Mapping[str, str], of_rules: Mapping[str, set[str]], game: str, mark: str) -> Patterns:
    """Return what finds a sentence in a transcript of this game: its own, and those of rooms that games share. One that
    stays has its pattern, too: another of the same shape must not take its lines. No refusal or question tells one.
    """
    rooms = {game, *ROOMS_SHARED} if game else {*of_rules, *RULESETS, *ROOMS_SHARED}
    events = [event for event_id, event in events_defined(ROOT) if event_id.partition(".")[0] in rooms]
    same = {each for event in events for each in sentences_of(event)}
    texts = {text: text for text in same - set(new.values())}
    texts |= {old: new[old] for room in rooms for old in of_rules.get(room, ())}
    if mark != ">":
        texts = {old: text for old, text in texts.items() if not {old, text} & same}
    return build_longest_patterns(texts)


def build_longest_patterns(texts: Mapping[str, str]) -> Patterns:
    """Return what finds each of these sentences, with the one to take its place, the longest first."""
    longest_first = sorted(texts.items(), key=lambda pair: -len(FIELD.sub("", pair[0])))
    return [(*build_pattern(old), text) for old, text in longest_first]


def reword_text(text: str, find_patterns: Callable[[str, str], Patterns]) -> str:
    """Return a text with the lines of transcripts in it in their new words, each as a line of its own game."""
    game, lines = "", list[str]()
    for line in text.splitlines(keepends=True):
        if begins := BEGINS.search(line):
            game = begins[1]
        told = TOLD.match(line)
        lines.append(reword_line(line, find_patterns(game, line[0])) + line[len(line.rstrip("\n")) :] if told else line)
    return "".join(lines)


def reword_transcripts(new: Mapping[str, str], of_rules: Mapping[str, set[str]]) -> int:
    """Change the lines of all transcripts that tell one of these sentences; return how many transcripts."""
    find_patterns = cache(partial(build_patterns, new, of_rules))
    count = 0
    paths = list((ROOT / "docs").glob("*.md")) + list((ROOT / "tests").rglob("*.py"))
    for path in sorted([*paths, *(ROOT / "tests/transcripts").rglob("*.rtab")]):
        text = path.read_text("utf-8")
        changed = reword_text(text, find_patterns)
        if changed != text:
            path.write_text(changed)
            count += 1
    return count


# -- a trial: does anything but transcripts go by a sentence?

COPIED = ("engine", "layers", "functions", "tests", "docs", "pyproject.toml", "README.md", "CHANGELOG.md")
SEEING = ("billionaire", "deluxe", "engine", "ladder", "rulesets", "season7")  # folders of tests
FILM = "tests/host/doors/web/test_film.py"
REPLAY = """
from pathlib import Path
from engine.notation import replay_text
from engine.rulesets import RULESETS
for path in Path("tests/transcripts").rglob("*.rtab"):
    if replay_text(path.read_text("utf-8"), RULESETS):
        print(path)
"""
WORD = re.compile(r"[^\W\d_]+")
LITERAL = re.compile(r"\{[^}]*\}|[^{}]+")
WINDOW = 5  # words in a row by which a test is known to quote a sentence


def turn_words(sentence: str) -> str:
    """Return a sentence with all of its words turned round, and its facts as they were."""
    parts = LITERAL.findall(sentence)
    return "".join(part if part.startswith("{") else WORD.sub(_turn_word, part) for part in parts)


def _turn_word(match: re.Match[str]) -> str:
    turned = match[0][::-1].lower()
    return turned.capitalize() if match[0][0].isupper() else turned


def find_quoting_tests(sentences: Sequence[str]) -> set[str]:
    """Return the tests that quote a few words of these sentences, or all that there is between two facts."""
    quotes = set[str]()
    for part in (part for each in sentences for part in LITERAL.findall(each) if not part.startswith("{")):
        words = part.split()
        rows = [" ".join(words[n : n + WINDOW]) for n in range(max(1, len(words) - WINDOW + 1))]
        quotes |= {row.strip(".,:!? ") for row in rows if len(row) > WINDOW * 2}
    found = {path: path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")}
    return {
        str(path.relative_to(ROOT))
        for path, text in found.items()
        if not {"in_a_browser", "aws"} & {*path.parts} and any(each in text for each in quotes)
    }


def run_in_copy(copy: Path, *words: str) -> list[str]:
    """Run a module of Python in a copy of the house; return the lines that it prints."""
    path = os.pathsep.join(map(str, (copy, copy / "layers")))
    run = [sys.executable, *words]
    env = os.environ | {"PYTHONPATH": path}
    return subprocess.run(run, cwd=copy, check=False, capture_output=True, text=True, env=env).stdout.splitlines()


def run_tests(copy: Path, tests: Sequence[str]) -> list[str]:
    """Run tests of a copy; return the names of those that fail."""
    lines = run_in_copy(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests) if tests else []
    return [line.split()[1] for line in lines if line.startswith(("FAILED", "ERROR"))]


def reword_copy(copy: Path, events: Sequence[tuple[str, ast.ClassDef]]) -> None:
    """Make a copy of the house in which these events say something else, in transcripts, too."""
    for name in COPIED:
        there = ROOT / name
        shutil.copytree(there, copy / name, dirs_exist_ok=True) if there.is_dir() else shutil.copy(there, copy / name)
    said = [each for _, event in events for each in sentences_of(event) if turn_words(each) != each]
    if said:
        (copy / "reworded.tsv").write_text("".join(f"{each}\t{turn_words(each)}\n" for each in said))
        run_in_copy(copy, "-c", "from tests import rewording; rewording.main('reworded.tsv', quotes=False)")


def try_some(many: int, seed: int) -> int:
    """Reword some sentences at once and run what could see it; then find out which test goes by which of them."""
    events = random.Random(seed).sample(list(events_defined(ROOT)), many)
    quoting = find_quoting_tests([each for _, event in events for each in sentences_of(event)])
    broken = try_tests(events, sorted({*(f"tests/{name}" for name in SEEING), FILM, *quoting}))
    again = [each for each in broken if "::" in each]
    anyhow = try_tests([], again)  # what fails in any copy
    broken = [each for each in broken if each not in anyhow]
    for event in events if broken else []:
        sys.stdout.write(
            "".join(f"{each} goes by {event[0]}\n" for each in try_tests([event], again) if each in broken)
        )
    names = ", ".join(event_id for event_id, _ in events)
    sys.stdout.write(f"Seed {seed}: {len(broken)} tests go by one of these sentences: {names}\n")
    return bool(broken)


def try_tests(events: Sequence[tuple[str, ast.ClassDef]], tests: Sequence[str]) -> list[str]:
    """Reword events in a copy and run tests there; return those that fail, and the transcripts that do."""
    with tempfile.TemporaryDirectory() as folder:
        reword_copy(Path(folder), events)
        return [*run_tests(Path(folder), tests), *run_in_copy(Path(folder), "-c", REPLAY)]


def main(file: str, *, quotes: bool = True) -> int:
    """Reword everything, also what tests quote; return 1 if a sentence stands nowhere."""
    pairs = [line.split("\t") for line in Path(file).read_text("utf-8").splitlines() if line]
    new = {old: text for old, text in pairs if old != text}
    of_rules, missing = reword_sources(new)
    pieces = reword_tests(new) if quotes else []
    count = reword_transcripts(new, of_rules)
    sys.stdout.write("".join(f"stands nowhere: {old}\n" for old in sorted(missing)))
    sys.stdout.write("".join(f"quotes a piece: {each}\n" for each in pieces))
    sys.stdout.write(f"{len(new) - len(missing)} sentences and {count} transcripts reworded\n")
    return bool(missing)


def write_listings() -> None:
    """Write the lists anew of what people are answered and shown, and of what voices say, and the kept rounds."""
    for module in ("tests.listings", "tests.test_rounds"):
        subprocess.run([sys.executable, "-m", module], cwd=ROOT, check=False)


if __name__ == "__main__":
    if sys.argv[1] == "--try":
        many, seed, *_ = (*sys.argv[2:], *("20", "1")[len(sys.argv) - 2 :])
        sys.exit(try_some(int(many), int(seed)))
    code = main(*sys.argv[1:])
    write_listings()
    sys.exit(code)
