"""What was agreed upon is told to who joins, and to who asks for the rules; nothing that is told contradicts it."""

import pytest

from engine.kernel import Reader, format_told
from engine.rulesets import RULESETS, ruleset
from host.core import games
from host.core.deadlines import clocks, expected_lengths
from host.core.game_options import list_agreed_notes, parse_typed_options
from host.core.session import Command
from host.doors.discord import screens
from host.doors.reddit import board as reddit_board
from host.doors.telegram.messages import board as telegram_board
from host.people import accounts
from host.said.desk import playing
from host.said.desk.menu import DESK
from host.shown import views
from tests.host.doors.web.visitor import Visitor
from tests.host.said.test_desk import Asked

AGREED = {"target": 5_000_000, "rows": 3, "wits": False, "peeks": "open", "duel": True, "without": ["Eclipse"]}
TOLD = "What differs from the usual: target=5,000,000, rows=3, peeks=open, duel=yes and without=Eclipse."


def test_every_lobby_tells_what_was_agreed_upon_and_so_do_the_rules(host, monkeypatch):
    ann = accounts.load_or_create_person(host, "t:ann", "Ann")
    opened = games.open_lobby(host, Command(by=ann.id), "season7", AGREED, "daily")
    games.sit_at_table(host, Command(by=ann.id), opened.game, games.Guest(ann.id, "Ann"))
    lobby, reader = views.load_game_view(host, opened.game), Reader()
    assert TOLD in telegram_board.build_lobby_screen(lobby, reader, "bot").text
    assert TOLD in str(screens.build_lobby_screen(lobby, reader, ""))
    assert TOLD in reddit_board.list_board_paragraphs(lobby, reader, reddit_board.RedditNames({}))
    page = Visitor(host, accounts.create_web_token(host, ann.id)).go(f"/g/{lobby.id}")
    assert page.count(TOLD) == 2, "in the lobby, and in how to play"
    asked = Asked(host, ann, "")
    monkeypatch.setattr(asked, "list_games", lambda: [host.store.load_game(lobby.id).session], raising=False)
    assert format_told(playing.show_rules(asked).lines[0], reader).endswith(TOLD)


def test_a_game_as_usual_has_nothing_to_tell_and_neither_has_what_is_usual_at_a_slow_pace():
    for rules in RULESETS.values():
        assert list_agreed_notes(rules, rules.build_default_options(), 60) == []
        assert list_agreed_notes(rules, rules.unhurried, clocks.DAY) == []


def test_an_empty_list_can_be_typed_as_it_is_told():
    rules = ruleset("ladder")
    options: dict[str, object] = {"havens": [], "lifelines": []}
    (note,) = list_agreed_notes(rules, options, 60)
    told = Reader().format_value(note).removeprefix("What differs from the usual: ").removesuffix(".")
    typed = parse_typed_options(rules, told.replace(" and ", " "))
    assert (told, typed) == ("havens=none and lifelines=none", options)
    rules.check_options(typed)


def test_what_newcomers_are_told_of_peeks_holds_with_the_options_of_the_game():
    rules = ruleset("season7")
    assert "only you" in rules.list_coaching({})["peek"]
    for options in ({"peeks": "open"}, {"wits": True}):
        assert "everybody" in rules.list_coaching(options)["peek"]
    assert "secret" not in str(DESK["peek"].summary)


@pytest.mark.parametrize("options", [{"contestants": "one"}, {"host": "players"}])
def test_a_ladder_on_which_each_round_is_somebodys_is_as_long_as_its_board_says(options):
    rules = ruleset("ladder")
    assert rules.find_goal(options, 3) == rules.create_state(["p1", "p2", "p3"], options).count_rounds() == 9
    assert rules.find_goal(options, 10) == rules.create_state([f"p{n}" for n in range(1, 11)], options).count_rounds()
    assert rules.find_goal({"contestants": "one", "duel": True, "voice": "plain"}, 3) == 3, "taps on the way"
    (line,) = expected_lengths.format_expected_length("ladder", 3, clocks.DAY, options)
    assert Reader().format_value(line).endswith("for 9 rounds.")


def test_how_a_game_goes_is_told_in_words_that_hold_with_every_goal():
    assert "same time" not in " ".join(ruleset("ladder").brief)
    assert all("usually a billion" in " ".join(ruleset(name).brief) for name in ("billionaire", "deluxe"))
