"""Help from others: cards handed to the host, who adds the right one and shuffles; or a word of advice by telephone."""

from __future__ import annotations

from typing import Any

from engine.kernel.question import Option
from engine.kernel.table import Script, Table
from engine.ladder import events
from engine.ladder.stage import facts, labelled
from engine.ladder.state import FRIEND, LETTERS, Advice, Call, Ladder

SILENT = "silent"
ASKED = (
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


def next_step(t: Table[Ladder]) -> Script[None] | None:
    """A call is made once, and is over."""
    call = t.state.calls.get(t.id)
    if call is None:
        return None
    on_the_phone = call.lifeline == FRIEND and t.state.options.friend == "call"
    return telephone(t, call) if on_the_phone else collect(t, call)


async def collect(t: Table[Ladder], call: Call) -> None:
    """Everybody asked hands in any card; who has guessed along has done so. Chance hands in one for the silent, or
    silence would give the answer away.
    """
    state = t.state
    ready = {who: state.players[who].guess for who in call.whom if state.players[who].guess}
    got = await t.ask_all(
        "card",
        [who for who in call.whom if who not in ready],
        CALLED if call.lifeline == FRIEND else ASKED,
        lambda _: labelled(state, LETTERS),
        lapse=SILENT,
        secret=True,
        patience="brief",
        **asked(state, call),
    )
    given = [ready.get(who) or got.get(who, SILENT) for who in call.whom]
    hand = [*(t.draw_one("card", LETTERS) if card == SILENT else card for card in given), state.right]
    shuffled = t.draw("cards", hand, len(hand))
    t.whisper(call.who, events.CardsSeen(cards=shuffled))
    state.climbers[call.who].cards += shuffled
    del state.calls[t.id]


async def telephone(t: Table[Ladder], call: Call) -> None:
    """The friend picks up when they can, and then has thirty seconds. Where nobody does, the lifeline is gone."""
    friend = call.whom[0]
    if t.present(friend) and await picked_up(t, call):
        await advise(t, call)
    else:
        t.whisper(call.who, events.FriendAway(friend=friend))
    del t.state.calls[t.id]


async def picked_up(t: Table[Ladder], call: Call) -> bool:
    """Is the friend at home?"""
    options = [Option(PICK_UP, "Pick up"), Option(BUSY, "Let it ring")]
    choice = await t.ask("call", call.whom[0], RING, options, lapse=BUSY, secret=True, patience="brief", asker=call.who)
    return choice == PICK_UP


async def advise(t: Table[Ladder], call: Call) -> None:
    """The friend says what they like, but not for long. What it is worth, only the player can judge."""
    friend = call.whom[0]
    advice = await t.ask_text(
        "advice", friend, ADVICE, check=str, lapse="", secret=True, patience=THIRTY_SECONDS, **asked(t.state, call)
    )
    if advice:
        t.whisper(call.who, events.FriendAdvised(friend=friend, advice=advice))
        climber = t.state.climbers[call.who]
        climber.advice, climber.unsure = Advice(friend, advice), ""
    else:
        t.whisper(call.who, events.FriendSilent(friend=friend))


def asked(state: Ladder, call: Call) -> dict[str, Any]:
    """What those who are asked are told."""
    return {"asker": call.who, "question": state.card.question if state.card else "", **facts(state)}
