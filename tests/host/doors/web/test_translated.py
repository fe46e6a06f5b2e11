"""Every page in a language in which all that can be translated is marked: nothing else may be on it."""

import html
import re

import pytest

from engine.minigames.mystery_chance import COLUMNS
from engine.rulesets import ruleset
from engine.season7.rules import SEASON7
from host.core import games
from host.core.context import load_engine_game
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command
from host.core.stand_ins import pick_random_answer
from tests.words.marked import bare_in, marked_language

NAMES = ("Ann", "Bob", "Ada (bot)", "Ada", "Guest", COLUMNS)  # letters above columns are read as one word


@pytest.fixture(autouse=True)
def marked(monkeypatch):
    marked_language(monkeypatch)


SIGNS = re.compile(r'<i class="t [^>]*>\w+</i>|<text[^>]*>(?:\w{1,2}|\d+(?:k|M|bn))</text>')


def without_signs(page):
    """A player's letters and the ticks of the race are the same in every language."""
    return SIGNS.sub("", page)


def nothing_bare(visitor, path):
    page = without_signs(visitor.go(path))
    assert bare_in(page, NAMES) == [], path
    return page


@pytest.mark.whole
def test_a_table_from_its_lobby_to_its_end(season, visitor):
    host, ann = season.host, season.visitor(season.ann)
    for step in range(600):
        session = season.session()
        if session.stage != "running":
            break
        if step % 6 == 0:
            for eyes in (ann, visitor):
                nothing_bare(eyes, season.path)
        question = load_engine_game(SEASON7, session)[0].list_questions()
        seat, asked = question[0].who, question[0]
        person = {"p1": season.ann.id, "p2": season.bob.id}.get(seat)
        if person:
            games.submit_answer(
                host, Command(by=person), season.game, asked.id, pick_random_answer(asked, host.luck(f"b{step}"))
            )
        host.now.now += 3
        host.store.save_beat(host.now.now)
        ticking.run_due_steps(host, season.game)
    else:
        raise AssertionError("it never ends")
    for path in ("", "/log", "/replay", "/replay?n=40"):
        nothing_bare(ann, season.path + path)
    nothing_bare(ann, "/")
    nothing_bare(ann, "/me")
    nothing_bare(visitor, "/")


def test_a_lobby(host, season, visitor):
    game = games.open_lobby(host, season.command, "season7", {}, "daily").game
    ann = season.visitor(season.ann)
    nothing_bare(ann, f"/g/{game}")
    ann.send("/join", name="Ann")
    nothing_bare(ann, f"/g/{game}")
    nothing_bare(visitor, f"/g/{game}")
    nothing_bare(visitor, "/")


def test_a_ladder(host, season):
    game = games.open_lobby(host, season.command, "ladder", {}, "daily").game
    games.sit_at_table(host, season.command, game, Guest(season.ann.id, "Ann"))
    games.start_game(host, season.command, game)
    state = load_engine_game(ruleset("ladder"), host.store.load_game(game).session)[0].state
    page = without_signs(season.visitor(season.ann).go(f"/g/{game}"))
    for content in (state.card.question, *state.map_answers().values()):
        page = page.replace(html.escape(content), "")
    assert bare_in(page, NAMES) == []


@pytest.mark.parametrize(
    "path", ["/nothing", "/g/00000000", "/g/xyz", "/me", "/p/forged", "/rules", "/rules/nothing", "/rules/Gift Card"]
)
def test_what_is_not_there(visitor, path):
    nothing_bare(visitor, path.replace(" ", "%20"))


def test_my_own_page_and_what_its_forms_answer(season):
    ann = season.visitor(season.ann)
    nothing_bare(ann, "/me")
    for action, fields in (("link", {}), ("code", {}), ("settings", {"zone": "Mars"}), ("forget", {}), ("nothing", {})):
        ann.go("/me")
        assert bare_in(ann.post(f"/me/{action}", **fields), NAMES) == [], action


def test_what_is_refused(season, visitor):
    ann = season.visitor(season.ann)
    ann.go(season.path)
    for action, fields in (
        ("square", {"value": "7"}),
        ("square", {"do": "question:x", "value": "7"}),
        ("play", {"key": "lock", "value": "99"}),
        ("kick", {"seat": "p9"}),
        ("extend", {"seconds": "x"}),
        ("begin", {}),
        ("dance", {}),
    ):
        for eyes in (ann, visitor):
            assert bare_in(eyes.post(f"{season.path}/{action}", **fields), NAMES) == [], action
