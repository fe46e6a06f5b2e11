"""A player's desk: answers, lifelines, and the wish for when an answer is unsure. Nobody else sees what lies on it."""

from __future__ import annotations

from collections import Counter

from engine.kernel.event import Event
from engine.kernel.question import Option
from engine.kernel.table import Script, Table
from engine.kernel.text import phrase
from engine.ladder import events
from engine.ladder.stage import list_letter_options
from engine.ladder.state import AUDIENCE, FIFTY, FRIEND, TAKE, Call, Ladder

NOBODY, NO_CARD, NO_MORE = "nobody", "none", "no"  # what silence says when a lifeline asks for more
LIFELINE_BUTTONS = {FIFTY: "Play 50:50", AUDIENCE: "Ask the audience", FRIEND: "Call a friend"}
ASK = "{question} Your answer for {amount:$}?"


class Desk(Table[Ladder]):
    """One player's desk."""

    @property
    def who(self) -> str:
        """The player at this desk."""
        return self.id.removeprefix("desk-")


def start_desk_step(t: Desk) -> Script[None] | None:
    """Return the script a desk goes on with; None once the answer is in, or while others are asked for help."""
    state, who = t.state, t.who
    climber = state.climbers.get(who)
    if state.phase != "question" or state.pages or climber is None or climber.status != "in" or climber.choice:
        return None
    if state.is_calling(who):
        return None
    turn = state.find_next_polled()
    if turn:
        return ask_for_lifeline(t, who) if turn == who else None
    return play_wish(t, who) if climber.unsure else ask_for_answer(t, who)


# -- answering


async def ask_for_answer(t: Desk, who: str) -> None:
    """Ask a player once for an answer, the money, a lifeline, or an unsure answer. If time runs out, the money is
    taken.
    """
    state = t.state
    value = await t.ask(
        "answer",
        who,
        ASK,
        lambda: list_answer_options(state, who),
        lapse=TAKE,
        secret=True,
        patience=state.options.patience,
        of="stage/quiz",
        question=state.card.question if state.card else "",
        amount=state.compute_prize(state.rung),
    )
    if value in LIFELINE_BUTTONS:
        await play_lifeline(t, who, value)
    elif value.endswith("?"):
        state.climbers[who].unsure = value[0]
    else:
        save_answer(t, who, value)


def list_answer_options(state: Ladder, who: str) -> list[Option]:
    """List everything the player may do with the question."""
    letters = state.list_open_letters(who)
    options = list_letter_options(state, letters)
    if state.rung > 1:
        options.append(Option(TAKE, phrase("Take the money ({amount:$})", amount=state.compute_prize(state.rung - 1))))
    if state.options.asking == "together":
        options += [Option(name, LIFELINE_BUTTONS[name]) for name in state.list_lifelines(who)]
        wishes = list_held_wishes(state, who)
        unsure = "{letter}, but unsure: {wish} first"
        options += [Option(f"{name}?", phrase(unsure, letter=name, wish=wishes)) for name in letters if wishes]
    return options


def list_held_wishes(state: Ladder, who: str) -> list[str]:
    """List the lifelines of the player's wish that they still hold."""
    player = state.players[who]
    return [name for name in player.wish if name in player.lifelines]


def save_answer(t: Desk, who: str, choice: str) -> None:
    """Save a player's answer. Only the player is told."""
    t.whisper(who, build_answer_receipt(t.state, who, choice))
    climber = t.state.climbers[who]
    climber.choice, climber.unsure = choice, ""


def build_answer_receipt(state: Ladder, who: str, choice: str) -> Event:
    """Build the event that confirms an answer to its player."""
    noted = events.AnswerNoted if is_anybody_awaited(state, who) else events.LastAnswerNoted
    return noted(letter=choice, kind=find_choice_kind(choice, state.rung))


def is_anybody_awaited(state: Ladder, who: str) -> bool:
    """Return whether others still have to answer; if not, this answer is final at once."""
    return bool(state.calls) or any(not state.climbers[name].choice for name in state.list_climbers() if name != who)


