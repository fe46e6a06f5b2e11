"""What the public and each player may see. Nothing here depends on an answer that has not been revealed."""

from __future__ import annotations

from itertools import repeat

from msgspec.structs import replace

from engine.kernel.picture import HAVEN, Cell, Picture, Quiz, Token, Track
from engine.kernel.text import PUBLIC, Words, as_phrase, phrase
from engine.kernel.view import Own, Panel, Seat, Standing, View, crowned
from engine.ladder import events
from engine.ladder.desk import NAMES, put_down
from engine.ladder.events import LETTER, NOTHING
from engine.ladder.pages import answers
from engine.ladder.stage import labelled, row
from engine.ladder.state import TAKE, Climber, Ladder, Page

TITLE = "Fifteen Rungs"
MINE = {
    LETTER: "Your answer: {letter}. You may still change it.",
    TAKE: "You take the money. You may still change your mind.",
    NOTHING: "You give no answer. You may still change your mind.",
}
MINE_FINALLY = "Your final answer: {letter}."
IN = {LETTER: "{who} has said {letter}.", TAKE: "{who} takes the money.", NOTHING: "{who} gives no answer."}
STATUS = {"in": "climbing", "out": "out", "walked": "took the money", "won": "at the top", "left": "gone"}


def view(state: Ladder, who: str) -> View:
    """The game for one pair of eyes."""
    seen = View(
        title=TITLE,
        stage=phrase("Round {round} of {rounds}", round=state.round, rounds=max(state.round, state.rounds())),
        target=state.goal(),
        currency="$",
        panels=[stage(state)],
        standings=crowned(
            [
                Standing(place, player, state.players[player].total, held(state, player))
                for place, player in state.standings()
            ],
            state.champions,
        ),
        chart={player: there.chart for player, there in state.players.items()},
        over=state.phase == "over",
        winners=state.champions,
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
        notes=[as_phrase(row(state, who)) for who in state.order if state.boxes() and left(state, who)],
        pictures=[*quizzes(state), rungs(state)],
    )


def left(state: Ladder, who: str) -> bool:
    """Has this player's climb ended?"""
    return who in state.climbers and state.climbers[who].status != "in"


def asked(state: Ladder) -> Words:
    """Which question it is."""
    if state.pages:
        return phrase("The first {n} questions", n=len(state.pages))
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


def quizzes(state: Ladder, climber: Climber | None = None) -> list[Quiz]:
    """The question, or all of the first ones; its place is there between questions, too."""
    if not state.pages:
        return [quiz(state, climber or Climber(), [*stakes(state), *(helped(state, climber) if climber else [])])]
    picks = climber.picks if climber else {}
    first = [*stakes(state), *(helped(state, climber) if climber else [])]
    return [
        quiz(state, Climber(choice=picks.get(rung, "")), first if rung == 1 else [], rung) for rung in state.in_play()
    ]


def quiz(state: Ladder, climber: Climber, notes: list[Words], rung: int = 0) -> Quiz:
    """A question and its answers; for a climber's own eyes also what they have chosen, and know to be wrong."""
    marks = dict.fromkeys(climber.covered, "struck") | {f"{rung or ''}{climber.choice}": "chosen"}
    offered = answers(state, rung) if rung else labelled(state, state.faces())
    cells = [Cell(each.label, value=each.value, mark=marks.get(str(each.value), "")) for each in offered]
    card = state.pages[rung - 1].card if rung else state.card
    title = phrase("For {amount:$}", amount=state.prize(rung)) if rung else ""
    name, question = f"quiz.{rung}" if rung else "quiz", card.question if card else ""
    return Quiz(id=name, title=title, question=question, answers=cells, notes=notes)


def rungs(state: Ladder) -> Track:
    """The ladder, and where everybody climbs."""
    spaces = [rung(state, n, amount) for n, amount in enumerate(state.options.ladder, 1)]
    tokens = [Token(who, state.rung - 1) for who in state.climbing()]
    return Track(id="ladder", spaces=spaces, tokens=tokens, shape="upright")


def stakes(state: Ladder) -> list[Words]:
    """What the question is worth, what a wrong answer leaves, and what walking away pays."""
    if state.phase != "question":
        return []
    facts = {"amount": state.prize(state.rung), "fall": state.fall(), "walk": state.prize(state.rung - 1)}
    if state.pages:
        return [phrase("Up to {amount:$} at stake, and nothing is safe yet.", amount=state.prize(len(state.pages)))]
    if state.rung == 1:
        return [phrase("{amount:$} at stake. A wrong answer leaves {fall:$}.", **facts)]
    text = "{amount:$} at stake. A wrong answer leaves {fall:$}; walking away pays {walk:$}."
    return [phrase(text, **facts)]


