"""What may be done without being asked: change an answer, make it final, leave a wish, report a question."""

from __future__ import annotations

from engine.kernel.errors import Illegal
from engine.kernel.event import Event
from engine.kernel.game import Game
from engine.kernel.question import Form, Option, Play
from engine.kernel.text import as_told, phrase
from engine.ladder import events, pages
from engine.ladder.desk import NAMES, put_down, receipt
from engine.ladder.stage import finish, labelled, leave
from engine.ladder.state import LETTERS, MOST_PLAYERS, MOST_ROUNDS, TAKE, Climber, Ladder, Player

SECRET = ("wish", "change", "final", "report", "word", "guess")
THINK, CLEAR = "think", "clear"
THIS = "this "
FAULTS = {
    "wrong": "The last one: the answer given is wrong",
    "two": "The last one: more than one answer is right",
    "dated": "The last one: it is out of date",
    "unclear": "The last one: it is unclear",
}
DOUBTS = {  # nobody can know yet whether the answer is wrong
    f"{THIS}two": "This one: more than one answer is right",
    f"{THIS}dated": "This one: it is out of date",
    f"{THIS}unclear": "This one: it is unclear",
}
WORD, GUESS = "word", "guess"
LONGEST_SEAT = 40


def offered(game: Game[Ladder], who: str) -> list[Play]:
    """All that a player may do now."""
    state = game.state
    if state.phase == "over" or who not in state.here():
        return []
    plays = wishes(state)
    climber = state.climbers.get(who)
    if state.phase == "question" and climber and climber.status == "in" and not climber.final:
        options = changes(state, who)
        plays += [Play("change", "Change your answer", options, secret=True, of="stage/quiz")] if options else []
        plays += [Play("final", "That is my final answer", secret=True, of="stage/quiz")] if climber.choice else []
    plays += [
        Play(f"{WORD}.{seat}", phrase("A word to {who}", who=seat), form=Form("text"), secret=True)
        for seat in spoken_to(state, who)
    ]
    if state.phase == "question" and not (state.pages or who == state.host or who in state.climbing()):
        plays.append(Play(GUESS, "Guess along", labelled(state, LETTERS), secret=True))
    faults = reports(state, who) if state.reports else []
    return [*plays, Play("report", "Report a question", faults, secret=True)] if faults else plays


def spoken_to(state: Ladder, who: str) -> list[str]:
    """Whom the host of the round may say a word to, in private: everybody who climbs."""
    return state.climbing() if who == state.host else []


def wishes(state: Ladder) -> list[Play]:
    """A wish can be left where lifelines are played with the answer, and not asked for before it."""
    names = [Option(name, NAMES[name]) for name in state.options.lifelines]
    if not names or state.options.asking == "clockwise":
        return []
    return [Play("wish", "If unsure, use these", [*names, Option(CLEAR, "None")], Form("several", 1, 3), secret=True)]


def changes(state: Ladder, who: str) -> list[Option]:
    """What an answer may be changed to; nothing, while there is none."""
    if state.pages or not state.climbers[who].choice:
        return pages.changes(state, who)
    take = [Option(TAKE, "Take the money")] if state.rung > 1 else []
    return [*labelled(state, state.open_to(who)), *take, Option(THINK, "Think again")]


def reports(state: Ladder, who: str) -> list[Option]:
    """In games that began before the host of games took reports: what may be said against the last question, whose
    answer is known, and against the one in play.
    """
    reported = state.players[who].reported
    last = FAULTS if state.last and state.last not in reported else {}
    this = DOUBTS if state.card and not state.pages and state.card.id not in reported else {}
    return [Option(fault, label) for fault, label in {**last, **this}.items()]


def do(game: Game[Ladder], who: str, key: str, value: object) -> None:
    """Do it."""
    state = game.state
    if key == "wish" and isinstance(value, list):
        wish(game, who, value)
    elif key == "change":
        change(game, who, state.climbers[who], str(value))
    elif key == "final":
        choice = state.climbers[who].choice
        made = events.AnswerMadeFinal(letter=choice, kind=put_down(choice, state.rung))
        say(game, who, events.AllMadeFinal() if state.pages else made)
        state.climbers[who].final = True
    elif key.startswith(f"{WORD}."):
        seat = key.removeprefix(f"{WORD}.")
        say(game, seat, events.HostHeard(host=who, words=str(value)))
        state.climbers[seat].word = str(value)
        say(game, who, events.HostSaid(who=seat, words=str(value)))
    elif key == GUESS:
        guess(game, who, str(value))
    elif key == "report":
        report(game, who, str(value))


