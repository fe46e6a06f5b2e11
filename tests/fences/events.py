"""Fences around events: sentences stand once, nobody goes by them, everything told is tested, and ids are for ever."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.fences.reading import dotted_name, every_node, nodes_of, paths, sources

FOLDERS = ("engine", "layers/host")
TELLING = {"tell": 0, "note": 0, "say": 0, "whisper": 1}
READERS = ("engine/kernel/", "engine/notation/", "layers/host/shown/words/")  # who may look at sentences
OTHER_TEXTS = (  # what is compared there is a claim, a button, an answer
    "engine/season7/host_answers.py",
    "layers/host/doors/telegram/messages/board.py",
    "layers/workshop/simulate/voice.py",  # it counts how often each is said
)
OLD_WORDS = "/changes.py"  # what older releases said, word for word
KEPT_IDS = "tests/fences/event_ids.txt"  # every id there has ever been, sorted
PLAIN = "tests/fences/plain_events.txt"  # without a beat (small), without a line of the voice (plain): on purpose
SHARED = ("race", "minigames")  # rooms whose events are told in several games
AROUND = 400  # letters before and after what a sentence says, in which it stands
EVENTS_ALONE = ("engine", "layers/host", "layers/workshop", "functions")  # where nobody goes by a sentence
TOLD = re.compile(r"told|line|each|said|entry|telling|heard|now|question|.*(told|lines|said)\[.*\]|.*\.told")
FACT = re.compile(r"\{[^}]*\}")
COINCIDENCES = ("layers/host/doors/telegram/messages/screens.py",)  # a label that reads like an event


def events_defined(root: Path) -> Iterator[tuple[str, ast.ClassDef]]:
    """Every event with its id."""
    for at, tree in sources(root, *FOLDERS):
        if at.endswith("/events.py") and not at.startswith("layers/host/doors/"):
            room = "host" if at.startswith("layers/") else at.split("/")[1]
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    yield f"{room}.{node.name}", node


def sentences_of(event: ast.ClassDef) -> Iterator[str]:
    yield " ".join((ast.get_docstring(event) or "").split())
    for node in event.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "variants":
            yield from (str(each.value) for each in ast.walk(node.value) if isinstance(each, ast.Constant))


def sentences_twice(root: Path) -> list[str]:
    """What an event says, or a remark, stands nowhere else in engine or host; lines of a voice say `=`."""
    said = {each for _, event in events_defined(root) for each in sentences_of(event)}
    found = []
    for each, places in sorted(sentence_places(root).items()):
        beside = [at for at in places if not at.endswith(("/events.py", OLD_WORDS)) and not at.startswith(COINCIDENCES)]
        if len(beside) > (each not in said):
            found.append(f"{' and '.join(beside)} {'repeat' if each in said else 'say'}: {each}")
    return found


def sentence_places(root: Path) -> dict[str, list[str]]:
    """Every sentence that is told, an event's or a remark, with the files in which it stands, as often as it does."""
    said = {each for _, event in events_defined(root) for each in sentences_of(event) if " " in each}
    places = defaultdict[str, list[str]](list)
    for at, tree in sources(root, *FOLDERS):
        for node in nodes_of(tree, ast.Constant, ast.Call):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
                places[" ".join(node.value.split())].append(at)
            said.update(_remark(node))
    for at in paths(root, *FOLDERS, pattern="lines.txt"):
        for line in (root / at).read_text("utf-8").splitlines():
            places[line.strip()].append(at)
    return {each: places[each] for each in said}


