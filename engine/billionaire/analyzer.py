"""The Analyzer: whose Investment may be analyzed, and what the two spinners do."""

from __future__ import annotations

from engine.billionaire import decks, events
from engine.billionaire.decks import Board
from engine.billionaire.security import ANALYSIS
from engine.billionaire.state import Billionaire, PendingAction
from engine.billionaire.tables import GREEN, INVESTMENTS, RED
from engine.kernel.question import Option
from engine.kernel.text import Phrase, phrase

NO_INVESTMENT = "nobody"
ASK, BEST = "ask", "best"
COLOURS_SPUN = (RED, GREEN)


def list_analyzable_investments(state: Billionaire, action: PendingAction) -> list[str]:
    """Return the least valuable Investment of each rival in the region, or of each region of one rival at their
    Headquarters.
    Of several that are equally low the analyzing player chooses.
    """
    if action.whom:
        return state.list_all_unprotected(action.whom)
    return [card for rival in state.list_rivals(action.who) for card in state.list_unprotected(rival, action.region)]


def needs_analysis_choice(state: Billionaire, action: PendingAction) -> bool:
    """Tell whether there is something to analyze and no order has chosen yet."""
    return state.players[action.who].orders.analyze == ASK and bool(list_analyzable_investments(state, action))


async def choose_analysis(t: Board, action: PendingAction) -> None:
    """Begin the analysis that an order or the player chooses; without an answer nothing is analyzed."""
    state = t.state
    card = find_ordered_analysis(state, action)
    if needs_analysis_choice(state, action):
        card = await t.ask(
            "analyze",
            action.who,
            "{who}, which Investment do you analyze?",
            lambda: list_analysis_options(state, action),
            lapse=NO_INVESTMENT,
            who=action.who,
        )
    state.actions.remove(action)
    if card in INVESTMENTS:
        begin_analysis(t, action.who, card)
    else:
        t.tell(events.AnalyzerDeclined(who=action.who))


def find_ordered_analysis(state: Billionaire, action: PendingAction) -> str:
    """Return the Investment that the analysis order chooses, the most valuable on offer, or NO_INVESTMENT."""
    on_offer = list_analyzable_investments(state, action)
    best = state.players[action.who].orders.analyze == BEST and bool(on_offer)
    return max(on_offer, key=lambda card: INVESTMENTS[card].actual) if best else NO_INVESTMENT


def list_analysis_options(state: Billionaire, action: PendingAction) -> list[Option]:
    """Return the answers to choose from: each analyzable Investment with its owner and worth, and none."""
    return [
        *(Option(card, format_priced_investment(state, card)) for card in list_analyzable_investments(state, action)),
        Option(NO_INVESTMENT, "None"),
    ]


def format_priced_investment(state: Billionaire, card: str) -> Phrase:
    """Return an Investment with its owner and worth, as the text of a button."""
    text = "{card} of {whom}, worth {amount:$}"
    return phrase(text, card=card, whom=state.find_owner(card), amount=INVESTMENTS[card].actual)


def begin_analysis(t: Board, who: str, card: str) -> None:
    """Announce which Investment is analyzed and queue the spin, so that it is named before anything spins."""
    whom = t.state.find_owner(card)
    t.tell(events.AnalyzerAimed(who=who, card=card, whom=whom, amount=compute_investment_value(card)))
    t.state.actions.insert(0, PendingAction(ANALYSIS, who, whom=whom, card=card))


def compute_investment_value(card: str) -> int:
    """Return the actual value of an Investment in dollars."""
    return INVESTMENTS[card].actual


# -- spinning


async def spin_analyzer(t: Board, action: PendingAction) -> None:
    """The Analyzer: both its parts are spun, each to red or green, as likely as not."""
    first = t.draw_one("analyzer.first", COLOURS_SPUN)
    second = t.draw_one("analyzer.second", COLOURS_SPUN)
    result = f"{first} {second}"
    with t.scene(events.NeedlesStopped(who=action.who, first=first, second=second)):
        t.state.news = result
        t.state.actions.remove(action)
        RESULTS[result](t, action)


def red_red(t: Board, action: PendingAction) -> None:
    """Red and red: the Investment goes to whoever analyzes it."""
    hand_over_investment(t, action.card, action.whom, action.who)


def red_green(t: Board, action: PendingAction) -> None:
    """Red and green: one Profit card out of the owner's hand, unseen; then the owner draws one."""
    decks.take_unseen_profit_card(t, action.who, action.whom, "analyzer.taken")
    decks.draw_profit_cards(t, action.whom, 1)


def green_red(t: Board, action: PendingAction) -> None:
    """Green and red: the owner draws first, and then one is taken."""
    decks.draw_profit_cards(t, action.whom, 1)
    decks.take_unseen_profit_card(t, action.who, action.whom, "analyzer.taken")


def green_green(t: Board, action: PendingAction) -> None:
    """Green and green: the owner draws two Profit cards."""
    decks.draw_profit_cards(t, action.whom, 2)


RESULTS = {
    f"{RED} {RED}": red_red,
    f"{RED} {GREEN}": red_green,
    f"{GREEN} {RED}": green_red,
    f"{GREEN} {GREEN}": green_green,
}


def hand_over_investment(t: Board, card: str, loser: str, winner: str) -> None:
    """Move an Investment from one player to another, and announce it."""
    t.tell(events.InvestmentTaken(winner=winner, card=card, loser=loser, amount=compute_investment_value(card)))
    t.state.players[loser].owned.remove(card)
    t.state.players[winner].owned.append(card)
