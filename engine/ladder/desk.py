"""A player's desk: answers, lifelines, and the wish for when an answer is unsure. Nobody else sees what lies on it."""

from __future__ import annotations

from collections import Counter

from engine.kernel.question import Option
from engine.kernel.table import Script, Table
from engine.kernel.text import phrase
from engine.ladder.stage import labelled
from engine.ladder.state import AUDIENCE, FIFTY, FRIEND, TAKE, Call, Ladder

NOBODY, NO_CARD, NO_MORE = "nobody", "none", "no"  # what silence says when a lifeline asks for more
LETTER, NOTHING = "letter", "nothing"  # what may be put down, besides TAKE
NAMES = {FIFTY: "Play 50:50", AUDIENCE: "Ask the audience", FRIEND: "Call a friend"}
PLAYED = {FIFTY: "{who} plays 50:50.", AUDIENCE: "{who} asks the audience.", FRIEND: "{who} calls {friend}."}
ASK = "{question} Your answer for {amount:$}?"
PICKED = {
    LETTER: "For {amount:$}: {letter}.",
    TAKE: "You stop before the question for {amount:$}.",
    NOTHING: "For {amount:$} you give no answer.",
}
DONE = "All of them are answered. You may change your mind until everybody has answered."
WAITING = {
    LETTER: "Your answer is in: {letter}. You may change your mind until everybody has answered.",
    TAKE: "You take the money. You may change your mind until everybody has answered.",
    NOTHING: "You give no answer. You may change your mind until everybody has answered.",
}
LAST = {LETTER: "Your answer is in: {letter}.", TAKE: "You take the money.", NOTHING: "You give no answer."}
HALVED = "50:50 leaves {left}."
OPEN = "Your lifelines leave it open. Please choose."
RIGHT, WRONG = "{letter} is right.", "{letter} is wrong."
OPEN_CHOICES = (*WAITING.values(), DONE)
RECEIPTS = (*WAITING.values(), *LAST.values(), *PICKED.values(), DONE, HALVED, OPEN, RIGHT, WRONG)


class Desk(Table[Ladder]):
    """One player's desk."""

    @property
    def who(self) -> str:
        """Whose it is."""
        return self.id.removeprefix("desk-")


def next_step(t: Desk) -> Script[None] | None:
    """What a desk goes on with: nothing once the answer is in, or while others are being asked for help."""
    state, who = t.state, t.who
    climber = state.climbers.get(who)
    if state.phase != "question" or state.pages or climber is None or climber.status != "in" or climber.choice:
        return None
    if state.calling(who):
        return None
    turn = state.next_polled()
    if turn:
        return poll(t, who) if turn == who else None
    return consult(t, who) if climber.unsure else answer(t, who)


# -- answering


async def answer(t: Desk, who: str) -> None:
    """One go: an answer, the money, a lifeline, or an answer that is unsure. Silence takes the money."""
    state = t.state
    value = await t.ask(
        "answer",
        who,
        ASK,
        lambda: answers(state, who),
        lapse=TAKE,
        secret=True,
        patience=state.options.patience,
        of="stage/quiz",
        question=state.card.question if state.card else "",
        amount=state.prize(state.rung),
    )
    if value in NAMES:
        await use(t, who, value)
    elif value.endswith("?"):
        state.climbers[who].unsure = value[0]
    else:
        settle(t, who, value)


def answers(state: Ladder, who: str) -> list[Option]:
    """All that may be done with the question."""
    letters = state.open_to(who)
    options = labelled(state, letters)
    if state.rung > 1:
        options.append(Option(TAKE, phrase("Take the money ({amount:$})", amount=state.prize(state.rung - 1))))
    if state.options.asking == "together":
        options += [Option(name, NAMES[name]) for name in state.lifelines(who)]
        wishes = wished(state, who)
        unsure = "{letter}, but unsure: {wish} first"
        options += [Option(f"{name}?", phrase(unsure, letter=name, wish=wishes)) for name in letters if wishes]
    return options


def wished(state: Ladder, who: str) -> list[str]:
    """The lifelines of a wish that are still held."""
    player = state.players[who]
    return [name for name in player.wish if name in player.lifelines]


def settle(t: Desk, who: str, choice: str) -> None:
    """An answer is put down. It tells nobody but its player."""
    kind = put_down(choice, t.state.rung)
    t.whisper(who, WAITING[kind] if awaited(t.state, who) else LAST[kind], letter=choice)
    climber = t.state.climbers[who]
    climber.choice, climber.unsure = choice, ""


