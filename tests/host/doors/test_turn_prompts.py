"""Who is asked to open a square reads what has happened since, who is left, their own bomb and their peeks: on the page
and at a keyboard (tests of Telegram and Discord show it there).
"""

import io
import random
import re
import sys
from dataclasses import replace
from html import unescape
from typing import Any

import pytest

from engine.rulesets import ruleset
from engine.season7 import bombs
from host.core import games
from host.core.context import load_engine_game
from host.core.games import Guest
from host.core.session import Command
from host.doors.terminal.console import Console, KeyboardLeft, TerminalStyle
from host.doors.terminal.playing import KeyboardTable
from host.people import accounts
from host.shown import views, words
from tests.host.doors.web.visitor import Visitor

SEALED = {"Ann": 3, "Bob": 17, "Cat": 8}


class Turn:
    """Three are in a round: the first has peeked at the second's bomb, and the second has opened the third's."""

    def __init__(self, host):
        self.host, self.people = host, {}
        for name in SEALED:
            self.people[name] = accounts.load_or_create_person(host, f"t:{name}", name, f"t:{name}")
        ann = Command(by=self.people["Ann"].id, place="t:group")
        self.game = games.open_lobby(host, ann, "season7", {"wildcard": False}, "daily").game
        for each in self.people.values():
            games.sit_at_table(host, Command(by=each.id), self.game, Guest(each.id, each.name, each.place))
        assert games.start_game(host, ann, self.game).ok
        for name, n in SEALED.items():
            (asked,) = self.asked(self.people[name].id)
            assert games.submit_answer(host, Command(by=self.people[name].id), self.game, asked.id, n).ok
        session = host.store.load_game(self.game).session
        order = load_engine_game(ruleset("season7"), session)[0].state.rounds["Q1"].order
        self.first, self.second, self.third = [session.find_player_in(seat).name for seat in order]
        first = Command(by=self.people[self.first].id)
        assert games.make_unasked_play(host, first, self.game, "peek", SEALED[self.second]).ok

    def goes_round(self):
        """The second falls; then it is the first player's turn again."""
        for name, n in ((self.first, 5), (self.second, SEALED[self.third]), (self.third, 12)):
            (asked,) = self.asked()
            assert games.submit_answer(self.host, Command(by=self.people[name].id), self.game, asked.id, n).ok

    def asked(self, person=""):
        return [each for each in views.load_game_view(self.host, self.game, person).asked if not each.secret or person]


@pytest.fixture
def turn(host, monkeypatch):
    monkeypatch.setattr(bombs, "draw_bomb_mutation", lambda *_: "")
    luck = random.Random(1)  # a board on which 5 and 12 ask nothing
    return Turn(replace(host, token=lambda size: luck.randbytes(size).hex()))


def read_news(turn, since):
    """What all were told from this entry of the log on, as it is read."""
    session = turn.host.store.load_game(turn.game).session
    reader = words.build_reader(session.map_names_by_seat(), session.style)
    told = [told for n, told in views.list_told_lines(turn.host, turn.game) if n >= since and told.to == ""]
    return words.format_told_lines(told, reader)


def test_on_the_page_the_turn_says_what_happened_who_is_left_and_what_only_one_knows(turn):
    since = turn.host.store.load_game(turn.game).session.entries
    turn.goes_round()
    visitor = Visitor(turn.host, accounts.create_web_token(turn.host, turn.people[turn.first].id))
    page = unescape(visitor.go(f"/g/{turn.game}"))
    seen = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
    assert "your turn" in seen.casefold()
    news = read_news(turn, since)
    assert len(news) >= 3
    assert [line for line in news if line not in seen] == []
    assert re.search(rf"{turn.second} -£500,000 [^.]*?, out ", seen)
    assert re.search(rf"{turn.third} [^.]*?, in ", seen)
    assert f"square {SEALED[turn.first]}, your bomb" in page
    assert f"square {SEALED[turn.second]}, peeked: Bomb" in page


def test_at_a_keyboard_the_turn_says_what_happened_who_is_left_and_what_only_one_knows(turn, monkeypatch):
    shown, since = io.StringIO(), turn.host.store.load_game(turn.game).session.entries
    table = KeyboardTable(turn.host, turn.game, [turn.people[turn.first]], Console(TerminalStyle(160), out=shown))
    turn.goes_round()
    table.print_news()
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    asked = table.find_asked_person()
    assert asked
    with pytest.raises(KeyboardLeft):
        table.hand_over(*asked)
    seen = shown.getvalue()
    assert [line for line in read_news(turn, since) if line not in seen] == []
    assert re.search(rf"{turn.second}: out, .*{turn.third}: in, ", seen)
    assert f"{SEALED[turn.first]} your bomb" in seen
    assert f"{SEALED[turn.second]} peeked: Bomb" in seen
    assert seen.endswith(f"{turn.first}> ")


def test_on_the_page_a_hidden_bomb_is_followed_by_ones_first_squares_tapped_in_order(host):
    people = [accounts.load_or_create_person(host, f"t:{name}", name, f"t:{name}") for name in SEALED]
    command = Command(by=people[0].id, place="t:group")
    game = games.open_lobby(host, command, "season7", {"wildcard": False}, "daily").game
    for each in people:
        games.sit_at_table(host, Command(by=each.id), game, Guest(each.id, each.name, each.place))
    assert games.start_game(host, command, game).ok
    visitor = Visitor(host, accounts.create_web_token(host, people[0].id))
    visitor.go(f"/g/{game}")
    assert "play:list" not in visitor.text
    (asked,) = [each for each in views.load_game_view(host, game, people[0].id).asked if each.secret]
    visitor.post(f"/g/{game}/square", once="a" * 32, do=f"question:{asked.id}", value="3")
    (button,) = re.findall(r"<button[^>]*play:list[^>]*>", visitor.text)
    assert re.search(r"data-most=\"?5\b", button)
    visitor.post(f"/g/{game}/square", once="b" * 32, do="play:list", value="9,12,1")
    own: list[Any] = [views.load_game_view(host, game, each.id).view for each in people]
    assert [view.own.wishes for view in own] == [{"Q1": [9, 12, 1]}, {}, {}]
