"""Collects every text that people are shown, by reading the program.

A text is what is given to one of the functions that tell, ask, refuse or label, or to a function of ours that hands
it on to one of those. What cannot be read like that (a text glued together while running) is a fault. Events say
themselves in their docstrings and `variants`; the lines of a voice may stand in a text file beside the game.
"""

from __future__ import annotations

import argparse
import ast
import re
import string
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from random import Random

from msgspec import Struct, field

import engine
import host
from engine.kernel import LOG, PUBLIC, Game, Reader, format_text, format_told
from engine.kernel.event import EVENT_KINDS
from engine.rulesets import RULESETS, ruleset
from host.core import gc_tuning
from host.core.cards import dealt_cards
from host.core.game_options import ChoiceOption, list_ruleset_options
from host.shown.words import (
    Contexts,
    find_translation_fault,
    list_languages,
    parse_po,
    parse_po_by_context,
    render_po_file,
)
from workshop.bots import sample_players
from workshop.simulate.voice import HeardGame, record_tellings

TELLING = {
    **dict.fromkeys((".tell", ".note", ".say", ".translate", ".format_sentence"), 0),
    **dict.fromkeys(
        (
            "phrase",
            "Phrase",
            "Illegal",
            "Crowded",
            "Told",
            "format_text",
            "RacePlay",
            "say",
            "answer_sentence",
            "whisper_on_stage",
            "tell_one_player",
        ),
        0,
    ),
    **dict.fromkeys((".whisper", "Option", "Play", "Character"), 1),
    ".ask": 2,
}  # methods have their dot


EVENTS, LINES, LOOKS = "events.py", "lines.txt", "looks/*.html"


SAID_IN_LOOK = re.compile(r"<say>([^<]+)</say>")


QUESTION = "Question"  # what several players are asked: its text is a keyword


OPTIONS_AT = {
    ".ask": 3,
    ".ask_any": 2,
    ".put_questions": 2,
    ".ask_all": 2,
    ".decide_all": 3,
}  # which argument gives the options


OWN_FACTS_AT = {".ask_any": 3, ".put_questions": 3}  # and which one the facts of each player


UNSEEN_KEYWORDS = ("lapse", "patience", "source", "form", "key", "deed")  # keywords whose words nobody reads


Function = ast.FunctionDef | ast.AsyncFunctionDef


class UnreadableText(Exception):
    """A text that is put together while the program runs, so that it cannot be collected."""


class Source(Struct):
    """One file: its constants, and every call with the functions around it, the innermost last."""

    path: str
    tree: ast.Module
    constants: dict[str, ast.expr] = field(default_factory=dict)
    calls: list[tuple[Sequence[Function], ast.Call]] = field(default_factory=list)


def harvest_texts(roots: Mapping[str, Path]) -> dict[str, list[str]]:
    """Return every text with the places where it stands. Raises UnreadableText for one that is put together at run
    time.
    """
    sources = [
        _parse_source(f"{name}/{path.relative_to(root)}", path)
        for name, root in roots.items()
        for path in _iter_source_files(root)
    ]
    known = {name: value for source in sources for name, value in source.constants.items()}
    _resolve_imported_constants(sources)
    found: dict[str, list[str]] = {}
    telling, events = _list_telling_arguments(sources), _list_event_names(sources)
    for source in sources:
        for text, line in _iter_source_texts(source, telling, events, {**known, **source.constants}):
            _add_text(found, text, f"{source.path}:{line}")
    for name, root in roots.items():
        for path in sorted(root.rglob(LINES)):
            for line, text in enumerate(path.read_text("utf-8").splitlines(), 1):
                if text.startswith(" ") and not text.strip().startswith("="):
                    _add_text(found, text.strip(), f"{name}/{path.relative_to(root)}:{line}")
        for path in sorted(root.rglob(LOOKS)):
            for text in SAID_IN_LOOK.findall(path.read_text("utf-8")):
                _add_text(found, text, f"{name}/{path.relative_to(root)}")
    return found


