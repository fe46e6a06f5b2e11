"""Help from others: cards handed to the host, who adds the right one and shuffles; or a word of advice by telephone."""

from __future__ import annotations

from typing import Any

from engine.kernel.question import Option
from engine.kernel.table import Script, Table
from engine.ladder import events
from engine.ladder.stage import build_answer_facts, list_letter_options
from engine.ladder.state import FRIEND, LADDER_LETTERS, Call, FriendAdvice, Ladder

NO_CARD_HANDED_IN = "silent"
ASK_AUDIENCE_TEXT = (
    "{asker} asks the audience: {question} A: {a} · B: {b} · C: {c} · D: {d}. Which card do you hand in? It may be a "
    "bluff."
)
CALLED = (
    "{asker} calls you: {question} A: {a} · B: {b} · C: {c} · D: {d}. Which card do you hand in? It may be a bluff."
)
RING = "Your telephone rings: it is {asker}. Once you pick up, there are thirty seconds. Do you?"
ADVICE = "{asker} asks you: {question} A: {a} · B: {b} · C: {c} · D: {d}. What do you say? You have thirty seconds."
PICK_UP, BUSY = "pick_up", "busy"
THIRTY_SECONDS = "30s"  # rulebook; at any pace, since it begins only when the friend is there


def start_call_step(t: Table[Ladder]) -> Script[None] | None:
    """Return the script of a call, or None once it is over."""
    call = t.state.calls.get(t.id)
    if call is None:
        return None
    on_the_phone = call.lifeline == FRIEND and t.state.options.friend == "call"
    return call_friend(t, call) if on_the_phone else collect_cards(t, call)


async def collect_cards(t: Table[Ladder], call: Call) -> None:
    """Collect a card from everybody asked, or the guess they have made already.

    Chance draws a card for players who do not answer, because their silence would give the answer away.
    """
    state = t.state
    ready = {who: state.players[who].guess for who in call.whom if state.players[who].guess}
    got = await t.ask_all(
        "card",
        [who for who in call.whom if who not in ready],
        CALLED if call.lifeline == FRIEND else ASK_AUDIENCE_TEXT,
        lambda _: list_letter_options(state, LADDER_LETTERS),
        lapse=NO_CARD_HANDED_IN,
        secret=True,
        patience="brief",
        **build_call_facts(state, call),
    )
    given = [ready.get(who) or got.get(who, NO_CARD_HANDED_IN) for who in call.whom]
    hand = [*(t.draw_one("card", LADDER_LETTERS) if card == NO_CARD_HANDED_IN else card for card in given), state.right]
    shuffled = t.draw("cards", hand, len(hand))
    t.whisper(call.who, events.CardsSeen(cards=shuffled))
    state.climbers[call.who].cards += shuffled
    del state.calls[t.id]


async def call_friend(t: Table[Ladder], call: Call) -> None:
    """Call a friend, who may pick up and then has thirty seconds; if nobody does, the lifeline is lost."""
    friend = call.whom[0]
    if t.is_present(friend) and await ask_to_pick_up(t, call):
        await ask_for_advice(t, call)
    else:
        t.whisper(call.who, events.FriendAway(friend=friend))
    del t.state.calls[t.id]


async def ask_to_pick_up(t: Table[Ladder], call: Call) -> bool:
    """Ask the friend whether they pick up."""
    options = [Option(PICK_UP, "Pick up"), Option(BUSY, "Let it ring")]
    choice = await t.ask("call", call.whom[0], RING, options, lapse=BUSY, secret=True, patience="brief", asker=call.who)
    return choice == PICK_UP


async def ask_for_advice(t: Table[Ladder], call: Call) -> None:
    """Ask the friend for advice, with a short time limit. Only the player can judge what it is worth."""
    friend = call.whom[0]
    advice = await t.ask_text(
        "advice",
        friend,
        ADVICE,
        check=str,
        lapse="",
        secret=True,
        patience=THIRTY_SECONDS,
        **build_call_facts(t.state, call),
    )
    if advice:
        t.whisper(call.who, events.FriendAdvised(friend=friend, advice=advice))
        climber = t.state.climbers[call.who]
        climber.advice, climber.unsure = FriendAdvice(friend, advice), ""
    else:
        t.whisper(call.who, events.FriendSilent(friend=friend))


def build_call_facts(state: Ladder, call: Call) -> dict[str, Any]:
    """Build the facts of the question that helpers are asked."""
    return {"asker": call.who, "question": state.card.question if state.card else "", **build_answer_facts(state)}
