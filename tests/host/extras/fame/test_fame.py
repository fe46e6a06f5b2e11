"""What people show of themselves: nothing unless they say so; halls of fame, and records of all times."""

import random

import pytest

from engine.rulesets import RULESETS
from host.core import games, seats
from host.core.context import load_engine_game
from host.core.games import Guest
from host.core.session import OVER, Command
from host.core.stand_ins import pick_random_answer
from host.core.store import Store
from host.core.store.items import build_count_op
from host.extras.fame import profiles, results
from host.people import account_linking, accounts
from host.shown import views
from tests.host.doors.web.in_a_browser import scenes
from tests.host.doors.web.in_a_browser.browser import Table
from tests.host.doors.web.visitor import Visitor, found

PLACE = "telegram:-1001234567890"


class Friends:
    """Ann Maria and Bob, and games of theirs to the end."""

    def __init__(self, host):
        self.host = host
        self.ann = accounts.load_or_create_person(host, "t:ann", "Ann Maria Secret", "t:ann")
        self.bob = accounts.load_or_create_person(host, "t:bob", "Bob", "t:bob")

    def play(self, place=PLACE, programs=()):
        """One game of the toy to its end, at random but always the same; some may let a program play for them."""
        host, command, dice = self.host, Command(by=self.ann.id, place=place), random.Random(1)
        game = games.open_lobby(host, command, "toy", {"laps": 1}).game
        seats.set_programs_allowed(host, command, game, allowed=True)
        for person in (self.ann, self.bob):
            guest = Guest(person.id, person.name, person.place, program=person in programs)
            games.sit_at_table(host, Command(by=person.id, place=place), game, guest)
        games.start_game(host, command, game)
        people = {"p1": self.ann.id, "p2": self.bob.id}
        for _ in range(20):
            if (session := views.load_saved_game(host, game).session).stage == OVER:
                return game
            question = load_engine_game(RULESETS["toy"], session)[0].list_questions()[0]
            value = pick_random_answer(question, dice)
            assert games.submit_answer(host, Command(by=people[question.who]), game, question.id, value).ok
        raise AssertionError("it never ended")

    def visitor(self, person):
        return Visitor(self.host, accounts.create_web_token(self.host, person.id))

    def shows(self, person, *parts):
        visitor = self.visitor(person)
        visitor.go("/me")
        visitor.post("/me/profile", show=list(parts))
        return visitor


@pytest.fixture
def friends(host):
    return Friends(host)


def address(visitor):
    return found(r'id="profile">https?://[^/]+(/u/\w+)<', visitor.text)


def test_nobody_has_a_page_until_they_tick_what_it_shows(friends):
    ann = friends.visitor(friends.ann)
    assert 'id="profile"' not in ann.go("/me")
    here = address(friends.shows(friends.ann, "races"))
    page = Visitor(friends.host).go(here)
    assert "<strong>Ann</strong>" in page
    assert "Secret" not in page
    assert "noindex" in page
    whole = address(friends.shows(friends.ann, "races", "whole"))
    assert whole == here
    assert "Ann Maria Secret" in Visitor(friends.host).go(here)
    friends.shows(friends.ann)
    assert Visitor(friends.host).ask("GET", here).status == 404
    assert profiles.load_profile(friends.host.store, friends.ann.id) is None


def test_a_program_stands_in_no_list(friends):
    friends.play(programs=[friends.ann, friends.bob])
    friends.play(programs=[friends.bob])
    (result, _) = results.list_game_results(friends.host, f"person:{friends.ann.id}")
    assert [each.person for each in result.finishes if each.person] == [friends.ann.id]
    hall = results.build_hall_of_fame(friends.host, PLACE)
    assert hall.games == 2
    assert {champion.name for champion in hall.champions} <= {"Ann Maria Secret"}
    assert hall.richest
    assert hall.richest[1].person == friends.ann.id


@pytest.mark.parametrize("word", ["", "x", "../me", "0" * 16, "%00", "é"])
def test_a_made_up_address_shows_nobody(friends, word):
    friends.shows(friends.ann, "races")
    assert Visitor(friends.host).ask("GET", f"/u/{word}").status == 404


def test_a_page_shows_what_was_ticked_and_names_nobody_else(friends):
    game = friends.play()
    result = results.list_game_results(friends.host, f"person:{friends.ann.id}")[0]
    assert (result.game, len(result.finishes)) == (game, 2)
    here = address(friends.shows(friends.ann, "races"))
    page = Visitor(friends.host).go(here)
    assert "place 1 of" in found("<h2>Races</h2>.*?</section>", page)
    for secret in ("Bob", game, friends.ann.id, PLACE, "Records", "Medals", "Head-to-head"):
        assert secret not in page, secret


def test_head_to_head_is_with_whoever_looks(friends):
    friends.play()
    friends.play()
    here = address(friends.shows(friends.ann, "rivals"))
    assert "Head-to-head" not in Visitor(friends.host).go(here)
    assert "Head-to-head" not in friends.visitor(friends.ann).go(here)
    page = friends.visitor(friends.bob).go(here)
    assert "You and Ann have played together 2 times" in page
    stranger = accounts.load_or_create_person(friends.host, "t:eve", "Eve")
    assert "Head-to-head" not in friends.visitor(stranger).go(here)


