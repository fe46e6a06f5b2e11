"""The stage: cards are drawn, questions read out, answers revealed together, winnings banked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest

from engine.kernel.question import Option
from engine.kernel.table import Script, Table
from engine.kernel.text import Phrase, phrase
from engine.ladder import events
from engine.ladder.box import are_telling, has_too_many_of_category
from engine.ladder.state import (
    CATEGORIES_OFFERED,
    LADDER_LETTERS,
    TAKE,
    Card,
    Climber,
    ClimberStatus,
    Ladder,
    LadderPage,
)

LadderStage = Table[Ladder]
RIGHT_BOX, HELPED_BOX, WRONG_BOX, TAKEN_BOX = "🟩", "🟨", "🟥", "⬜"
ASK_CATEGORY_TEXT = "What should the next question, for {amount:$}, be about?"


def start_stage_step(t: LadderStage) -> Script[None] | None:
    """Return the coroutine that plays the next step at the stage, where questions are asked: ask, reveal, or begin or
    end a round. Return None while players think, or while there are no quiz cards.
    """
    state = t.state
    if state.phase == "question":
        return reveal_questions(t) if state.has_all_answers() else None
    if state.phase == "box" and not state.box:
        return None
    if state.has_lost_climbers():
        return end_lost_round(t)
    steps = {"box": cut_box, "round": open_ladder_round, "deal": deal_questions}
    return steps[state.phase](t) if state.phase in steps else None


async def cut_box(t: LadderStage) -> None:
    """Draw at random, from the quiz cards prepared for a game, as many sets of one card for each level as it can need,
    if there are more, drop the others, and note in the host's log which are left, lowest rungs first. The first round
    is then the next step.
    """
    state = t.state
    laid, need = min(map(len, state.box.values())), state.count_needed_cards()
    if laid > need:
        drew = t.draw("box", range(laid), need)
        state.box = {level: [pack[at] for at in drew] for level, pack in state.box.items()}
        held = {card.id for pack in state.box.values() for card in pack}
        state.topics = {card: topic for card, topic in state.topics.items() if card in held}
        state.subjects = {card: subject for card, subject in state.subjects.items() if card in held}
    state.phase = "round"
    packs = [pack for _, pack in sorted(state.box.items())]
    t.note(events.PacksCut(laid=[card.id for cards in zip_longest(*packs) for card in cards if card]))


# -- a round


async def open_ladder_round(t: LadderStage) -> None:
    """Begin a round: announce it, which player hosts it, if any, and who climbs, and put the climbers at the foot of
    the ladder. The first question is asked in the next step.
    """
    host, order = find_host_and_climbers(t.state)
    t.tell(events.RoundBegun(round=t.state.round + 1))
    if host:
        t.tell(events.HostNamed(host=host))
    t.tell(events.LoneClimberNamed(order=order) if len(order) == 1 else events.ClimbersNamed(order=order))
    start_climb(t.state)


def start_climb(state: Ladder) -> None:
    """Begin the next round: count it up, set its host (whose turn as such, or as lone climber, is counted), put its
    climbers at the foot of the ladder, and put aside the quiz cards that the last climb did not reach; give everybody
    all lifelines back if the option says each round, or if the game is new. Nothing is announced or asked.
    """
    first, (host, order) = not state.round, find_host_and_climbers(state)
    if not first:  # cards that the last climb did not come to are put aside: what lies on top goes together
        for rung in range(state.rung + 1, len(state.options.ladder) + 1):
            take_card(state.box[state.compute_level(rung)])
    state.round, state.host, state.order, state.rung = state.round + 1, host, order, 0
    state.climbers = {who: Climber() for who in order}
    if state.options.has_round_owners():
        state.players[host or order[0]].led += 1
    for player in state.players.values():
        if first or state.options.lifelines_per == "round":
            player.lifelines = list(state.options.lifelines)
    state.phase = "deal"


def find_host_and_climbers(state: Ladder) -> tuple[str, list[str]]:
    """Return which player is to host the next round (empty if the program does) and who is to climb, clockwise: all
    other players, or only one where contestants climb alone. Nothing is changed.
    """
    seats = state.here()
    at = find_leader_index(state, seats)
    ring = seats[at:] + seats[:at]
    host = ring.pop(0) if state.options.host == "players" else ""
    return host, ring[:1] if state.options.contestants == "one" else ring


def find_leader_index(state: Ladder, seats: list[str]) -> int:
    """Return the index, in `seats`, of the player with whom the next round begins: where one player hosts or climbs
    alone in each round, the one with fewest such rounds so far; else the players take turns.
    """
    if state.options.has_round_owners():
        return min(range(len(seats)), key=lambda at: state.players[seats[at]].led)
    return state.round % len(seats)


async def end_lost_round(t: LadderStage) -> None:
    """End a round whose last climber has left before the next question, and begin another or end the game."""
    continue_game(t)


async def deal_questions(t: LadderStage) -> None:
    """Ask the climbers the next question, its answers in random order; at the foot of the ladder several at once, if
    the options say so. What belonged to the question before (answers, help, guesses) is forgotten. A host of the round
    is told the right answers in private and, where hosts choose categories, first asked for one.
    """
    state = t.state
    many = state.count_first_questions() if not state.rung else 1
    if many > 1:
        t.tell(events.OpeningQuestionsDealt(n=many))
    kind = await ask_for_category(t) if many == 1 else ""
    pages = [draw_page(t, rung, kind) for rung in range(state.rung + 1, state.rung + many + 1)]
    state.rung, state.phase = state.rung + 1, "question"
    state.card, state.letters = pages[0].card, pages[0].letters
    state.pages = pages if many > 1 else []
    for player in state.players.values():
        player.guess = ""
    for who in state.list_climbers():
        state.climbers[who] = Climber()
    for rung, page in state.map_questions_in_play().items():
        card = page.card
        t.tell(
            events.QuestionAsked(state.compute_prize(rung), card.question, card.id, **build_answer_facts(state, rung))
        )
    for rung, page in state.map_questions_in_play().items() if state.host else ():
        letter = page.letters[0]
        key = events.HostKeysSeen(letter, state.compute_prize(rung)) if many > 1 else events.HostKeySeen(letter)
        t.whisper(state.host, key)


async def ask_for_category(t: LadderStage) -> str:
    """Ask the host of the round for the category of the next question, out of up to three, and return it; the first
    counts if the host does not answer. Return an empty string where the host has no choice.
    """
    state = t.state
    kinds = list(dict.fromkeys(card.category for card in list_cards_for_rung(state, state.rung + 1)))[
        :CATEGORIES_OFFERED
    ]
    if not state.host or state.options.choosing == "chance" or len(kinds) < 2:
        return ""
    amount = state.compute_prize(state.rung + 1)
    return await t.ask(
        "category", state.host, ASK_CATEGORY_TEXT, kinds, lapse=kinds[0], patience="brief", amount=amount
    )


def draw_page(t: LadderStage, rung: int, kind: str = "") -> LadderPage:
    """Choose the next quiz card for this rung (the question's number on the ladder), of the category `kind` if one
    fits, put it at the back of its pack, draw by chance the letters under which its answers are shown, and return both;
    the right answer's letter is the first.
    """
    pack, fit = t.state.box[t.state.compute_level(rung)], list_cards_for_rung(t.state, rung)
    at = pack.index(next((card for card in fit if card.category == kind), fit[0]))
    letters = t.draw("letters", LADDER_LETTERS, len(LADDER_LETTERS))
    if t.state.in_sets:
        pack[0], pack[at], at = pack[at], pack[0], 0
    return LadderPage(take_card(pack, at), letters)


def list_cards_for_rung(state: Ladder, rung: int) -> list[Card]:
    """List the quiz cards that may be asked on a rung. Where chance chooses, that is the next one of the prepared set
    alone (empty if the pack is); where hosts choose, all unused cards that may be exchanged for it and against which
    least speaks after those already asked on this climb.
    """
    pack = state.box[state.compute_level(rung)]
    if state.options.choosing == "chance":
        return pack[:1]
    new = pack[: max(1, len(pack) - state.round + 1)]  # each round before has taken one of them
    if state.in_sets:
        new = [card for at, card in enumerate(new) if can_exchange_card(state, rung, at)]
    below = [state.box[state.compute_level(each)][-1] for each in range(1, rung)]
    faults = {each.id: judge_card_on_ladder(state, below, each) for each in new}
    fewest = min(faults.values())
    return [each for each in new if faults[each.id] == fewest]


def can_exchange_card(state: Ladder, rung: int, at: int) -> bool:
    """Return whether the next quiz card of a rung may be exchanged for card number `at` of its pack (0 is itself:
    True): in neither of the two prepared climbs two cards must then be about one subject, or one give away the answer
    of the other.
    """
    pack = state.box[state.compute_level(rung)]
    return not at or not (has_clash(state, rung, pack[at], 0) or has_clash(state, rung, pack[0], at))


def has_clash(state: Ladder, rung: int, card: Card, at: int) -> bool:
    """Return whether a quiz card for this rung must not be met with a card of the prepared climb that lies at the place
    `at` of all packs; where this climb has been already, packs have moved on by one.
    """
    subject = state.subjects.get(card.id)
    for each in range(1, len(state.options.ladder) + 1):
        other = state.box[state.compute_level(each)][at - (each < rung)]
        if each != rung and (subject == state.subjects.get(other.id) is not None or are_telling(card, other)):
            return True
    return False


def judge_card_on_ladder(state: Ladder, below: list[Card], card: Card) -> tuple[bool, bool, bool]:
    """Return, as three truth values, the worst first, what speaks against a quiz card after the cards `below`, already
    asked in this climb: it repeats a narrow topic or a subject of theirs; one of two gives the other's answer away;
    there are too many of its category.
    """
    repeats = any(
        known.get(card.id, card.id) in {known.get(other.id) for other in below}
        for known in (state.topics, state.subjects)
    )
    telling = any(are_telling(card, other) for other in below)
    return repeats, telling, has_too_many_of_category(card.category, [other.category for other in below])


def take_card(pack: list[Card], at: int = 0) -> Card:
    """Return card number `at` of a pack (0, the default, is the top one), and put it at the back of the pack, so that a
    used-up pack begins again. Raise IndexError if there is no such card.
    """
    card = pack.pop(at)
    pack.append(card)
    return card


def build_answer_facts(state: Ladder, rung: int = 0) -> dict[str, str]:
    """Return the facts `a` to `d`, the four answers of a question, that fill in the sentence which asks it. `rung` says
    which question is meant where several are asked together.
    """
    return {letter.lower(): answer for letter, answer in state.map_answers(rung).items()}


def list_letter_options(state: Ladder, letters: Iterable[str], rung: int = 0) -> list[Option]:
    """Return an answer option for each of these letters, labelled with the letter and the answer that it stands for.
    Where several questions are asked together, `rung` says which is meant, and stands before the letter.
    """
    faces = state.map_answers(rung)
    named = {letter: f"{rung or ''}{letter}" for letter in letters}
    return [Option(name, phrase("{letter}: {answer}", letter=name, answer=faces[each])) for each, name in named.items()]


# -- the reveal


async def reveal_questions(t: LadderStage) -> None:
    """Reveal the answers to the questions just asked, one question after the other, and then go on with the climb, the
    next round or the end. A player who was wrong is out, and their answers to later questions do not count.
    """
    state = t.state
    many = bool(state.pages)
    for rung, page in state.map_questions_in_play().items():
        state.rung, state.card, state.letters = rung, page.card, page.letters
        for who in state.list_climbers() if many else ():
            state.climbers[who].choice = state.climbers[who].picks[rung]
        reveal_answers(t, page.card)
    state.last = state.card.id if state.card else ""
    state.card, state.letters, state.pages, state.phase = None, [], [], "deal"
    continue_game(t)


def reveal_answers(t: LadderStage, card: Card) -> None:
    """Announce, for one question, who gave which answer, then the right one and why, and then judge each choice: first
    of those who were right and climb on, then of those who take the money, then of those who fall; the climbs of these
    end, and they are paid.
    """
    state, climbing = t.state, t.state.list_climbers()
    choices = {who: state.climbers[who].choice for who in climbing}
    if climbing:
        said = [
            format_givers(state, choices, choice) for choice in (*LADDER_LETTERS, TAKE) if choice in choices.values()
        ]
        amount = state.compute_prize(state.rung)
        t.tell(events.AnswersShown(amount, said, card.question, choices, **build_answer_facts(state)))
    t.tell(
        events.RightAnswerShown(
            letter=state.right,
            answer=card.answers[0],
            why=card.why,
            asked=sum(choice != TAKE for choice in choices.values()),
            right=sum(choice == state.right for choice in choices.values()),
            card=card.id,
            rung=state.rung,
            credit=card.credit,
            suspense=bool(climbing),
        )
    )
    order = (state.right, TAKE)  # and then those who fall
    for who in sorted(climbing, key=lambda who: order.index(choices[who]) if choices[who] in order else len(order)):
        judge_choice(t, who, state.climbers[who])


def format_givers(state: Ladder, choices: Mapping[str, str], choice: str) -> Phrase:
    """Build the words that name a choice (a letter, or leaving with the money) and all players who made it; `choices`
    has each player's.
    """
    who = [each for each, said in choices.items() if said == choice]
    if choice == TAKE:
        return phrase("the money ({who})" if state.rung > 1 else "nothing ({who})", who=who)
    return phrase("{letter} ({who})", letter=choice, who=who)


def judge_choice(t: LadderStage, who: str, climber: Climber) -> None:
    """Apply a climber's choice to the question whose right answer was just revealed, and announce the result: they
    climb on, or their climb ends with the money that is due (what they take, what is safe after a wrong answer, or the
    top). Where results are shown as a row of boxes, add one to theirs.
    """
    state, category = t.state, t.state.card.category if t.state.card else ""
    state.players[who].row += [find_result_box(state, climber)] if state.has_boxes() else []
    if climber.choice == TAKE and state.rung == 1:
        end_climb(t, who, "out", 0, events.ClimberSilent)
    elif climber.choice == TAKE:
        ending = events.ClimberSilent if state.rung in climber.silent else events.MoneyTaken
        end_climb(t, who, "walked", state.compute_prize(state.rung - 1), ending)
    elif climber.choice != state.right:
        end_climb(t, who, "out", state.compute_fall(), events.ClimberFell)
    elif state.rung == len(state.options.ladder):
        end_climb(t, who, "won", state.find_top_amount(), events.TopReached)
    else:
        t.tell(events.ClimbedOn(who=who, letter=climber.choice, category=category))


def find_result_box(state: Ladder, climber: Climber) -> str:
    """Return the coloured square that stands for a climber's result in a question, for a row that players can share:
    right, right with help, wrong, or no letter chosen (they took the money or did not answer).
    """
    if climber.choice == TAKE:
        return TAKEN_BOX
    return WRONG_BOX if climber.choice != state.right else HELPED_BOX if climber.helped else RIGHT_BOX


def build_boxes_event(state: Ladder, who: str) -> events.BoxesShown:
    """Build, without announcing it, the event that shows a player's results as a row of coloured squares, and their
    winnings, for sharing; it reveals nothing about the questions. The player must have climbed in this round.
    """
    return events.BoxesShown(who, "".join(state.players[who].row), state.climbers[who].won, state.options.day)


Ending = type[events.ClimberFell | events.ClimberSilent | events.MoneyTaken | events.TopReached | events.WinningsKept]


def end_climb(t: LadderStage, who: str, status: ClimberStatus, amount: int, ending: Ending) -> None:
    """End a player's climb with this status and amount, announce it by an event of the class `ending`, and, where there
    are rows of result boxes, theirs too, and add the amount to their total at once.
    """
    climber = t.state.climbers[who]
    category = t.state.card.category if t.state.card else ""
    t.tell(ending(who=who, letter=climber.choice, amount=amount, status=status, category=category))
    climber.status, climber.won = status, amount
    if t.state.has_boxes():
        t.tell(build_boxes_event(t.state, who))
    t.state.players[who].total += amount


def continue_game(t: LadderStage) -> None:
    """After a question, let the game go on: if nobody climbs any more, note everybody's total for the chart and begin a
    new round, or end the game after the last one. It also ends as soon as a player's total over all rounds reaches the
    top amount; then those who still climb keep what they have won.
    """
    state = t.state
    rich = any(state.players[who].total >= state.find_top_amount() for who in state.here())
    if rich:  # players who still climb keep what they have won
        for who in state.list_climbers():
            end_climb(t, who, "walked", state.compute_prize(state.rung), events.WinningsKept)
    if state.list_climbers():
        return
    for player in state.players.values():
        player.chart.append(player.total)
    state.phase = "over" if rich or state.round >= state.count_rounds() else "round"
    if state.phase == "over":
        finish_ladder(t)


def finish_ladder(t: LadderStage) -> None:
    """End the game, drop open calls for help, and note and announce the winner: the player with most money of those
    still in the game; equally rich players share the win, unless a duel can be decided otherwise.
    """
    state = t.state
    state.phase, state.calls, state.pages = "over", {}, []
    here = state.here()
    best = max((state.players[who].total for who in here), default=0)
    state.champions = [who for who in here if state.players[who].total == best]
    if state.options.duel and len(state.champions) > 1:
        break_duel_tie(t, best)
    t.tell(events.GameWon(who=state.champions, amount=best))


def break_duel_tie(t: LadderStage, amount: int) -> None:
    """Decide a duel in which both players have the same `amount`: make the one with more right answers the only
    champion, or else the one who used less help, and announce why. If that is equal, too, change nothing: both have
    won.
    """
    state = t.state
    rows = {who: state.players[who].row for who in state.champions}
    came = {who: row.count(RIGHT_BOX) + row.count(HELPED_BOX) for who, row in rows.items()}
    alone = {who: -row.count(HELPED_BOX) for who, row in rows.items()}
    for decided, counts in ((events.WentFurther, came), (events.NeededLessHelp, alone)):
        if len(set(counts.values())) > 1:
            state.champions = [max(counts, key=lambda who: counts[who])]
            t.tell(decided(who=state.champions[0], amount=amount))
            return
