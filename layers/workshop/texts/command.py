"""`rtab texts`: everything that people are shown, for translators."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from importlib import resources
from pathlib import Path

import engine
import host
from engine.kernel.event import EVENT_KINDS
from engine.rulesets import RULESETS
from host.core import gc_tuning
from host.core.game_options import ChoiceOption, list_ruleset_options
from host.shown.words import (
    Contexts,
    find_translation_fault,
    list_languages,
    parse_po,
    parse_po_by_context,
    render_po_file,
)
from workshop.texts.harvest import UnreadableText, count_played_texts, harvest_texts


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
    words = argparse.ArgumentParser(prog="rtab texts", description=__doc__)
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
