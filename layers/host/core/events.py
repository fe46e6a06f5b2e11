"""All that the host itself says in a game, whatever is played: each event says itself in its docstring."""

from __future__ import annotations

from engine.kernel.event import CHAT, EVERYWHERE, Event, Names, Seat, Seats, Words

# -- tables and seats


class TableOpened(Event):
    """{title}: a new game is open. All its random draws come from a secret that is fixed now. Code to check this
    after the game: {seal}
    """

    proof = "seal"
    title: str
    seal: str


class TableShown(Event):
    """{title} can now also be played in one more chat."""

    title: str


class InvitedOnly(Event):
    """From now on only invited players can join this game."""


class ProgramsAllowed(Event):
    """From now on programs can join this game. Each is marked as a program, and its results do not count."""


class ProgramsRefused(Event):
    """From now on no more programs can join this game."""


class LobbyWarned(Event):
    """This game has not begun yet. If nobody starts it, it is closed in {time}."""

    rings = CHAT
    time: Words


class LobbyExpired(Event):
    """Nobody started this game in time, so it is closed."""


class TableClosed(Event):
    """The host has closed this game."""


class TableEmptied(Event):
    """No player is left, so the game ends here."""


class SeatTaken(Event):
    """{who} joins the game."""

    who: Seat


class CharacterTold(Event):
    """{character}"""

    character: Words


class SeatAskedFor(Event):
    """{name} wants to join this game. The player who opened the game, or more than half of the players, can say yes."""

    name: Words


class LetInVoted(Event):
    """{n} of {needed} players have voted to let {name} join."""

    n: int
    needed: int
    name: Words


class SeatTakenOver(Event):
    """{who} takes over the place of a player who has left, with the money and everything else."""

    who: Seat


class SeatPromised(Event):
    """{name} will take the place of {who} as soon as {who} has no more secrets that {name} could then see."""

    name: Words
    who: Seat


class StandInVoted(Event):
    """{n} of {needed} players have voted to let a computer play for {who}."""

    n: int
    needed: int
    who: Seat


class StandInCame(Event):
    """From now on a computer plays for {who}."""

    who: Seat


class SeatLeft(Event):
    """{who} leaves the game."""

    who: Seat


class PlayerShownOut(Event):
    """The host removes {who} from the game."""

    who: Seat


# -- from a full table to a game, and its end


class WordSealed(Event):
    """{who} has added a secret word for the random draws."""

    who: Seat


class WordsSealed(Event):
    """Nobody can join any more. Codes to check the players’ secret words later: {words}."""

    proof = "words"
    words: Names


class WordsAwaited(Event):
    """The game begins when {seats} {n:has|have} shown their secret words, or in {time} at the latest."""

    rings = CHAT
    seats: Seats
    n: int
    time: Words


class SeatsReopened(Event):
    """The seats are open again. A secret word that has been shown does not count any more. You can choose a new one."""


class GameBegun(Event):
    """The game begins. The players: {seats}."""

    rings = CHAT
    seats: Seats


# Predictions and letters are extras, but what was told of them stands in logs, which are read without the extras too.


class PredictionsOpened(Event):
    """Are you out, or only watching? Say what you think will happen and get points if you are right. Write: predict"""


class FallenAsked(Event):
    """{out} Guess what happens next: 1. {first} 2. {second} Tap your two answers. For more guesses, write: predict"""

    variants = (
        "{out} Guess what happens next: {first} Tap your answer. For more guesses, write: predict",
        "You are out of this round. {lap:C} takes about {time}. Guess what happens next: 1. {first} 2. {second} Tap your answers. For more guesses, write: predict",
        (
            "You are out of this round. Guess what happens next: 1. {first} 2. {second} Tap your answers. For more "
            "guesses, write: predict"
        ),
        (
            "You are out of this round. {lap:C} takes about {time}. Guess what happens next: {first} Tap your answer."
            " For more guesses, write: predict"
        ),
        "You are out of this round. Guess what happens next: {first} Tap your answer. For more guesses, write: predict",
        "{out}",
    )
    keys: list[str]
    first: Words = ""  # without it there is nothing to predict
    second: Words = ""
    lap: Words = ""  # older releases told this and the time in place of `out`
    time: Words = ""
    out: Words = ""  # by whose bomb, and until when


