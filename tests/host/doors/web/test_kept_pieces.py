"""Pages are made of what has been read and drawn before: whatever changes, the next look shows it."""

from dataclasses import replace

import pytest

from host.core import games, seats
from host.core.context import Cache, KeptGames
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command, ReachableHours, WritingStyle
from host.doors.web.markup.html import MARK, OR, SharedPiece, mark_own_and_others
from host.people import accounts
from host.shown import views
from tests.host.doors.web.visitor import Visitor

FORMER = "a former player"
STANDS_IN = "From now on a computer plays for {}."


class Evening:
    """Three people at a game of Season 7, and pages as they see them."""

    def __init__(self, host):
        self.host = replace(host, token=lambda size: "ab" * size)
        self.people = [
            accounts.load_or_create_person(host, f"t:{name}", name, f"t:{name}") for name in ("Ann", "Bob", "Cleo")
        ]
        self.by = [Command(by=person.id) for person in self.people]
        self.game = games.open_lobby(host, self.by[0], "season7", {}, "evening").game
        for person, by in zip(self.people, self.by, strict=True):
            games.sit_at_table(host, by, self.game, self.guest(person))
        games.start_game(host, self.by[0], self.game)
        links = [accounts.create_web_token(host, person.id) for person in self.people]
        self.cookies = ["", *links]

    def guest(self, person):
        return Guest(person.id, person.name, person.place)

    def pages(self):
        """What each of them, and somebody who has no seat, finds; it is what they would find if nothing were kept."""
        found = [Visitor(self.host, cookie).go(f"/g/{self.game}/part") for cookie in self.cookies]
        views._decode_said_entry.cache_clear()
        nothing = replace(self.host, pieces=Cache(), shared=Cache(), views=Cache(), seen=KeptGames())
        assert found == [Visitor(nothing, cookie).go(f"/g/{self.game}/part") for cookie in self.cookies]
        return found

    def habits(self, which, habits):
        accounts.set_habits(self.host, self.people[which].id, habits)


@pytest.fixture
def evening(host):
    made = Evening(host)
    made.pages()
    return made


def test_a_move_is_seen_at_once(evening):
    shown = views.load_game_view(evening.host, evening.game, evening.people[0].id)
    (asked,) = [each for each in shown.asked if each.who == shown.you]
    before = evening.pages()
    assert games.submit_answer(evening.host, evening.by[0], evening.game, asked.id, asked.options[0].value).ok
    after = evening.pages()
    assert asked.id in before[1]
    assert asked.id not in after[1]


def test_a_computer_in_a_seat_is_seen_as_one_and_whoever_it_plays_for_sees_nothing_of_theirs(evening):
    assert seats.request_stand_in(evening.host, evening.by[1], evening.game, "p2").ok
    _, ann, bob, _ = evening.pages()
    assert STANDS_IN.format("Bob") in ann
    assert "Take my seat back" in bob
    assert "My seat" not in bob
    assert games.sit_at_table(evening.host, evening.by[1], evening.game, evening.guest(evening.people[1])).ok
    _, ann, bob, _ = evening.pages()
    assert "Bob" in ann
    assert "My seat" in bob


def test_whoever_is_forgotten_is_named_nowhere_any_more(evening):
    accounts.forget_account(evening.host, evening.people[1].id)
    assert all("Bob" not in page and FORMER in page for page in evening.pages())


def test_each_viewer_reads_with_their_own_commas_from_the_next_look_on(evening):
    assert all("£1,000" in page for page in evening.pages())
    evening.habits(1, ReachableHours(style=WritingStyle(comma=".")))
    _, ann, bob, _ = evening.pages()
    assert "£1,000" in ann
    assert "£1.000" in bob
    assert "£1,000" not in bob


def test_a_pause_is_seen_and_its_end_too(evening):
    assert ticking.pause_session_clocks(evening.host, evening.by[0], evening.game).ok
    assert all("The player who opened this game has stopped the clocks for now." in page for page in evening.pages())
    assert ticking.resume_session_clocks(evening.host, evening.by[0], evening.game).ok
    assert all(
        "The player who opened this game has stopped the clocks for now." not in page for page in evening.pages()
    )


def test_a_vote_for_a_stand_in_is_told_in_the_news(evening):
    evening.host.now.now += 20 * 3600
    assert seats.vote_for_stand_in(evening.host, evening.by[0], evening.game, "p3").ok
    assert all("1 of 2 players have voted to let a computer play for Cleo." in page for page in evening.pages())
    assert all(STANDS_IN.format("Cleo") not in page for page in evening.pages())
    assert seats.vote_for_stand_in(evening.host, evening.by[1], evening.game, "p3").ok
    assert all(STANDS_IN.format("Cleo") in page for page in evening.pages())


def test_an_answer_that_was_refused_leaves_what_was_seen(evening):
    before = evening.pages()
    assert not games.submit_answer(evening.host, evening.by[0], evening.game, "no such question", 1).ok
    assert evening.pages() == before


def test_everybody_sees_themselves_and_nobody_else_marked(evening):
    """What they see alike is drawn once, and each is marked in it for themselves."""
    stranger, *seated = evening.pages()
    for name, page in zip(("Ann", "Bob", "Cleo"), seated, strict=True):
        assert f"{name} (you)" in page
        assert page.count(" (you)") == 1
    assert " (you)" not in stranger
    assert not [mark for mark in (MARK, OR) for page in (stranger, *seated) if mark in page]


def test_a_shared_piece_is_each_persons_own_where_it_is_about_them():
    piece = SharedPiece.parse_markup(
        f"a{mark_own_and_others('p1', 'you', 'Ann')}b{mark_own_and_others('p2', 'you', 'Bob')}c"
    )
    assert [piece.render_for(who) for who in ("p1", "p2", "")] == ["ayoubBobc", "aAnnbyouc", "aAnnbBobc"]
    assert SharedPiece.parse_markup("as it is").render_for("p1") == "as it is"
