"""How code and host speak: verbs first, no private words, ids in the log, short sentences to players."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

from tests.counts import PRIVATE_WORDS, find_functions, find_shared_names
from tests.fences.events import events_defined, sentences_of
from tests.fences.reading import FLOORS, dotted_name, every_node, nodes_of, parsed, paths, sources

CODE = ("engine/kernel", "engine/notation", "layers", "functions")  # in the games' own rooms the show names functions
LISTS = Path(__file__).with_name("words.txt").read_text("utf-8")
SAYINGS = "layers/host/said/reading/"  # it knows what people write, who may use any word
STORED = re.compile(r'"(shelf|shelves|heirs)"')  # names in stores and games in use, each in one constant
LOG_METHODS = {"debug", "info", "warning", "error", "exception", "critical"}
NO_OBJECT = frozenset(  # of the process itself, which has no id; and of a person, of whom nothing is kept
    ("person deleted", "clock tick failed", "Reddit poll failed", "store is writable again")
)
MOST_WORDS = 25
TELLS = {"phrase", "say", "format_sentence", "answer_sentence", "Illegal"}
SPOKEN = ("layers/host/said", "layers/host/core", "layers/host/people", "layers/host/doors/web", "engine")


def list_words(of: str) -> frozenset[str]:
    """Return the words of one list of `words.txt`."""
    (found,) = re.findall(rf"^{of}\n((?: .*\n)+)", LISTS, re.MULTILINE)
    return frozenset(found.split())


def names_with_two_meanings(root: Path) -> list[str]:
    """Return the names at top level in three modules or more that are not known to mean one thing."""
    found = find_shared_names(dict(sources(root, "engine", "layers/host", "functions")))
    same = list_words("same")
    return [f"{name} stands in {n} modules" for name, n in sorted(found.items()) if name not in same]


def first_word(name: str) -> str:
    return name.strip("_").partition("_")[0]


def functions_without_verb(root: Path) -> list[str]:
    known = list_words("verbs") | list_words("predicates") | list_words("nouns")
    return [
        f"{at}: {node.name} begins with no verb"
        for at, tree in sources(root, *CODE)
        for node in find_functions(tree)
        if first_word(node.name) not in known
    ]


def docstrings_without_verb(root: Path) -> list[str]:
    """Return the functions whose docstring does not say at first what to do."""
    verbs = list_words("verbs")
    return [
        f"{at}: {node.name} is explained by {text.split()[0]!r}"
        for at, tree in sources(root, *CODE)
        for node in find_functions(tree)
        if (text := re.sub(r"^`[^`]*`: ", "", ast.get_docstring(node) or ""))
        if text.split()[0].strip(".,:;").lower() not in verbs
    ]


def private_words(root: Path) -> list[str]:
    words = re.compile(rf"{PRIVATE_WORDS.pattern}|\bwhoever\b", re.IGNORECASE)
    return [
        f"{at}:{n} says {found[0]}"
        for at in paths(root, "engine", "layers/host", "functions")
        if not at.startswith(SAYINGS)
        for n, line in enumerate((root / at).read_text("utf-8").splitlines(), 1)
        if (found := words.search(STORED.sub("", line)))
    ]


def logs_without_object(root: Path) -> list[str]:
    """Return the log calls that name neither an id nor the ids beside the message."""
    return [
        f"{at}:{node.lineno} logs no object"
        for at, tree in sources(root, *FLOORS)
        for node in nodes_of(tree, ast.Call)
        if isinstance(node.func, ast.Attribute) and node.func.attr in LOG_METHODS
        if dotted_name(node.func.value) == "log" and not _names_object(node)
    ]


def _names_object(call: ast.Call) -> bool:
    message = call.args[0]
    if any(keyword.arg == "extra" for keyword in call.keywords) or not (
        isinstance(message, ast.Constant) and isinstance(message.value, str)
    ):
        return True  # a text for the operator stands in a constant
    return "=" in message.value or message.value in NO_OBJECT


def long_sentences(root: Path) -> list[str]:
    """Return the sentences to players that have too many words."""
    return [
        f"{at}: a sentence of {len(words)} words: {' '.join(words[:6])}…"
        for at, text in _texts_to_players(root)
        for part in re.split(r"(?<=[.!?;:])\s", text)
        if len(words := part.split()) > MOST_WORDS
    ]


def _texts_to_players(root: Path) -> Iterator[tuple[str, str]]:
    yield from ((name, text) for name, event in events_defined(root) for text in sentences_of(event))
    for at in paths(root, "engine", "layers/host", pattern="lines.txt"):
        yield from ((at, line.strip()) for line in (root / at).read_text("utf-8").splitlines() if line[:1] == " ")
    for at in paths(root, *SPOKEN):
        if at.endswith(("/events.py", "/rulebook.py", "/moment_pictures.py")):
            continue
        nodes = every_node(parsed(root / at))
        docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                yield at, node.value if node.value[:1].isupper() else ""


def sentences_without_fact(root: Path) -> list[str]:
    """A sentence that is written where it is told gets a fact for each place that it leaves open."""
    return [
        f"{at}:{node.lineno} tells no {fact}"
        for at, tree in sources(root, *FLOORS)
        for node in nodes_of(tree, ast.Call)
        if dotted_name(node.func).rpartition(".")[2] in TELLS and all(each.arg for each in node.keywords)
        for fact in sorted(_list_open_facts(node) - {each.arg for each in node.keywords if each.arg})
    ]


def _list_open_facts(call: ast.Call) -> set[str]:
    text = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else ""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name} if isinstance(text, str) else set()
