"""Collects every text that people are shown, by reading the program.

A text is what is given to one of the functions that tell, ask, refuse or label, or to a function of ours that hands
it on to one of those. What cannot be read like that (a text glued together while running) is a fault. Events say
themselves in their docstrings and `variants`; the lines of a voice may stand in a text file beside the game.
"""

from __future__ import annotations

import ast
import string
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field

TELLING = {
    **dict.fromkeys((".tell", ".note", ".say", ".translate"), 0),
    **dict.fromkeys(("phrase", "Phrase", "Illegal", "Crowded", "Told", "render", "Freely", "say"), 0),
    **dict.fromkeys((".whisper", "Option", "Play", "Character"), 1),
    **dict.fromkeys((".ask", ".ask_several", ".ask_number", ".ask_text", ".ask_any", ".asking", ".ask_all"), 2),
}  # methods have their dot
EVENTS, LINES = "events.py", "lines.txt"
WORDING = "worded"  # lines of the host's voice: all that follows their name
ASKING = (".ask", ".ask_several", ".ask_any", ".asking", ".ask_all")
UNSEEN = ("lapse", "patience", "source", "form", "key", "deed")  # keywords whose words nobody reads
Function = ast.FunctionDef | ast.AsyncFunctionDef


class UnreadableText(Exception):
    """A text that is put together while the program runs."""


class Source(Struct):
    """One file: its constants, and every call with the functions around it, the innermost last."""

    path: str
    tree: ast.Module
    constants: dict[str, ast.expr] = field(default_factory=dict)
    calls: list[tuple[Sequence[Function], ast.Call]] = field(default_factory=list)


def harvest(roots: Mapping[str, Path]) -> dict[str, list[str]]:
    """Every text, with the places where it stands; raises Unreadable."""
    sources = [
        _source(f"{name}/{path.relative_to(root)}", path) for name, root in roots.items() for path in _files(root)
    ]
    known = {name: value for source in sources for name, value in source.constants.items()}
    _import(sources)
    found: dict[str, list[str]] = {}
    telling, events = _with_relays(sources), _names_of_events(sources)
    for source in sources:
        for text, line in _texts(source, telling, events, {**known, **source.constants}):
            _add(found, text, f"{source.path}:{line}")
    for name, root in roots.items():
        for path in sorted(root.rglob(LINES)):
            for line, text in enumerate(path.read_text("utf-8").splitlines(), 1):
                if text.startswith(" ") and not text.strip().startswith("="):
                    _add(found, text.strip(), f"{name}/{path.relative_to(root)}:{line}")
    return found


def _add(found: dict[str, list[str]], text: str, place: str) -> None:
    places = found.setdefault(text, [])
    if place not in places:
        places.append(place)


def _names_of_events(sources: Iterable[Source]) -> set[str]:
    """How calls name the events that they make."""
    names = {event.name for source in sources for event in _events_in(source)}
    return names | {f".{name}" for name in names}


def _events_in(source: Source) -> list[ast.ClassDef]:
    """The events that a file defines; private classes are none."""
    if Path(source.path).name != EVENTS:
        return []
    return [node for node in source.tree.body if isinstance(node, ast.ClassDef) and ast.get_docstring(node)]


def _sentences(source: Source) -> Iterator[tuple[str, int]]:
    """What the events of a file say."""
    for event in _events_in(source):
        yield " ".join((ast.get_docstring(event) or "").split()), event.lineno
        for node in event.body:
            target, value = _assigned(node)
            if isinstance(target, ast.Name) and target.id == "variants" and isinstance(value, ast.Tuple):
                yield from ((text, node.lineno) for each in value.elts for text in _Look((), {}).texts(each))


def _files(root: Path) -> Iterator[Path]:
    return (path for path in sorted(root.rglob("*.py")) if not {"command", "notation"} & set(path.parts))