def _add_text(found: dict[str, list[str]], text: str, place: str) -> None:
    places = found.setdefault(text, [])
    if place not in places:
        places.append(place)


def _list_event_names(sources: Iterable[Source]) -> set[str]:
    """Return the names by which calls may name an event class, with and without a module."""
    names = {event.name for source in sources for event in _list_event_classes(source)}
    return names | {f".{name}" for name in names}


def _list_event_classes(source: Source) -> list[ast.ClassDef]:
    """Return the event classes that a file defines; classes without a docstring are not events."""
    if Path(source.path).name != EVENTS:
        return []
    return [node for node in source.tree.body if isinstance(node, ast.ClassDef) and ast.get_docstring(node)]


def _iter_event_sentences(source: Source) -> Iterator[tuple[str, int]]:
    """Yield the sentences of a file's events: their docstrings and variants, with line numbers."""
    for event in _list_event_classes(source):
        yield " ".join((ast.get_docstring(event) or "").split()), event.lineno
        for node in event.body:
            target, value = _split_assignment(node)
            if isinstance(target, ast.Name) and target.id == "variants" and isinstance(value, ast.Tuple):
                yield from (
                    (text, node.lineno) for each in value.elts for text in _ExpressionReader((), {}).list_texts(each)
                )


def _iter_source_files(root: Path) -> Iterator[Path]:
    return (path for path in sorted(root.rglob("*.py")) if not {"command", "notation"} & set(path.parts))


def _parse_source(name: str, path: Path) -> Source:
    source = Source(name, ast.parse(path.read_text("utf-8")))
    _collect_calls(source.tree, [], source.calls)
    for node in source.tree.body:
        target, value = _split_assignment(node)
        if isinstance(target, ast.Name) and value is not None:
            source.constants[target.id] = value
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = zip(target.elts, value.elts, strict=False)
            source.constants |= {name.id: one for name, one in pairs if isinstance(name, ast.Name)}
    return source


def _resolve_imported_constants(sources: Sequence[Source]) -> None:
    """Give each file the constants that it imports, so that equal names elsewhere are not mistaken for them."""
    modules = {_format_module_name(source.path): source.constants for source in sources}
    for source in sources:
        for node in source.tree.body:
            if isinstance(node, ast.ImportFrom) and node.module:
                there = modules.get(node.module, {})
                names = {alias.asname or alias.name: alias.name for alias in node.names}
                source.constants |= {name: there[other] for name, other in names.items() if other in there}
                for name, other in names.items():
                    inside = modules.get(f"{node.module}.{other}", {})
                    source.constants |= {f"{name}.{constant}": value for constant, value in inside.items()}