def test_only_who_shows_their_records_stands_in_those_of_all_times(friends):
    deed = f"toy.{next(iter(RULESETS['toy'].tallies))}"
    for n, person in enumerate((friends.ann, friends.bob), 3):
        friends.host.store.table.write([build_count_op(f"person:{person.id}", {deed: n})])
    stranger = Visitor(friends.host)
    assert "No player has asked to be on this list yet." in stranger.go("/records")
    here = address(friends.shows(friends.ann, "records"))
    page = stranger.go("/records")
    assert f'<a href="{here}">Ann</a>' in page
    assert "Bob" not in page
    friends.shows(friends.bob, "races")
    assert "Bob" not in stranger.go("/records")
    friends.shows(friends.bob, "records")
    page = stranger.go("/records")
    assert page.index("Bob") < page.index("Ann</a>")  # he has done it more often
    friends.shows(friends.ann, "medals")
    assert "Ann" not in stranger.go("/records")


def test_a_group_has_a_hall_of_fame_that_leads_to_who_shows_themselves(friends):
    friends.play()
    game = friends.play()
    bob = friends.visitor(friends.bob)
    assert f'href="/g/{game}/fame"' in bob.go(f"/g/{game}")
    page = bob.go(f"/g/{game}/fame")
    assert "Winners of the last 2 games" in page
    champions = found('<ol class="faces champions">.*?</ol>', page)
    assert "2 wins" in champions
    assert "/u/" not in champions
    elsewhere = friends.play("telegram:-1009876543210")
    assert "Winners of the last 1 game<" in bob.go(f"/g/{elsewhere}/fame")
    winner = found(r"<span>(\w+)", champions)
    here = address(friends.shows(friends.ann if winner == "Ann" else friends.bob, "races"))
    assert f'href="{here}"' in bob.go(f"/g/{game}/fame")


def test_many_looks_load_a_finished_game_once_and_read_counts_seldom(friends, monkeypatch):
    loads, reads, loading, counts = [], [], results._build_result, Store.load_counts

    def load(session):
        loads.append(session.id)
        return loading(session)

    def read(store, owner):
        reads.append(owner)
        return counts(store, owner)

    monkeypatch.setattr(results, "_build_result", load)
    monkeypatch.setattr(Store, "load_counts", read)
    friends.shows(friends.ann, *profiles.PROFILE_PARTS)
    game, ann = friends.play(), friends.visitor(friends.ann)
    reads.clear()
    for _ in range(3):
        assert "Winners of the last" in ann.go(f"/g/{game}/fame")
        ann.go("/records")
    assert loads == [game]
    assert reads.count(f"person:{friends.ann.id}") == 1
    accounts.forget_account(friends.host, friends.bob.id)  # which changes the game
    assert "Bob" not in ann.go(f"/g/{game}/fame")
    assert loads == [game, game]


def test_whoever_is_forgotten_has_no_page_and_no_place_in_any_list(friends):
    game = friends.play()
    here = address(friends.shows(friends.ann, "races", "records", "medals", "rivals"))
    assert accounts.export_account(friends.host, friends.ann.id)["profile"]["parts"] == list(profiles.PROFILE_PARTS)
    accounts.forget_account(friends.host, friends.ann.id)
    assert Visitor(friends.host).ask("GET", here).status == 404
    assert "Ann" not in Visitor(friends.host).go("/records")
    assert "Ann" not in Visitor(friends.host).go(f"/g/{game}/fame")
    kept = [f"{item.pk} {item.sk} {item.body!r}" for item in friends.host.store.table.every()]
    assert not [each for each in kept if friends.ann.id in each and not each.startswith("chat:")]


def test_of_two_accounts_that_become_one_the_page_goes_along(friends):
    here = address(friends.shows(friends.bob, "medals"))
    friends.play()
    other = accounts.load_or_create_person(friends.host, "w:2", "Bobby")
    account_linking.merge_accounts(friends.host, other.id, "t:bob")
    assert Visitor(friends.host).ask("GET", here).status == 200
    assert profiles.find_profile_owner(friends.host.store, here.removeprefix("/u/")) in (other.id, friends.bob.id)


def test_on_a_telephone_ones_choice_is_ticked_and_looked_at(chrome):
    room = Table()
    person = accounts.load_or_create_person(room.host, "t:zoe", "Zoe Zimmermann")
    page = chrome.page(viewport=scenes.PHONE)
    page.set_default_timeout(60_000)
    page.goto(f"{room.server.url}/p/{accounts.create_web_token(room.host, person.id)}")
    page.goto(f"{room.server.url}/me")
    page.get_by_label("My races").check()
    page.locator("form[action='/me/profile'] button").click()
    page.locator("#profile").click()
    page.locator("strong", has_text="Zoe").wait_for()
    page.get_by_text("There is nothing to show yet.").wait_for()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    room.close()
