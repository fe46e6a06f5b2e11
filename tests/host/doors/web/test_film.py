"""The film of every transcript: what its events say has happened is what the page shows, in order, with its sums.

What must be seen is said here by the events' own names and facts, whatever the page makes of them.
"""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from engine.billionaire import events as billionaire
from engine.kernel import PUBLIC, format_told
from engine.kernel import game as kernel_game
from engine.kernel.event import Beat
from engine.kernel.picture import EndedTable, Picture, build_ended_table, keep_drawn_fields
from engine.notation.run import _Replay
from engine.notation.transcript import parse_transcript
from engine.rulesets import RULESETS
from engine.season7 import events as season7
from host.doors.web.markup.looks import draw_last_scene
from host.doors.web.table.moment_pictures import BEATS, _render_moment
from host.doors.web.table.moments import list_moments
from host.shown.views import ToldStep
from tests.host.doors.web.test_pictures import sight_of

TRANSCRIPTS = Path(__file__).parents[3] / "transcripts"
FILES = sorted(TRANSCRIPTS.rglob("*.rtab"))
# What turns a game: by the event's name, what is seen, and the facts that say whose it is.
TURNS = {
    **dict.fromkeys(("season7.BombFound", "deluxe.BombPicked"), ("bomb", "who")),
    **dict.fromkeys(("season7.SquareOpened", "deluxe.SpacePicked"), ("open", "who")),
    "season7.BlammoOpened": ("doors", "who"),
    "season7.BonusStaked": ("stake", "who"),
    "season7.Square00Opened": ("outcome", "who"),
    "season7.MegagridRowSafe": ("row", "who"),
    "season7.MegagridBombed": ("bombed", "who"),
    "season7.MegagridClimbed": ("roof", "who"),
    "season7.TargetReached": ("reached", "who"),
    "season7.CycleOver": ("cycle", "leaders"),
    "deluxe.RoundSettled": ("cycle", "leaders"),
    "deluxe.FailsafeCalled": ("call", "who"),
    "deluxe.FailsafeRight": ("right", "who"),
    "deluxe.FailsafeWrong": ("wrong", None),
    "deluxe.JackpotWon": ("won", "who"),
    **dict.fromkeys(("deluxe.ZoneEntered", "deluxe.ZoneLeft"), ("zone", None)),
    "billionaire.LotBought": ("sold", "who"),
    "billionaire.LotUnwanted": ("unsold", None),
    "billionaire.InvestmentTaken": ("took", "winner"),
    **dict.fromkeys(("season7.RaceWon", "deluxe.RaceWon"), ("crown", "champions")),
    **dict.fromkeys(("billionaire.GameWon", "ladder.GameWon"), ("crown", "who")),
    "ladder.AnswersShown": ("reveal", None),
}
# A drawn game that was lost, or won: its name is seen. The end of the Megagrid is seen with its last row.
GAMES = {
    "season7.MinigamePaidNothing": ("lost", "minigame"),
    "season7.MinigamePaid": ("won", "minigame"),
    "deluxe.MinigamePaidNothing": ("lost", "game"),
    "deluxe.MinigamePaid": ("won", "game"),
    "deluxe.MinigamePaidTimes": ("won", "game"),
}
# Money that moves: who it goes to, or from, and how much.
MOVES = {
    **dict.fromkeys(("season7.Gained", "deluxe.Gained"), lambda it: [(it["who"], it["amount"])]),
    **dict.fromkeys(("season7.Lost", "deluxe.Lost", "season7.PricePaid"), lambda it: [(it["who"], -it["amount"])]),
    "season7.MegagridBombed": lambda it: [(it["who"], -it["pot"])],
    "deluxe.Paid": lambda it: [(it["taker"], it["amount"]), (it["giver"], -it["amount"])],
    "billionaire.LotBought": lambda it: [(it["who"], it["worth"] - it["amount"])],
    "billionaire.InvestmentTaken": lambda it: [(it["winner"], it["amount"]), (it["loser"], -it["amount"])],
    "billionaire.ProfitForfeited": lambda it: [(it["who"], -it["amount"])],
}
STANDS = {  # money that only stands there
    "billionaire.BidShown": lambda it: (it["who"], it["amount"]),
    "season7.MegagridRowSafe": lambda it: (it["who"], it["pot"]),
    "season7.BonusStaked": lambda it: (it["who"], it["bonus"]),
    **dict.fromkeys(
        (f"ladder.{name}" for name in ("ClimberFell", "ClimberSilent", "MoneyTaken", "TopReached", "WinningsKept")),
        lambda it: (it["who"], it["amount"]),
    ),
    **dict.fromkeys(("billionaire.GameWon", "ladder.GameWon"), lambda it: (it["who"][:1], it["amount"])),
    "billionaire.HandShown": lambda it: (it["who"], it["amount"]),
    **dict.fromkeys(("deluxe.RoundSettled", "season7.CycleOver"), lambda it: (it["leaders"][:1], it["total"])),
    **dict.fromkeys(("deluxe.RaceWon", "season7.RaceWon"), lambda it: (it["champions"][:1], it["total"])),
}