def _format_module_name(path: str) -> str:
    return path.removeprefix("layers/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _split_assignment(node: ast.AST) -> tuple[ast.expr | None, ast.expr | None]:
    if isinstance(node, ast.Assign):
        return node.targets[0], node.value
    return (node.target, node.value) if isinstance(node, ast.AnnAssign) else (None, None)


def _find_call_name(call: ast.Call) -> str:
    func = call.func
    return f".{func.attr}" if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def _list_telling_arguments(sources: Iterable[Source]) -> dict[str, set[int]]:
    """Return, by function name, the positions of arguments that are shown texts: those of the telling functions, and
    of functions that pass an argument on to one.
    """
    telling = {name: {at} for name, at in TELLING.items()}
    for scope, call in (each for source in sources for each in source.calls):
        name = _find_call_name(call)
        at = TELLING.get(name, -1)
        given = call.args[at] if 0 <= at < len(call.args) else None
        if name == QUESTION:
            given = next((keyword.value for keyword in call.keywords if keyword.arg == "text"), None)
        for function in scope if isinstance(given, ast.Name) else ():
            given_to = function.args
            names = [arg.arg for arg in (*given_to.posonlyargs, *given_to.args) if arg.arg != "self"]
            known = not TELLING.keys().isdisjoint(called := (function.name, f".{function.name}"))
            if isinstance(given, ast.Name) and given.id in names and not known:
                for name in called:
                    telling.setdefault(name, set()).add(names.index(given.id))
    return telling


def _iter_source_texts(
    source: Source, telling: Mapping[str, set[int]], events: set[str], known: Mapping[str, ast.expr]
) -> Iterator[tuple[str, int]]:
    yield from _iter_event_sentences(source)
    looks: dict[int, _ExpressionReader] = {}  # one for all calls of a function
    for scope, call in source.calls:
        name = _find_call_name(call)
        if not (name in telling or name in events or name in OPTIONS_AT or name == QUESTION):
            continue
        look = looks[id(scope)] = looks.get(id(scope)) or _ExpressionReader(scope, known)
        if name in events:
            facts = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg not in UNSEEN_KEYWORDS)]
            yield from (
                (text, call.lineno)
                for node in facts
                for text in look.list_fact_words(node)
                if has_translatable_words(text)
            )
        shown = [call.args[at] for at in sorted(telling.get(name, ())) if at < len(call.args)]
        asks = [keyword.value for keyword in call.keywords if name == QUESTION and keyword.arg == "text"]
        shown += asks
        labels = call.args[OPTIONS_AT[name] :][:1] if name in OPTIONS_AT else []
        told = name in telling or name == QUESTION
        facts = [keyword.value for keyword in call.keywords if told and keyword.arg not in UNSEEN_KEYWORDS]
        facts = [each for each in facts if each not in asks]
        facts += call.args[OWN_FACTS_AT[name] :][:1] if name in OWN_FACTS_AT else []
        try:
            found = [text for node in shown for text in look.list_texts(node)]
        except UnreadableText as error:
            raise UnreadableText(f"{source.path}:{call.lineno}: {error}") from None
        found += [text for node in labels for text in look.iter_labels(node)]
        found += [text for node in facts for text in look.list_fact_words(node)]
        yield from ((text, call.lineno) for text in found if has_translatable_words(text))


def has_translatable_words(text: str) -> bool:
    """Return whether a text has anything to translate besides its facts."""
    pieces = ((lead, spec or "") for lead, _, spec, _ in string.Formatter().parse(text))
    return any("|" in spec or any(map(str.isalpha, lead)) for lead, spec in pieces)


def _collect_calls(node: ast.AST, around: Sequence[Function], found: list[tuple[Sequence[Function], ast.Call]]) -> None:
    """Collect every call below a node, each with the functions around it."""
    inside = [*around, node] if isinstance(node, Function) else around
    if isinstance(node, ast.Call):
        found.append((inside, node))
    for child in ast.iter_child_nodes(node):
        _collect_calls(child, inside, found)


