"""The stage: cards are drawn, questions read out, answers revealed together, winnings banked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest

from engine.kernel.question import Option
from engine.kernel.table import Script, Table
from engine.kernel.text import Phrase, phrase
from engine.ladder import events
from engine.ladder.box import are_telling, too_many
from engine.ladder.state import LETTERS, OFFERED, TAKE, Card, Climber, Ladder, Page, Status

Stage = Table[Ladder]
RIGHT_BOX, HELPED_BOX, WRONG_BOX, TAKEN_BOX = "🟩", "🟨", "🟥", "⬜"
ABOUT = "What is the next question about, for {amount:$}?"


def next_step(t: Stage) -> Script[None] | None:
    """What the stage goes on with; nothing while players think, or while nobody has brought a box of cards."""
    state = t.state
    if state.phase == "question":
        return reveal(t) if state.all_in() else None
    if state.phase == "box" and not state.box:
        return None
    steps = {"box": cut, "round": open_round, "deal": deal}
    return steps[state.phase](t) if state.phase in steps else None


async def cut(t: Stage) -> None:
    """Of the climbs laid out, a card of each level, as many are drawn as this game can need."""
    state = t.state
    laid, need = min(map(len, state.box.values())), state.needed()
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


async def open_round(t: Stage) -> None:
    """A new host, and everybody else on the first rung; lifelines come back each round, or only with a new game."""
    host, order = hosted(t.state)
    t.tell(events.RoundBegun(round=t.state.round + 1))
    if host:
        t.tell(events.HostNamed(host=host))
    t.tell(events.LoneClimberNamed(order=order) if len(order) == 1 else events.ClimbersNamed(order=order))
    take_places(t.state)


def take_places(state: Ladder) -> None:
    """Everybody stands below the first rung."""
    first, (host, order) = not state.round, hosted(state)
    if not first:  # cards that the last climb did not come to are put aside: what lies on top goes together
        for rung in range(state.rung + 1, len(state.options.ladder) + 1):
            taken(state.box[state.level(rung)])
    state.round, state.host, state.order, state.rung = state.round + 1, host, order, 0
    state.climbers = {who: Climber() for who in order}
    if state.in_turn():
        state.players[host or order[0]].led += 1
    for player in state.players.values():
        if first or state.options.lifelines_per == "round":
            player.lifelines = list(state.options.lifelines)
    state.phase = "deal"


def hosted(state: Ladder) -> tuple[str, list[str]]:
    """Who hosts the next round, and who climbs, clockwise from the host: everybody else, or the next one alone."""
    seats = state.here()
    at = leader(state, seats)
    ring = seats[at:] + seats[:at]
    host = ring.pop(0) if state.options.host == "players" else ""
    return host, ring[:1] if state.options.contestants == "one" else ring


def leader(state: Ladder, seats: list[str]) -> int:
    """Whose turn it is: whoever has had the fewest, so that nobody is passed over when others come and go."""
    if state.in_turn():
        return min(range(len(seats)), key=lambda at: state.players[seats[at]].led)
    return state.round % len(seats)


async def deal(t: Stage) -> None:
    """The next card is read out, its answers in a new order; at the foot of the ladder perhaps several at once."""
    state = t.state
    many = state.first() if not state.rung else 1
    if many > 1:
        t.tell(events.PagesDealt(n=many))
    kind = await chosen(t) if many == 1 else ""
    pages = [laid(t, rung, kind) for rung in range(state.rung + 1, state.rung + many + 1)]
    state.rung, state.phase = state.rung + 1, "question"
    state.card, state.letters = pages[0].card, pages[0].letters
    state.pages = pages if many > 1 else []
    for player in state.players.values():
        player.guess = ""
    for who in state.climbing():
        state.climbers[who] = Climber()
    for rung, page in state.in_play().items():
        card = page.card
        t.tell(events.QuestionAsked(state.prize(rung), card.question, card.id, **facts(state, rung)))
    for rung, page in state.in_play().items() if state.host else ():
        letter = page.letters[0]
        key = events.HostKeysSeen(letter, state.prize(rung)) if many > 1 else events.HostKeySeen(letter)
        t.whisper(state.host, key)


async def chosen(t: Stage) -> str:
    """Where that is agreed upon, the host of the round says what the next question is about: one of three things."""
    state = t.state
    kinds = list(dict.fromkeys(card.category for card in fitting(state, state.rung + 1)))[:OFFERED]
    if not state.host or state.options.choosing == "chance" or len(kinds) < 2:
        return ""
    amount = state.prize(state.rung + 1)
    return await t.ask("category", state.host, ABOUT, kinds, lapse=kinds[0], patience="brief", amount=amount)


def laid(t: Stage, rung: int, kind: str = "") -> Page:
    """The next card for this rung, of this kind if one has been chosen, and the letters of its answers."""
    pack, fit = t.state.box[t.state.level(rung)], fitting(t.state, rung)
    card = next((card for card in fit if card.category == kind), fit[0])
    letters = t.draw("letters", LETTERS, len(LETTERS))
    return Page(taken(pack, pack.index(card)), letters)


def fitting(state: Ladder, rung: int) -> list[Card]:
    """The cards that may be asked for a rung: the next one, as climbs are laid out whole. Where hosts choose, all that
    were not asked yet and go with those below them on this climb; or all that were not asked, where none does.
    """
    pack = state.box[state.level(rung)]
    if state.options.choosing == "chance":
        return pack[:1]
    new = pack[: max(1, len(pack) - state.round + 1)]  # each round before has taken one of them
    below = [state.box[state.level(each)][-1] for each in range(1, rung)]
    fresh = [each for each in new if is_new_to(state, below, each)]
    return [each for each in fresh if not any(are_telling(each, other) for other in below)] or fresh or new


def is_new_to(state: Ladder, below: list[Card], card: Card) -> bool:
    """Say whether a card repeats nothing of those below it, as `box.is_new_to` does while a climb is laid out."""
    for known in (state.topics, state.subjects):
        if known.get(card.id, card.id) in {known.get(other.id) for other in below}:
            return False
    return not too_many(card.category, [other.category for other in below])


def taken(pack: list[Card], at: int = 0) -> Card:
    """A card of a pack, the top one as a rule. It goes to the back: a pack that has run out begins again."""
    card = pack.pop(at)
    pack.append(card)
    return card


def facts(state: Ladder, rung: int = 0) -> dict[str, str]:
    """The four answers for a sentence."""
    return {letter.lower(): answer for letter, answer in state.faces(rung).items()}


def labelled(state: Ladder, letters: Iterable[str], rung: int = 0) -> list[Option]:
    """Letters to choose from, each with the answer it stands for."""
    faces = state.faces(rung)
    named = {letter: f"{rung or ''}{letter}" for letter in letters}
    return [Option(name, phrase("{letter}: {answer}", letter=name, answer=faces[each])) for each, name in named.items()]


# -- the reveal


async def reveal(t: Stage) -> None:
    """One question after the other: who is wrong falls, and what they have said further up is not looked at."""
    state = t.state
    many = bool(state.pages)
    for rung, page in state.in_play().items():
        state.rung, state.card, state.letters = rung, page.card, page.letters
        for who in state.climbing() if many else ():
            state.climbers[who].choice = state.climbers[who].picks[rung]
        show(t, page.card)
    state.last = state.card.id if state.card else ""
    state.card, state.letters, state.pages, state.phase = None, [], [], "deal"
    go_on(t)


def show(t: Stage, card: Card) -> None:
    """Who has said what; after a beat the right answer and why; then who climbs, who goes, who falls."""
    state, climbing = t.state, t.state.climbing()
    choices = {who: state.climbers[who].choice for who in climbing}
    if climbing:
        said = [saying(state, choices, choice) for choice in (*LETTERS, TAKE) if choice in choices.values()]
        amount = state.prize(state.rung)
        t.tell(events.AnswersShown(amount, said, card.question, choices, **facts(state)))
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
    order = (state.right, TAKE)  # and then whoever falls
    for who in sorted(climbing, key=lambda who: order.index(choices[who]) if choices[who] in order else len(order)):
        judge(t, who, state.climbers[who])


def saying(state: Ladder, choices: Mapping[str, str], choice: str) -> Phrase:
    """Who has given this answer."""
    who = [each for each, said in choices.items() if said == choice]
    if choice == TAKE:
        return phrase("the money ({who})" if state.rung > 1 else "nothing ({who})", who=who)
    return phrase("{letter} ({who})", letter=choice, who=who)


def judge(t: Stage, who: str, climber: Climber) -> None:
    """What a player's choice comes to."""
    state, category = t.state, t.state.card.category if t.state.card else ""
    state.players[who].row += [boxed(state, climber)] if state.boxes() else []
    if climber.choice == TAKE and state.rung == 1:
        leave(t, who, "out", 0, events.ClimberSilent)
    elif climber.choice == TAKE:
        leave(t, who, "walked", state.prize(state.rung - 1), events.MoneyTaken)
    elif climber.choice != state.right:
        leave(t, who, "out", state.fall(), events.ClimberFell)
    elif state.rung == len(state.options.ladder):
        leave(t, who, "won", state.goal(), events.TopReached)
    else:
        t.tell(events.ClimbedOn(who=who, letter=climber.choice, category=category))


