"""What the public and each player may see. Nothing here depends on an answer that has not been revealed."""

from __future__ import annotations

from engine.kernel.picture import HAVEN, Cell, Picture, Quiz, Token, Track
from engine.kernel.text import PUBLIC, Words, phrase
from engine.kernel.view import Own, Panel, Seat, Standing, View
from engine.ladder.desk import LETTER, NAMES, NOTHING, put_down
from engine.ladder.state import TAKE, Climber, Ladder

TITLE = "Fifteen Rungs"
MINE = {
    (LETTER, False): "Your answer: {letter}. You may still change it.",
    (LETTER, True): "Your final answer: {letter}.",
    (TAKE, False): "You take the money. You may still change your mind.",
    (TAKE, True): "You take the money, finally.",
    (NOTHING, False): "You give no answer. You may still change your mind.",
    (NOTHING, True): "You give no answer, finally.",
}
STATUS = {"in": "climbing", "out": "out", "walked": "took the money", "won": "at the top", "left": "gone"}


def view(state: Ladder, who: str) -> View:
    """The game for one pair of eyes."""
    seen = View(
        title=TITLE,
        stage=phrase("Round {round} of {rounds}", round=state.round, rounds=max(state.round, state.rounds())),
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
        seen.own = Own(who, secrets(state, who), pictures=own_pictures(state, who))
    return seen


def held(state: Ladder, who: str) -> list[Words]:
    """The lifelines a player still holds: tokens lie open on the table."""
    return list(state.lifelines(who))


def stage(state: Ladder) -> Panel:
    """The question in play, the ladder, and how everybody stands."""
    asking = state.phase == "question" and state.card is not None
    return Panel(
        id="stage",
        title=phrase("Round {round}", round=state.round),
        stage=asked(state) if asking else "between questions",
        seats=[seat(state, who) for who in state.players],
        pictures=[quiz(state), rungs(state)],
    )


def asked(state: Ladder) -> Words:
    """Which question it is."""
    return phrase("Question {rung} for {amount:$}", rung=state.rung, amount=state.prize(state.rung))


def seat(state: Ladder, who: str) -> Seat:
    """A player as everybody sees them."""
    climber = state.climbers.get(who)
    if state.players[who].gone:
        return Seat(who, "gone")
    if climber is None:
        return Seat(who, "host" if who == state.host else "audience")
    won: list[Words] = [phrase("won {amount:$}", amount=climber.won)] if climber.won else []
    return Seat(who, STATUS[climber.status], [*won, *held(state, who)])


def quiz(state: Ladder, climber: Climber | None = None) -> Quiz:
    """The question and its answers, whose place is there between questions, too.

    For a climber's own eyes it also says what they have chosen and know to be wrong.
    """
    marks = dict.fromkeys(climber.covered, "struck") | {climber.choice: "chosen"} if climber else {}
    answers = [
        Cell(phrase("{letter}: {answer}", letter=letter, answer=answer), value=letter, mark=marks.get(letter, ""))
        for letter, answer in state.faces().items()
    ]
    return Quiz(id="quiz", question=state.card.question if state.card else "", answers=answers)


def rungs(state: Ladder) -> Track:
    """The ladder, and where everybody climbs."""
    spaces = [rung(state, n, amount) for n, amount in enumerate(state.options.ladder, 1)]
    tokens = [Token(who, state.rung - 1) for who in state.climbing()]
    return Track(id="ladder", spaces=spaces, tokens=tokens, shape="upright")


def rung(state: Ladder, n: int, amount: int) -> Cell:
    """One rung. The one in question is next."""
    mark, haven = "next" if n == state.rung else "", safe(state, n)
    return Cell(phrase("{amount:$}", amount=amount), HAVEN if haven else "", phrase("safe") if haven else "", mark=mark)


def safe(state: Ladder, rung: int) -> bool:
    """Is this rung a haven?"""
    return rung in state.options.havens


def own_pictures(state: Ladder, who: str) -> dict[str, list[Picture]]:
    """The question as a climber knows it."""
    climber = state.climbers.get(who)
    if state.phase != "question" or climber is None or climber.status != "in":
        return {}
    return {"stage": [quiz(state, climber)]}


def secrets(state: Ladder, who: str) -> list[Words]:
    """What only this player may see."""
    wish = [NAMES[name] for name in state.players[who].wish]
    told: list[Words] = [phrase("If unsure: {wish}, in this order.", wish=wish)] if wish else []
    if state.phase != "question":
        return told
    if who == state.host:
        return [phrase("The right answer is {letter}.", letter=state.right), *told]
    climber = state.climbers.get(who)
    return [*known(state, climber), *told] if climber and climber.status == "in" else told


def known(state: Ladder, climber: Climber) -> list[Words]:
    """What a climber has answered, and what lifelines have told."""
    told: list[Words] = []
    if climber.covered:
        told.append(phrase("You know that these are wrong: {letters}.", letters=climber.covered))
    if climber.cards:
        told.append(phrase("Cards you were handed: {cards}.", cards=climber.cards))
    if climber.choice:
        told.append(phrase(MINE[put_down(state, climber.choice), climber.final], letter=climber.choice))
    return told