class _ExpressionReader:
    """Finds the texts that an expression may evaluate to, as far as reading the code tells."""

    def __init__(self, scope: Sequence[Function], known: Mapping[str, ast.expr]) -> None:
        self.known = known
        self.local: dict[str, list[ast.expr]] = {}
        self.given: set[str] = set()
        for function in scope:
            self.given |= {arg.arg for arg in (*function.args.args, *function.args.kwonlyargs)}
            for node in ast.walk(function):
                self._record_assignment(node)

    def _record_assignment(self, node: ast.AST) -> None:
        if isinstance(node, ast.For | ast.comprehension) and isinstance(node.target, ast.Name):
            table = self.known.get(node.iter.id) if isinstance(node.iter, ast.Name) else None
            elements = table.elts if isinstance(table, ast.Tuple) else []
            self.local.setdefault(node.target.id, []).extend(elements)
        target, value = _split_assignment(node)
        if isinstance(target, ast.Name) and value is not None:
            self.local.setdefault(target.id, []).append(value)
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for name, one in zip(target.elts, value.elts, strict=False):
                if isinstance(name, ast.Name):
                    self.local.setdefault(name.id, []).append(one)

    def list_texts(self, node: ast.expr) -> list[str]:
        """Return the texts that an expression may be. Parameters yield nothing, because their texts are found where
        they are passed.
        """
        match node:
            case ast.Constant(value=str(text)):
                found = [text]
            case ast.IfExp():
                found = self.list_texts(node.body) + self.list_texts(node.orelse)
            case ast.Name():
                found = self._list_name_texts(node.id)
            case ast.Attribute() if node.attr.isupper():  # a constant of another module's
                found = self.list_texts(self.known.get(ast.unparse(node)) or self.known[node.attr])
            case ast.Subscript():
                found = self._list_table_texts(node.value)
            case ast.Call(func=ast.Attribute(value=table, attr="get")):
                found = self._list_table_texts(table) + [text for arg in node.args[1:] for text in self.list_texts(arg)]
            case ast.Constant() | ast.Call() | ast.Attribute():
                found = []
            case _:
                raise UnreadableText(f"this text is put together while running: {ast.unparse(node)[:60]}")
        return found

    def _list_name_texts(self, name: str) -> list[str]:
        if name in self.local:
            return self._list_local_texts(name, self.list_texts)
        if name in self.given or name not in self.known:
            return []
        return self.list_texts(self.known[name])

    def _list_local_texts(self, name: str, look: Callable[[ast.expr], Iterable[str]]) -> list[str]:
        """Return what a local name may be, without endless recursion if the name is made from itself."""
        values = self.local.pop(name, [])
        found = [text for value in values for text in look(value)]
        self.local[name] = values
        return found

    def _list_table_texts(self, node: ast.expr) -> list[str]:
        table = self.known.get(node.id) if isinstance(node, ast.Name) else node
        if isinstance(table, ast.Dict):
            return [text for value in table.values for text in self.list_texts(value)]
        return [text for value in table.elts for text in self.list_texts(value)] if isinstance(table, ast.Tuple) else []

    def iter_labels(self, node: ast.AST) -> Iterator[str]:
        """Yield every word among some options, except the keys of a table."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Name):
            yield from self._list_local_texts(node.id, self.iter_labels)
        elif isinstance(node, ast.Dict):
            for value in node.values:
                yield from self.iter_labels(value)
        elif isinstance(
            node, ast.Lambda | ast.List | ast.Tuple | ast.Starred | ast.IfExp | ast.ListComp | ast.DictComp
        ):
            for child in ast.iter_child_nodes(node):
                yield from self.iter_labels(child)

    def list_fact_words(self, node: ast.expr) -> list[str]:
        """Return the words that a fact may be."""
        if isinstance(node, ast.IfExp):
            return self.list_fact_words(node.body) + self.list_fact_words(node.orelse)
        if isinstance(node, ast.Constant):
            return [node.value] if isinstance(node.value, str) else []
        if isinstance(node, ast.Subscript):
            return self._list_table_texts(node.value)
        if isinstance(node, ast.Name) and node.id not in self.given:
            return self._list_local_texts(node.id, self.list_fact_words)
        return []


PLAYERS = ["Ann", "Bob", "Cat", "Dan"]


MOST_DECISIONS = 4_000


def count_played_texts(name: str, seed: str = "texts") -> Counter[str]:
    """Play a game of these rules and count the texts in all that is told and asked, as the host's voice says it."""
    rules, dice, shown = ruleset(name), Random(seed), Counter[str]()  # noqa: S311 # whims need no cryptography
    reader = Reader({who: who for who in PLAYERS}, lambda text: shown.update([text]) or text)
    game = Game.start_from_state(rules, dealt_cards.build_initial_state(rules, PLAYERS, {}, seed), seed, keep=False)
    memory = rules.voice.build_memory({}) if rules.voice else None
    asked = set[str]()
    for _ in range(MOST_DECISIONS):
        heard = HeardGame()
        record_tellings(rules, memory, game.told, heard)
        for _, line in heard.lines:
            format_text(line.text, line.facts, reader)
        for told in game.told:
            if told.to not in (PUBLIC, LOG):
                format_told(told, reader)
        for question in game.list_questions():
            if question.id not in asked:
                format_text(question.text, {"who": question.who, **question.facts}, reader)
                reader.format_value([option.label for option in question.options])
            asked.add(question.id)
        if game.over:
            break
        sample_players.move_carelessly(game, dice, PLAYERS)
    return shown


