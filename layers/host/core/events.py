"""All that the host itself says in a game, whatever is played: each event says itself in its docstring."""

from __future__ import annotations

import sys

from engine.kernel import Told
from engine.kernel.event import CHAT, EVERYWHERE, Event, Names, Seat, Seats, Words
from engine.kernel.old_sentences import upcast_told_by_modules

# -- tables and seats


class TableOpened(Event):
    """{title}: a new game is open. The secret behind all its draws is sealed already: {seal}"""

    title: str
    seal: str


class TableShown(Event):
    """{title} is now shown in one more place."""

    title: str


class InvitedOnly(Event):
    """From now on only invited players can join this table."""


class LobbyWarned(Event):
    """This game has not begun yet. It will be closed in {time}."""

    rings = CHAT
    time: Words


class LobbyExpired(Event):
    """Nobody has begun this game, so it is closed."""


class TableClosed(Event):
    """The host has closed this game."""


class TableEmptied(Event):
    """Nobody is left at the table, so the game ends here."""


class SeatTaken(Event):
    """{who} takes a seat."""

    who: Seat


class CharacterTold(Event):
    """{character}"""

    character: Words


class SeatAskedFor(Event):
    """{name} asks for a seat. The player who opened this game, or more than half of the table, may let them in."""

    name: Words


class LetInVoted(Event):
    """{n} of {needed} votes to let {name} take a seat."""

    n: int
    needed: int
    name: Words


class SeatTakenOver(Event):
    """{who} takes over a seat, with its money and everything else."""

    who: Seat


class SeatPromised(Event):
    """{name} takes over the seat of {who} once that seat has nothing sealed."""

    name: Words
    who: Seat


class StandInVoted(Event):
    """{n} of {needed} votes for a stand-in for {who}."""

    n: int
    needed: int
    who: Seat


class StandInCame(Event):
    """A computer stands in for {who} from now on."""

    who: Seat


class SeatLeft(Event):
    """{who} leaves."""

    who: Seat


class PlayerShownOut(Event):
    """The host removes {who} from the game."""

    who: Seat


# -- from a full table to a game, and its end


class WordSealed(Event):
    """{who} has sealed a word for the draws."""

    who: Seat


class WordsSealed(Event):
    """No more seats are taken. The players' sealed words for the draws: {words}."""

    words: Names


class WordsAwaited(Event):
    """The game begins once {seats} {n:has|have} opened their words, and in {time} at the latest."""

    rings = CHAT
    seats: Seats
    n: int
    time: Words


class GameBegun(Event):
    """The game begins: {seats}."""

    rings = CHAT
    seats: Seats


class PredictionsOpened(Event):
    """Are you out, or only watching? Say what will come, and get points for being right: predict"""


class SecretOpened(Event):
    """Every draw followed from this secret and the words that players sealed: {secret}. Check it on the page of this game: /g/{game}/check."""

    rings = EVERYWHERE
    secret: str
    game: str


class FingerprintShown(Event):
    """Fingerprint of all public messages: {print}. It is the same wherever this game is shown."""

    print: str


# -- clocks


class ClocksStopped(Event):
    """The clocks are stopped. You may still answer."""


class ClocksStarted(Event):
    """The clocks run again."""


class TimeExtended(Event):
    """Everybody has {time} more."""

    time: Words


class OutageCredited(Event):
    """The host was down for {time}. Nobody has lost any time."""

    time: Words


class SilenceCredited(Event):
    """The host could not hear everybody for {time}. Nobody has lost any time."""

    time: Words


class ClockSetBack(Event):
    """The host's clock was set back by {time}. Everybody has as much time left as before."""

    time: Words


class TimeRanOut(Event):
    """{who}, your time is up."""

    who: Seat


class OwnTimeRanOut(Event):
    """Your time is up."""


class OthersWaited(Event):
    """The others have waited for you. {how}"""

    how: Words


# -- what people have earned


class MedalEarned(Event):
    """{who} has earned “{name}”: {why}"""

    variants = ("{who} has earned “{name}”.",)
    who: Seat
    name: str
    why: Words = ""


class OwnMedalEarned(Event):
    """You have earned “{name}”: {why}"""

    variants = ("You have earned “{name}”.",)
    name: str
    why: Words = ""


class LettersWanted(Event):
    """{name}, a player here, wants e-mail at this address when it is their turn."""

    name: str


# -- the operator, and what goes wrong


class StepsUndone(Event):
    """The rules were corrected during a turn. {count:n} step{count:s} of it will be asked again."""

    count: int


class GameBroken(Event):
    """This game has a fault. Its clocks are stopped, and the operator can see it."""


class GameRestoredFromFile(Event):
    """This game was restored from a file. Its clocks are stopped until somebody starts them again."""


class GameRemoved(Event):
    """The operator has taken this game away. Nothing is lost, and nothing can be answered until it is brought back."""


class GameRemovalUndone(Event):
    """The operator has brought this game back. Its clocks are stopped until somebody starts them again."""


class SecretsLookedAt(Event):
    """An operator has looked at this game's secrets."""


class OperatorSpoke(Event):
    """The operator of this host says: {words}"""

    words: Words


def tells(told: Told, kind: type[Event]) -> bool:
    """Return whether this is that event of the host's, or the sentence that it was in an older release."""
    return upcast_told_by_modules((sys.modules[__name__],), told).what == kind.id
