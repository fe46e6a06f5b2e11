"""Which texts a played game really shows, and how often: those that a translator begins with."""

from __future__ import annotations

from collections import Counter
from random import Random

from engine.kernel import LOG, PUBLIC, Game, Reader, format_text, format_told
from engine.rulesets import ruleset
from host.core.cards import card_packs
from workshop.bots import careless
from workshop.simulate.voice import HeardGame, record_tellings

PLAYERS = ["Ann", "Bob", "Cat", "Dan"]
MOST_DECISIONS = 4_000


def count_played_texts(name: str, seed: str = "texts") -> Counter[str]:
    """Play a game of these rules and count the texts in all that is told and asked, as the host's voice says it."""
    rules, dice, shown = ruleset(name), Random(seed), Counter[str]()  # noqa: S311 # whims need no cryptography
    reader = Reader({who: who for who in PLAYERS}, lambda text: shown.update([text]) or text)
    game = Game.start_from_state(rules, card_packs.build_initial_state(rules, PLAYERS, {}, seed), seed, keep=False)
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
        careless.move_carelessly(game, dice, PLAYERS)
    return shown
