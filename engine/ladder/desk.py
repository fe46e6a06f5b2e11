"""A player's desk: answers, lifelines, and the wish for when an answer is unsure. Nobody else sees what lies on it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.kernel import Form, Question
from engine.kernel.event import Event
from engine.kernel.question import Option
from engine.kernel.table import GameInPlay, Script, Table
from engine.kernel.text import phrase
from engine.ladder import events
from engine.ladder.stage import build_answer_facts, list_letter_options
from engine.ladder.state import AUDIENCE, FIFTY, FRIEND, LADDER_LETTERS, TAKE, Call, Climber, FriendAdvice, Ladder

NOBODY, NO_CARD, NO_MORE = "nobody", "none", "no"  # what silence says when a lifeline asks for more
LIFELINE_BUTTONS = {FIFTY: "Play 50:50", AUDIENCE: "Ask the audience", FRIEND: "Call a friend"}
ASK = "{question} Your answer for {amount:$}?"


class LadderTable(Table[Ladder]):
    """A table of the ladder, at which all who take part can be asked while somebody climbs."""

    def is_present(self, who: str) -> bool:
        """Return whether this player still takes part in the game, so that they can be asked here, and the round has
        not lost its last climber before the next question.
        """
        player = self.state.players.get(who)
        return player is not None and not player.gone and not self.state.has_lost_climbers()


class Desk(LadderTable):
    """One player's desk."""

    def __init__(self, game: GameInPlay[Ladder], name: str) -> None:
        super().__init__(game, name)
        self.who = name.removeprefix("desk-")  # who answers the quiz question here


