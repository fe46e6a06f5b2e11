"""A whole game from its first door to the podium, looked on: nothing on the page moves but what happens."""

import pytest

from host.core import games
from host.core.deadlines import ticking
from host.core.session import OVER, Command
from host.shown import views
from tests.host.doors.web.in_a_browser.scenes import hurry

MOST_SHIFT = 0.02
# Adds up what moves without anybody's doing, over all pages of a visit, and what of it is the board's.
SHIFTS = """new PerformanceObserver((list) => {
  const had = JSON.parse(sessionStorage.shifts || '{"all":0,"board":0,"what":[]}');
  for (const each of list.getEntries()) {
    if (each.hadRecentInput) continue;
    const nodes = each.sources.map(({ node }) => node?.nodeType === 1 ? node : node?.parentElement).filter(Boolean);
    had.all += each.value;
    if (nodes.some((node) => node.closest("#place .board"))) had.board += each.value;
    const rect = (box) => [box.x, box.y, box.width, box.height].map(Math.round).join();
    const where = each.sources.map((from) => `${rect(from.previousRect)} to ${rect(from.currentRect)}`);
    had.what.push(`${each.value.toFixed(4)} ${where} ${nodes.map((node) => `${node.tagName}.${node.className}`)}`);
  }
  sessionStorage.shifts = JSON.stringify(had);
}).observe({ type: "layout-shift", buffered: true });"""
GAMES: dict[str, dict[str, object]] = {
    "season7": {"target": 10_000_000, "wildcard": False},
    "deluxe": {"target": 1_000_000},
    "ladder": {"rounds": 1},
    "billionaire": {"goal": "100m"},
}


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_page_is_steady_over_a_whole_game(room, chrome, ruleset):
    opener = Command(by="opener")
    game = games.open_lobby(room.host, opener, ruleset, GAMES[ruleset]).game
    for _ in range(3):
        assert games.add_bot(room.host, opener, game).ok
    assert games.start_game(room.host, opener, game).ok
    page = chrome.page(viewport={"width": 390, "height": 664}, reduced_motion="reduce")
    page.add_init_script(SHIFTS)
    page.goto(f"{room.server.url}/g/{game}")
    for _ in range(400):
        ticking.sweep_due_games(room.host)
        hurry(page)
        page.wait_for_timeout(50)
        if views.load_game_view(room.host, game).stage == OVER:
            break
    page.locator(".fin").wait_for(timeout=60_000)
    page.wait_for_timeout(500)
    found = page.evaluate('() => JSON.parse(sessionStorage.shifts || \'{"all":0,"board":0,"what":[]}\')')
    assert found["board"] == 0, found["what"]
    assert found["all"] <= MOST_SHIFT, found