LOSS_TWICE = re.compile(r"\b(los(?:e|es|t|ing)|pays?|paid|costs?)\b[^.!?:]{0,40}[-−][£$]\d")  # by word and by sign


def listed(fact):
    return [fact] if isinstance(fact, str) else list(fact)


def steps(path):
    """The game after each step of a text, and what was told with it; a refused move is none."""
    transcript = parse_transcript(path.read_text("utf-8"), RULESETS)
    running = _Replay(transcript, RULESETS[transcript.ruleset], "0")
    for n, step in enumerate(transcript.steps):
        running.play_step(step)
        if running.outcome.happened[-1].refused is None:
            yield running.game, ToldStep(n, "", list(running.game.told), ended=running.game.ended)


EVERY_SECOND_NOW = [
    pytest.param(path, id=path.relative_to(TRANSCRIPTS).as_posix(), marks=pytest.mark.whole if n % 2 else ())
    for n, path in enumerate(FILES)
]


@pytest.mark.parametrize("path", EVERY_SECOND_NOW)
def test_each_turn_of_a_game_is_one_moment_in_order_and_its_picture_names_everybody_and_each_sum(path):
    crowned: list[str] = []
    for game, said in steps(path):
        told = [each for each in said.told if each.to == PUBLIC]
        shown = list_moments(game.ruleset, said)
        check_pictures(path, game, shown)
        reader = sight_of(game, "").reader
        assert not any(LOSS_TWICE.search(format_told(each, reader)) for each in said.told), path
        turns = [(*TURNS[each.what], each) for each in told if each.what in TURNS]
        wanted = [(kind, listed(each.facts[who]) if who else None) for kind, who, each in turns]
        seen = [(moment.kind, list(moment.who)) for moment in shown if moment.head.told.what in TURNS]
        assert [kind for kind, _ in seen] == [kind for kind, _ in wanted], path
        assert all(who is None or who == had for (_, who), (_, had) in zip(wanted, seen, strict=True)), path
        order = [next(n for n, each in enumerate(told) if each is moment.head.told) for moment in shown]
        assert order == sorted(order)
        moved = Counter(move for each in told if each.what in MOVES for move in MOVES[each.what](each.facts))
        sums = [each for moment in shown for each in moment.sums]
        assert Counter((each.who[0], each.amount * each.sign) for each in sums if each.sign) == moved, path
        stand = [STANDS[each.what](each.facts) for each in told if each.what in STANDS]
        stood = [(listed(who)[0], amount) for who, amount in stand if who]
        papers = [(each.who[0], each.amount) for each in sums if not each.sign and each.who]
        assert all(papers.count(each) == stood.count(each) for each in stood), path
        for each in told:
            if each.what in GAMES:
                kind, name = GAMES[each.what]
                (moment,) = [one for one in shown if any(line.told is each for line in one.lines)]
                assert moment.kind in (kind, "bombed", "roof"), path
                assert moment.who == [each.facts["who"]], path
                assert moment.kind != kind or moment.head.facts[name] == each.facts[name], path
        for one, other in pairwise(shown):  # several bids are one moment, as are several lists of what is left
            assert one.kind not in ("bid", "rest", "hand") or one.kind != other.kind, path
        assert all(moment.kind in BEATS for moment in shown)
        crowned = next((list(moment.who) for moment in shown if moment.kind == "crown"), crowned)
    view = game.build_view()  # nobody but whom an event has crowned stands first in the end, whatever the totals
    assert sorted(view.winners) == sorted(crowned) or "champions" in path.read_text("utf-8"), path
    assert not crowned or sorted(line.who for line in view.standings if line.place == 1) == sorted(crowned), path


def check_pictures(path, game, shown):
    sight = sight_of(game, "")
    for moment in shown:
        drawn = re.sub(r"<[^>]+>", " ", _render_moment(sight, moment))
        told = [line.told for line in moment.lines]
        moved = [move for each in told if each.what in MOVES for move in MOVES[each.what](each.facts)]
        fact = TURNS.get(moment.head.told.what, ("", None))[1]
        names = listed(moment.head.told.facts[fact]) if fact else []
        assert [who for who in (*names, *(who for who, _ in moved)) if who not in drawn] == [], path
        for _, amount in moved:
            shapes = {sight.format_money(abs(amount)), sight.format_short_money(abs(amount))}
            assert not amount or any(each in drawn for each in shapes), path
        assert not LOSS_TWICE.search(" ".join(drawn.split())), path


def test_what_a_stake_came_to_is_seen_with_its_outcome():
    shown = [
        moment
        for game, said in steps(TRANSCRIPTS / "cycle/square00_first.rtab")
        for moment in list_moments(game.ruleset, said)
    ]
    signs = {moment.kind: [(each.amount, each.sign) for each in moment.sums] for moment in shown}
    assert signs["stake"] == [(10_500_000, 0)]
    assert signs["outcome"] == [(10_500_000, 1)]


WHY = {
    "punch_a_bunch": "minigames.KnockedOut",
    "spectrum": "minigames.WentBlack",
    "high_stakes": "minigames.TrapSprung",
}


