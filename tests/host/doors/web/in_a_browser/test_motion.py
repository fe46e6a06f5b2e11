"""Dice roll, cards turn and the wheel spins where people allow movement, and nothing moves where they do not."""

import pytest

from tests.host.doors.web.in_a_browser import rating, scenes

pytestmark = pytest.mark.whole

NAME = "(el) => getComputedStyle(el).animationName"
MOVING = """() => [...document.querySelectorAll("#place *")].filter((el) => ["", "::before", "::after"].some((part) => {
  const style = getComputedStyle(el, part || null);
  return style.animationName !== "none" || style.transitionDuration.split(", ").some((each) => parseFloat(each));
})).map((el) => el.outerHTML.slice(0, 80))"""
# A thing that moves, the movement's name, and the game whose last move but so many moves it.
THINGS = {
    "dice": (".scene .die.fresh", "s-rolls", "minigames/shut_the_box/win", 6),
    "cards": (".scene .pcard.large.fresh", "s-flip", "minigames/higher_or_lower/win", 7),
    "wheel": (".moment .lights", "s-wheel", "billionaire/spin_red_red", 1),
}


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize("thing", THINGS)
def test_what_is_left_to_chance_moves_only_where_movement_is_allowed(room, chrome, thing, motion):
    sight, name, laid, left = THINGS[thing]
    game = scenes.Stage(room, chrome).kept(laid, rating.EVERY_MOVE)
    game.goes_on(len(game.steps) - left)
    page = game.page(chrome, "Ann", viewport=rating.SMALL, reduced_motion=motion)
    page.evaluate("() => document.fonts.ready")
    page.wait_for_function("() => window.player?.run")
    if sight.startswith(".scene"):
        page.wait_for_function("() => document.querySelector('script[src*=scene]')")
    scenes.hold(page, sight)
    game.goes_on()
    scenes.hurry(page)
    page.locator(sight).first.wait_for(timeout=20_000)
    assert page.locator(sight).first.evaluate(NAME) == (name if motion == "no-preference" else "none")
    assert bool(page.evaluate(MOVING)) == (motion == "no-preference")
