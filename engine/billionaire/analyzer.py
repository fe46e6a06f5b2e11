"""The Analyzer: whose Investment may be analyzed, and what the two spinners do."""

from __future__ import annotations

from engine.billionaire import decks, events
from engine.billionaire.decks import Board
from engine.billionaire.security import ANALYSIS
from engine.billionaire.state import Action, Billionaire
from engine.billionaire.tables import GREEN, INVESTMENTS, RED
from engine.kernel.question import Option
from engine.kernel.text import Phrase, phrase

NOBODY = "nobody"
ASK, BEST = "ask", "best"
COLOURS_SPUN = (RED, GREEN)


def candidates(state: Billionaire, action: Action) -> list[str]:
    """The least valuable Investment of each owner in the region; at somebody's Headquarters, of each of their regions.

    Of two that are equally low the analyzing player chooses.
    """
    if action.whom:
        return state.exposed(action.whom)
    return [card for rival in state.rivals(action.who) for card in state.unprotected(rival, action.region)]


def to_be_asked(state: Billionaire, action: Action) -> bool:
    """Is there anything to choose, and has no order chosen?"""
    return state.players[action.who].orders.analyze == ASK and bool(candidates(state, action))


async def choose(t: Board, action: Action) -> None:
    """Analyzing is not a duty. Silence analyzes nothing."""
    state = t.state
    card = standing(state, action)
    if to_be_asked(state, action):
        card = await t.ask(
            "analyze",
            action.who,
            "{who}, which Investment do you analyze?",
            lambda: options(state, action),
            lapse=NOBODY,
            who=action.who,
        )
    state.actions.remove(action)
    if card in INVESTMENTS:
        begin(t, action.who, card)
    else:
        t.tell(events.AnalyzerDeclined(who=action.who))


def standing(state: Billionaire, action: Action) -> str:
    """What the order chooses: the most valuable of those on offer, or none."""
    on_offer = candidates(state, action)
    best = state.players[action.who].orders.analyze == BEST and bool(on_offer)
    return max(on_offer, key=lambda card: INVESTMENTS[card].actual) if best else NOBODY


def options(state: Billionaire, action: Action) -> list[Option]:
    """Each card with its owner and worth."""
    return [*(Option(card, priced(state, card)) for card in candidates(state, action)), Option(NOBODY, "None")]


def priced(state: Billionaire, card: str) -> Phrase:
    """An Investment on a button."""
    text = "{card} of {whom}, worth {amount:$}"
    return phrase(text, card=card, whom=state.owner(card), amount=INVESTMENTS[card].actual)


def begin(t: Board, who: str, card: str) -> None:
    """The Investment is named before anything spins."""
    whom = t.state.owner(card)
    t.tell(events.AnalyzerAimed(who=who, card=card, whom=whom, amount=value(card)))
    t.state.actions.insert(0, Action(ANALYSIS, who, whom=whom, card=card))


def value(card: str) -> int:
    """What an Investment is worth."""
    return INVESTMENTS[card].actual


# -- spinning


async def spin(t: Board, action: Action) -> None:
    """The Analyzer: both its parts are spun, each to red or green, as likely as not."""
    first = t.draw_one("analyzer.first", COLOURS_SPUN)
    second = t.draw_one("analyzer.second", COLOURS_SPUN)
    result = f"{first} {second}"
    with t.scene(events.NeedlesStopped(who=action.who, first=first, second=second)):
        t.state.news = result
        t.state.actions.remove(action)
        RESULTS[result](t, action)


def red_red(t: Board, action: Action) -> None:
    """Red and red: the Investment goes to whoever analyzes it."""
    hand_over(t, action.card, action.whom, action.who)


def red_green(t: Board, action: Action) -> None:
    """Red and green: one Profit card out of the owner's hand, unseen; then the owner draws one."""
    decks.take_unseen(t, action.who, action.whom, "analyzer.taken")
    decks.draw_profit(t, action.whom, 1)


def green_red(t: Board, action: Action) -> None:
    """Green and red: the owner draws first, and then one is taken."""
    decks.draw_profit(t, action.whom, 1)
    decks.take_unseen(t, action.who, action.whom, "analyzer.taken")


def green_green(t: Board, action: Action) -> None:
    """Green and green: the owner draws two Profit cards."""
    decks.draw_profit(t, action.whom, 2)


RESULTS = {
    f"{RED} {RED}": red_red,
    f"{RED} {GREEN}": red_green,
    f"{GREEN} {RED}": green_red,
    f"{GREEN} {GREEN}": green_green,
}


def hand_over(t: Board, card: str, loser: str, winner: str) -> None:
    """An Investment changes owners, and lies face up as before."""
    t.tell(events.InvestmentTaken(winner=winner, card=card, loser=loser, amount=value(card)))
    t.state.players[loser].owned.remove(card)
    t.state.players[winner].owned.append(card)