def _source(name: str, path: Path) -> Source:
    source = Source(name, ast.parse(path.read_text("utf-8")))
    _scoped(source.tree, [], source.calls)
    for node in source.tree.body:
        target, value = _assigned(node)
        if isinstance(target, ast.Name) and value is not None:
            source.constants[target.id] = value
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = zip(target.elts, value.elts, strict=False)
            source.constants |= {name.id: one for name, one in pairs if isinstance(name, ast.Name)}
    return source


def _import(sources: Sequence[Source]) -> None:
    """A constant that comes from another file is that file's, whatever else has the same name elsewhere."""
    modules = {_module(source.path): source.constants for source in sources}
    for source in sources:
        for node in source.tree.body:
            if isinstance(node, ast.ImportFrom) and node.module:
                there = modules.get(node.module, {})
                names = {alias.asname or alias.name: alias.name for alias in node.names}
                source.constants |= {name: there[other] for name, other in names.items() if other in there}
                for name, other in names.items():
                    inside = modules.get(f"{node.module}.{other}", {})
                    source.constants |= {f"{name}.{constant}": value for constant, value in inside.items()}


def _module(path: str) -> str:
    return path.removeprefix("layers/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _assigned(node: ast.AST) -> tuple[ast.expr | None, ast.expr | None]:
    if isinstance(node, ast.Assign):
        return node.targets[0], node.value
    return (node.target, node.value) if isinstance(node, ast.AnnAssign) else (None, None)


def _name(call: ast.Call) -> str:
    func = call.func
    return f".{func.attr}" if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def _with_relays(sources: Iterable[Source]) -> dict[str, set[int]]:
    """Where the telling functions take their texts, and those that hand a text of theirs on to one."""
    telling = {name: {at} for name, at in TELLING.items()}
    for scope, call in (each for source in sources for each in source.calls):
        at = TELLING.get(_name(call), -1)
        given = call.args[at] if 0 <= at < len(call.args) else None
        for function in scope if isinstance(given, ast.Name) else ():
            given_to = function.args
            names = [arg.arg for arg in (*given_to.posonlyargs, *given_to.args) if arg.arg != "self"]
            known = not TELLING.keys().isdisjoint(called := (function.name, f".{function.name}"))
            if isinstance(given, ast.Name) and given.id in names and not known:
                for name in called:
                    telling.setdefault(name, set()).add(names.index(given.id))
    return telling


def _texts(
    source: Source, telling: Mapping[str, set[int]], events: set[str], known: Mapping[str, ast.expr]
) -> Iterator[tuple[str, int]]:
    yield from _sentences(source)
    looks: dict[int, _Look] = {}  # one for all calls of a function
    for scope, call in source.calls:
        name = _name(call)
        if name != WORDING and name not in telling and name not in events:
            continue
        look = looks[id(scope)] = looks.get(id(scope)) or _Look(scope, known)
        if name == WORDING:
            yield from ((text, call.lineno) for arg in call.args[1:] for text in look.texts(arg))
        if name in events:
            facts = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg not in UNSEEN)]
            yield from ((text, call.lineno) for node in facts for text in look.facts(node) if wordy(text))
        if name not in telling:
            continue
        shown = [call.args[at] for at in sorted(telling[name]) if at < len(call.args)]
        labels = call.args[3:4] if name in ASKING else []
        facts = [keyword.value for keyword in call.keywords if keyword.arg not in UNSEEN]
        try:
            found = [text for node in shown for text in look.texts(node)]
        except UnreadableText as error:
            raise UnreadableText(f"{source.path}:{call.lineno}: {error}") from None
        found += [text for node in labels for text in look.labels(node)]
        found += [text for node in facts for text in look.facts(node)]
        yield from ((text, call.lineno) for text in found if wordy(text))


def wordy(text: str) -> bool:
    """Is there anything in it to translate besides its facts?"""
    pieces = ((lead, spec or "") for lead, _, spec, _ in string.Formatter().parse(text))
    return any("|" in spec or any(map(str.isalpha, lead)) for lead, spec in pieces)