def awaited(state: Ladder, who: str) -> bool:
    """Are others still to answer? If not, this answer is at once everybody's final one."""
    return bool(state.calls) or any(not state.climbers[name].choice for name in state.climbing() if name != who)


def put_down(choice: str, rung: int) -> str:
    """What a choice is called on its receipt."""
    if choice != TAKE:
        return LETTER
    return TAKE if rung > 1 else NOTHING


# -- the wish


async def consult(t: Desk, who: str) -> None:
    """Carry out the wish for an unsure answer: lifeline after lifeline, until there is something to go by."""
    state = t.state
    climber, wishes = state.climbers[who], wished(state, who)
    letter = conviction(state, who)
    if letter:
        settle(t, who, letter)
    elif wishes:
        await use(t, who, wishes[0], friend=next(iter(state.others(who)), ""))
    elif climber.unsure not in climber.covered and not climber.cards:
        settle(t, who, climber.unsure)
    else:
        t.whisper(who, OPEN)
        climber.unsure = ""


def conviction(state: Ladder, who: str) -> str:
    """What lifelines have come to: the answer leaned to if it survived a 50:50, else what most cards say.

    The right card is in every hand, so an answer that is in none does not stand.
    """
    climber = state.climbers[who]
    counts = Counter(card for card in climber.cards if card not in climber.covered)
    if climber.covered and climber.unsure not in climber.covered and (climber.unsure in counts or not counts):
        return climber.unsure
    top = [letter for letter, count in counts.items() if count == max(counts.values())]
    if climber.unsure in top:
        return climber.unsure
    return top[0] if len(top) == 1 else ""


# -- lifelines


async def poll(t: Desk, who: str) -> None:
    """Where lifelines go clockwise, the host asks each in turn before anybody answers."""
    state = t.state
    value = await t.ask(
        "lifeline",
        who,
        "{seat}, would you like to use a lifeline?",
        lambda: [Option(NO_MORE, "No"), *(Option(name, NAMES[name]) for name in state.lifelines(who))],
        lapse=NO_MORE,
        patience="brief",
        seat=who,
    )
    if value == NO_MORE:
        state.climbers[who].polled = True
    else:
        await use(t, who, value)


async def use(t: Desk, who: str, lifeline: str, friend: str = "") -> None:
    """Play a lifeline. It is said openly, as at a table; what comes of it is not."""
    state = t.state
    others = state.others(who)
    if lifeline == FRIEND and others and not friend:
        friend = others[0] if len(others) == 1 else await choose_friend(t, who)
        if friend == NOBODY or friend not in state.others(who):
            return
    t.tell("{who} calls a friend." if lifeline == FRIEND and not others else PLAYED[lifeline], who=who, friend=friend)
    state.players[who].lifelines.remove(lifeline)
    state.climbers[who].helped = True
    if lifeline == FIFTY:
        halve(t, who)
    elif others:
        state.called += 1
        state.calls[f"call-{state.called}"] = Call(who, lifeline, others if lifeline == AUDIENCE else [friend])
    else:
        await try_cards(t, who, 2 if lifeline == AUDIENCE else 1)


async def choose_friend(t: Desk, who: str) -> str:
    """Whom to call. Silence keeps the lifeline."""
    return await t.ask(
        "friend",
        who,
        "Whom do you call?",
        lambda: [*(Option(name, name) for name in t.state.others(who)), Option(NOBODY, "Nobody after all")],
        lapse=NOBODY,
        secret=True,
        patience="brief",
    )


def halve(t: Desk, who: str) -> None:
    """50:50 covers two wrong answers, for this player's eyes only."""
    state, climber = t.state, t.state.climbers[who]
    covered = t.draw("fifty", state.letters[1:], 2)
    climber.covered = sorted({*climber.covered, *covered})
    faces = state.faces()
    left = [phrase("{letter}: {answer}", letter=name, answer=faces[name]) for name in state.open_to(who)]
    t.whisper(who, HALVED, left=left)


async def try_cards(t: Desk, who: str, tries: int) -> None:
    """With nobody else to ask, the host looks at a card of one's own, and says whether it is right."""
    for _ in range(tries):
        card = await t.ask(
            "card",
            who,
            "Which card do you show the host?",
            lambda: [*labelled(t.state, t.state.open_to(who)), Option(NO_CARD, "None after all")],
            lapse=NO_CARD,
            secret=True,
            patience="brief",
        )
        climber = t.state.climbers[who]
        if card == NO_CARD:
            return
        if card == t.state.right:
            t.whisper(who, RIGHT, letter=card)
            climber.choice, climber.final, climber.unsure = card, True, ""
            return
        t.whisper(who, WRONG, letter=card)
        climber.covered = sorted({*climber.covered, card})
