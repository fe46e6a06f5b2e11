"""What the public and each player may see. Nothing here depends on an answer that has not been revealed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any

from msgspec.structs import replace

from engine.kernel.picture import HAVEN, Cell, Look, Picture, Quiz, Saying, Scenes, Token, Track
from engine.kernel.text import PUBLIC, Told, Words, build_event_phrase, phrase
from engine.kernel.view import OwnView, Panel, SeatLine, Standing, View
from engine.ladder import events
from engine.ladder.desk import LIFELINE_BUTTONS, find_choice_kind, list_page_options
from engine.ladder.events import LETTER, NOTHING
from engine.ladder.stage import build_boxes_event, list_letter_options
from engine.ladder.state import LADDER_LETTERS, TAKE, Climber, Ladder, LadderPage

LADDER_TITLE = "Fifteen Rungs"
MINE = {
    LETTER: "Your answer: {letter}. You can still change it.",
    TAKE: "You take the money. You can still change your mind.",
    NOTHING: "You give no answer. You can still change your mind.",
}
MINE_FINALLY = "Your final answer: {letter}."
IN = {LETTER: "{who} has said {letter}.", TAKE: "{who} takes the money.", NOTHING: "{who} gives no answer."}
STATUS = {"in": "climbing", "out": "out", "walked": "took the money", "won": "at the top", "left": "gone"}


def build_ladder_view(state: Ladder, who: str) -> View:
    """Build everything that one person, a player or a spectator, sees of the game: the public part, and what only they
    may know.
    """
    seen = View(
        title=LADDER_TITLE,
        stage=phrase("Round {round} of {rounds}", round=state.round, rounds=max(state.round, state.count_rounds())),
        target=state.find_top_amount(),
        currency="$",
        panels=[build_stage_panel(state)],
        standings=[
            Standing(place, player, state.players[player].total, list_held_lifelines(state, player))
            for place, player in state.rank_climbers()
        ],
        chart={player: there.chart for player, there in state.players.items()},
        over=state.phase == "over",
        winners=state.champions,
    )
    if who != PUBLIC and who in state.players:
        seen.own = OwnView(who, list_ladder_secrets(state, who), pictures=build_own_pictures(state, who))
    return seen


def list_held_lifelines(state: Ladder, who: str) -> list[Words]:
    """List, for display, the lifelines that a player has not used yet; everybody may see them."""
    return list(state.list_lifelines(who))


def build_stage_panel(state: Ladder) -> Panel:
    """Build the public display of the question in play, the ladder and the players."""
    asking = state.phase == "question" and state.card is not None
    return Panel(
        id="stage",
        title=phrase("Round {round}", round=state.round),
        stage=format_question_title(state) if asking else "between questions",
        seats=[build_ladder_seat(state, who) for who in state.players],
        notes=[
            build_event_phrase(build_boxes_event(state, who))
            for who in state.order
            if state.has_boxes() and has_climb_ended(state, who)
        ],
        pictures=[*build_quizzes(state), build_ladder_track(state)],
    )


def has_climb_ended(state: Ladder, who: str) -> bool:
    """Return whether this player has left the ladder in the present round, by falling, leaving or reaching the top."""
    return who in state.climbers and state.climbers[who].status != "in"


def format_question_title(state: Ladder) -> Words:
    """Return the title of the question in play: its number and worth, or how many questions are asked together."""
    if state.pages:
        return phrase("The first {n} questions", n=len(state.pages))
    return phrase("Question {rung} for {amount:$}", rung=state.rung, amount=state.compute_prize(state.rung))


def build_ladder_seat(state: Ladder, who: str) -> SeatLine:
    """Build the public display of a player's status in the round, with winnings and lifelines left."""
    climber = state.climbers.get(who)
    if state.players[who].gone:
        return SeatLine(who, "gone")
    if climber is None:
        return SeatLine(who, "host" if who == state.host else "audience")
    won: list[Words] = [phrase("won {amount:$}", amount=climber.won)] if climber.won else []
    return SeatLine(who, STATUS[climber.status], [*won, *list_held_lifelines(state, who)])


def build_quizzes(state: Ladder, climber: Climber | None = None) -> list[Quiz]:
    """Build the picture of each question in play, usually one, and an empty picture between questions. If a climber (a
    player on the ladder) is given, it shows their choices and the help they received.
    """
    if not state.pages:
        return [
            build_quiz(
                state,
                climber or Climber(),
                [*list_stakes(state), *(list_help_received(state, climber) if climber else [])],
            )
        ]
    picks = climber.picks if climber else {}
    first = [*list_stakes(state), *(list_help_received(state, climber) if climber else [])]
    return [
        build_quiz(state, Climber(choice=picks.get(rung, "")), first if rung == 1 else [], rung)
        for rung in state.map_questions_in_play()
    ]


