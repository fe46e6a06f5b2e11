"""Before a release every open game is played again with the code that is to be released."""

from types import SimpleNamespace

import msgspec
import pytest

from engine.kernel import Change, Form, Question, Told, find_rewording
from engine.minigames import events as minigames
from engine.rulesets import RULESETS
from host.archive.importing import import_game
from host.archive.rehearsing import rehearse_game, rehearse_games
from host.core import games, seats
from host.core.context import Config, HostContext, load_engine_game
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command
from host.core.store import Store
from host.core.store.sqlite import SqliteTable
from host.doors.command import main
from tests.fakes import cloud
from tests.host.conftest import Hands
from tests.rulesets import toy

WON = minigames.DragonBeaten(who="Ann")
SEAL = Question(key="seal", text="Seal.", lapse=1, secret=True)


@pytest.fixture
def evening(tmp_path, monkeypatch):
    """Ann and Bob at the Toy, in a house on this machine, in the middle of their first lap."""
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    table = SqliteTable(tmp_path / "rtab.sqlite")
    host = HostContext(Store(table), Config(), Hands())
    game = games.open_lobby(host, Command("c", "ann", "t:group"), "toy", {"laps": 2}).game
    for person in ("ann", "bob"):
        games.sit_at_table(host, Command(f"j-{person}", person), game, Guest(person, person.title(), f"t:{person}"))
    assert games.start_game(host, Command("b", "ann"), game).ok
    yield SimpleNamespace(host=host, game=game)
    table.close()


def answer(evening, person, value):
    session = evening.host.store.load_game(evening.game).session
    seat = session.find_player_of(person).seat
    question = next(key for key, clock in session.clocks.items() if clock.who == seat)
    reply = games.submit_answer(evening.host, Command(f"{session.entries}", person), evening.game, question, value)
    assert reply.ok, reply


def first_lap(evening):
    for person, value in [("ann", 3), ("bob", 4), ("ann", "red"), ("bob", "blue")]:
        answer(evening, person, value)
    for value in ["A", "C"], 50, "Onwards":
        answer(evening, "ann", value)


def rtab(capsys, *argv):
    code = main(["rehearse", *argv])
    return code, capsys.readouterr().out


def changed(monkeypatch, **names):
    """The rules of the Toy, with some other functions or numbers."""
    for name, value in names.items():
        monkeypatch.setattr(toy, name, value)


def test_what_has_not_changed_comes_out_the_same(evening, capsys):
    first_lap(evening)
    entries = evening.host.store.load_game(evening.game).session.entries
    code, out = rtab(capsys)
    assert (code, out.splitlines()) == (
        0,
        [
            f"{evening.game}  toy        the same, {entries} entries",
            "1 open game, 0 of them would differ.",
        ],
    )


@pytest.mark.parametrize("seed", range(2))
def test_a_season_with_its_comings_and_goings_comes_out_the_same(season, seed):
    played = season(seed, 1_000_000_000).play(120)
    host, opener = played.host, played.command("ann")
    assert seats.kick_from_seat(host, opener, played.game, "p3").ok
    assert ticking.pause_session_clocks(host, played.command("ann"), played.game).ok
    (found,) = rehearse_games(host)
    assert (found.differences, found.why_not) == ([], "")
    assert found.entries > 120


def test_a_game_that_is_played_on_meanwhile_is_judged_as_it_was(evening):
    answer(evening, "ann", 3)
    session = evening.host.store.load_game(evening.game).session
    answer(evening, "bob", 4)
    assert rehearse_game(evening.host, session).differences == []


def test_a_line_that_would_be_said_otherwise_is_shown_with_its_entry(evening, capsys, monkeypatch):
    first_lap(evening)

    async def colour(table, who):
        chosen = await table.ask("colour", who, "{seat}, pick a colour.", toy.COLOURS, lapse="red", seat=who)
        table.state.colours[who] = chosen
        table.tell("{who} chooses {colour}.", who=who, colour=chosen)

    changed(monkeypatch, colour=colour)
    code, out = rtab(capsys)
    assert code == 1
    at = next(
        entry.n
        for entry in evening.host.store.load_log(evening.game)
        if any(told.text == "{who} picks {colour}." for told in entry.told)
    )
    assert out.splitlines()[:4] == [
        f"{evening.game}  toy        differs",
        f"    at entry {at}",
        "      was  “Ann picks red.”",
        "      is   “Ann chooses red.”",
    ]
    assert "FORCE=yes" in out


