"""What comes of each square or space that is opened by one player and then once more by the next, and of each hidden
square or item that two hold and use twice, while the rest is answered by chance; and of each Funky surprise.
"""

import itertools
import zlib
from random import Random

import pytest

from engine.deluxe import tables as deluxe
from engine.kernel import Illegal
from engine.notation import parse_transcript
from engine.notation.run import _replay_transcript, format_told_line
from engine.rulesets import RULESETS
from engine.season7 import tables as season7
from host.core.stand_ins import pick_play_value, pick_random_answer
from tests import listings
from tests.rulesets.test_listed_walks import sum_up
from tests.test_drawn_sets import seen

pytestmark = pytest.mark.as_released
MOVES = 12
SEASON7 = """\
rtab     1 season7
title    Twice
players  Ann Bob Cat Dan
bank     Ann £5,000,000; Bob £3,000,000; Cat £7,000,000; Dan £1,000,000
booster  Ann 20%
{holds}round    Q1 Ann Bob Cat Dan
board    Q1
    {one} | {one} | {two} | Bomb@Dan | £100,000 | Bomb@Ann
    -£50,000 | 40% Booster | £300,000 | Math Time | £200,000 | £400,000
"""
DELUXE = """\
rtab     1 deluxe
title    Twice
players  Ann Bob Cat Dan
bank     Ann $5,000,000; Bob $3,000,000; Cat $7,000,000; Dan $1,000,000
boost    Ann 120%
multiplier Bob x2
{holds}grid     A Ann Bob Cat Dan
board    A
    {one} | {one} | {two} | Bomb@Dan | $10,000 | Bomb@Ann
    -$5,000 | Boost +25 | $30,000 | Math Time | $20,000 | $40,000
"""
SQUARES = [face for n in (6, 7, 8) for face in season7.SQUARES_BY_CATEGORY[n]]
FUNKY = DELUXE.replace("{one} | {one} | {two}", "Funky ($50,000) | Funky ($60,000) | $15,000")
SURPRISE = """
Ann      pick 1
~        funky.effect {one}
Ann      funky.risk risk
"""
KINDS = {  # the header, and what is opened or held
    "squares": (SEASON7, "", SQUARES),
    "hidden": (SEASON7, "holds    Ann {one}, {one}; Bob {one}, {two}\n", season7.HIDDEN_SQUARES),
    "spaces": (DELUXE, "", [*deluxe.SPECIALS, *deluxe.CHANGERS]),
    "funkies": (FUNKY + SURPRISE, "", deluxe.FUNKIES),
    "items": (DELUXE, "holds    Ann {one}, {one}; Bob {one}, {two}\n", deluxe.ITEMS),
}


def play_on(game, dice, held):
    """Open one square after the other from the first on, use what is held as soon as that can be, and answer the rest
    by chance.
    """
    for _ in range(MOVES):
        used = next(((who, play) for who in game.list_players() for play in find_plays(game, who, held)), None)
        asked = game.list_questions()
        try:
            if used and dice.random() < 0.5:
                game.play(used[0], used[1].key, pick_play_value(used[1], dice))
            elif not asked:
                return
            else:
                game.answer(asked[0].who, asked[0].id, choose(asked[0], dice))
        except Illegal as no:
            yield f"! {no.code}"
            if asked:
                game.lapse(asked[0].id)
        yield from (f"{told.to}> {format_told_line(told)}" for told in game.told)


def find_plays(game, who, held):
    return [play for play in game.list_plays(who) if play.key in held]


def choose(asked, dice):
    if asked.key in ("select", "pick"):
        return next(option.value for option in asked.options if isinstance(option.value, int))
    return pick_random_answer(asked, dice)


def tell(kind):
    header, holds, names = KINDS[kind]
    plain = "£10,000" if header is SEASON7 else "$1,000"
    for one, two in itertools.pairwise([*names, names[0]]):
        held = (one, two) if holds else ()
        faces = {"one": plain, "two": plain} if holds else {"one": one, "two": two}
        text = header.format(holds=holds.format(one=one, two=two), **faces)
        transcript = parse_transcript(text, RULESETS)
        game = _replay_transcript(transcript, RULESETS[transcript.ruleset], "").game
        yield f"# {one}"
        yield from play_on(game, Random(one), held)
        yield f"seen {zlib.crc32(str(seen(game)).encode()):08x}, kept {sum_up(game)}"


@pytest.mark.parametrize("kind", KINDS)
def test_each_does_twice_what_is_listed(kind):
    listings.compare(f"twice_{kind}", tell(kind))