def run_texts_command(argv: list[str]) -> int:
    """Write a template, update a language's file, or print what the languages lack."""
    options = build_texts_parser().parse_args(argv)
    try:
        texts = collect_texts()
    except UnreadableText as error:
        print(error, file=sys.stderr)
        return 1
    played = count_played_texts(options.played) if options.played else Counter[str]()
    played = Counter({text: times for text, times in played.items() if text in texts})
    if options.pot:
        return write_po_file(options.pot, render_po_file(texts, Contexts(list_text_contexts(), {}, played)))
    if options.update:
        path: Path = options.update
        before = path.read_text("utf-8") if path.exists() else ""
        contexts = Contexts(list_text_contexts(), parse_po_by_context(before), played)
        return write_po_file(path, render_po_file(texts, contexts, parse_po(before)))
    if options.played:
        print("\n".join(f"{times:>6,}  {text}" for text, times in played.most_common()))
        print(f"{len(played)} of {len(texts)} texts are shown in a played game of {options.played}.")
        return 0
    return check_translations(texts)


def build_texts_parser() -> argparse.ArgumentParser:
    """Build the argument parser of `rtab texts`."""
    words = argparse.ArgumentParser(prog="rtab texts", description="Everything that people are shown, for translators.")
    one = words.add_mutually_exclusive_group()
    one.add_argument("--pot", type=Path, metavar="FILE", help="write a gettext template into this file")
    one.add_argument("--update", type=Path, metavar="FILE", help="update this translation file, or create it")
    words.add_argument(
        "--played",
        choices=RULESETS,
        metavar="GAME",
        help="play a game and print the texts that it shows, the commonest first; or have them stand first in the file",
    )
    return words


def collect_texts() -> dict[str, list[str]]:
    """Return every text of the program and every name in the rulesets' tables, with the places where it stands."""
    roots = {"engine": Path(engine.__path__[0]), "layers/host": Path(host.__path__[0])}
    with gc_tuning.pause_gc():
        texts = harvest_texts(roots)
    for name, rules in RULESETS.items():
        found = list_ruleset_options(rules)
        labels = [word for each in found for word in (each.label, each.about) if word]
        labels += [word for each in found if isinstance(each, ChoiceOption) for word in each.word_values]
        for word in (rules.title, *rules.brief, *labels, *rules.names):
            texts.setdefault(word, []).append(f"a name in {name}")
    return texts


def list_text_contexts() -> dict[str, list[str]]:
    """Return, for each text, the ids of the events that say it, in the order of the games and not of imports."""
    found: dict[str, list[str]] = {}
    games = {name: n for n, name in enumerate(RULESETS)}
    for kind in sorted(EVENT_KINDS.values(), key=lambda each: games.get(each.id.partition(".")[0], -1)):
        for text in dict.fromkeys((kind.says, *kind.variants)):
            found.setdefault(text, []).append(kind.id)
    return found


def write_po_file(path: Path, text: str) -> int:
    """Write a translation file, print how many texts it has, and return the exit code."""
    path.write_text(text, "utf-8")
    print(f"{text.count('msgid') - 1} texts are in {path}.")
    return 0


def check_translations(texts: dict[str, list[str]]) -> int:
    """Print what every language lacks or has wrong, and return 1 if a translation does not fit its text."""
    wrong = 0
    for language in list_languages():
        file = resources.files("host.shown.locales").joinpath(f"{language}.po")
        found = parse_po(file.read_text("utf-8") if file.is_file() else "")
        have = found.texts
        own = ((msgid, msgstr) for (_, msgid), msgstr in found.of_events.items())
        for msgid, msgstr in [*have.items(), *own]:
            why = find_translation_fault(msgid, msgstr)
            if why:
                wrong += 1
                print(f"{language}: “{msgid}”: {why}")
        lacking = sum(msgid not in have for msgid in texts) if file.is_file() else 0
        print(f"{language}: {len(texts) - lacking} of {len(texts)} texts")
    return 1 if wrong else 0
