"""The host's lines say whose, where and how much: what readers once missed, as transcripts are said now."""

import re

import pytest

from engine.season7 import tables
from engine.season7.voice import SEASON7_VOICE
from tests.season7.voiced_transcripts import aloud, spoken

SAID = {
    "race/reached_by_three_at_once.rtab": [
        (
            "Dan opens 1: Digital Love. The ten-millions digits of the lowest totals go up: "
            "Ann, Bob and Cat. Richer by this: Ann by £30,000,000, Bob by £20,000,000 and Cat by "
            "£10,000,000. → Ann £31M (1st), Bob £22M (2nd) and Cat £13M (3rd)"
        ),
        "Ann, Bob and Cat reach £13,000,000 together. The race goes on to the end of the cycle.",
        "Dan reaches £13,000,000, too: 4 players have reached it now.",
        "Ann earns a win bonus: £10,000,000, plus £500,000 for each of 5 squares. That is £12,500,000.",
        "Bob’s win bonus is £10,000,000, plus £500,000 for each of 5 squares: £12,500,000.",
    ],
    "minigames/side_by_side.rtab": ["Ann: 1 digit is in the right place, 2 in the wrong place."],
    "rounds/bankrupt_duel.rtab": [
        "Bob’s bomb on 5 puts Ann out. Only Bob is left.",
        "A Bankrupt Bomb: Ann also loses the £1,000,000 won in this round. → £2.5M, 1st",
        "The bomb costs Ann £500,000.",
    ],
    "rounds/mutation_bankrupt.rtab": [
        "The leader is out: Ann opens Bob’s bomb on 5 and loses £550,000.",
        "A Bankrupt Bomb: Ann also loses the £1,100,000 won in this round. → £2.45M, 1st",
        "Only Bob and Cat are left.",
    ],
    "changers/zero_hour_one_digit.rtab": [
        (
            "Ann opens 1: Zero Hour. One digit in the total of Ann becomes zero. Bob gets that money. "
            "Richer: Bob by £20,000,000. Poorer: Ann by £20,000,000. → Bob £21M (1st) and Ann £3.46M (2nd)"
        )
    ],
    "vintage/oneplus_nines.rtab": ["Ann opens 1: OnePlus. No digit of Ann’s total can go up, so nothing changes."],
    "rounds/wits_gone_off.rtab": [
        "Bob is the first one out: Ann’s bomb on 4. Bob loses £500,000.",
        "0 bombs are next to square 4.",
    ],
    "hidden/free_play_bankrupt.rtab": ["Ann opens 2: Bob’s bomb. Ann is out, but pays nothing because of Free Play."],
    "changers/split_and_share_free_play.rtab": [
        "Ann opens 1: Split & Share. Ann will pay nothing for this, because of a Free Play."
    ],
    "hidden/deflect.rtab": ["Ann deflects Bob’s bomb on 2. It hits Cat."],
    "hidden/bomb_switch.rtab": [
        "Bob’s bomb on 2 does not explode: Ann hides it somewhere else. Please wait a moment.",
    ],
    "hidden/defuse.rtab": ["Ann opens 2: Bob’s bomb. Ann makes it harmless and stays in."],
    "hidden/deflect_immune.rtab": [
        "Ann deflects Cat’s bomb on 1. It hits Bob.",
        "Bob opens 1: Cat’s bomb. No bomb can hurt Bob in this round, so nothing happens.",
    ],
}
ARTICLED = (
    "people/gift_card.rtab",
    "people/gift_card_gift_card.rtab",
    "people/gift_card_event.rtab",
    "changers/anchor.rtab",
    "changers/nightmare.rtab",
    "hidden/copy_paste_event.rtab",
)


@pytest.mark.parametrize("name", SAID)
def test_what_is_said_names_whose_where_and_how_much(name):
    said = aloud(name)
    assert [line for line in said if line in SAID[name]] == SAID[name]


def test_a_free_play_between_a_square_and_its_effect_does_not_make_it_say_its_name_twice():
    assert " ".join(aloud("hidden/free_play_revolution.rtab")).count("Revolution") == 1
    assert " ".join(aloud("changers/split_and_share_free_play.rtab")).count("Split & Share") == 1


def test_nobody_is_told_that_a_bomb_which_chance_placed_was_well_hidden():
    assert "Your bomb on 2 exploded: Ann did not answer in time." in aloud("rounds/auto_bomb_of_another.rtab", "Bob")
    lines = [line.text for shelf in SEASON7_VOICE.book.values() for some in shelf.values() for line in some]
    assert not [text for text in lines if "ell hidden" in text or "hid it well" in text]


def test_squares_of_which_there_may_be_several_have_their_article():
    bare = re.compile(
        rf"(?<!\b[Aa] )(?<!\b[Aa]n )(?<!\b[Tt]he )\b({'|'.join(map(re.escape, tables.FACES_WITH_ARTICLE))})\b"
    )
    heads = ("ev.climb/", "ev.fall/", "face/", "ev.grab/", "ev.gift/given")
    found = 0
    for name in ARTICLED:
        lines = [text for step in spoken(name) for id_, _, text in step if id_.startswith(heads)]
        found += len(lines)
        assert not [text for text in lines if bare.search(text)]
    assert found > len(ARTICLED)
