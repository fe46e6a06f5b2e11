"""What players write on the page in their own words is read as everywhere, and is answered."""

import re
from types import SimpleNamespace

import pytest

from engine.kernel import Told
from host.core import games, seats
from host.core.deadlines import ticking
from host.doors.web import app
from host.doors.web.table.question_forms import OWN_WORDS, OWN_WORDS_EXAMPLE
from host.people import accounts
from host.said.answers import DeskAnswer
from tests.host.doors.web.in_a_browser.staged import Staged
from tests.host.doors.web.visitor import Visitor
from tests.sayings.test_every_door import NOT_UNDERSTOOD, UNCLEAR, harvest_help

TOLD = re.compile(r'<div (?:role="status" class="told"|class="told" role="status")>(.*?)</main>', re.DOTALL)


@pytest.fixture
def ann(season):
    visitor = season.visitor(season.ann)
    visitor.go(season.path)
    return visitor


def write(visitor, season, text):
    """Write this in the field, and return the page that comes."""
    visitor.go(season.path)
    return visitor.send("/hear", words=text)


def list_ways(visitor):
    """The buttons of what may be meant: the line that each sends."""
    return [form["fields"]["words"] for form in visitor.forms if form["action"].endswith("/hear")]


@pytest.mark.parametrize("text", ["whose turn is it?", "what's the score?", "help me", "how long have I got?", "help"])
def test_small_talk_is_answered(ann, season, text):
    page = write(ann, season, text)
    assert TOLD.search(page)
    assert ann.at.endswith("/hear") or "told" in page


def test_the_example_in_the_field_is_understood(ann, season):
    assert OWN_WORDS_EXAMPLE in ann.text
    assert TOLD.search(write(ann, season, OWN_WORDS_EXAMPLE))


@pytest.mark.parametrize("text", ["My bomb goes on 5", "seal five", "5 please", "pick 5", "the last one"])
def test_an_answer_in_ones_own_words_counts(ann, season, text):
    before = season.session().entries
    page = write(ann, season, text)
    assert season.session().entries == before + 1
    assert "your bomb" in page


def test_what_is_unclear_is_asked_back_with_two_buttons(ann, season):
    before = season.session().entries
    write(ann, season, "5 or 6")
    assert list_ways(ann) == ["pick 5", "pick 6"]
    assert season.session().entries == before
    ann.send("/hear", **next(form["fields"] for form in ann.forms if form["fields"].get("words") == "pick 6"))
    assert season.session().entries == before + 1


@pytest.mark.parametrize("text", ["pick 3e0", "pick 99999", "hmm", "peek", "list"])
def test_no_answer_is_suggested_that_nobody_hinted_at(turn, season, text):
    write(turn, season, text)
    assert TOLD.search(turn.text)
    assert list_ways(turn) == []


@pytest.mark.parametrize("text", ["good morning", "77", "/nonsense", "lol", "🎉", "bomb"])
def test_nothing_that_is_written_meets_silence(ann, season, text):
    page = write(ann, season, text)
    assert TOLD.search(page) or 'role="alert">' in page.replace('<div id="alert" role="alert">', "")


@pytest.fixture
def turn(season, hands):
    """Whoever of Ann and Bob is asked for a square first, after the bombs; the computer has played."""
    people = {
        player.seat: season.visitor(person)
        for player, person in zip(season.session().players, (season.ann, season.bob), strict=False)
    }
    for visitor in people.values():
        write(visitor, season, "seal 3")
    while not {clock.who for clock in season.session().clocks.values()} <= {*people}:
        hands.now += 5
        ticking.sweep_due_games(season.host)
    (who,) = {clock.who for clock in season.session().clocks.values()}
    return people[who]


@pytest.mark.parametrize("text", ["/pick 6", "I choose you, 6", "random", "the last one", "peek at 12 please"])
def test_the_sayings_that_the_issue_names_are_understood_on_the_page(turn, season, text):
    before = season.session().entries
    write(turn, season, text)
    assert season.session().entries > before


def test_who_only_watches_has_no_such_field(season, visitor):
    assert "own-words" not in visitor.go(season.path)


def say(visitor, season, text):
    """What the page answers; empty if it has only gone on."""
    main = write(visitor, season, text).partition("<main")[2].partition("</main>")[0]
    return main if 'role="status"' in main or 'role="alert"' in main else ""


