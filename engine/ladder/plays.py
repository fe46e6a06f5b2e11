"""What may be done without being asked: change an answer, make it final, leave a wish, report a question."""

from __future__ import annotations

from engine.kernel.errors import Illegal
from engine.kernel.event import Event
from engine.kernel.question import Form, Join, Option, Play
from engine.kernel.table import GameInPlay
from engine.kernel.text import LOG, build_told, phrase
from engine.ladder import desk, events
from engine.ladder.desk import LIFELINE_BUTTONS, build_answer_receipt, find_choice_kind
from engine.ladder.stage import end_climb, finish_ladder, list_letter_options
from engine.ladder.state import FIFTY, LADDER_LETTERS, MOST_ROUNDS, TAKE, Climber, Ladder, LadderPlayer

ANSWERING = ("answer", "pick", TAKE, "fifty", "lifeline", *(letter.casefold() for letter in LADDER_LETTERS))


def explain_ladder_refusal(state: Ladder, who: str, key: str, value: object) -> Illegal | None:
    """Return an error with the specific reason why a player's answer or play (`key` and `value`) is refused, or None if
    the general reason says enough.
    """
    if key.partition(" ")[0] in ("change", "final"):  # what is not on offer is heard with all that was said after it
        return explain_unchangeable_answer(state, who)
    if key == "report" and who in state.players:
        return explain_refused_report(state, who, str(value))
    if key == "answer" and state.options.asking == "clockwise" and is_lifeline_request(state, value):
        return Illegal(
            "In this game, players use lifelines one after the other, before anybody answers.", code="lifeline_not_now"
        )
    if key in ("answer", "lifeline", "card") and isinstance(value, str) and who in state.climbers:
        return explain_refused_answer(state, who, value.strip().upper())
    if key.partition(" ")[0].casefold() in (*ANSWERING, *state.options.lifelines):
        return explain_final_answer(state, who)
    return None


def is_lifeline_request(state: Ladder, value: object) -> bool:
    """Return whether a player's answer names a lifeline or is marked as unsure, so that a lifeline would be used for
    it.
    """
    word = value.strip().casefold() if isinstance(value, str) else ""
    return word in state.options.lifelines or (word[:-1].upper() in LADDER_LETTERS and word.endswith("?"))


def explain_refused_answer(state: Ladder, who: str, word: str) -> Illegal | None:
    """Return an error with the reason why `word`, in capitals, which has been refused already, cannot be this climber's
    answer to the quiz question, such as that they know it to be wrong; None if there is no special reason. Whether it
    is refused is not checked: any other unsure answer is said to lack a wish.
    """
    if word == TAKE.upper() and state.rung == 1:
        return Illegal(
            "You have no money to take yet. You can take money from the second question on.", code="no_money_yet"
        )
    if word.casefold() in state.options.lifelines and word.casefold() not in state.list_lifelines(who):
        return Illegal("You have already used this lifeline.", code="lifeline_used")
    if word.rstrip("?") in state.climbers[who].covered:
        return Illegal("You know already that {letter} is wrong.", code="answer_struck", letter=word.rstrip("?"))
    if word.rstrip("?") in LADDER_LETTERS and word.endswith("?"):
        return Illegal(
            (
                "To mark an answer as not sure, first say which lifelines I should use when you are not sure, for "
                "example {wish}."
            ),
            code="no_wish",
            wish=FIFTY,
        )
    return None


def explain_unchangeable_answer(state: Ladder, who: str) -> Illegal | None:
    """Return an error with the reason why a player cannot change their answer, or make it final: it is final already,
    or they have not answered any question in play yet; else None.
    """
    climber = state.climbers.get(who)
    if state.phase != "question" or climber is None:
        return None
    if climber.final:
        return explain_final_answer(state, who)
    if climber.status == "in" and not (climber.choice or climber.picks):
        return Illegal("You have not answered yet.", code="not_answered_yet")
    return None


