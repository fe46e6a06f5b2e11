"""The table by keyboard alone and by ear: a whole round through the accessibility tree, nothing loses one's place."""

import pytest

from engine.rulesets import RULESETS
from host.core import games
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import OVER, Command
from host.people import accounts
from host.shown import views
from tests.host.doors.web.in_a_browser import scenes
from tests.host.doors.web.in_a_browser.browser import Table
from tests.host.doors.web.in_a_browser.test_show import SEEN, WATCH
from tests.pages import evaluate_unless_gone

ROUND = """rtab     1 season7
title    A short round
players  Zoe Mia
bank     Zoe £1,000,000; Mia £1,000,000
round    Q1 Zoe Mia
board    Q1
    £100,000 | £200,000 | £300,000 | £400,000

begin
"""
# All that a live region has said, from the first word to the last, in order.
LISTEN = """() => {
  window.heard = [];
  for (const region of document.querySelectorAll("[aria-live], [role=status], [role=alert], [role=log]"))
    new MutationObserver(() => window.heard.push(region.textContent))
      .observe(region, { childList: true, characterData: true, subtree: true });
}"""
LAST_IS_HEARD = """(n) => {
  const last = [...document.querySelectorAll("#said li")].find((li) => +li.dataset.n >= n);
  return last && window.heard.join(" | ").includes(last.textContent);
}"""
HEARD = "() => window.heard.join(' | ')"
FOCUSED = "() => document.activeElement.getAttribute('aria-label')"
FOCUS = "() => document.activeElement.id || document.activeElement.tagName"
MOST_TABS = 40


@pytest.fixture(scope="module")
def room():
    room = Table()
    yield room
    room.close()


class Ears:
    """What somebody hears who does not see the page: its accessibility tree, as the browser gives it."""

    def __init__(self, page):
        self.page, self.line = page, page.context.new_cdp_session(page)

    def nodes(self):
        found = self.line.send("Accessibility.getFullAXTree")["nodes"]
        return [each for each in found if not each.get("ignored")]

    def focused(self):
        """The role and the name of what has focus."""
        (node,) = [each for each in self.nodes() if said(each, "focused") and role(each) != "RootWebArea"]
        return role(node), node.get("name", {}).get("value", "")

    def regions(self):
        """What is read out by itself, and how urgently."""
        return {said(each, "live") for each in self.nodes()} - {None}

    def tabs_to(self, query):
        """The tab key, until focus is there; every stop on the way has a role and a name."""
        for _ in range(MOST_TABS):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("(query) => document.activeElement.matches(query)", query):
                break
        else:
            raise AssertionError(f"the keyboard never comes to {query}")
        kind, name = self.focused()
        assert kind in ("button", "link", "radio")
        assert name


def _all_was_heard(page, since):
    """Each line of the news is read out by itself, once; and so is each sum that was told."""
    heard = page.evaluate(HEARD)
    news = page.locator("#said li").evaluate_all("(all) => all.map((li) => [+li.dataset.n, li.textContent])")
    lines = [line for n, line in news if n >= since]
    assert len(lines) >= 2
    for line in lines:
        assert heard.count(line) == 1, (line, heard)
    for total in ("£100,000", "£400,000", "£200,000", "£300,000", "£12,000,000"):
        assert total in heard


def role(node):
    return node.get("role", {}).get("value")


def said(node, name):
    return next((each["value"].get("value") for each in node.get("properties", []) if each["name"] == name), None)


def selects(game, who):
    """The square that somebody is asked to select, if they are."""
    return next((each for each in game.shown(who).asked if each.who == who and each.key == "select"), None)


def test_a_whole_round_is_played_by_keyboard_alone_and_heard(room, chrome):
    game = scenes.Stage(room, chrome).laid(ROUND)
    troubles: list[str] = []
    page = game.page(chrome, "Zoe", troubles, viewport=scenes.PHONE, reduced_motion="reduce")
    page.locator("script[src*='connection.js']").wait_for(state="attached")
    page.evaluate(LISTEN)
    first = game.version()
    ears, heard = Ears(page), set[str]()
    while who := next((each for each in ("Zoe", "Mia") if selects(game, each)), ""):
        before, opened = game.version(), page.locator("#place .sq").count()
        if who == "Zoe":
            page.locator("main.asked").wait_for()
            ears.tabs_to(".board button")
            kind, name = ears.focused()
            assert (kind, "square" in name) == ("button", True), name
            page.keyboard.press("Enter")
            page.locator("#panel:not([hidden])").wait_for()
            heard |= {role(each) for each in ears.nodes()}
            assert "Square" in page.locator("#news").inner_text()  # what was chosen, and what is known of it
            ears.tabs_to("#panel button.go")
            page.keyboard.press("Enter")
            room.until(lambda before=before: game.version() > before)
        else:
            mine, by = selects(game, who), Command(by=game.people[who].id)
            assert games.submit_answer(room.host, by, game.game, mine.id, mine.options[-1].value).ok
            scenes.hurry(page)
            page.locator("#news", has_text="Mia").wait_for(state="attached")
        if selects(game, "Zoe") or selects(game, "Mia"):
            page.wait_for_function("(n) => document.querySelectorAll('#place .sq').length > n", arg=opened)
        assert page.evaluate(FOCUS) != "BODY"
    before = game.version()  # whoever is left with the last square is asked once more
    page.locator("main.asked").wait_for()
    ears.tabs_to("#place button, #dock button")
    page.keyboard.press("Enter")
    room.until(lambda: game.version() > before)
    page.wait_for_function(LAST_IS_HEARD, arg=before)
    _all_was_heard(page, first)
    assert "Waiting for Mia." in page.evaluate(HEARD)  # whose turn it is, when it is not one's own
    assert "polite" in ears.regions()
    assert page.locator("#alert").get_attribute("role") == "alert"
    assert {"banner", "main", "navigation", "heading", "table", "button", "image"} <= heard
    assert troubles == []