def start_desk_step(t: Desk) -> Script[None] | None:
    """Return the coroutine that asks a player what they do next about the quiz question, at their own table (desk);
    None if they do not climb, have answered or wait for help, while others are asked about lifelines, or where several
    questions are asked together.
    """
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
    """Ask a player for their choice about the quiz question, and act on it: save an answer, note an unsure answer,
    which a later step deals with, play a lifeline, or save that they leave with the money. If time runs out they leave
    with the money, at the first question with none.
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
        state.climbers[who].note_silence(state.rung, silent=t.lapsed)


def list_answer_options(state: Ladder, who: str) -> list[Option]:
    """List, as answer options, what a player may choose for the quiz question: answers that neither 50:50 nor a try has
    shown to be wrong; from the second question on, leaving with the money; where lifelines may be used at any time,
    these, and unsure answers, for which the lifelines wished for are used first, if any are left.
    """
    letters = state.list_open_letters(who)
    options = list_letter_options(state, letters)
    if state.rung > 1:
        options.append(Option(TAKE, phrase("Take the money ({amount:$})", amount=state.compute_prize(state.rung - 1))))
    if state.options.asking == "together":
        options += [Option(name, LIFELINE_BUTTONS[name]) for name in state.list_lifelines(who)]
        wishes = list_held_wishes(state, who)
        unsure = "{letter}, but I am not sure: first use {wish}"
        options += [Option(f"{name}?", phrase(unsure, letter=name, wish=wishes)) for name in letters if wishes]
    return options


def list_held_wishes(state: Ladder, who: str) -> list[str]:
    """List, in the order of their wish, those lifelines that a player has chosen in advance for unsure answers, as far
    as they are not used up.
    """
    player = state.players[who]
    return [name for name in player.wish if name in player.lifelines]


def save_answer(t: Desk, who: str, choice: str) -> None:
    """Save a player's answer to the quiz question (a letter, or leaving with the money), which they can still change
    until all have answered, and confirm it to that player only; an unsure answer of theirs is dropped. Whether it is
    allowed is not checked.
    """
    t.whisper(who, build_answer_receipt(t.state, who, choice))
    climber = t.state.climbers[who]
    climber.choice, climber.unsure = choice, ""


def build_answer_receipt(state: Ladder, who: str, choice: str) -> Event:
    """Build, without sending it, the event that confirms to a player the choice that they have made for the quiz
    question; it says whether they can still change it, which is so while others are awaited.
    """
    noted = events.AnswerNoted if is_anybody_awaited(state, who) else events.LastAnswerNoted
    return noted(letter=choice, kind=find_choice_kind(choice, state.rung))


def is_anybody_awaited(state: Ladder, who: str) -> bool:
    """Return whether players other than `who` still have to answer the quiz question, or a lifeline of anybody waits
    for help; if not, an answer of `who` is final at once.
    """
    return bool(state.calls) or any(
        climber.status == "in" and not climber.choice and name != who for name, climber in state.climbers.items()
    )


def find_choice_kind(choice: str, rung: int) -> str:
    """Return the kind of a player's choice for the quiz question (a letter, leaving with money, or leaving with
    nothing), by which its confirmation is worded.
    """
    if choice != TAKE:
        return events.LETTER
    return events.MONEY if rung > 1 else events.NOTHING


# -- the wish


async def play_wish(t: Desk, who: str) -> None:
    """Do the next step for a player's unsure answer: save the answer that their lifelines support, if there is one;
    else use the next lifeline that they chose in advance (as the friend the next player clockwise). When these are used
    up, save the unsure answer if no lifeline has told anything against it, else tell the player to choose.
    """
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
        t.whisper(who, events.WishesLeftOpen())
        climber.unsure = ""


def find_supported_letter(state: Ladder, who: str) -> str:
    """Return the answer that a player's lifelines support: the unsure one if it survived a 50:50 and was in every hand
    of cards (or there are none), or if no letter is on more cards; else the one letter that most cards show. Letters
    that a lifeline showed to be wrong do not count. Return an empty string if nothing is clear.
    """
    climber = state.climbers[who]
    wrong = climber.list_wrong_letters()
    counts = Counter(card for card in climber.cards if card not in wrong)
    if climber.covered and climber.unsure not in wrong and (climber.unsure in counts or not counts):
        return climber.unsure
    top = [letter for letter, count in counts.items() if count == max(counts.values())]
    if climber.unsure in top:
        return climber.unsure
    return top[0] if len(top) == 1 else ""


# -- lifelines


async def ask_for_lifeline(t: Desk, who: str) -> None:
    """Ask a player whether to use a lifeline, in games where players are asked that one after the other before anybody
    answers, and play the one that they name; if it is none, or time runs out, note that they have been asked.
    """
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
    """Use up a player's lifeline, tell everybody that it is used, but not its result, and begin what it does. For a
    friend, first ask which of several to call, unless `friend` says it; if they name nobody, nothing is used. Where
    nobody else can help, the player shows cards to the host instead: two for the audience, one for a friend.
    """
    state = t.state
    others = state.list_helpers(who)
    if lifeline == FRIEND and others and not friend:
        friend = others[0] if len(others) == 1 else await ask_whom_to_call(t, who)
        if friend == NOBODY:
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
    """Ask a player which other player to ask for advice by the lifeline of a friend, and return the name; return
    NOBODY, which keeps the lifeline, if they choose that or time runs out.
    """
    return await t.ask(
        "friend",
        who,
        "Which player do you ask for advice?",
        lambda: [*(Option(name, name) for name in t.state.list_helpers(who)), Option(NOBODY, "Call nobody")],
        lapse=NOBODY,
        secret=True,
        patience="brief",
    )


def play_fifty(t: Desk, who: str) -> None:
    """Draw two wrong answers to the question, note that the player `who` knows them to be wrong (the lifeline 50:50),
    and tell only that player which answers are left. The caller has used the lifeline up.
    """
    state, climber = t.state, t.state.climbers[who]
    climber.covered = sorted({*climber.covered, *draw_covered_letters(t, climber)})
    faces = state.map_answers()
    left = [phrase("{letter}: {answer}", letter=name, answer=faces[name]) for name in state.list_open_letters(who)]
    t.whisper(who, events.FiftySeen(left=left))


def draw_covered_letters(t: Desk, climber: Climber) -> list[str]:
    """Draw the letters of the two wrong answers that a 50:50 covers, and return them; nothing is noted. If the climber
    knows all but one to be wrong, from lifelines before, that one is among them, except in a game from before this
    rule.
    """
    wrong = t.state.letters[1:]
    known = [letter for letter in wrong if letter in climber.list_wrong_letters()]
    if len(known) == len(wrong) - 1 and not t.state.fifty_repeats:
        news = next(letter for letter in wrong if letter not in known)
        return [news, t.draw_one("fifty", known)]
    return t.draw("fifty", wrong, 2)


async def try_cards(t: Desk, who: str, tries: int) -> None:
    """Ask a player whose lifeline finds no other player to help, up to `tries` times, to show an answer to the host,
    and tell them whether it is right; the first right one becomes their final answer, a wrong one is kept as known to
    be wrong. Showing none ends it.
    """
    for _ in range(tries):
        card = await t.ask(
            "card",
            who,
            "Which card do you show the host, to hear if it is right?",
            lambda: [*list_letter_options(t.state, t.state.list_open_letters(who)), Option(NO_CARD, "Show no card")],
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


PAGE_TABLE = "page"
Which = tuple[int, str]  # which question it is, and whose page


class PageTable(LadderTable):
    """The table of one player's page for one question."""

    @property
    def which(self) -> Which:
        """Return the rung of the question that this table asks, and the player."""
        return parse_page_name(self.id)


