"""Ten medals in each game, each for a feat that what is told in public shows."""

import pytest

from engine.billionaire import events as billionaire
from engine.deluxe import events as deluxe
from engine.kernel import PUBLIC, Told
from engine.ladder import events as ladder
from engine.race.events import Peeked
from engine.rulesets import RULESETS
from engine.season7 import events as season7

ALL_FOUR = {"Ann": "A", "Bob": "B", "Cat": "C", "Dan": "D"}
FEATS = [  # a ruleset, what is told, who has then earned one more of which medal
    ("season7", season7.Gained("Ann", 60_000_000, "cash"), "Pot of Gold", ["Ann"]),
    ("season7", season7.Gained("Ann", 59_999_999, "cash"), "Pot of Gold", []),
    ("season7", season7.Gained("Ann", 60_000_000, "minigames"), "Pot of Gold", []),
    ("season7", season7.MegagridBombed("Ann", 1, 5), "One Row Short", ["Ann"]),
    ("season7", season7.MegagridBombed("Ann", 1, 4), "One Row Short", []),
    ("season7", season7.MegagridClimbed("Ann"), "Top of the Megagrid", ["Ann"]),
    ("season7", season7.CameBack("Ann"), "Back from the Dead", ["Ann"]),
    ("season7", season7.TagWon("Ann"), "Hitchhiker", ["Ann"]),
    ("season7", season7.BombDefused("Ann"), "Steady Hands", ["Ann"]),
    ("season7", season7.RoundOver("Q", "v", [*ALL_FOUR], 4, {"rounds": [*ALL_FOUR]}), "All Aboard", [*ALL_FOUR]),
    ("season7", season7.RoundOver("Q", "v", ["Ann", "Bob", "Cat"], 4, {}), "All Aboard", []),
    ("season7", season7.RaceWon(["Ann"], 9, 1, {}, fell=True), "Limping Home", ["Ann"]),
    ("season7", season7.RaceWon(["Ann"], 9, 1, {"seasons_won": ["Ann"]}), "Limping Home", []),
    ("season7", season7.RaceWon(["Ann"], 9, 1, {"seasons_won": ["Ann"]}), "Serial Billionaire", ["Ann"]),
    ("deluxe", deluxe.BombPicked("Ann", 3, 3), "Chain Reaction", ["Ann"]),
    ("deluxe", deluxe.BombPicked("Ann", 3, 2), "Chain Reaction", []),
    ("deluxe", deluxe.StatusRaised("Ann", "8", 6), "On a Roll", ["Ann"]),
    ("deluxe", deluxe.StatusRaised("Ann", "8", 5), "On a Roll", []),
    ("deluxe", deluxe.FailsafeRight("Ann", 3), "Perfect Call", ["Ann"]),
    ("deluxe", deluxe.FailsafeRight("Ann", 2), "Perfect Call", []),
    ("deluxe", deluxe.PennySpent("Ann"), "Saved by a Penny", ["Ann"]),
    ("billionaire", billionaire.LotBought("Ann", ["x"], 100, 4), "Steal of the Century", ["Ann"]),
    ("billionaire", billionaire.LotBought("Ann", ["x"], 100, 5), "Steal of the Century", []),
    ("billionaire", billionaire.LotBought("Ann", ["x"], 100, 200), "Winner's Curse", ["Ann"]),
    ("billionaire", billionaire.LotBought("Ann", ["x"], 100, 199), "Winner's Curse", []),
    ("billionaire", billionaire.LotBought("Ann", ["x"], 100, 4, tied=True), "Fourth Time Lucky", ["Ann"]),
    ("billionaire", billionaire.LotBought("Ann", ["x"], 100, 4, tied=True), "Steal of the Century", ["Ann"]),
    ("billionaire", billionaire.LotBought("Ann", ["x"], 100, 4), "Fourth Time Lucky", []),
    ("billionaire", billionaire.BidsTied(["Ann", "Bob"], first="Ann", lander="Cat"), "Fourth Time Lucky", []),
    ("billionaire", billionaire.FightRolled("Ann", 6, "Bob", 1), "Six to One", ["Ann"]),
    ("billionaire", billionaire.FightRolled("Ann", 1, "Bob", 6), "Six to One", ["Bob"]),
    ("billionaire", billionaire.FightRolled("Ann", 6, "Bob", 2), "Six to One", []),
    ("billionaire", billionaire.GameWon(["Ann"], 1_100_000_000), "Super-Rich", ["Ann"]),
    ("billionaire", billionaire.GameWon(["Ann"], 1_099_999_999), "Super-Rich", []),
    ("ladder", ladder.MoneyTaken("Ann", "", 250_000, "walked", "art"), "Cool Head", ["Ann"]),
    ("ladder", ladder.MoneyTaken("Ann", "", 125_000, "walked", "art"), "Cool Head", []),
    ("ladder", ladder.ClimberSilent("Ann", "", 32_000, "walked", "art"), "Lost for Words", ["Ann"]),
    ("ladder", ladder.ClimberSilent("Ann", "", 1_000, "out", "art"), "Lost for Words", []),
    ("ladder", ladder.AnswersShown(500, [], "Who?", ALL_FOUR, *"1234"), "Every Which Way", [*ALL_FOUR]),
    ("ladder", ladder.AnswersShown(500, [], "Who?", ALL_FOUR | {"Dan": "A"}, *"1234"), "Every Which Way", []),
    ("ladder", ladder.WentFurther("Ann", 500), "By a Whisker", ["Ann"]),
    ("ladder", ladder.NeededLessHelp("Ann", 500), "By a Whisker", ["Ann"]),
    ("ladder", ladder.GameWon(["Ann", "Bob"], 500), "Dead Heat", ["Ann", "Bob"]),
    ("ladder", ladder.GameWon(["Ann"], 500), "Dead Heat", []),
    ("ladder", ladder.BoxesShown("Ann", "x", 1_000_000, "1 June"), "Breakfast Million", ["Ann"]),
    ("ladder", ladder.BoxesShown("Ann", "x", 500_000, "1 June"), "Breakfast Million", []),
    ("ladder", ladder.BoxesShown("Ann", "x", 0, "1 June"), "Month of Mornings", ["Ann"]),
    ("ladder", ladder.BoxesShown("Ann", "x", 1_000_000), "Month of Mornings", []),
]


@pytest.mark.parametrize(("name", "event", "medal", "who"), FEATS)
def test_a_feat_is_seen_in_what_is_told(name, event, medal, who):
    rules = RULESETS[name]
    (wanted,) = [each for each in rules.achievements if each.name == medal]
    told = Told(event.id, event.list_facts(), PUBLIC, "Q1")
    assert [deed.who for deed in rules.list_deeds(told) if deed.name == wanted.deed] == who


@pytest.mark.parametrize("name", ["season7", "deluxe", "billionaire", "ladder"])
def test_each_game_has_ten_with_names_of_their_own(name):
    medals = RULESETS[name].achievements
    assert len({each.name for each in medals}) == len({each.sentence for each in medals}) == len(medals) == 10
    peeked = Peeked("Ann", 3)
    assert not {deed.name for deed in RULESETS[name].list_deeds(Told(peeked.id, peeked.list_facts()))} & {
        each.deed for each in medals
    }
