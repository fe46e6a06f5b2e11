"""The morning recap tells the one moment of the day: what weighs most, whatever else has happened."""

import pytest

from engine.billionaire import events as billionaire
from engine.billionaire.voice import BILLIONAIRE_VOICE
from engine.deluxe import events as deluxe
from engine.deluxe.voice import DELUXE_VOICE
from engine.kernel import format_text
from engine.kernel.recap import RECAP_LEADERS
from engine.ladder import events as ladder
from engine.ladder.voice import LADDER_VOICE
from engine.season7.voice import SEASON7_VOICE, narrator

ANN_FINDS = [
    deluxe.SpacePicked(who="Ann", n=4, face="$5,000,000"),
    deluxe.Gained(who="Ann", amount=5_000_000, source="cash"),
]
BOB_FINDS = [deluxe.SpacePicked(who="Bob", n=5, face="$1,000"), deluxe.Gained(who="Bob", amount=1_000, source="cash")]
BOB_GAINS = deluxe.Gained(who="Bob", amount=9_000_000, source="spaces")  # later, of something else
CAT_FALLS = [deluxe.BombPicked(who="Cat", n=9), deluxe.BombOwned(n=9, owners=["Bob"]), deluxe.PutOut(who="Cat")]
OWN_GOAL = [deluxe.BombPicked(who="Cat", n=9), deluxe.BombOwned(n=9, owners=["Cat"]), deluxe.PutOut(who="Cat")]
ANN_FALLS = [deluxe.BombPicked(who="Ann", n=9), deluxe.BombOwned(n=9, owners=["Bob"]), deluxe.PutOut(who="Ann")]
CAT_IS_SPARED = CAT_FALLS[:2]
CAT_SLEEPS = [deluxe.SecondPickMissed(who="Cat"), deluxe.PutOut(who="Cat")]
SEATED = deluxe.GridSeated(grid="Grid A", players=["Ann", "Bob", "Cat"])
WON = deluxe.GridOver(grid="Grid A", verdict="", deeds={"rounds_won": ["Bob"]})
LEFT = {"letter": "A", "status": "out", "category": "c"}


def read_headline(voice, told, options=None):
    """What the recap tells first of a day on which this has happened."""
    memory = voice.build_memory(options or {})
    for event in told:
        voice.note_event(memory, event)
    memory.leader_then = memory.find_sole_leader()  # who leads is no news
    lines = [format_text(each.text, each.facts) for each in voice.build_recap(memory)]
    assert voice.build_recap(memory) == []  # a moment is told once
    return lines[0].removeprefix("News since yesterday: ")


@pytest.mark.parametrize(
    ("told", "headline"),
    [
        ([*ANN_FINDS, *BOB_FINDS], "Ann has found $5,000,000 on space 4."),
        ([*BOB_FINDS, ANN_FINDS[1], BOB_GAINS], "Bob has gained $9,000,000."),
        (
            [ANN_FINDS[0], deluxe.TrashPicked(who="Ann", faces=[]), *ANN_FINDS[1:]],
            "Ann has found $5,000,000 on space 4.",
        ),
        (
            [deluxe.BombPicked(who="Bob", n=9), deluxe.BombOwned(n=9, owners=["Cat"]), BOB_GAINS],
            "Bob has gained $9,000,000.",
        ),
        ([*ANN_FINDS, *CAT_FALLS, *BOB_FINDS], "Bob’s bomb has put out Cat."),
        ([*ANN_FINDS, *OWN_GOAL], "Cat has opened Cat’s own bomb."),
        ([*ANN_FINDS, *CAT_FALLS, WON], "Bob has won Grid A."),
        ([*ANN_FINDS, WON, *ANN_FALLS], "Bob’s bomb has put the leader, Ann, out."),
        ([*CAT_IS_SPARED, *CAT_SLEEPS], "Cat is out."),
        ([*CAT_FALLS, deluxe.PutOut(who="Cat")], "Cat is out."),  # on the next grid
    ],
)
def test_in_deluxe_a_fall_is_more_than_money_and_the_leaders_most(told, headline):
    assert read_headline(DELUXE_VOICE, [SEATED, *told]) == headline


DEALT = [billionaire.HandDealt(who=who, n=5, receipt="") for who in ("Ann", "Bob")]
SMALL = billionaire.LotBought(who="Ann", lot=["Aral Cotton Mills"], amount=1_000_000, worth=5_000_000)
LARGE = billionaire.LotBought(who="Bob", lot=["Bosporus Ferries"], amount=3_000_000, worth=9_000_000)
TAKEN = billionaire.InvestmentTaken(winner="Ann", card="Bosporus Ferries", loser="Bob", amount=9_000_000)


@pytest.mark.parametrize(
    ("told", "headline"),
    [
        ([LARGE, SMALL], "Bob has bought Bosporus Ferries for $3,000,000."),
        ([LARGE, TAKEN, SMALL], "Ann has taken Bosporus Ferries from Bob."),
    ],
)
def test_in_billionaire_the_dearest_sale_counts_and_what_was_taken_more(told, headline):
    assert read_headline(BILLIONAIRE_VOICE, [*DEALT, *told]) == headline


CLIMBERS = ladder.ClimbersNamed(order=["Ann", "Bob", "Cat"])
STOPS = ladder.MoneyTaken(who="Ann", amount=64_000, **LEFT)
FALLS = ladder.ClimberFell(who="Bob", amount=1_000, **LEFT)
TOPS = ladder.TopReached(who="Cat", amount=1_000_000, **LEFT)


@pytest.mark.parametrize(
    ("told", "headline"),
    [
        ([STOPS], "Ann has taken $64,000 and stopped."),
        ([STOPS, FALLS], "Bob has fallen with a wrong answer, and keeps $1,000."),
        ([TOPS, FALLS, STOPS], "Cat has reached the top and won $1,000,000."),
    ],
)
def test_on_the_ladder_the_top_is_more_than_a_fall_and_a_fall_more_than_money(told, headline):
    assert read_headline(LADDER_VOICE, [CLIMBERS, *told]) == headline


def test_while_all_have_the_same_nobody_leads():
    for fall, leads in ((FALLS, True), (ladder.ClimberFell(who="Bob", amount=0, **LEFT), False)):
        memory = LADDER_VOICE.build_memory({})
        for event in (CLIMBERS, fall):
            LADDER_VOICE.note_event(memory, event)
        assert (RECAP_LEADERS in [told.text for told in LADDER_VOICE.build_recap(memory)]) == leads


def test_in_season_7_the_leaders_fall_is_more_than_a_round_and_a_round_more_than_money():
    race = SEASON7_VOICE.build_memory({})
    narrator.note_large_find(race, "Ann", 5_000_000, 4)
    narrator.note_large_find(race, "Bob", 1_000, 5)
    assert race.headline[1].facts["who"] == "Ann"
    narrator.note_round_won(race, ["Cat"], "Quadrant 1", great=False)
    narrator.note_own_goal(race, "Bob")
    assert race.headline[1].facts["who"] == ["Cat"]
    narrator.note_stopped_leader(race, "Ann", "Bob")
    narrator.note_new_leader(race, "Bob")
    assert race.headline[1].facts == {"who": "Ann", "owner": "Bob"}