def build_page_name(rung: int, who: str) -> str:
    """Build the name of the table at which a player answers one of the first questions, which are asked together;
    `rung` says which.
    """
    return f"{PAGE_TABLE}-{rung}-{who}"


def parse_page_name(name: str) -> Which:
    """Return the rung of the question and the player, given the name of a table for one of the questions that are asked
    together; raise ValueError for a name of another form.
    """
    _, rung, who = name.split("-", 2)
    return int(rung), who


def list_page_tables(state: Ladder) -> list[str]:
    """List the names of all tables for the questions that are asked together, one for each player still on the ladder
    and each question, answered or not; empty while one question is asked at a time.
    """
    return (
        [build_page_name(rung, who) for who in state.list_climbers() for rung in state.map_questions_in_play()]
        if state.pages
        else []
    )


def start_page_step(t: PageTable) -> Script[None] | None:
    """Return the coroutine that asks a player one of the questions that are asked together, or None once the player has
    answered it, or if that question is not in play or the player not on the ladder any more.
    """
    rung, who = t.which
    done = t.id not in list_page_tables(t.state) or rung in t.state.climbers[who].picks
    return None if done else ask_page_answer(t, rung, who)


async def ask_page_answer(t: PageTable, rung: int, who: str) -> None:
    """Ask a player for an answer to one of the questions that are asked together, or to stop before it, and save the
    choice. If time runs out, the player stops.
    """
    state, card = t.state, t.state.pages[rung - 1].card
    value = await t.ask(
        f"answer.{rung}",
        who,
        ASK,
        lambda: list_page_options(state, rung),
        lapse=f"{rung}{TAKE}",
        secret=True,
        patience=state.options.patience,
        of=f"stage/quiz.{rung}",
        question=card.question,
        amount=state.compute_prize(rung),
    )
    pick = value.removeprefix(str(rung))
    t.whisper(
        who, events.OpeningAnswerNoted(letter=pick, amount=state.compute_prize(rung), kind=find_choice_kind(pick, rung))
    )
    save_page_answer(state, who, rung, pick, silent=t.lapsed)
    if state.climbers[who].choice and is_anybody_awaited(state, who):
        t.whisper(who, events.OpeningAnswersDone())


def list_page_options(state: Ladder, rung: int) -> list[Option]:
    """List the answer options of one of the questions that are asked together: its answers, each letter after the
    question's number so that it is unique, and stopping before it.
    """
    stop = phrase("Stop here, with {amount:$}", amount=state.compute_prize(rung - 1))
    return list_letter_options(state, LADDER_LETTERS, rung) + ([Option(f"{rung}{TAKE}", stop)] if rung > 1 else [])


def save_page_answer(state: Ladder, who: str, rung: int, pick: str, *, silent: bool = False) -> None:
    """Save a player's answer, or that time ran out (`silent`), to one of the questions that are asked together, in
    place of an earlier one. Only when all are answered they have a choice: the answer to the first question, which is
    judged first.
    """
    climber = state.climbers[who]
    climber.picks = {**climber.picks, rung: pick}
    climber.note_silence(rung, silent=silent)
    climber.choice = climber.picks[1] if len(climber.picks) == len(state.pages) else ""


def list_page_changes(state: Ladder, who: str) -> list[Option]:
    """List all answer options, the chosen ones included, of those questions asked together that a player has already
    answered.
    """
    return [option for rung in sorted(state.climbers[who].picks) for option in list_page_options(state, rung)]


NO_CARD_HANDED_IN = "silent"

ASK_AUDIENCE_TEXT = (
    "{asker} asks the audience: {question} A: {a} · B: {b} · C: {c} · D: {d}. Which letter do you show? You may bluff."
)

CALLED = "{asker} calls you: {question} A: {a} · B: {b} · C: {c} · D: {d}. Which card do you give? You may bluff."