def _remark(node: ast.AST) -> Iterator[str]:
    """The sentence that a call tells, if it is written there."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        owner, at = dotted_name(node.func.value), TELLING.get(node.func.attr, 9)
        told = node.args[at] if at < len(node.args) and owner in ("t", "tx", "table") else None
        if isinstance(told, ast.Constant) and " " in str(told.value):
            yield " ".join(str(told.value).split())


def sentences_compared(root: Path) -> list[str]:
    """Who goes by what was told goes by the event, not by its text or id."""
    found = []
    for at, tree in sources(root, *EVENTS_ALONE):
        if not at.startswith((*READERS, *OTHER_TEXTS)):
            lines = {
                node.lineno
                for node in nodes_of(tree, ast.Compare, ast.Subscript, ast.ListComp, ast.SetComp, ast.Call)
                if _goes_by_text(node)
            }
            found += [f"{at}:{line} goes by a sentence" for line in sorted(lines)]
    return found


def _goes_by_text(node: ast.expr) -> bool:
    if isinstance(node, ast.Compare):
        return any(map(_is_text, (node.left, *node.comparators)))
    if isinstance(node, ast.Subscript):
        return _is_text(node.slice)
    if isinstance(node, ast.ListComp | ast.SetComp):  # of ids, to look something up in
        return ast.unparse(node.elt).endswith(".what") and _is_text(node.elt)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        begins = node.func.attr in ("startswith", "endswith") and _is_text(node.func.value)
        return begins or (node.func.attr == "get" and any(map(_is_text, node.args)))
    return False


GUESSING = ("layers/host", "layers/workshop", "engine")  # where nobody goes by which facts there are
MAY_GUESS = (
    "engine/kernel/",  # it upcasts old sentences
    "engine/season7/voice/",  # its moments have facts of their own
    "layers/host/core/posting.py",  # these three treat all facts alike: how long they are, whose names, in which words
    "layers/host/doors/web/table/moments.py",  # a template of a game's own names the facts it draws
    "layers/host/said/answers.py",
    "layers/host/shown/words/",
)


def facts_guessed(root: Path) -> list[str]:
    """Who goes by what was told goes by the kind of event, not by which facts are there."""
    found = []
    for at, tree in sources(root, *GUESSING):
        if not at.startswith(MAY_GUESS):
            lines = {node.lineno for node in nodes_of(tree, ast.Compare, ast.Call) if _guesses(node)}
            found += [f"{at}:{line} guesses by facts" for line in sorted(lines)]
    return found


def _guesses(node: ast.expr) -> bool:
    """`"n" in told.facts`, `told.facts.get("n")`, `told.facts.values()`, `told.facts.keys().isdisjoint(…)`."""
    if isinstance(node, ast.Compare):
        asked = any(isinstance(each, ast.In | ast.NotIn) for each in node.ops)
        return asked and any(map(_are_facts, node.comparators))
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not _are_facts(node.func.value):
        return False
    named = bool(node.args) and isinstance(node.args[0], ast.Constant)
    return node.func.attr in ("values", "items", "keys") or (node.func.attr == "get" and named)


def _are_facts(node: ast.expr) -> bool:
    return dotted_name(node).removesuffix(".keys()").endswith(".facts")


def _is_text(node: ast.expr) -> bool:
    """`told.text`, `line.what` and the like; buttons have texts, too."""
    if not isinstance(node, ast.Attribute) or node.attr not in ("text", "what"):
        return False
    return TOLD.fullmatch(dotted_name(node.value)) is not None


def events_told(root: Path) -> list[str]:
    """Each is told by a rule, and by a transcript of its game: but for the host's, which no transcript shows."""
    told = {each for at, tree in sources(root, *FOLDERS) if not _listens(at) for each in _events_used(tree)}
    transcripts = defaultdict[str, str](str)
    for path in sorted((root / "tests").rglob("*.rtab")):
        text = path.read_text("utf-8")
        transcripts[(text.split(maxsplit=3) + [""] * 3)[2]] += text
    untold, unseen = list[str](), list[str]()
    for event_id, event in events_defined(root):
        room = event_id.partition(".")[0]
        if event_id not in told:
            untold.append(f"{event_id} is told by no rule")
        text = "\n".join(transcripts.values()) if room in SHARED else transcripts[room]
        if room not in ("host", "kernel") and not _transcribed(event, text):
            unseen.append(f"{event_id} is told in no transcript")
    return untold + unseen


def _listens(at: str) -> bool:
    """Is this a module that only goes by events, or defines them?"""
    return "/voice" in at or at.endswith(("/events.py", "/catalogue.py"))