def test_nobodys_secret_is_told(evening, capsys, monkeypatch):
    first_lap(evening)

    async def lap(table):
        numbers = list(range(1, 6))
        found = await table.ask_all(SEAL, list(table.state.players), lambda _: numbers)
        for who, number in found.items():
            table.whisper(who, "Your number is {number}.", number=number)

    changed(monkeypatch, lap=lap)
    code, out = rtab(capsys)
    assert code == 1
    assert "a line for Ann alone" in out
    assert "You sealed" not in out and "Your number" not in out


def test_other_odds_are_seen(evening, capsys, monkeypatch):
    first_lap(evening)
    changed(monkeypatch, COLOURS={**toy.COLOURS, "white": "White"})
    code, out = rtab(capsys)
    assert code == 1
    assert "was  draw 1: 1 of 3 for colour\n" in out
    assert "is   draw 1: 1 of 4 for colour\n" in out


def test_an_amount_that_nobody_was_told_of_is_seen(evening, capsys, monkeypatch):
    games.make_unasked_play(evening.host, Command("s", "ann"), evening.game, "shout")
    play = toy.Toy.play

    def louder(self, game, who, key, value):
        play(self, game, who, key, value)
        game.state.shouts += key == "shout"

    monkeypatch.setattr(toy.Toy, "play", louder)
    code, out = rtab(capsys)
    assert code == 1
    assert "was  state.shouts as it is" in out


def test_a_turn_that_would_be_cut_and_asked_again_is_described(evening, capsys, monkeypatch):
    for person, value in [("ann", 3), ("bob", 4), ("ann", "red"), ("bob", "blue")]:
        answer(evening, person, value)

    async def colour(table, who):
        shades = {"green": "Green", "blue": "Blue"}
        table.state.colours[who] = await table.ask("colour", who, "{seat}, pick.", shades, lapse="blue", seat=who)

    changed(monkeypatch, colour=colour)
    code, out = rtab(capsys)
    assert code == 1
    assert "    now\n      was  the open turn goes on\n" in out
    assert "2 steps of the open turn would be undone and asked again" in out
    assert "that is refused" in out


def test_a_game_whose_turn_was_cut_and_asked_again_comes_out_the_same_afterwards(evening, capsys, monkeypatch):
    for person, value in [("ann", 3), ("bob", 4), ("ann", "red")]:
        answer(evening, person, value)

    async def colour(table, who):
        shades = {"green": "Green", "blue": "Blue"}
        table.state.colours[who] = await table.ask("colour", who, "{seat}, pick.", shades, lapse="blue", seat=who)

    changed(monkeypatch, colour=colour)
    assert games.make_unasked_play(
        evening.host, Command("s", "bob"), evening.game, "shout"
    ).ok  # which finds the change
    answer(evening, "ann", "green")
    assert [entry.cut for entry in evening.host.store.load_log(evening.game)][-2:] == [1, 0]
    assert rtab(capsys)[0] == 0


def test_rules_that_break_down_are_told_with_their_place_and_the_others_have_their_turn(evening, capsys, monkeypatch):
    first_lap(evening)
    games.open_lobby(evening.host, Command("other", "ann", "t:group"), "toy", {"laps": 2})

    async def call(table, who):
        await table.ask("letters", who, "Sing.", form=Form("text"), typed=str.strip, lapse="")
        raise ZeroDivisionError(table.state.sealed)

    changed(monkeypatch, call=call)
    code, out = rtab(capsys)
    assert code == 1
    assert "has not begun" in out
    assert "2 open games, 1 of them would differ." in out


def test_what_somebody_has_accepted_keeps_nothing_back_until_something_else_differs(evening, capsys, monkeypatch):
    first_lap(evening)
    changed(monkeypatch, COLOURS={**toy.COLOURS, "white": "White"})
    assert rtab(capsys, "--force")[0] == 0
    code, out = rtab(capsys)
    assert code == 0
    assert "differs, as is known" in out
    changed(monkeypatch, PRIZE=20, COLOURS={**toy.COLOURS, "black": "Black", "white": "White"})
    assert rtab(capsys)[0] == 1


@pytest.mark.usefixtures("evening")
def test_rules_that_are_gone_are_missed(capsys, monkeypatch):
    monkeypatch.delitem(RULESETS, "toy")
    code, out = rtab(capsys)
    assert code == 1
    assert "There is no game of that name" in out