def explain_final_answer(state: Ladder, who: str) -> Illegal | None:
    """Return an error if a player's answer to the question in play is final, so that they cannot give another one; else
    None.
    """
    climber = state.climbers.get(who)
    final = state.phase == "question" and climber is not None and climber.final
    return Illegal("Your answer is final.", code="answer_final") if final else None


def explain_refused_report(state: Ladder, who: str, word: str) -> Illegal | None:
    """Return an error with the reason why a player cannot report a question as faulty now, or None if they can: the one
    in play if `word` begins with “this”, else the last one.
    """
    about = state.card.id if word.startswith("this") and state.card else state.last
    if not about:
        return Illegal(
            "You can report a question as wrong only after its right answer has been shown.", code="no_question_yet"
        )
    return (
        Illegal("You have already reported this question.", code="already_reported")
        if about in state.players[who].reported
        else None
    )


SECRET_LADDER_PLAYS = ("wish", "change", "final", "report", "word", "guess")
THINK, CLEAR = "think", "clear"
THIS = "this "

FAULTS = {
    "wrong": "The last question: the answer given is wrong",
    "two": "The last question: more than one answer is right",
    "dated": "The last question: it is out of date",
    "unclear": "The last question: it is unclear",
}

DOUBTS = {  # nobody can know yet whether the answer is wrong
    f"{THIS}two": "This question: more than one answer is right",
    f"{THIS}dated": "This question: it is out of date",
    f"{THIS}unclear": "This question: it is unclear",
}

WORD, GUESS = "word", "guess"


def list_ladder_plays(game: GameInPlay[Ladder], who: str) -> list[Play]:
    """List everything that a player may do now without being asked: choose lifelines for unsure answers, change an
    answer or make it final, guess along while not climbing, as host of the round speak to a climber, and in older games
    report a question; empty if they take no part or the game is over.
    """
    state = game.state
    if state.phase == "over" or who not in state.here():
        return []
    plays = build_wish_plays(state)
    climber = state.climbers.get(who)
    if state.phase == "question" and climber and climber.status == "in" and not climber.final:
        options = list_answer_changes(state, who)
        plays += [Play("change", "Change your answer", options, secret=True, of="stage/quiz")] if options else []
        plays += [Play("final", "That is my final answer", secret=True, of="stage/quiz")] if climber.choice else []
    plays += [
        Play(f"{WORD}.{seat}", phrase("Say something to {who}", who=seat), form=Form("text"), secret=True)
        for seat in list_addressees(state, who)
    ]
    if state.phase == "question" and not (state.pages or who == state.host or who in state.list_climbers()):
        plays.append(Play(GUESS, "Guess along", list_letter_options(state, LADDER_LETTERS), secret=True))
    faults = list_report_options(state, who) if state.reports else []
    return [*plays, Play("report", "Report a question", faults, secret=True)] if faults else plays


def list_addressees(state: Ladder, who: str) -> list[str]:
    """List the players to whom `who` can say something in private: everybody still on the ladder if `who` is the host
    of the round (a player), else nobody.
    """
    return state.list_climbers() if who == state.host else []


def build_wish_plays(state: Ladder) -> list[Play]:
    """Return, in a list, the play by which a player chooses in advance which lifelines to use for unsure answers; an
    empty list if the game has no lifelines, or where they are asked for before anybody answers.
    """
    names = [Option(name, LIFELINE_BUTTONS[name]) for name in state.options.lifelines]
    if not names or state.options.asking == "clockwise":
        return []
    return [
        Play(
            "wish",
            "If I am not sure, use these lifelines",
            [*names, Option(CLEAR, "None")],
            Form("several", 1, 3),
            secret=True,
        )
    ]


def list_answer_changes(state: Ladder, who: str) -> list[Option]:
    """List, as answer options, everything to which a player may change their answer to the quiz question; empty as long
    as they have given none.
    """
    if state.pages or not state.climbers[who].choice:
        return desk.list_page_changes(state, who)
    take = [Option(TAKE, "Take the money")] if state.rung > 1 else []
    return [*list_letter_options(state, state.list_open_letters(who)), *take, Option(THINK, "Think again")]