def build_quiz(state: Ladder, climber: Climber, notes: list[Words], rung: int = 0) -> Quiz:
    """Build the picture of one question with `notes`, its answers marked for a climber: their choice, and those that
    50:50 or a try has shown to be wrong. `rung` says which where several are asked together.
    """
    marks = dict.fromkeys(climber.covered, "struck") | {f"{rung or ''}{climber.choice}": "chosen"}
    offered = list_page_options(state, rung) if rung else list_letter_options(state, state.map_answers())
    cells = [Cell(each.label, value=each.value, mark=marks.get(str(each.value), "")) for each in offered]
    card = state.pages[rung - 1].card if rung else state.card
    title = phrase("Question for {amount:$}", amount=state.compute_prize(rung)) if rung else ""
    name, question = f"quiz.{rung}" if rung else "quiz", card.question if card else ""
    return Quiz(id=name, title=title, question=question, answers=cells, notes=notes)


def build_ladder_track(state: Ladder) -> Track:
    """Build the picture of the ladder: its rungs, and the rung that those who still climb have reached."""
    spaces = [build_rung(state, n, amount) for n, amount in enumerate(state.options.ladder, 1)]
    tokens = [Token(who, state.rung - 1) for who in state.list_climbers()]
    return Track(id="ladder", spaces=spaces, tokens=tokens, shape="upright", look=Look(name="climb"))


def list_stakes(state: Ladder) -> list[Words]:
    """Return in a list, for display, one sentence on what the question in play is worth, what a wrong answer leaves,
    and what leaving now pays; empty between questions.
    """
    if state.phase != "question":
        return []
    facts = {
        "amount": state.compute_prize(state.rung),
        "fall": state.compute_fall(),
        "walk": state.compute_prize(state.rung - 1),
    }
    if state.pages:
        most = state.compute_prize(len(state.pages))
        text = "You can win up to {amount:$} now. A wrong answer leaves you nothing."
        if state.compute_fall(len(state.pages)):
            text = (
                "You can win up to {amount:$} now. After a wrong answer, you keep the last safe amount that you "
                "have reached. If you have reached none, you get nothing."
            )
        return [phrase(text, amount=most)]
    if state.rung == 1:
        return [phrase("The right answer wins {amount:$}. A wrong answer leaves you {fall:$}.", **facts)]
    text = "The right answer wins {amount:$}. A wrong answer leaves you {fall:$}. Taking the money pays {walk:$}."
    return [phrase(text, **facts)]


def build_rung(state: Ladder, n: int, amount: int) -> Cell:
    """Build the picture of rung `n` of the ladder; the rung whose question is being asked is marked as next, safe ones
    (havens) are marked as safe.
    """
    mark = "next" if state.rung <= n < state.rung + max(1, len(state.pages)) else ""
    note, haven = (phrase("safe") if is_haven(state, n) else ""), HAVEN if is_haven(state, n) else ""
    return Cell(phrase("{amount:$}", amount=amount), haven, note, mark=mark)


def is_haven(state: Ladder, rung: int) -> bool:
    """Return whether this rung is safe (a haven): a wrong answer higher up cannot take its money away."""
    return rung in state.options.havens


def build_own_pictures(state: Ladder, who: str) -> dict[str, list[Picture]]:
    """Build, by the table's id, the pictures of the question that only this player may see: with their own choice
    marked if they climb, with the right answer if they are the host of the round; an empty mapping for all others, and
    between questions.
    """
    climber = state.climbers.get(who)
    if state.phase == "question" and who == state.host:
        return {
            "stage": [*map(mark_solution, repeat(state), state.map_questions_in_play().values(), build_quizzes(state))]
        }
    if state.phase != "question" or climber is None or climber.status != "in":
        return {}
    return {"stage": [*build_quizzes(state, climber)]}


def mark_solution(state: Ladder, page: LadderPage, picture: Quiz) -> Quiz:
    """Return the picture of a question with the right answer and, unless several questions are asked together, the
    answers so far of those who still climb marked, which only the host of the round may see.
    """
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
    taking: list[Words] = [phrase(IN[find_choice_kind(TAKE, state.rung)], who=who) for who in said.get(TAKE, ())]
    return replace(picture, answers=cells, notes=[*picture.notes, *taking])


def list_ladder_secrets(state: Ladder, who: str) -> list[Words]:
    """List sentences for this player only: their choice and what lifelines told them while they climb, or what
    `list_host_notes` says if they host the round, and which lifelines they want used when unsure.
    """
    wish = [LIFELINE_BUTTONS[name] for name in state.players[who].wish]
    told: list[Words] = (
        [phrase("If you are not sure, your lifelines are used in this order: {wish}.", wish=wish)] if wish else []
    )
    if state.phase != "question":
        return told
    if who == state.host:
        return [*list_host_notes(state), *told]
    climber = state.climbers.get(who)
    return [*list_known_facts(state, climber), *told] if climber and climber.status == "in" else told