@pytest.mark.parametrize("name", WHY)
def test_a_lost_minigame_says_why(name):
    shown = [
        one
        for game, said in steps(TRANSCRIPTS / f"minigames/{name}/loss.rtab")
        for one in list_moments(game.ruleset, said)
    ]
    (lost,) = [moment for moment in shown if moment.kind == "lost"]
    assert WHY[name] in [line.told.what for line in lost.before]


LAST_MOVES = [
    *sorted(TRANSCRIPTS.glob("minigames/*/loss.rtab")),
    *(TRANSCRIPTS / f"cycle/megagrid_{name}.rtab" for name in ("top", "bomb", "last_bomb")),
    *(TRANSCRIPTS / f"minigames/{name}/win.rtab" for name in ("make_your_mark", "smash_for_cash", "tic_tac_dough")),
]


@pytest.mark.parametrize("path", LAST_MOVES, ids=lambda path: path.relative_to(TRANSCRIPTS).as_posix())
def test_the_moment_that_ends_a_drawn_game_shows_its_last_move(path):
    before: dict[str, list[Picture]] = {}
    shown: list[tuple[EndedTable, list[Picture]]] = []
    for game, said in steps(path):
        ends = [moment.ended_table for moment in list_moments(game.ruleset, said)]
        shown += [(each, before[name]) for name, each in said.ended.items() if each in ends]
        before = {panel.id: panel.pictures for panel in game.build_view().panels}
    assert shown
    for last, pictures in shown:
        kept = last.read_pictures()
        assert kept
        if path.parent.name != "times_table":  # whose last move only takes the table as it stands
            assert kept != [keep_drawn_fields(each) for each in pictures if each.id]


@pytest.mark.parametrize("path", LAST_MOVES, ids=lambda path: path.relative_to(TRANSCRIPTS).as_posix())
def test_a_last_scene_is_drawn_from_the_log_as_from_all_that_was_shown(path, monkeypatch):
    closed: list[tuple[EndedTable, list[Picture]]] = []

    def build_and_note(before, last, title):
        closed.append((ended := build_ended_table(before, last, title), [*last]))
        return ended

    monkeypatch.setattr(kernel_game, "build_ended_table", build_and_note)
    *_, (game, _) = steps(path)
    sight = sight_of(game, "")
    for ended, whole in closed:
        read = msgspec.json.decode(msgspec.json.encode(ended), type=EndedTable)
        older = msgspec.json.decode(msgspec.json.encode({"pictures": whole}), type=EndedTable)  # was kept whole
        drawn = draw_last_scene(sight, whole)
        assert drawn
        assert draw_last_scene(sight, read.read_pictures()) == drawn
        assert draw_last_scene(sight, older.read_pictures()) == drawn
        assert len(read.pictures) < len(older.pictures) * 0.8
    assert closed


FAULTS = {  # what could go wrong between an event and its moment, each in a game in which it is to be seen
    "a crown is dropped": (season7.RaceWon, None, "cycle/megagrid_top.rtab"),
    "nobody is crowned": (season7.RaceWon, Beat("crown", who="", money="total"), "cycle/megagrid_top.rtab"),
    "a bomb is dropped": (season7.BombFound, None, "rounds/bomb.rtab"),
    "a loss is a gain": (season7.Lost, Beat("loss", money="amount", sign=1), "rounds/bomb.rtab"),
    "a sale forgets its price": (billionaire.LotBought, Beat("sold", money="worth", sign=1), "billionaire/bids.rtab"),
    "a wrong sum is lost": (season7.MegagridBombed, Beat("bombed", money="row", sign=-1), "cycle/megagrid_bomb.rtab"),
}


@pytest.mark.parametrize(("kind", "beat", "name"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_seen_in_the_film(kind, beat, name, monkeypatch):
    check = test_each_turn_of_a_game_is_one_moment_in_order_and_its_picture_names_everybody_and_each_sum
    check(TRANSCRIPTS / name)
    monkeypatch.setattr(kind, "beat", beat)
    with pytest.raises(AssertionError):
        check(TRANSCRIPTS / name)


REASONS = {
    "cycle/super_round_of_three": {"Dan": "won a round", "Cat": "was the last to fall", "Bob": "has the lowest total"},
    "cycle/access": {"Ann": "won a round", "Bob": "has Access", "Dan": "has the lowest total"},
    "cycle/into_super_round": {"Ann": "won a round", "Bob": "won a round"},
}


@pytest.mark.parametrize("name", REASONS)
def test_the_super_round_says_why_each_player_sits_there(name):
    (drawn,) = [
        _render_moment(sight_of(game, ""), moment)
        for game, said in steps(TRANSCRIPTS / f"{name}.rtab")
        for moment in list_moments(game.ruleset, said)
        if moment.head.told.what == "season7.SuperRoundSeated"
    ]
    seats = re.findall(r'<li class="sp">.*?<b>(\w+)</b>.*?<em>([\w ]+)</em></li>', drawn)
    assert dict(seats) == REASONS[name]