def find_choice_kind(choice: str, rung: int) -> str:
    """Return the kind of a choice, by which its receipt is worded."""
    if choice != TAKE:
        return events.LETTER
    return events.MONEY if rung > 1 else events.NOTHING


# -- the wish


async def play_wish(t: Desk, who: str) -> None:
    """Carry out the wish for an unsure answer: play one lifeline after the other until they point to an answer."""
    state = t.state
    climber, wishes = state.climbers[who], list_held_wishes(state, who)
    letter = find_supported_letter(state, who)
    if letter:
        save_answer(t, who, letter)
    elif wishes:
        await play_lifeline(t, who, wishes[0], friend=next(iter(state.list_helpers(who)), ""))
    elif climber.unsure not in climber.covered and not climber.cards:
        save_answer(t, who, climber.unsure)
    else:
        t.whisper(who, events.WishesOpen())
        climber.unsure = ""


def find_supported_letter(state: Ladder, who: str) -> str:
    """Return the letter that lifelines support: the one leaned to if it survived a 50:50, else the one on most cards.

    The right card is in every hand, so an answer that is in none is dropped. Empty if nothing is clear.
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


async def ask_for_lifeline(t: Desk, who: str) -> None:
    """Ask a player whether to use a lifeline, where lifelines go clockwise before anybody answers."""
    state = t.state
    value = await t.ask(
        "lifeline",
        who,
        "{seat}, would you like to use a lifeline?",
        lambda: [Option(NO_MORE, "No"), *(Option(name, LIFELINE_BUTTONS[name]) for name in state.list_lifelines(who))],
        lapse=NO_MORE,
        patience="brief",
        seat=who,
    )
    if value == NO_MORE:
        state.climbers[who].polled = True
    else:
        await play_lifeline(t, who, value)


async def play_lifeline(t: Desk, who: str, lifeline: str, friend: str = "") -> None:
    """Play a lifeline. Everybody is told that it is played, but not what comes of it."""
    state = t.state
    others = state.list_helpers(who)
    if lifeline == FRIEND and others and not friend:
        friend = others[0] if len(others) == 1 else await ask_whom_to_call(t, who)
        if friend == NOBODY or friend not in state.list_helpers(who):
            return
    if lifeline == FRIEND:
        t.tell(events.FriendCalled(who=who, friend=friend))
    else:
        t.tell(events.FiftyPlayed(who=who) if lifeline == FIFTY else events.AudienceAsked(who=who))
    state.players[who].lifelines.remove(lifeline)
    state.climbers[who].helped = True
    if lifeline == FIFTY:
        play_fifty(t, who)
    elif others:
        state.called += 1
        state.calls[f"call-{state.called}"] = Call(who, lifeline, others if lifeline == AUDIENCE else [friend])
    else:
        await try_cards(t, who, 2 if lifeline == AUDIENCE else 1)


async def ask_whom_to_call(t: Desk, who: str) -> str:
    """Ask the player whom to call. If time runs out, the lifeline is kept."""
    return await t.ask(
        "friend",
        who,
        "Whom do you call?",
        lambda: [*(Option(name, name) for name in t.state.list_helpers(who)), Option(NOBODY, "Nobody after all")],
        lapse=NOBODY,
        secret=True,
        patience="brief",
    )


def play_fifty(t: Desk, who: str) -> None:
    """Cover two wrong answers by 50:50, for this player only."""
    state, climber = t.state, t.state.climbers[who]
    covered = t.draw("fifty", state.letters[1:], 2)
    climber.covered = sorted({*climber.covered, *covered})
    faces = state.map_answers()
    left = [phrase("{letter}: {answer}", letter=name, answer=faces[name]) for name in state.list_open_letters(who)]
    t.whisper(who, events.HalvedSeen(left=left))


async def try_cards(t: Desk, who: str, tries: int) -> None:
    """Let a player with nobody else to ask show cards to the host, who says whether each is right."""
    for _ in range(tries):
        card = await t.ask(
            "card",
            who,
            "Which card do you show the host?",
            lambda: [*list_letter_options(t.state, t.state.list_open_letters(who)), Option(NO_CARD, "None after all")],
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