def list_report_options(state: Ladder, who: str) -> list[Option]:
    """List, as answer options, the faults that a player can report of the last question and of the one in play, without
    those they have reported already. Only games from old releases offer this; whether this one does is not looked at.
    """
    reported = state.players[who].reported
    last = FAULTS if state.last and state.last not in reported else {}
    this = DOUBTS if state.card and not state.pages and state.card.id not in reported else {}
    return [Option(fault, label) for fault, label in {**last, **this}.items()]


def make_ladder_play(game: GameInPlay[Ladder], who: str, key: str, value: object) -> None:
    """Carry out the play `key` with the choice `value` that a player makes without being asked: change an answer or
    make it final, choose lifelines for unsure answers, guess along, speak to a climber as host of the round, or report
    a question. Whether it is possible has been checked.
    """
    state = game.state
    if key == "wish" and isinstance(value, list):
        save_lifeline_wish(game, who, value)
    elif key == "change":
        change_answer(game, who, state.climbers[who], str(value))
    elif key == "final":
        choice = state.climbers[who].choice
        made = events.AnswerMadeFinal(letter=choice, kind=find_choice_kind(choice, state.rung))
        whisper_on_stage(game, who, events.AllMadeFinal() if state.pages else made)
        state.climbers[who].final = True
    elif key.startswith(f"{WORD}."):
        seat = key.removeprefix(f"{WORD}.")
        whisper_on_stage(game, seat, events.HostHeard(host=who, words=str(value)))
        state.climbers[seat].word = str(value)
        whisper_on_stage(game, who, events.HostSaid(who=seat, words=str(value)))
    elif key == GUESS:
        save_guess(game, who, str(value))
    elif key == "report":
        report_card(game, who, str(value))


def change_answer(game: GameInPlay[Ladder], who: str, climber: Climber, value: str) -> None:
    """Change a player's answer to the quiz question to `value`, or withdraw it if that is `think`, and confirm that to
    this player only; where several questions are asked together, `value` begins with the rung of the one meant, as in
    `2B`. Whether it is allowed is not checked.
    """
    state = game.state
    game.wake_table(f"desk-{who}")
    if state.pages:
        rung, pick = int(value[0]), value[1:]
        whisper_on_stage(
            game,
            who,
            events.OpeningAnswerNoted(letter=pick, amount=state.compute_prize(rung), kind=find_choice_kind(pick, rung)),
        )
        desk.save_page_answer(state, who, rung, pick)
    elif value == THINK:
        whisper_on_stage(game, who, events.ThoughtAgain())
        climber.choice = ""
    else:
        whisper_on_stage(game, who, build_answer_receipt(state, who, value))
        climber.choice = value
        climber.note_silence(state.rung, silent=False)


def save_guess(game: GameInPlay[Ladder], who: str, letter: str) -> None:
    """Save the guess at the question in play of a player who is not climbing, in place of an earlier one, and confirm
    it to them only: the answer given for them when a lifeline asks for their advice, also by one that waits for them
    now.
    """
    for name in game.state.calls:
        game.wake_table(name)
    whisper_on_stage(game, who, events.GuessNoted(letter=letter))
    game.state.players[who].guess = letter


def save_lifeline_wish(game: GameInPlay[Ladder], who: str, value: list[str]) -> None:
    """Save which lifelines a player wants to be used, in this order, when they give an unsure answer, none if `value`
    has CLEAR, and confirm it to them only; it holds until they change it.
    """
    names = [] if CLEAR in value else value
    game.wake_table(f"desk-{who}")
    game.state.players[who].wish = names
    text = "If you are unsure, these are used, in this order: {wish}." if names else "Your wish is withdrawn."
    whisper_on_stage(game, who, text, wish=names)


