"""What the public and each player may see. Nothing here depends on an answer that has not been revealed."""

from __future__ import annotations

from engine.kernel.text import PUBLIC, money
from engine.kernel.view import Own, Panel, Seat, Standing, View
from engine.ladder.desk import NAMES
from engine.ladder.state import TAKE, Climber, Ladder

TITLE = "Fifteen Rungs"
STATUS = {"in": "climbing", "out": "out", "walked": "took the money", "won": "at the top", "left": "gone"}


def view(state: Ladder, who: str) -> View:
    """The game for one pair of eyes."""
    seen = View(
        title=TITLE,
        stage=f"Round {state.round} of {max(state.round, state.rounds())}",
        target=state.goal(),
        currency="$",
        panels=[stage(state)],
        standings=[
            Standing(place, player, state.players[player].total, held(state, player))
            for place, player in state.standings()
        ],
        chart={player: there.chart for player, there in state.players.items()},
        over=state.phase == "over",
    )
    if who != PUBLIC and who in state.players:
        seen.own = Own(who, secrets(state, who))
    return seen


def held(state: Ladder, who: str) -> list[str]:
    """The lifelines a player still holds: tokens lie open on the table."""
    return list(state.lifelines(who))


def stage(state: Ladder) -> Panel:
    """The question in play, the ladder, and how everybody stands."""
    asking = state.phase == "question" and state.card is not None
    return Panel(
        id="stage",
        title=f"Round {state.round}",
        stage=f"Question {state.rung} for {money(state.prize(state.rung), '$')}" if asking else "between questions",
        seats=[seat(state, who) for who in state.players],
        notes=question(state) if asking else [],
        picture=picture(state),
    )


def question(state: Ladder) -> list[str]:
    """The question and its answers."""
    text = [state.card.question] if state.card else []
    return [*text, *(f"{letter}: {answer}" for letter, answer in state.faces().items())]


def seat(state: Ladder, who: str) -> Seat:
    """A player as everybody sees them."""
    climber = state.climbers.get(who)
    if state.players[who].gone:
        return Seat(who, "gone")
    if climber is None:
        return Seat(who, "host" if who == state.host else "audience")
    return Seat(who, STATUS[climber.status], {"won": climber.won} if climber.status != "in" else {}, held(state, who))


def picture(state: Ladder) -> str:
    """The ladder: ▶ marks the rung in question, * a haven."""
    rungs = [
        f"{'▶' if rung == state.rung else ' '}{rung:>2} {money(amount, '$'):>15}{'*' if safe(state, rung) else ''}"
        for rung, amount in enumerate(state.options.ladder, 1)
    ]
    return "\n".join(reversed(rungs))


def safe(state: Ladder, rung: int) -> bool:
    """Is this rung a haven?"""
    return rung in state.options.havens


def secrets(state: Ladder, who: str) -> list[str]:
    """What only this player may see."""
    wish = [NAMES[name] for name in state.players[who].wish]
    told = [f"If unsure: {', then '.join(wish)}."] if wish else []
    if state.phase != "question":
        return told
    if who == state.host:
        return [f"The right answer is {state.right}.", *told]
    climber = state.climbers.get(who)
    return [*known(climber), *told] if climber and climber.status == "in" else told


def known(climber: Climber) -> list[str]:
    """What a climber has answered, and what lifelines have told."""
    told = [f"You know that {', '.join(climber.covered)} are wrong."] if climber.covered else []
    told += [f"Cards you were handed: {', '.join(climber.cards)}."] if climber.cards else []
    if climber.choice:
        mine = "You take the money" if climber.choice == TAKE else f"Your answer: {climber.choice}"
        told.append(mine + (", finally." if climber.final else ". You may still change it."))
    return told
