"""`rtab texts`: everything that people are shown, for translators."""

from __future__ import annotations

import argparse
import sys
from importlib import resources
from pathlib import Path

import engine
import host
from engine.kernel.event import KINDS
from engine.rulesets import RULESETS
from host.core import garbage
from host.core.game_options import ChoiceOption, offered
from host.shown.words import languages, po
from workshop.texts.harvest import UnreadableText, harvest


def run(argv: list[str]) -> int:
    """Write a template, bring a language's file up to date, or say what the languages lack."""
    options = parser().parse_args(argv)
    try:
        texts = everything()
    except UnreadableText as error:
        print(error, file=sys.stderr)
        return 1
    if options.pot:
        return write(options.pot, po.po_text(texts, po.Contexts(contexts())))
    if options.update:
        path: Path = options.update
        before = path.read_text("utf-8") if path.exists() else ""
        translated, rule = po.read(before)
        return write(path, po.po_text(texts, po.Contexts(contexts(), po.read_by_context(before)), translated, rule))
    return check(texts)


def parser() -> argparse.ArgumentParser:
    """What may stand on the line."""
    words = argparse.ArgumentParser(prog="rtab texts", description=__doc__)
    one = words.add_mutually_exclusive_group()
    one.add_argument("--pot", type=Path, metavar="FILE", help="write a gettext template")
    one.add_argument("--update", type=Path, metavar="FILE", help="bring a translation up to date, or begin one")
    return words


def everything() -> dict[str, list[str]]:
    """Every text of the program, and every name in the rulesets' tables."""
    roots = {"engine": Path(engine.__path__[0]), "layers/host": Path(host.__path__[0])}
    with garbage.at_rest():
        texts = harvest(roots)
    for name, rules in RULESETS.items():
        found = offered(rules)
        labels = [word for each in found for word in (each.label, each.about) if word]
        labels += [word for each in found if isinstance(each, ChoiceOption) for word in each.words]
        for word in (rules.title, *rules.brief, *labels, *rules.names):
            texts.setdefault(word, []).append(f"a name in {name}")
    return texts


def contexts() -> dict[str, list[str]]:
    """By text, the ids of the events that say it."""
    found: dict[str, list[str]] = {}
    for kind in KINDS.values():
        for text in dict.fromkeys((kind.says, *kind.variants)):
            found.setdefault(text, []).append(kind.id)
    return found


def write(path: Path, text: str) -> int:
    """Put it there."""
    path.write_text(text, "utf-8")
    print(f"{text.count('msgid') - 1} texts are in {path}.")
    return 0


def check(texts: dict[str, list[str]]) -> int:
    """What every language lacks, or has wrong. Only what is wrong is a failure."""
    wrong = 0
    for language in languages():
        file = resources.files("host.shown.locales").joinpath(f"{language}.po")
        have = po.read(file.read_text("utf-8"))[0] if file.is_file() else {}
        for msgid, msgstr in have.items():
            why = po.misfit(msgid, msgstr)
            if why:
                wrong += 1
                print(f"{language}: “{msgid}”: {why}")
        lacking = sum(msgid not in have for msgid in texts) if file.is_file() else 0
        print(f"{language}: {len(texts) - lacking} of {len(texts)} texts")
    return 1 if wrong else 0