def change(game: Game[Ladder], who: str, climber: Climber, value: str) -> None:
    """Another answer, or none yet; nobody is told."""
    state = game.state
    game.table(f"desk-{who}")
    if state.pages:
        rung, pick = int(value[0]), value[1:]
        say(game, who, events.PagePicked(letter=pick, amount=state.prize(rung), kind=put_down(pick, rung)))
        pages.picked(state, who, rung, pick)
    elif value == THINK:
        say(game, who, events.ThoughtAgain())
        climber.choice = ""
    else:
        say(game, who, receipt(state, who, value))
        climber.choice = value


def guess(game: Game[Ladder], who: str, letter: str) -> None:
    """Somebody who does not climb says what they think; whoever waits for their card need not wait any more."""
    for name in game.state.calls:
        game.table(name)
    say(game, who, events.GuessNoted(letter=letter))
    game.state.players[who].guess = letter


def wish(game: Game[Ladder], who: str, value: list[str]) -> None:
    """Leave a wish for unsure answers; it holds until it is changed."""
    names = [] if CLEAR in value else value
    game.table(f"desk-{who}")
    game.state.players[who].wish = names
    text = "If you are unsure, these are used, in this order: {wish}." if names else "Your wish is withdrawn."
    say(game, who, text, wish=names)


def report(game: Game[Ladder], who: str, value: str) -> None:
    """A question is to be looked at; each player can say so once."""
    state, fault = game.state, value.removeprefix(THIS)
    card = state.card.id if fault != value and state.card else state.last
    state.players[who].reported = [*state.players[who].reported[-1:], card]
    say(game, who, "Thank you. Question {card} will be looked at.", card=card)
    say(game, "*", "{who} reports question {card}: {fault}.", who=who, card=card, fault=fault)


def say(game: Game[Ladder], to: str, what: Event | str, **facts: object) -> None:
    """Said to one person."""
    game.say(as_told(what, facts, to, "stage"))


# -- what the host does


def for_host(state: Ladder) -> list[Play]:
    """Show somebody out, let somebody go, or seat a newcomer."""
    if state.phase == "over":
        return []
    seats = [Option(who, who) for who in state.here()]
    plays = [Play("kick", "Show a player out", seats), Play("leave", "A player leaves", seats)]
    return plays if len(seats) >= MOST_PLAYERS else [*plays, Play("join", "A newcomer joins", form=Form("text"))]


def do_for_host(game: Game[Ladder], key: str, who: str) -> None:
    """Do it."""
    if key == "join":
        join(game, who)
    else:
        depart(game, who, events.PlayerShownOut(who=who) if key == "kick" else events.PlayerLeft(who=who))


def join(game: Game[Ladder], who: str) -> None:
    """A newcomer is audience at once, and climbs with the next round."""
    state = game.state
    if len(who) > LONGEST_SEAT or who in state.players:
        raise Illegal("There is no room for a seat of that name.")
    room = max(0, MOST_ROUNDS - state.rounds())
    led = max(min(state.players[name].led for name in state.here()), state.options.rounds - room)
    state.players[who] = Player(lifelines=[*state.options.lifelines], led=led, chart=[0] * (state.round - 1))
    game.say(as_told(events.PlayerJoined(who=who), {}, table="stage"))


def depart(game: Game[Ladder], who: str, how: Event) -> None:
    """Whoever goes takes along what they have won, and whatever they were asked is void. The last one left has won."""
    state, stage = game.state, game.table("stage")
    stage.tell(how)
    if who in state.climbing():
        bank(game, who)
    state.players[who].gone = True
    state.calls = {name: call for name, call in state.calls.items() if call.who != who}
    state.host = "" if state.host == who else state.host
    for name in (*(f"desk-{seat}" for seat in state.players), *pages.tables(state), *state.calls):
        game.table(name)
    if len(state.here()) < 2:
        for last in state.climbing():
            bank(game, last)
        finish(stage)


def bank(game: Game[Ladder], who: str) -> None:
    """A climb that ends early keeps what has been won."""
    state = game.state
    rung = state.rung - 1 if state.phase == "question" else state.rung
    leave(game.table("stage"), who, "left", state.prize(max(rung, 0)), events.WinningsKept)