def report_card(game: GameInPlay[Ladder], who: str, value: str) -> None:
    """Report a quiz question as faulty in the host's log, and thank the player; the question, the one in play or the
    last, is kept among the last two that they reported, so that they cannot report it again.
    """
    state, fault = game.state, value.removeprefix(THIS)
    card = state.card.id if fault != value and state.card else state.last
    state.players[who].reported = [*state.players[who].reported[-1:], card]
    whisper_on_stage(game, who, "Thank you. Question {card} will be looked at.", card=card)
    whisper_on_stage(game, LOG, events.QuestionReported(who=who, card=card, fault=fault))


def whisper_on_stage(game: GameInPlay[Ladder], to: str, what: Event | str, **facts: object) -> None:
    """Tell an event or a sentence, with these facts, to one player only, or with LOG to the host's log, as told at the
    table where the questions are asked (the stage).
    """
    game.say(build_told(what, facts, to, "stage"))


# -- what the host does


def list_ladder_host_plays(state: Ladder) -> list[Play]:
    """List what the person who hosts the game may do with seats: remove a player, let one leave, or seat a newcomer
    while a round is left for them. Return an empty list after the end.
    """
    if state.phase == "over":
        return []
    seats = [Option(who, who) for who in state.here()]
    plays = [Play("kick", "Remove a player", seats), Play("leave", "A player leaves", seats)]
    if state.has_room():
        plays.append(Join("join", "A newcomer joins", form=Form("text"), taken=[*state.players]))
    return plays


def make_ladder_host_play(game: GameInPlay[Ladder], key: str, who: str) -> None:
    """Carry out what the person who hosts the game has chosen for the seat of player `who`: with the key `join` seat a
    newcomer, with `kick` or `leave` remove the player; only the announcement differs between these two.
    """
    if key == "join":
        add_newcomer(game, who)
    else:
        remove_climber(game, who, events.PlayerShownOut(who=who) if key == "kick" else events.PlayerLeft(who=who))


def add_newcomer(game: GameInPlay[Ladder], who: str) -> None:
    """Seat a newcomer, who watches this round and climbs the ladder from the next one on, and announce it; where each
    round belongs to one player, they get as many turns as the others who had fewest, as far as rounds are left. That
    there is room, and the name is free, has been checked.
    """
    state = game.state
    room = max(0, MOST_ROUNDS - state.count_rounds())
    led = max(min(state.players[name].led for name in state.here()), state.options.rounds - room)
    state.players[who] = LadderPlayer(lifelines=[*state.options.lifelines], led=led, chart=[0] * (state.round - 1))
    game.say(build_told(events.PlayerJoined(who=who), {}, table="stage"))


def remove_climber(game: GameInPlay[Ladder], who: str, how: Event) -> None:
    """Remove a player and announce it by the event `how`; they keep what they have won, and their open questions and
    calls for help are cancelled. If they hosted the round, it goes on without a host. If only one player is left, that
    one's climb ends, too, and the game is over.
    """
    state, stage = game.state, game.wake_table("stage")
    stage.tell(how)
    if who in state.list_climbers():
        bank_early_winnings(game, who)
    state.players[who].gone = True
    state.calls = {name: call for name, call in state.calls.items() if call.who != who}
    state.host = "" if state.host == who else state.host
    for name in (*(f"desk-{seat}" for seat in state.players), *desk.list_page_tables(state), *state.calls):
        game.wake_table(name)
    if len(state.here()) < 2:
        for last in state.list_climbers():
            bank_early_winnings(game, last)
        finish_ladder(stage)


def bank_early_winnings(game: GameInPlay[Ladder], who: str) -> None:
    """End the climb of a player who leaves the ladder before it is decided, announce it, and add the money they have
    won so far, that of the last question they answered rightly, to their total; they must have climbed in this round.
    """
    state = game.state
    rung = state.rung - 1 if state.phase == "question" else state.rung
    end_climb(game.wake_table("stage"), who, "left", state.compute_prize(max(rung, 0)), events.WinningsKept)
