"""Whatever is read into types of our own is ready before threads can read it: two that make one ready end the process.

That is looked at in a process that has done nothing but load modules: any use would make a type ready.
"""

import ast
import gc
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import msgspec
import pytest

from engine.kernel.json_types import prepare_json_type
from engine.rulesets import RULESETS
from tests.fences.reading import ROOT, paths

READERS = {"decode", "convert", "Decoder"}
WITH_THE_RULES = {
    "rules.state_type",
    "rules.voice.memory",
    "voice.memory",
    "state_type",
    "Snapshot[state_type]",
    "DecodedRecord[state_type]",
}
# the words and numbers of options; what a program sends, by the tool it calls; a line of a transcript, on the bench
PLAIN = {"wanted", "tool.takes", "_find_field_type(holder, last, old)"}


def is_ready(kind: Any) -> bool:
    """Does msgspec know already how this is read?"""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return any(type(each).__name__ == "StructInfo" for each in gc.get_referents(kind))
    if hasattr(kind, "_fields"):
        return "__msgspec_cache__" in vars(kind)
    return all(map(is_ready, getattr(kind, "__args__", ())))


def read_by(tree: ast.Module) -> Iterator[ast.expr]:
    """Into what the functions of a module read, as far as that is told where they do."""
    for function in ast.walk(tree):
        for call in ast.walk(function) if isinstance(function, ast.FunctionDef) else ():
            if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] in READERS:
                told = {each.arg: each.value for each in call.keywords}.get("type")
                if told is not None:
                    yield told
                elif ast.unparse(call.func).endswith("convert") and len(call.args) > 1:  # not of a picture
                    yield call.args[1]
                elif ast.unparse(call.func).endswith("Decoder"):
                    yield call.args[0]


def looked_at() -> Iterator[tuple[str, Any]]:
    """All those types, and where each is read into. To take every file apart would be most of the time of this."""
    texts = {at: (ROOT / at).read_text("utf-8") for at in paths(ROOT, "engine", "layers")}
    trees = {at: ast.parse(text) for at, text in texts.items() if any(word in text for word in READERS)}
    for at, kind in [(at, kind) for at, tree in trees.items() for kind in read_by(tree)]:
        name = at.removeprefix("layers/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if at != "engine/kernel/json_types.py" and ast.unparse(kind) not in WITH_THE_RULES | PLAIN:
            yield at, eval(ast.unparse(kind), vars(import_module(name)))  # noqa: S307 - our own code, as it stands there
    for rules in RULESETS.values():
        yield rules.name, rules.state_type
        yield rules.name, rules.voice.memory if rules.voice else None


class Inner(msgspec.Struct):
    """A part."""

    n: int = 0


class Outer(msgspec.Struct):
    """The whole."""

    inner: Inner


@pytest.mark.whole
def test_whatever_is_read_is_ready_once_its_module_is_loaded():
    asked = [sys.executable, "-m", "tests.test_ready_types"]
    found = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "GameBeginning: True" in found
    assert [line for line in found.splitlines() if line.endswith("False")] == []


def test_a_type_that_is_not_ready_is_noticed():
    assert not is_ready(dict[str, list[Outer]])
    prepare_json_type(Inner)
    assert (is_ready(Inner), is_ready(Outer)) == (True, False)
    prepare_json_type(Outer)
    assert is_ready(dict[str, list[Outer]])


if __name__ == "__main__":
    for at, kind in looked_at():
        sys.stdout.write(f"{at} {getattr(kind, '__name__', kind)}: {is_ready(kind)}\n")
