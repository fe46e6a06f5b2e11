"""Words for chance in real browsers: sealed on sitting down, opened unasked, and a game checked without the host."""

import re
import time
from pathlib import Path

import pytest

from engine.kernel import compute_commitment
from engine.kernel.chance import compute_word_hash
from engine.kernel.events import WordsWithheld
from engine.notation.export import export_game
from engine.rulesets import RULESETS
from host.archive import history
from host.core import games, seats
from host.core.context import Cache
from host.core.session import LOBBY, Command
from host.doors.command.operate import export
from host.doors.web.pages import looking_back

OPENER = Command(by="opener")
RIGHT, NONE = looking_back.LOCAL["right"], looking_back.LOCAL["none"]
FOLLOWED = looking_back.LOCAL["checked"].partition(",")[0]
OLDER = Path(__file__).parents[4] / "fair_play" / "method2.rtab"


@pytest.fixture
def game(room, monkeypatch):
    """A table at which a browser of Ann's and one of Bob's will sit down."""
    monkeypatch.setattr(looking_back, "TEXTS", Cache(4))  # all tests' games have the same ids
    return games.open_lobby(room.host, OPENER, "season7").game


def sit(room, chrome, game, name):
    page = chrome.page()
    page.goto(f"{room.server.url}/g/{game}", wait_until="networkidle")  # with its scripts
    field = page.locator("form.join [name=name]")
    field.wait_for()
    field.fill(name)
    field.press("Enter")
    room.until(lambda: any(each.name == name for each in session(room, game).players))
    return page


def session(room, game):
    return room.host.store.load_game(game).session


def checked(room, page, game, file=None):
    """What the browser itself finds in this game, or in a text that somebody has kept."""
    page.goto(f"{room.server.url}/g/{game}/check")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    if file is None:
        page.locator("#check-here").click()
    else:
        page.locator("#kept").set_input_files({"name": "k.rtab", "mimeType": "text/plain", "buffer": file.encode()})
    out = page.locator("#fair output")
    page.locator("#fair output", has_text=re.compile(f"{FOLLOWED}|{NONE}")).wait_for()
    assert file is None or asked == []  # the host is not asked
    return out.text_content()


def over(room, game):
    assert seats.close_table(room.host, OPENER, game).ok
    return history.export_transcript(room.host, game)


def test_browsers_seal_a_word_open_it_unasked_and_check_the_game(room, chrome, game):
    ann, bob = sit(room, chrome, game, "Ann"), sit(room, chrome, game, "Bob")
    hashes = [each.sealed_word for each in session(room, game).players]
    assert all(re.fullmatch("[0-9a-f]{64}", each) for each in hashes)
    assert len(set(hashes)) == 2
    assert games.start_game(room.host, OPENER, game).ok
    for page in (ann, bob):  # each leads on by itself
        page.locator("main[data-stage=running]").wait_for()
    text = over(room, game)
    words = re.findall(r"^word +p\d own (\w+) (\w+)$", text, re.MULTILINE)
    assert [(sealed, compute_word_hash(word)) for sealed, word in words] == [(each, each) for each in hashes]
    for page in (ann, bob):
        said = checked(room, page, game)
        assert RIGHT in said
        assert "own words of Ann, Bob" in said
        assert "this browser saw before any was opened" in said
    assert "this browser has not seen them" in checked(room, chrome.page(), game)


@pytest.mark.parametrize("comes", [True, False])
def test_who_sits_down_before_the_script_is_there_waits_for_it_a_second(room, chrome, game, comes):
    page, held = chrome.apart().page(), []
    page.route(re.compile("fair.*js"), lambda route: held.append(route))  # noqa: PLW0108 # Playwright marks the function
    page.clock.install()
    page.goto(f"{room.server.url}/g/{game}", wait_until="domcontentloaded")
    room.until(lambda: page.wait_for_timeout(20) or held)
    page.clock.pause_at(time.time() + 3600)  # the page's own second, however long it takes here
    page.locator("form.join [name=name]").fill("Ann")
    page.locator("form.join [name=name]").press("Enter", no_wait_after=True)
    page.clock.run_for(300)
    assert held
    assert session(room, game).players == []
    if comes:
        held[0].continue_()
        page.wait_for_function("() => window.fair.kept")
    page.clock.run_for(100 if comes else 1000)
    room.until(lambda: page.wait_for_timeout(20) or session(room, game).players)
    assert bool(session(room, game).players[0].sealed_word) == comes