def _scoped(node: ast.AST, around: Sequence[Function], found: list[tuple[Sequence[Function], ast.Call]]) -> None:
    """Every call from here on."""
    inside = [*around, node] if isinstance(node, Function) else around
    if isinstance(node, ast.Call):
        found.append((inside, node))
    for child in ast.iter_child_nodes(node):
        _scoped(child, inside, found)


class _Look:
    """What an expression may come to, as far as reading tells."""

    def __init__(self, scope: Sequence[Function], known: Mapping[str, ast.expr]) -> None:
        self.known = known
        self.local: dict[str, list[ast.expr]] = {}
        self.given: set[str] = set()
        for function in scope:
            self.given |= {arg.arg for arg in (*function.args.args, *function.args.kwonlyargs)}
            for node in ast.walk(function):
                self._note(node)

    def _note(self, node: ast.AST) -> None:
        if isinstance(node, ast.For | ast.comprehension) and isinstance(node.target, ast.Name):
            table = self.known.get(node.iter.id) if isinstance(node.iter, ast.Name) else None
            elements = table.elts if isinstance(table, ast.Tuple) else []
            self.local.setdefault(node.target.id, []).extend(elements)
        target, value = _assigned(node)
        if isinstance(target, ast.Name) and value is not None:
            self.local.setdefault(target.id, []).append(value)
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for name, one in zip(target.elts, value.elts, strict=False):
                if isinstance(name, ast.Name):
                    self.local.setdefault(name.id, []).append(one)

    def texts(self, node: ast.expr) -> list[str]:
        """The texts that this may be; what is handed on from elsewhere is found there."""
        match node:
            case ast.Constant(value=str(text)):
                found = [text]
            case ast.IfExp():
                found = self.texts(node.body) + self.texts(node.orelse)
            case ast.Name():
                found = self._named(node.id)
            case ast.Attribute() if node.attr.isupper():  # a constant of another module's
                found = self.texts(self.known.get(ast.unparse(node)) or self.known[node.attr])
            case ast.Subscript():
                found = self._values(node.value)
            case ast.Call(func=ast.Attribute(value=table, attr="get")):
                found = self._values(table) + [text for arg in node.args[1:] for text in self.texts(arg)]
            case ast.Constant() | ast.Call() | ast.Attribute():
                found = []
            case _:
                raise UnreadableText(f"this text is put together while running: {ast.unparse(node)[:60]}")
        return found

    def _named(self, name: str) -> list[str]:
        if name in self.local:
            return self._once(name, self.texts)
        if name in self.given or name not in self.known:
            return []
        return self.texts(self.known[name])

    def _once(self, name: str, look: Callable[[ast.expr], Iterable[str]]) -> list[str]:
        """Whatever a local name may be; a name may be made from itself."""
        values = self.local.pop(name, [])
        found = [text for value in values for text in look(value)]
        self.local[name] = values
        return found

    def _values(self, node: ast.expr) -> list[str]:
        table = self.known.get(node.id) if isinstance(node, ast.Name) else node
        if isinstance(table, ast.Dict):
            return [text for value in table.values for text in self.texts(value)]
        return [text for value in table.elts for text in self.texts(value)] if isinstance(table, ast.Tuple) else []

    def labels(self, node: ast.AST) -> Iterator[str]:
        """Every word among some options, but for the keys of a table."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Name):
            yield from self._once(node.id, self.labels)
        elif isinstance(node, ast.Dict):
            for value in node.values:
                yield from self.labels(value)
        elif isinstance(
            node, ast.Lambda | ast.List | ast.Tuple | ast.Starred | ast.IfExp | ast.ListComp | ast.DictComp
        ):
            for child in ast.iter_child_nodes(node):
                yield from self.labels(child)

    def facts(self, node: ast.expr) -> list[str]:
        """The words that a fact may be."""
        if isinstance(node, ast.IfExp):
            return self.facts(node.body) + self.facts(node.orelse)
        if isinstance(node, ast.Constant):
            return [node.value] if isinstance(node.value, str) else []
        if isinstance(node, ast.Subscript):
            return self._values(node.value)
        if isinstance(node, ast.Name) and node.id not in self.given:
            return self._once(node.id, self.facts)
        return []
