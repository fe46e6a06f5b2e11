"""When a game that orders play by themselves waits for a look: at what somebody wanted, or when all is ordered."""

from __future__ import annotations

from collections.abc import Mapping

from engine.billionaire.decks import Board
from engine.billionaire.state import OWN_AUCTION, Billionaire, StandingOrders
from engine.billionaire.tables import REGIONS, THREE, M
from engine.kernel.question import Option
from engine.kernel.text import Words, phrase

ROUND, CARDS, NEVER, GO_ON = "round", "cards", "never", "go on"
WAKE_SUMS = {f"{n}m": n * M for n in (250, 500, 600, 700, 800, 900)}
WAKE_REASON_TEXTS: Mapping[str, Words] = {
    ROUND: "The end of each round",
    CARDS: "I draw a Power Play card",
    **{region: phrase("{region} is sold out", region=name) for region, name in REGIONS.items()},
    **{word: phrase("Somebody owns {amount:$}", amount=amount) for word, amount in WAKE_SUMS.items()},
    NEVER: "Never, even if everything is ordered",
}
BETWEEN_TURNS = ("landed", "next", "round")


def covers_all(orders: StandingOrders) -> bool:
    """Tell whether these orders decide everything, so that their player would never be asked."""
    lots = {*REGIONS, THREE, OWN_AUCTION} <= orders.bids.keys()
    return lots and orders.cards == "quiet" and orders.analyze != "ask" and orders.pay not in ("ask", "always")


def list_wake_reasons(state: Billionaire, who: str) -> list[str]:
    """Return why this player should be woken now, between two turns."""
    player = state.players[who]
    wanted = player.orders.wake or ([ROUND] if covers_all(player.orders) else [])
    if NEVER in wanted:
        return []
    dearest = max(map(state.compute_worth, state.here()), default=0)
    now = [
        *(region for region in REGIONS if not state.decks[region]),
        *(word for word, amount in WAKE_SUMS.items() if dearest >= amount),
    ]
    found = [each for each in now if each in wanted and each not in player.woken]
    found += [CARDS] if CARDS in wanted and len(player.power) > player.held else []
    ended = state.phase == "round" and player.looked < state.round
    return [*found, ROUND] if ROUND in wanted and ended else found


def list_players_to_wake(state: Billionaire) -> list[str]:
    """Return the players who should review their orders before the next turn begins."""
    return [who for who in state.here() if list_wake_reasons(state, who)] if state.phase in BETWEEN_TURNS else []


async def pause_for_order_review(t: Board) -> None:
    """Ask all players who should be woken to continue, so that they may change their orders before the next turn."""
    state = t.state
    why = {who: list_wake_reasons(state, who) for who in list_players_to_wake(state)}
    who, said = await t.ask_any(
        "look",
        why,
        "You wanted to look: {reasons}. Go on?",
        lambda _: [Option(GO_ON, "Go on"), Option(NEVER, "Go on, and wait for no look of mine any more")],
        lapse=GO_ON,
        secret=True,
        patience="quick",
        own=lambda who: {"reasons": [WAKE_REASON_TEXTS[each] for each in why[who]]},
    )
    player = state.players[who]
    player.orders.wake = [NEVER] if said == NEVER else player.orders.wake
    player.woken += [each for each in why[who] if each not in (ROUND, CARDS)]
    player.held = len(player.power)
    player.looked = state.round if ROUND in why[who] else player.looked


def update_woken_card_counts(state: Billionaire) -> None:
    """Lower each remembered number of Power Play cards to those still held, so that the next one drawn wakes its
    player again.
    """
    for player in state.players.values():
        player.held = min(player.held, len(player.power))
