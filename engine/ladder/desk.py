"""A player's desk: answers, lifelines, and the wish for when an answer is unsure. Nobody else sees what lies on it."""

from __future__ import annotations

from collections import Counter

from engine.kernel.event import Event
from engine.kernel.question import Option
from engine.kernel.table import Script, Table
from engine.kernel.text import phrase
from engine.ladder import events
from engine.ladder.stage import labelled
from engine.ladder.state import AUDIENCE, FIFTY, FRIEND, TAKE, Call, Ladder

NOBODY, NO_CARD, NO_MORE = "nobody", "none", "no"  # what silence says when a lifeline asks for more
NAMES = {FIFTY: "Play 50:50", AUDIENCE: "Ask the audience", FRIEND: "Call a friend"}
ASK = "{question} Your answer for {amount:$}?"


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
    t.whisper(who, receipt(t.state, who, choice))
    climber = t.state.climbers[who]
    climber.choice, climber.unsure = choice, ""


def receipt(state: Ladder, who: str, choice: str) -> Event:
    """What somebody hears who has put down an answer."""
    noted = events.AnswerNoted if awaited(state, who) else events.LastAnswerNoted
    return noted(letter=choice, kind=put_down(choice, state.rung))


def awaited(state: Ladder, who: str) -> bool:
    """Are others still to answer? If not, this answer is at once everybody's final one."""
    return bool(state.calls) or any(not state.climbers[name].choice for name in state.climbing() if name != who)


def put_down(choice: str, rung: int) -> str:
    """What a choice is called on its receipt."""
    if choice != TAKE:
        return events.LETTER
    return events.MONEY if rung > 1 else events.NOTHING


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
        t.whisper(who, events.WishesOpen())
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
    if lifeline == FRIEND:
        t.tell(events.FriendCalled(who=who, friend=friend))
    else:
        t.tell(events.FiftyPlayed(who=who) if lifeline == FIFTY else events.AudienceAsked(who=who))
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
    t.whisper(who, events.HalvedSeen(left=left))


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
            t.whisper(who, events.CardRight(letter=card))
            climber.choice, climber.final, climber.unsure = card, True, ""
            return
        t.whisper(who, events.CardWrong(letter=card))
        climber.covered = sorted({*climber.covered, card})