def list_host_notes(state: Ladder) -> list[Words]:
    """List for the host of the round what only they see: the right answers and, unless several questions are asked
    together, the answers of the players still on the ladder as they come in.
    """
    right: list[Words] = [
        phrase("For {amount:$} the right answer is {letter}.", amount=state.compute_prize(rung), letter=page.letters[0])
        for rung, page in state.map_questions_in_play().items()
    ]
    if not state.pages:
        right = [phrase("The right answer is {letter}.", letter=state.right)]
    said = [
        phrase(IN[find_choice_kind(there.choice, state.rung)], who=who, letter=there.choice)
        for who, there in state.climbers.items()
        if there.status == "in" and there.choice and not state.pages
    ]
    return [*right, *said]


def list_help_received(state: Ladder, climber: Climber) -> list[Words]:
    """List, for display to a climber, what other players have told them about the question in play."""
    told: list[Words] = (
        [build_event_phrase(events.HostHeard(host=state.host, words=climber.word))] if climber.word else []
    )
    if climber.cards:
        told.append(phrase("Cards that other players gave you: {cards}.", cards=climber.cards))
    if climber.advice:
        told.append(build_event_phrase(events.FriendAdvised(friend=climber.advice.friend, advice=climber.advice.words)))
    return told


def list_known_facts(state: Ladder, climber: Climber) -> list[Words]:
    """List, for display to a climber only, what they have answered and what their lifelines have told them about the
    question in play.
    """
    told: list[Words] = []
    if climber.covered:
        told.append(phrase("You know that these answers are wrong: {letters}.", letters=climber.covered))
    told += list_help_received(state, climber)
    if climber.picks:
        picks = [
            build_event_phrase(
                events.OpeningAnswerNoted(
                    letter=pick, amount=state.compute_prize(rung), kind=find_choice_kind(pick, rung)
                )
            )
            for rung, pick in sorted(climber.picks.items())
        ]
        return [*told, *picks]
    if climber.choice:
        told.append(
            format_own_choice(climber.choice, find_choice_kind(climber.choice, state.rung), final=climber.final)
        )
    return told


def format_own_choice(letter: str, kind: str, *, final: bool) -> Words:
    """Return the words that show a player their choice for the question, and say whether it can still be changed."""
    if not final:
        return phrase(MINE[kind], letter=letter)
    if kind == LETTER:
        return phrase(MINE_FINALLY, letter=letter)
    return build_event_phrase(events.AnswerMadeFinal(letter, kind))


# -- great scenes, as pictures for chats


def draw_answers(facts: Mapping[str, Any], step: Sequence[Told]) -> list[Picture]:
    """Draw a question with the right answer, who said what, and to which sums everybody climbs or falls; nothing if
    nobody was asked it. `facts` are those of the event RightAnswerShown, `step` is all that was announced with it.
    """
    asked, came = _find_revealed_question(facts, step)
    if asked is None:
        return []
    cells = [
        Cell(f"{letter}: {asked[letter.lower()]}", mark="right" if letter == facts["letter"] else "")
        for letter in LADDER_LETTERS
    ]
    said = [Saying(who, letter) for who, letter in asked["choices"].items() if letter in LADDER_LETTERS]
    stands = {
        each.facts["who"]: asked["amount"] if each.kind is events.ClimbedOn else each.facts["amount"] for each in came
    }
    sums = sorted({*stands.values(), asked["amount"]})
    spaces = [Cell(phrase("{amount:$}", amount=amount)) for amount in sums]
    tokens = [Token(who, sums.index(amount) + 1) for who, amount in stands.items()]
    ladder = Track(id="ladder", spaces=spaces, tokens=tokens, shape="upright")
    return [Quiz(question=asked["question"], answers=cells, said=said), ladder]


def _find_revealed_question(
    facts: Mapping[str, Any], step: Sequence[Told]
) -> tuple[Mapping[str, Any] | None, list[Told]]:
    """Return the facts with which everybody's answers were announced just before the right answer with these `facts`
    (None if nobody was asked), and the announcements after it of who climbed, fell, left or won. `step` may tell
    several questions.
    """
    at = next(
        n for n, each in enumerate(step) if each.kind is events.RightAnswerShown and each.facts["card"] == facts["card"]
    )
    asked = step[at - 1].facts if at and step[at - 1].kind is events.AnswersShown else None
    came: list[Told] = []
    for each in step[at + 1 :]:
        if each.kind is events.AnswersShown:
            break
        beat = each.kind.beat if each.kind else None
        came += [each] if beat and beat.kind in ("climb", "walk", "peak") else []
    return asked, came


LADDER_SCENES: Scenes = {events.RightAnswerShown: draw_answers}