def rung(state: Ladder, n: int, amount: int) -> Cell:
    """One rung. The one in question is next."""
    mark = "next" if state.rung <= n < state.rung + max(1, len(state.pages)) else ""
    note, haven = (phrase("safe") if safe(state, n) else ""), HAVEN if safe(state, n) else ""
    return Cell(phrase("{amount:$}", amount=amount), haven, note, mark=mark)


def safe(state: Ladder, rung: int) -> bool:
    """Is this rung a haven?"""
    return rung in state.options.havens


def own_pictures(state: Ladder, who: str) -> dict[str, list[Picture]]:
    """The question as a climber knows it, or as the host of the round does."""
    climber = state.climbers.get(who)
    if state.phase == "question" and who == state.host:
        return {"stage": [*map(solved, repeat(state), state.in_play().values(), quizzes(state))]}
    if state.phase != "question" or climber is None or climber.status != "in":
        return {}
    return {"stage": [*quizzes(state, climber)]}


def solved(state: Ladder, page: Page, picture: Quiz) -> Quiz:
    """A question with the right answer marked, and who has said what so far: the host sees answers come in."""
    said: dict[str, list[str]] = {}
    for who, there in state.climbers.items() if not state.pages else ():
        if there.status == "in":
            said.setdefault(there.choice, []).append(who)
    cells = [
        replace(
            cell,
            mark="right" if str(cell.value)[-1] == page.letters[0] else "",
            note=phrase("{who}", who=said[str(cell.value)]) if str(cell.value) in said else "",
        )
        for cell in picture.answers
    ]
    taking: list[Words] = [phrase(IN[put_down(TAKE, state.rung)], who=who) for who in said.get(TAKE, ())]
    return replace(picture, answers=cells, notes=[*picture.notes, *taking])


def secrets(state: Ladder, who: str) -> list[Words]:
    """What only this player may see."""
    wish = [NAMES[name] for name in state.players[who].wish]
    told: list[Words] = [phrase("If unsure: {wish}, in this order.", wish=wish)] if wish else []
    if state.phase != "question":
        return told
    if who == state.host:
        return [*hosting(state), *told]
    climber = state.climbers.get(who)
    return [*known(state, climber), *told] if climber and climber.status == "in" else told


def hosting(state: Ladder) -> list[Words]:
    """What the host of the round sees: the right answers, and the others' as they come in."""
    right: list[Words] = [
        phrase("For {amount:$} the right answer is {letter}.", amount=state.prize(rung), letter=page.letters[0])
        for rung, page in state.in_play().items()
    ]
    if not state.pages:
        right = [phrase("The right answer is {letter}.", letter=state.right)]
    said = [
        phrase(IN[put_down(there.choice, state.rung)], who=who, letter=there.choice)
        for who, there in state.climbers.items()
        if there.status == "in" and there.choice and not state.pages
    ]
    return [*right, *said]


def helped(state: Ladder, climber: Climber) -> list[Words]:
    """What others have said to this question, which stays with it."""
    told: list[Words] = [as_phrase(events.HostHeard(host=state.host, words=climber.word))] if climber.word else []
    if climber.cards:
        told.append(phrase("Cards you were handed: {cards}.", cards=climber.cards))
    if climber.advice:
        told.append(as_phrase(events.FriendAdvised(friend=climber.advice.friend, advice=climber.advice.words)))
    return told


def known(state: Ladder, climber: Climber) -> list[Words]:
    """What a climber has answered, and what lifelines have told."""
    told: list[Words] = []
    if climber.covered:
        told.append(phrase("You know that these are wrong: {letters}.", letters=climber.covered))
    told += helped(state, climber)
    if climber.picks:
        picks = [
            as_phrase(events.PagePicked(letter=pick, amount=state.prize(rung), kind=put_down(pick, rung)))
            for rung, pick in sorted(climber.picks.items())
        ]
        return [*told, *picks]
    if climber.choice:
        told.append(put_choice(climber.choice, put_down(climber.choice, state.rung), final=climber.final))
    return told


def put_choice(letter: str, kind: str, *, final: bool) -> Words:
    """Return what a player has put down, and whether it can still be changed."""
    if not final:
        return phrase(MINE[kind], letter=letter)
    if kind == LETTER:
        return phrase(MINE_FINALLY, letter=letter)
    return as_phrase(events.AnswerMadeFinal(letter, kind))