class PredictionTold(Event):
    """{result} New questions: 1. {first} 2. {second} Tap your answers. For more questions, write: predict"""

    variants = ("{result} A new question: {first} Tap your answer. For more questions, write: predict",)
    result: Words
    first: Words
    keys: list[str]
    second: Words = ""


class PredictionsStand(Event):
    """Predictions so far: {rows}."""

    rows: Names


class WatchersAsked(Event):
    """You watch this round. Guess what happens next: 1. {first} 2. {second} Tap your answers. For more guesses,
    write: predict
    """

    variants = (
        ("You watch this round. Guess what happens next: {first} Tap your answer. For more guesses, write: predict"),
    )
    first: Words
    keys: list[str]
    second: Words = ""


class SecretOpened(Event):
    """All random draws came from the host’s secret, {secret}, and the players’ secret words. You can check this on
    the page of this game: /g/{game}/check.
    """

    proof = "secret"
    rings = EVERYWHERE
    secret: str
    game: str


class FingerprintShown(Event):
    """The fingerprint of all public messages is {print}. It must be the same in every place that shows this game."""

    proof = "print"
    print: str


# -- clocks


class ClocksStopped(Event):
    """The clocks are stopped, so nobody’s time runs out. You can still answer."""


class ClocksStarted(Event):
    """The clocks run again."""


class TimeExtended(Event):
    """Everybody gets {time} more."""

    time: Words


class OutageCredited(Event):
    """The host did not work for {time}. Everybody gets this time back."""

    time: Words


class SilenceCredited(Event):
    """For {time} I did not get all messages. Everybody gets this time back."""

    time: Words


class ClockSetBack(Event):
    """The host’s clock was set back by {time}. You have as much time as before."""

    time: Words


class TimeRanOut(Event):
    """{who}, your time is up."""

    who: Seat


class OwnTimeRanOut(Event):
    """Your time is up."""


class OthersWaited(Event):
    """The other players have waited for you. {how}"""

    how: Words


class FirstSquaresAsked(Event):
    """Which squares do you open first? Choose up to {n} in order: then nobody waits for you, and nobody else sees them. For example: list 5 12 7"""

    n: int


# -- what people have earned


class MedalEarned(Event):
    """{who} has earned “{name}”, for this: {why}"""

    variants = ("{who} has earned “{name}”.",)
    who: Seat
    name: str
    why: Words = ""


class OwnMedalEarned(Event):
    """You have earned “{name}”, for this: {why}"""

    variants = ("You have earned “{name}”.",)
    name: str
    why: Words = ""


class LettersWanted(Event):
    """{name} plays our game and wants an e-mail at this address when it is {name}’s turn."""

    name: str


# -- the operator, and what goes wrong


class StepsUndone(Event):
    """We have corrected the rules of this game. Please answer {count:n} question{count:s} of the present turn again."""

    count: int


class GameBroken(Event):
    """Something is wrong with this game. Its clocks are stopped, and we know about it."""


class GameRestoredFromFile(Event):
    """This game was restored from a file. Its clocks are stopped until the player who opened it starts them again."""


class GameRemoved(Event):
    """The person who runs this host has removed this game for now. Nothing is lost, but nobody can answer until it
    is back.
    """


class GameRemovalUndone(Event):
    """The person who runs this host has brought this game back. Its clocks stay stopped until somebody starts them
    again.
    """


class SecretsLookedAt(Event):
    """The person who runs this host has looked at the secrets of this game."""


class OperatorSpoke(Event):
    """The person who runs this host says: {words}"""

    words: Words
