"""What an event says stands in its `events.py` alone, so that it can be reworded there; lines of a voice say `=`."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.fences.reading import ROOT, every_node, paths, sources

TOLD_ONCE = ("events.py", "changes.py")  # where sentences stand, and what was told before they were reworded


def sentences(tree: ast.Module) -> Iterator[str]:
    """All that the events of a file say."""
    for event in tree.body:
        if isinstance(event, ast.ClassDef):
            yield " ".join((ast.get_docstring(event) or "").split())
            for each in event.body:
                if isinstance(each, ast.Assign) and isinstance(each.value, ast.Tuple):
                    yield from (text.value for text in each.value.elts if isinstance(text, ast.Constant))


def sentences_told_twice(root: Path) -> list[str]:
    """Sentences of events that stand in other code of the engine, or among the lines of a voice."""
    events = [tree for at, tree in sources(ROOT, "engine") if at.endswith("/events.py")]
    known = {text for tree in events for text in sentences(tree) if " " in text}
    found = []
    for at, tree in sources(root, "engine"):
        if not at.endswith(TOLD_ONCE):
            said = {node.value for node in every_node(tree) if isinstance(node, ast.Constant)}
            found += [f"{at} says: {text}" for text in sorted(known & said)]
    for at in paths(root, "engine", pattern="lines.txt"):
        said = {line.strip() for line in (root / at).read_text("utf-8").splitlines()}
        found += [f"{at} says: {text}" for text in sorted(known & said)]
    return found