def boxed(state: Ladder, climber: Climber) -> str:
    """The box of a question: right, right with help, wrong, or not answered."""
    if climber.choice == TAKE:
        return TAKEN_BOX
    return WRONG_BOX if climber.choice != state.right else HELPED_BOX if climber.helped else RIGHT_BOX


def row(state: Ladder, who: str) -> events.BoxesShown:
    """What there is to share of a day: the boxes, and what they came to, and nothing of the questions."""
    return events.BoxesShown(who, "".join(state.players[who].row), state.climbers[who].won, state.options.day)


Ending = type[events.ClimberFell | events.ClimberSilent | events.MoneyTaken | events.TopReached | events.WinningsKept]


def leave(t: Stage, who: str, status: Status, amount: int, ending: Ending) -> None:
    """A climb ends, and its winnings are banked at once."""
    climber = t.state.climbers[who]
    category = t.state.card.category if t.state.card else ""
    t.tell(ending(who=who, letter=climber.choice, amount=amount, status=status, category=category))
    climber.status, climber.won = status, amount
    if t.state.boxes():
        t.tell(row(t.state, who))
    t.state.players[who].total += amount


def go_on(t: Stage) -> None:
    """Does the climb go on, a new round begin, or the game end?"""
    state = t.state
    rich = any(state.players[who].total >= state.goal() for who in state.here())
    if rich:  # whoever still climbs keeps what they have won
        for who in state.climbing():
            leave(t, who, "walked", state.prize(state.rung), events.WinningsKept)
    if state.climbing():
        return
    for player in state.players.values():
        player.chart.append(player.total)
    state.phase = "over" if rich or state.round >= state.rounds() else "round"
    if state.phase == "over":
        finish(t)


def finish(t: Stage) -> None:
    """The richest wins; who is equally rich shares the win."""
    state = t.state
    state.phase, state.calls, state.pages = "over", {}, []
    here = state.here()
    best = max((state.players[who].total for who in here), default=0)
    state.champions = [who for who in here if state.players[who].total == best]
    if state.options.duel and len(state.champions) > 1:
        decide(t, best)
    t.tell(events.GameWon(who=state.champions, amount=best))


def decide(t: Stage, amount: int) -> None:
    """Of two in a duel who have won the same, whoever came further wins; or else whoever did so with less help."""
    state = t.state
    rows = {who: state.players[who].row for who in state.champions}
    came = {who: row.count(RIGHT_BOX) + row.count(HELPED_BOX) for who, row in rows.items()}
    alone = {who: -row.count(HELPED_BOX) for who, row in rows.items()}
    for decided, counts in ((events.WentFurther, came), (events.NeededLessHelp, alone)):
        if len(set(counts.values())) > 1:
            state.champions = [max(counts, key=lambda who: counts[who])]
            t.tell(decided(who=state.champions[0], amount=amount))
            return
