"""What rings: by the kind of what has happened, in each game, and on whose telephone."""

import itertools
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.kernel import Told
from engine.kernel.event import CHAT, EVENT_KINDS, EVERYWHERE, find_event_kind
from engine.notation.run import _Replay
from engine.notation.transcript import parse_transcript
from engine.rulesets import RULESETS
from host.core import posting, seats
from host.core.games import Guest, open_lobby, sit_at_table, start_game
from host.core.session import EVERYTHING, NOTHING, TURNS, Command, build_told_line
from host.delivery.outbox import Message, Reminder, should_notify_group, should_notify_private

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"

# What rings in the place where a game is shown, by what it means to those who play.
IN_CHAT = {
    "host": {"begin": "GameBegun", "asked": "LobbyWarned WordsAwaited"},
    "season7": {
        "begin": "SuperRoundSeated MegagridOpened",
        "bomb": "BombFound AutoBombed MegagridBombed",
        "fate": "BombFizzled BombMutated PutOut Square00Opened QuickFinishHit",
        "win": "RoundOver MegagridClimbed TargetReached TargetReachedTogether",
    },
    "deluxe": {
        "begin": "TiebreakBegun",
        "bomb": "BombPicked SecondPickMissed",
        "fate": "PutOut FailsafeCalled FailsafeRight FailsafeWrong OnDeck",
        "win": "GridOver JackpotWon",
    },
    "billionaire": {
        "fate": "InvestmentTaken InvestmentReturned LastInvestmentSold",
        "win": "LotBought GoalReached",
    },
    "ladder": {"fate": "RightAnswerShown", "win": "TopReached"},
}
# What rings everywhere, on a telephone that is only called too: where a game stands, and its end.
ANYWHERE = {
    "host": {"end": "SecretOpened"},
    "season7": {"stand": "CycleOver", "end": "RaceWon"},
    "deluxe": {"stand": "RoundSettled", "end": "RaceWon"},
    "billionaire": {"end": "GameWon"},
    "ladder": {"end": "GameWon"},
}


def ids(game, listed):
    return {f"{game}.{name}" for names in listed[game].values() for name in names.split()}


@pytest.fixture(autouse=True)
def loaded():
    """The events of a game are loaded with its first."""
    for game, listed in ANYWHERE.items():
        assert find_event_kind(f"{game}.{listed['end']}")


@pytest.mark.parametrize("game", IN_CHAT)
def test_what_rings_in_a_game_and_nothing_else(game):
    kinds = {name: kind.rings for name, kind in EVENT_KINDS.items() if name.startswith(f"{game}.") and kind.rings}
    assert kinds == dict.fromkeys(ids(game, IN_CHAT), CHAT) | dict.fromkeys(ids(game, ANYWHERE), EVERYWHERE)


def test_no_minigame_rings_by_itself():
    games = {name.partition(".")[0] for name, kind in EVENT_KINDS.items() if kind.rings}
    assert games == {*IN_CHAT}


@pytest.mark.whole
@pytest.mark.parametrize("game", RULESETS)
def test_the_end_of_every_transcript_that_comes_to_one_rings_everywhere(game):
    ends = set()
    for path in sorted(TRANSCRIPTS.rglob("*.rtab")):
        text = path.read_text("utf-8")
        if not text.startswith(f"rtab     1 {game}\n"):
            continue
        transcript = parse_transcript(text, RULESETS)
        running = _Replay(transcript, RULESETS[game], "twice")
        for step in transcript.steps:
            before = bool(running.outcome.happened) and running.game.over
            running.play_step(step)
            if not before and running.game.over:
                ends.add(frozenset(told.what for told in running.game.told))
    assert ends
    assert [end for end in ends if not end & {f"{game}.{name}" for name in ANYWHERE[game]["end"].split()}] == []


@pytest.mark.parametrize("game", RULESETS)
def test_in_each_game_its_begin_what_is_asked_and_its_end_ring(host, game):
    ann = Command(by="ann")
    table = open_lobby(host, Command(by="ann", place="t:group"), game, {}).game
    for person in ("ann", "bob"):
        assert sit_at_table(host, Command(by=person), table, Guest(person, person.title(), f"t:{person}")).ok
    assert start_game(host, ann, table).ok
    posts = [post for place in ("t:group", "t:ann", "t:bob") for post in host.store.load_posts(place)]
    (begin,) = [line for post in posts for line in post.lines if line.what == "host.GameBegun"]
    assert begin.rings
    assert any(post.asks for post in posts)
    for post in posts:
        message = Message(table, post.lines, post.asks)
        assert should_notify_group(message) == (bool(post.asks) or any(line.rings for line in post.lines))
    assert seats.close_table(host, ann, table).ok
    last = [line for line in host.store.load_posts("t:group")[-1].lines if line.rings]
    assert [line.what for line in last] == ["host.SecretOpened"]
    assert posting.find_notification_scope(last[-1]) == EVERYWHERE


@pytest.mark.parametrize(
    ("rings", "asked", "told"), [(EVERYTHING, True, True), (TURNS, True, False), (NOTHING, False, False)]
)
def test_a_private_chat_rings_for_what_its_reader_wants(rings, asked, told):
    news: list[Told] = [build_told_line(Told("season7.PutOut", {"who": "p1"}))]
    assert should_notify_private(Message("g", asks=["A#1"], rings=rings)) == asked
    assert should_notify_private(Message("g", news, rings=rings)) == told
    assert not should_notify_private(Message("g", news, asks=["A#1"], rings=rings, own=True))


@pytest.mark.parametrize("asks", [False, True])
@pytest.mark.parametrize("reminds", [False, True])
@pytest.mark.parametrize("rings", [False, True])
def test_a_question_and_a_reminder_ring_whatever_they_come_with(asks, reminds, rings):
    line = replace(build_told_line(Told("Something happens.", {})), rings=rings)
    message = Message("g", [line], ["q"] * asks, [Reminder("g", "toy", "p1", "Ann", {})] * reminds)
    assert should_notify_group(message) == (asks or reminds or rings)
    for setting, own in itertools.product((EVERYTHING, TURNS, NOTHING), (False, True)):
        wanted = setting == EVERYTHING or (setting == TURNS and (asks or reminds))
        assert should_notify_private(replace(message, rings=setting, own=own)) == (wanted and not own)
