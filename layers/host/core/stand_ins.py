"""Who answers in a player's place: the list they left, a computer, or the person who takes the seat over."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Protocol

from engine.kernel import LOG, Form, Game, Illegal, Option, Play, Question, Ruleset
from engine.kernel.event import Event
from engine.kernel.picture import BOARD
from engine.kernel.ruleset import Character
from host.core import events
from host.core.session import COMPUTER_MARK, SeatedPlayer, SeatWish, Session, clean_display_name, make_name_distinct

LIST_PLAY_KEY = "list"  # the play by which one says in order what is to be tried


SEAL_KEY = "seal"  # how the keys of questions end that ask where to hide a bomb


TURN_KEYS = ("select", "pick")  # how the keys of questions end that ask for the square of one's turn


MOST_SQUARES_IN_ORDER = 5


class Asked(Protocol):
    """A question, as the rules or a view have it."""

    @property
    def id(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def form(self) -> Form: ...
    @property
    def secret(self) -> bool: ...
    @property
    def of(self) -> str: ...


def count_squares_in_order(asked: Asked, plays: Iterable[Play]) -> int:
    """Return how many squares a player may name in one answer to this question: 1, or more if `plays` offers the player
    to leave a list of squares for later turns.
    """
    if (
        asked.secret
        or asked.of != BOARD
        or asked.form.kind != "choice"
        or asked.key.rpartition(".")[2] not in TURN_KEYS
    ):
        return 1
    board = f"{asked.id.partition('#')[0]}/{BOARD}"
    lists = (play for play in plays if play.key == LIST_PLAY_KEY and play.of == board)
    return min(MOST_SQUARES_IN_ORDER, max((play.form.high for play in lists), default=0) + 1)


def find_list_play(plays: Iterable[Play]) -> Play | None:
    """Return the play that leaves a list of squares for later turns, or None if it is not offered."""
    return next((play for play in plays if play.key == LIST_PLAY_KEY), None)


def list_closed_squares(squares: Iterable[object], options: Iterable[Option]) -> list[object]:
    """Return those of the named squares that are still closed, which are those among the question's `options`, in order
    and without repetition.
    """
    closed = {option.value for option in options if isinstance(option.value, int)}
    return [square for square in dict.fromkeys(each for each in squares if isinstance(each, int)) if square in closed]


def assign_seat(session: Session, player: SeatedPlayer, wish: SeatWish) -> None:
    """Give the seat of this player to the person who wishes for it, under a name unlike any other at the table; restart
    the clocks of the seat's questions, and end votes about it; another person's votes do not count as theirs.
    """
    if wish.person != player.person:
        drop_votes_by(session, player.seat)
    others = [other.name for other in session.players if other is not player]
    number = player.seat.removeprefix("p")
    player.name = make_name_distinct(clean_display_name(wish.name), number, others, program=wish.program)
    player.person, player.place, player.habits, player.bot = wish.person, wish.place, wish.habits, False
    player.program = wish.program
    session.votes.pop(player.seat, None)
    for book in session.iter_clock_books():
        for key in [key for key, clock in book.items() if clock.who == player.seat]:
            del book[key]


def drop_votes_by(session: Session, seat: str) -> None:
    """Drop the votes that were cast from this seat."""
    for votes in [*session.votes.values(), *(wish.votes for wish in session.wishes.values())]:
        votes[:] = [voter for voter in votes if voter != seat]


def promise_seat(session: Session, game: Game[Any], player: SeatedPlayer, wish: SeatWish) -> list[Event]:
    """Promise a seat to a person, who gets it as soon as they would learn no secret of the player before. Return the
    announcement that they have to wait, or an empty list if they need not.
    """
    session.takeovers[player.seat] = wish
    if _is_free_of_secrets(session, game, player.seat):
        return []
    return [events.SeatPromised(wish.build_shown_name(session), player.seat)]


def _is_free_of_secrets(session: Session, game: Game[Any], seat: str) -> bool:
    """Return whether a new owner of this seat would learn no secret of the game by taking it."""
    if session.open_seats and not any(player.person or player.since for player in session.players):
        return True
    return game.ruleset.can_hand_over_seat(game, seat, resting=not game.save().tape)


def seat_waiting_people(session: Session, game: Game[Any]) -> list[Event]:
    """Give promised seats that hold no secrets any more to those who wait for them, and drop promises that no longer
    hold; return what to announce.
    """
    seated: list[Event] = []
    for seat, wish in list(session.takeovers.items()):
        player = session.find_player_in(seat)
        if player is None or player.out or not player.bot or session.has_active_seat(wish.person):
            del session.takeovers[seat]
        elif _is_free_of_secrets(session, game, seat):
            del session.takeovers[seat]
            assign_seat(session, player, wish)
            player.since = session.entries
            seated.append(events.SeatTaken(seat))
    return seated


# fmt: off
FIRST_NAMES = (
    "Ada", "Babbage", "Clarke", "Dot", "Euler", "Fermi", "Gauss", "Hopper", "Iverson", "Jacquard", "Knuth", "Lovelace",
    "Minsky", "Noether", "Ohm", "Pascal", "Quine", "Ritchie", "Shannon", "Turing", "Ulam", "Volta", "Wiener", "Xenakis",
    "Yao", "Zuse",
)


# fmt: on
COMPUTER_NAMES = tuple(f"{name}{again}{COMPUTER_MARK}" for again in ("", " 2") for name in FIRST_NAMES)


def find_bot_character(rules: Ruleset[Any], name: str) -> Character | None:
    """Return the character (name and habits) of the computer player of this name, or None for a computer that stands in
    for a person.
    """
    if name not in COMPUTER_NAMES or not rules.characters:
        return None
    return rules.characters[COMPUTER_NAMES.index(name) % len(rules.characters)]


def answer_for_bot(game: Game[Any], question: Question, luck: random.Random, name: str = "") -> None:
    """Answer a question for a computer player, or first make an unasked play that the ruleset advises; if that is
    illegal, let the question time out, so that a computer never blocks a game.
    """
    character = find_bot_character(game.ruleset, name)
    advice = game.ruleset.advise(game, question, character.key if character else "")
    try:
        if advice is None:
            game.answer(question.who, question.id, pick_random_answer(question, luck))
        elif advice.question:
            game.answer(question.who, advice.question, advice.value)
        else:
            game.play(question.who, advice.play, advice.value)
    except Illegal:
        game.lapse(question.id)


def play_for_bots_unasked(game: Game[Any], seats: Iterable[str], luck: random.Random) -> bool:
    """Make one random legal play for one of these computer seats, so that the game goes on when nobody is asked
    anything; return False if none was possible.
    """
    found = [(who, play) for who in seats for play in game.list_plays(who)]
    return any(_try_play(game, who, play, luck) for who, play in luck.sample(found, len(found)))


def _try_play(game: Game[Any], who: str, play: Play, luck: random.Random) -> bool:
    try:
        game.play(who, play.key, pick_play_value(play, luck))
    except Illegal:
        return False
    return True


def pick_play_value(play: Play, luck: random.Random) -> Any:
    """Pick a random value for a play, or None if it takes none."""
    if not play.options:
        return None
    asked = Question(key=play.key, who=LOG, text="", look=lambda: play.options, lapse=None, form=play.form)
    return pick_random_answer(asked, luck)


def pick_random_answer(question: Question, luck: random.Random) -> Any:
    """Pick a random answer that fits the question's form. If it wants text or has no options, return its lapse (the
    answer that counts when nobody answers in time).
    """
    form = question.form
    if form.kind == "number":
        return form.low + form.step * luck.randint(0, (form.high - form.low) // form.step)
    options = () if form.kind == "text" else question.look()
    if not options:
        return question.lapse
    if form.kind == "several":
        some = luck.sample(options, min(len(options), luck.randint(form.low, form.high)))
        return [option.value for option in some]
    return luck.choice(options).value
