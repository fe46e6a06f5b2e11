"""What is shown, asked and told in each minigame, and what computers would answer, while some play it by chance."""

import json
import re
import zlib
from random import Random

import msgspec
import pytest

from engine.kernel import Game, Phrase, format_text
from engine.kernel.text import PLAIN_READER
from engine.minigames import MINIGAMES
from engine.minigames.computers import advise_in_minigame
from engine.season7.rules import SEASON7
from host.core.stand_ins import pick_random_answer
from tests import listings
from workshop.simulate.minigames import build_minigame_season

pytestmark = pytest.mark.as_released
SEEDS, READ = 6, 4  # plays of each, and lines of each kind that are worth reading; of more there is a checksum
NUMBERS = re.compile(r"[\d,]+")
STRENGTHS = ("regular", "expert")


def look(game):
    """Yield what is told, seen and asked now, and the advice to computers, each with its kind."""
    for told in game.told:
        yield "told", f"{told.to or 'all'}: {format_text(told.text, told.facts)}"
    view = game.build_view()
    for panel in view.panels:
        for picture in panel.pictures:
            shown = json.dumps(msgspec.to_builtins(picture, enc_hook=read), ensure_ascii=False)
            yield f"shown {picture.id} {NUMBERS.sub('', shown)[:60]}", f"{panel.id}: {shown}"
    for asked in game.list_questions():
        options = " | ".join(PLAIN_READER.format_value(option.label) for option in asked.options)
        yield f"asked {asked.key}", f"{asked.who}: {format_text(asked.text, asked.facts)} {options}; {asked.lapse}"
        for strength in STRENGTHS:
            advice = advise_in_minigame(game, asked, strength)
            small = {name: read(fact) for name, fact in asked.facts.items() if not isinstance(fact, int) or fact < 100}
            yield f"{strength} at {asked.key}", f"{small}: {advice}"


def read(words):
    return PLAIN_READER.format_value(words) if isinstance(words, Phrase) else str(words)


def tell(minigame):
    found: dict[str, dict[str, None]] = {}
    for seed in range(SEEDS):
        game = Game.start_from_state(SEASON7, build_minigame_season(minigame), str(seed), keep=False)
        dice = Random(seed)
        while game.state.booths:
            for kind, line in look(game):
                found.setdefault(kind, {})[line] = None
            asked = game.list_questions()[0]
            game.answer(asked.who, asked.id, choose(game, asked, seed, dice))
    for kind, lines in sorted(found.items()):
        yield from (f"{kind}: {line}" for line in [*lines][:READ])
        if more := [*lines][READ:]:
            yield f"{kind}: {len(more)} more {zlib.crc32(' '.join(more).encode()):08x}"


def choose(game, asked, seed, dice):
    """Answer as a regular, as an expert, or by chance."""
    advice = advise_in_minigame(game, asked, (*STRENGTHS, "novice")[seed % 3])
    return pick_random_answer(asked, dice) if advice is None else advice


@pytest.mark.parametrize("minigame", sorted(MINIGAMES))
def test_each_minigame_is_played_as_listed(minigame):
    listings.compare(f"minigame_{minigame.lower().replace(' ', '_')}", tell(minigame))