@pytest.mark.parametrize("asks", ["help", pytest.param("help me", marks=pytest.mark.whole)])
def test_every_command_that_the_page_prints_is_understood_there(ann, season, asks):
    lines = harvest_help(say(ann, season, asks))
    assert len(lines) >= 12
    for line in lines:
        if not line.startswith(("pick", "standin")):  # which would answer, or have a computer answer
            assert not any(each in say(ann, season, line) for each in NOT_UNDERSTOOD), line


def test_what_the_page_tells_people_to_write_is_understood_there(ann, season):
    assert "settings vacation 7d" in say(ann, season, "I am away until Monday")
    assert say(ann, season, "settings vacation 7d")
    assert not any(each in say(ann, season, "pause") for each in NOT_UNDERSTOOD)


@pytest.mark.parametrize("text", [*UNCLEAR, "good morning", "🎉"])
def test_nobody_meets_silence_on_the_page(ann, season, text):
    assert say(ann, season, text)


def test_what_is_written_in_the_field_of_a_question_may_be_something_else(ann, season):
    form = next(form for form in ann.forms if form["action"].endswith("/answer") or form["action"].endswith("/square"))
    question = season.session().clocks
    assert form
    asked = next(key for key, clock in question.items() if clock.who == season.session().players[0].seat)
    once = "ab" * 16
    page = ann.post(f"{season.path}/answer", once=once, question=asked, value="what's the score?")
    assert TOLD.search(page)
    assert "Bob" in page


@pytest.mark.parametrize("ok", [True, False])
def test_players_are_named_in_what_is_answered_and_in_what_is_refused(ann, season, monkeypatch, ok):
    answer = DeskAnswer([Told("Ask {who}.", {"who": "p2"})], season.game, ok=ok, names={"p2": "Bob the Second"})
    monkeypatch.setitem(app.GAME_FORM_ACTIONS, OWN_WORDS, lambda *_: answer)
    assert "Ask Bob the Second." in write(ann, season, "whom do I ask?")


@pytest.mark.parametrize("stage", ["lobby", "closed", "running", "over"])
def test_each_command_is_answered_or_refused_at_whatever_stage_the_game_is(season, stage):
    if stage in ("lobby", "closed"):
        season.path = f"/g/{games.open_lobby(season.host, season.command, 'season7', {}, 'evening').game}"
    if stage in ("closed", "over"):
        seats.close_table(season.host, season.command, season.path.removeprefix("/g/"))
    ann = season.visitor(season.ann)
    for word in (*app.PAGE_COMMANDS, *app.READ_AS_PLAYS):
        body = f"words={word}".encode()
        answer = ann.ask("POST", f"{season.path}/hear", body, origin="http://table.test")
        assert answer.status in (200, 303, 403, 404, 409), (word, answer.body)


AUCTION = """
rtab     1 billionaire
players  Ann Bob
turn     Ann
cash     Ann 5m; Bob 10m
owns     Ann Ural Steel
holds    Bob Disaster

~        die 1
~        deck.eurasia Yangtze Power
begin
"""


class Bidder:
    """Ann at an auction, with this cash."""

    def __init__(self, host, cash):
        text = AUCTION.lstrip().replace("Ann 5m; ", f"Ann {cash}; " if cash else "")
        self.game = Staged(SimpleNamespace(host=host, server=SimpleNamespace(url="http://t")), text)
        self.visitor = Visitor(host, accounts.create_web_token(host, self.game.people["Ann"].id))

    def hears(self, text):
        return self.visitor.post(f"/g/{self.game.game}/hear", once="x", words=text)

    @property
    def view(self):
        return self.game.shown("Ann")


@pytest.mark.parametrize("text", ["3m", "bid 3 million"])
def test_who_has_only_investments_bids_in_words(host, text):
    bidder = Bidder(host, "")
    assert "$3,000,000" in bidder.hears(text)
    assert not [asked for asked in bidder.view.asked if asked.who == "Ann"]


def test_a_bid_below_nothing_is_asked_back(host):
    bidder = Bidder(host, "5m")
    bidder.hears("pick -1")
    assert list_ways(bidder.visitor) == ["pick $1,000,000"]
    assert [asked.key for asked in bidder.view.asked if asked.who == "Ann"] == ["bid"]


@pytest.mark.parametrize(
    ("line", "now"),
    [("order ask yes", "Ask me first"), ("/use order analyze never", "Never"), ("use order cards quiet", "Do not")],
)
def test_a_standing_order_is_taken_as_the_rules_write_it(host, line, now):
    bidder = Bidder(host, "5m")
    bidder.hears(line)
    key = " ".join(line.removeprefix("/").removeprefix("use ").split()[:2])
    (order,) = (play for play in bidder.view.plays if play.key == key)
    assert str(order.now[0].label).startswith(now)