RING = "{asker} calls you on the telephone. Do you answer? If you do, you have thirty seconds to help."
ADVICE = (
    "{asker} asks you on the telephone: {question} A: {a} · B: {b} · C: {c} · D: {d}. What do you say? You "
    "have thirty seconds."
)
PICK_UP, BUSY = "pick_up", "busy"
THIRTY_SECONDS = "30s"  # rulebook; at any pace, since it begins only when the friend is there


class CallTable(LadderTable):
    """The table of a lifeline that asks other players for help."""

    def is_present(self, who: str) -> bool:
        """Return whether this player can be asked for help here: they still take part in the game and have not given
        their card by guessing along. A friend on the telephone is asked all the same.
        """
        state, call = self.state, self.state.calls.get(self.id)
        cards = call is not None and not is_on_the_phone(state, call) and not state.guessers_asked
        return super().is_present(who) and not (cards and state.players[who].guess)


def is_on_the_phone(state: Ladder, call: Call) -> bool:
    """Return whether this lifeline is a telephone call to a friend: the lifeline of the friend where the option
    `friend` is `call`; else it is a request for cards.
    """
    return call.lifeline == FRIEND and state.options.friend == "call"


def start_call_step(t: Table[Ladder]) -> Script[None] | None:
    """Return the coroutine that carries out a lifeline by which a player asks others for help (a call), or None once
    the call is over.
    """
    call = t.state.calls.get(t.id)
    if call is None:
        return None
    return call_friend(t, call) if is_on_the_phone(t.state, call) else collect_cards(t, call)


async def collect_cards(t: Table[Ladder], call: Call) -> None:
    """Carry out a lifeline that asks others: collect an answer from each, or the guess they have made already, mix in
    the right one, show all to the player alone, in random order, and note them, and letters that none shows; the call
    is over then. For a helper who does not answer one is drawn.
    """
    state = t.state
    ready = {who: state.players[who].guess for who in call.whom if state.players[who].guess}
    asked = Question(
        key="card",
        text=CALLED if call.lifeline == FRIEND else ASK_AUDIENCE_TEXT,
        lapse=NO_CARD_HANDED_IN,
        secret=True,
        patience="brief",
        facts=build_call_facts(state, call),
    )
    unready = [who for who in call.whom if who not in ready]
    got = await t.ask_all(asked, unready, lambda _: list_letter_options(state, LADDER_LETTERS))
    given = [got.get(who) or state.players[who].guess or NO_CARD_HANDED_IN for who in call.whom]
    hand = [*(t.draw_one("card", LADDER_LETTERS) if card == NO_CARD_HANDED_IN else card for card in given), state.right]
    shuffled = t.draw("cards", hand, len(hand))
    t.whisper(call.who, events.CardsSeen(cards=shuffled))
    climber = state.climbers[call.who]
    climber.cards += shuffled
    if not state.fifty_repeats:
        climber.missing = [letter for letter in LADDER_LETTERS if letter in climber.missing or letter not in hand]
    del state.calls[t.id]


async def call_friend(t: Table[Ladder], call: Call) -> None:
    """Carry out a telephone lifeline: the called friend may pick up, and then has a short time to advise. If they do
    not pick up, or have left, the lifeline is lost, which the player is told. The call is over then.
    """
    friend = call.whom[0]
    if t.is_present(friend) and await ask_to_pick_up(t, call):
        await ask_for_advice(t, call)
    else:
        t.whisper(call.who, events.FriendAway(friend=friend))
    del t.state.calls[t.id]


async def ask_to_pick_up(t: Table[Ladder], call: Call) -> bool:
    """Ask the friend whom a lifeline calls, and who must still be in the game, whether they pick up the telephone;
    return whether they do, False if time runs out.
    """
    options = [Option(PICK_UP, "Pick up"), Option(BUSY, "Let it ring")]
    choice = await t.ask("call", call.whom[0], RING, options, lapse=BUSY, secret=True, patience="brief", asker=call.who)
    return choice == PICK_UP


async def ask_for_advice(t: Table[Ladder], call: Call) -> None:
    """Ask the friend whom a lifeline calls, and who has picked up, to write advice within thirty seconds; pass their
    words, or that they said nothing, to the player who asked, whose unsure answer is then dropped if there was advice.
    """
    friend = call.whom[0]
    advice = await t.ask(
        "advice",
        friend,
        ADVICE,
        form=Form("text"),
        typed=str,
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
    """Return the facts (who asks, question, answers) that fill in the sentence by which other players are asked for
    help with a lifeline.
    """
    return {"asker": call.who, "question": state.card.question if state.card else "", **build_answer_facts(state)}