def test_a_word_that_stays_sealed_is_waited_for_and_then_named(room, chrome, game, monkeypatch):
    ann, bob = sit(room, chrome, game, "Ann"), sit(room, chrome, game, "Bob")
    bob.close()
    assert games.start_game(room.host, OPENER, game).ok
    ann.get_by_text("The secret word of Bob is still missing.").wait_for()
    room.until(lambda: session(room, game).players[0].word)
    assert session(room, game).stage == LOBBY
    monkeypatch.setattr(games, "MISSING_WORDS_WAIT", 0.0)
    assert games.start_game(room.host, OPENER, game).ok
    text = over(room, game)
    assert "Bob added a secret word but did not show it" in checked(room, ann, game)
    # A host that hides it has another list than Ann's browser saw.
    told = re.escape(WordsWithheld.says.partition(":")[0])
    hidden = re.sub(rf"(word +p2|> +{told}:) .*\n", "", text)
    assert text.count("\n") - hidden.count("\n") == 2
    assert "are not those that this browser saw" in checked(room, ann, game, hidden)
    assert RIGHT in checked(room, chrome.page(), game, hidden)


def test_a_browser_opens_its_word_for_no_second_list(room, chrome, game):
    """A host that shows a list, and then another with somebody else in it, is not told the word once more."""
    ann = sit(room, chrome, game, "Ann")
    sit(room, chrome, game, "Bob")
    seal = compute_commitment(session(room, game).secret)
    ann.evaluate("seal => localStorage.setItem(`saw ${seal}`, 'another list')", seal)
    assert games.start_game(room.host, OPENER, game).ok
    ann.get_by_text("The secret word of Ann is still missing.").wait_for()
    room.until(lambda: session(room, game).players[1].word)
    assert not session(room, game).players[0].word


def test_a_game_against_computers_begins_with_a_word_of_ones_own(room, chrome):
    page = chrome.page()
    page.goto(room.server.url, wait_until="networkidle")
    page.locator("form[action='/table'] button").first.click()
    page.wait_for_selector("main[data-stage=running]")
    game = page.url.rpartition("/")[2].partition("?")[0]
    entry = next(entry for entry in room.host.store.load_log(game) if entry.kind == "begin")
    (word,) = entry.value["words"]
    assert compute_word_hash(word[1]) == word[3]


@pytest.mark.parametrize("name", RULESETS)
def test_the_browser_follows_every_draw_of_every_game(room, chrome, game, name):
    over_now = finished(room, game)
    page = chrome.page()
    text = written(name)
    assert RIGHT in checked(room, page, over_now, text)
    for part, other in CHEATS:
        wrong = re.sub(part, rf"\g<1>{other}\g<2>", text, count=1, flags=re.MULTILINE)
        assert (wrong == text) == (not re.search(part, text, re.MULTILINE))
        assert wrong != text or "seal" in part or "bid" in part
        assert wrong == text or RIGHT not in checked(room, page, over_now, wrong)


CHEATS = [
    (r"(draw .*\[)\d+((?:,\d+)*\],false)", "99"),
    (r'(seal .*",")\w+("\])', "no"),
    (r"(word .* )\d+()$", "x"),
    (r"(^\w+ +(?:bomb\.seal|bid) )\d+()$", "99"),
]


def written(name):
    history = export.play_demo_game(RULESETS[name], 3, 3, {"target": 50_000_000} if name == "season7" else {}, 120)
    history.over = True
    return export_game(history, RULESETS[name])


def finished(room, game):
    for _ in range(2):
        games.add_bot(room.host, OPENER, game)
    assert games.start_game(room.host, OPENER, game).ok
    assert seats.close_table(room.host, OPENER, game).ok
    return game


def test_an_older_game_is_checked_by_its_own_method(room, chrome, game):
    over_now, page, text = finished(room, game), chrome.page(), OLDER.read_text("utf-8")
    said = checked(room, page, over_now, text)
    assert RIGHT in said
    assert "older method" in said
    late = re.sub(r"(seal .*\n)(draw .*\n)", r"\2\1", text)
    wrong = checked(room, page, over_now, late)
    assert RIGHT not in wrong
    assert "not as promised: draw " in wrong
    assert NONE in checked(room, page, over_now, "Hello.")