@pytest.mark.parametrize("minigame", ["Higher or Lower", "Math Time"])
def test_a_drawn_game_is_played_by_keyboard_alone_and_each_of_its_steps_is_heard(room, chrome, minigame):
    game = scenes.Stage(room, chrome).laid(scenes.MINIGAME.format(name=minigame))
    page = game.page(chrome, "Zoe", viewport=scenes.PHONE, reduced_motion="reduce")
    page.locator("script[src*='connection.js']").wait_for(state="attached")
    page.evaluate(LISTEN)
    ears, steps = Ears(page), 0
    while asked := next((each for each in game.shown("Zoe").asked if each.who == "Zoe"), None):
        before = game.version()
        page.locator("main.asked").wait_for()
        drawn = {role(each) for each in ears.nodes()} & {"table", "list"}
        assert drawn, "what is drawn is no picture by ear, but a table or a list"
        assert asked.form.kind == "choice"
        if page.locator("#scene").count():
            ears.tabs_to("#scene .pk input[name=value]")
            chosen = ears.focused()[1]
            page.keyboard.press("Space")
            ears.tabs_to("#scene-go")
            assert ears.focused()[0] == "button"
            assert ears.focused()[1].endswith(chosen)  # “Turn 1”
        else:
            ears.tabs_to(".drawn button[name=value], #dock .choices button[value]")
        page.keyboard.press("Enter")
        room.until(lambda before=before: game.version() > before)
        page.wait_for_function(LAST_IS_HEARD, arg=before)
        steps += 1
        assert steps < MOST_TABS
    assert steps >= 1


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [scenes.PHONE, scenes.DESK], ids=["phone", "desk"])
def test_over_a_whole_game_of_computers_nothing_moves_and_focus_stays(room, chrome, viewport):
    host = room.host
    zoe = accounts.load_or_create_person(host, f"t:{viewport['width']}", "Zoe")
    command = Command(by=zoe.id)
    game = games.open_lobby(host, command, "season7", dict(RULESETS["season7"].practice), "evening").game
    for _ in range(3):
        assert games.add_bot(host, command, game).ok
    page = chrome.page(viewport=viewport, reduced_motion="reduce")
    page.set_default_timeout(60_000)
    assert games.start_game(host, command, game).ok
    page.goto(f"{room.server.url}/g/{game}")
    page.locator("#place .board").wait_for()
    page.evaluate(WATCH)
    page.locator(".bar a").first.focus()
    where = page.evaluate(FOCUSED)
    looks, seen = 0, dict[str, list[str]]()
    for _ in range(1500):
        ticking.run_due_steps(host, game)
        if views.load_saved_game(host, game).session.stage == OVER:
            break
        looks += 1
        if looks % 4 == 0:
            scenes.hurry(page)
            page.wait_for_timeout(60)
        now = evaluate_unless_gone(page, FOCUSED)
        if now is None:  # the game has ended, and its podium is another page
            break
        assert now == where
        seen = evaluate_unless_gone(page, SEEN) or seen
    else:
        raise AssertionError("the game does not end")
    assert looks > 50
    assert seen
    for part, places in seen.items():  # a larger board has places of its own
        if part.startswith(("race", "lamp", "place", "dock")):
            assert len(places) == 1, (part, places)


def test_somebody_who_sits_down_by_keyboard_is_told_so(room, chrome):
    """Lobby: the link, the faces and the way in have names."""
    host = room.host
    hal = accounts.load_or_create_person(host, "t:host", "Hal")
    game = games.open_lobby(host, Command(by=hal.id), "season7", {}, "daily").game
    games.sit_at_table(host, Command(by=hal.id), game, Guest(hal.id, hal.name))
    page = chrome.page(viewport=scenes.PHONE)
    page.set_default_timeout(60_000)
    page.goto(f"{room.server.url}/g/{game}")
    ears = Ears(page)
    unnamed = [
        role(each)
        for each in ears.nodes()
        if role(each) in ("button", "link", "textbox") and not each.get("name", {}).get("value")
    ]
    assert unnamed == []