def _events_used(tree: ast.Module) -> Iterator[str]:
    """The ids of events that are named, each in the room from which it comes, but for what is only looked for."""
    rooms, names = _events_imported(tree)
    sought = [node for node in every_node(tree) if isinstance(node, ast.Compare | ast.MatchClass) or _is_test(node)]
    beside = {id(part) for node in sought for part in ast.walk(node)}
    for node in every_node(tree):
        if id(node) in beside:
            continue
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in rooms:
            yield f"{rooms[node.value.id]}.{node.attr}"
        elif isinstance(node, ast.Name) and node.id in names:
            yield names[node.id]


def _is_test(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and dotted_name(node.func) in ("isinstance", "events.tells", "tells")


def _events_imported(tree: ast.Module) -> tuple[dict[str, str], dict[str, str]]:
    """Modules of events by the names that they have here, each with its room; and events by theirs, with their ids."""
    rooms, names = dict[str, str](), dict[str, str]()
    for node in nodes_of(tree, ast.ImportFrom):
        if not node.module:
            continue
        floor, _, room = node.module.removesuffix(".events").partition(".")
        room = "host" if floor == "host" else room
        for alias in node.names:
            if node.module.endswith(".events"):
                names[alias.asname or alias.name] = f"{room}.{alias.name}"
            elif alias.name == "events":
                rooms[alias.asname or alias.name] = room
    return rooms, names


def _transcribed(event: ast.ClassDef, transcripts: str) -> bool:
    return any(_said_in(sentence, transcripts) for sentence in sentences_of(event))


def _said_in(sentence: str, text: str) -> bool:
    """Does it stand there, with something in place of its facts?"""
    pieces = FACT.split(sentence)
    longest, whole = max(pieces, key=len).strip(), re.compile(r"\s" + ".{0,300}?".join(map(re.escape, pieces)))
    at = text.find(longest)
    while at >= 0:
        if whole.search(text, max(0, at - AROUND), at + AROUND):
            return True
        at = text.find(longest, at + 1)
    return False


def events_shown_and_said(root: Path) -> list[str]:
    """Each is shown large and has lines of the voice, or it stands in the list of those that are small, or plain."""
    known = {tuple(line.split()) for line in _rows(root / PLAIN)}
    said = set(_events_said(root))
    plain = set[tuple[str, ...]]()
    for event_id, event in events_defined(root):
        beats = any(isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "beat" for node in event.body)
        lacks = [word for word, has in (("small", beats), ("plain", event_id in said)) if not has]
        plain |= {(event_id, *lacks)} if lacks else set()
    return [
        *(f"{' '.join(each)} is not in {PLAIN}" for each in sorted(plain - known)),
        *(f"{' '.join(each)} is so no more: {PLAIN}" for each in sorted(known - plain)),
    ]


def _events_said(root: Path) -> Iterator[str]:
    """The ids of events that the host's voices go by: in their code, and at the heads of their lines."""
    for at, tree in sources(root, *FOLDERS):
        if "/voice" in at or at.endswith("/host_voice.py"):
            rooms, names = _events_imported(tree)
            yield from names.values()
            yield from (
                f"{rooms[node.value.id]}.{node.attr}"
                for node in every_node(tree)
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in rooms
            )
    for at in paths(root, *FOLDERS, pattern="lines.txt"):
        room = "host" if at.startswith("layers/") else at.split("/")[1]
        for line in _rows(root / at):
            if line and line[0] not in "# " and (bound := line.split()[1:2]):
                yield bound[0] if "." in bound[0] else f"{room}.{bound[0]}"
            elif line.strip().startswith("=") and (named := re.findall(r"[A-Z]\w+", line)):
                yield f"{room}.{named[0]}"


def event_ids(root: Path) -> list[str]:
    """Ids stand in logs for ever: the list of them only grows."""
    kept, there = _lines(root / KEPT_IDS), {event_id for event_id, _ in events_defined(root)}
    return [
        *(f"{each} is not in {KEPT_IDS}" for each in sorted(there - kept)),
        *(f"{each} stands in logs, and is gone" for each in sorted(kept - there)),
    ]


def _lines(path: Path) -> set[str]:
    return {word for row in _rows(path) for word in row.split()}


def _rows(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines() if path.exists() else []