def test_a_game_laid_out_by_hand_is_tried_as_far_as_can_be(evening, capsys):
    import_game(evening.host, (cloud.ROOT / "tests/transcripts/hidden/deflect.rtab").read_text("utf-8"))
    code, out = rtab(capsys)
    assert code == 0
    assert "was laid out by hand, with chance pinned; only its open turn was tried" in out


# -- what has changed on purpose


PICKS = "{who} picks {colour}."
ANEW = "{who} has picked {colour}."


@pytest.mark.parametrize(
    "was",
    [minigames.DragonWoke(square=9), minigames.DragonHeard(row="A"), minigames.DragonUnheard(row="A"), None],
    ids=lambda was: type(was).__name__,
)
def test_each_old_ending_of_tic_tac_dough_is_explained(was):
    lines = [Told(event.id, event.list_facts()) if event else None for event in (was, WON)]
    for name in ("season7", "deluxe"):
        change = find_rewording(RULESETS[name].changes, *lines)
        assert change is not None
        assert change.ruling


async def said_anew(table, who):
    chosen = await table.ask("colour", who, "{seat}, pick a colour.", toy.COLOURS, lapse="red", seat=who)
    table.state.colours[who] = chosen
    table.tell(ANEW, who=who, colour=chosen)


async def put_otherwise(table, who):
    chosen = await table.ask("colour", who, "{seat}, pick a colour.", toy.COLOURS, lapse="red", seat=who)
    table.state.colours[who] = chosen
    table.tell("{them} picks {which}.", them=who, which=chosen)


async def said_alone(table, who):
    chosen = await table.ask("colour", who, "{seat}, pick a colour.", toy.COLOURS, lapse="red", seat=who)
    table.state.colours[who] = chosen
    table.whisper(who, PICKS, who=who, colour=chosen)


async def said_more(table, who):
    await toy_colour(table, who)
    table.tell(ANEW, who=who, colour="grey")


async def other_wheel(table, who):
    await toy_colour(table, who)
    table.draw_one("wheel", [1, 2])


toy_colour = toy.colour
CHANGES = {
    "another sentence": (said_anew, Change("1", "It is said anew", PICKS, ANEW)),
    "to one player alone": (said_alone, Change("1", "It is said to you alone", PICKS, PICKS)),
    "one more line": (said_more, Change("1", "More is said", "", ANEW)),
    "another course": (other_wheel, Change("1", "A wheel is turned", "", "draw wheel", ruling=True)),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_is_listed_as_changed_is_told_from_a_fault(evening, capsys, monkeypatch, what):
    how, change = CHANGES[what]
    first_lap(evening)
    changed(monkeypatch, colour=how)
    code, out = rtab(capsys)
    assert (code, "differs" in out) == (1, True)
    monkeypatch.setattr(RULESETS["toy"], "changes", (change,), raising=False)
    code, out = rtab(capsys)
    assert (code, f"explained: {change.why}" in out, "otherwise only as is explained" in out) == (0, True, True)
    monkeypatch.setattr(RULESETS["toy"], "changes", (msgspec.structs.replace(change, was="{who} sleeps."),))
    assert rtab(capsys)[0] == 1


@pytest.mark.parametrize("what", ["another sentence", "to one player alone"])
def test_nobody_is_asked_again_because_a_sentence_has_changed(evening, monkeypatch, what):
    """Ann has picked her colour, and it is Bob's turn: nothing of that is undone."""
    how, change = CHANGES[what]
    for person, value in [("ann", 3), ("bob", 4), ("ann", "red")]:
        answer(evening, person, value)
    session = evening.host.store.load_game(evening.game).session
    changed(monkeypatch, colour=how)
    assert load_engine_game(RULESETS["toy"], session)[1] > 0
    monkeypatch.setattr(RULESETS["toy"], "changes", (change,), raising=False)
    game, cut = load_engine_game(RULESETS["toy"], session)
    assert (cut, [question.key for question in game.list_questions()]) == (0, ["colour"])
    answer(evening, "bob", "blue")


def test_how_a_line_is_put_together_is_no_difference_where_people_read_the_same(evening, capsys, monkeypatch):
    first_lap(evening)
    changed(monkeypatch, colour=put_otherwise)
    assert rtab(capsys)[0] == 0
