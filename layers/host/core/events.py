"""All that the host itself says in a game, whatever is played: each event says itself in its docstring."""

from __future__ import annotations

import sys

from engine.kernel import Told
from engine.kernel.event import CHAT, EVERYWHERE, Event, Names, Seat, Seats, Words
from engine.kernel.old_sentences import upcast_told_by_modules

# -- tables and seats


class TableOpened(Event):
    """{title}: a new game is open. Everything that chance will do is already sealed: {seal}"""

    title: str
    seal: str


class TableShown(Event):
    """{title} is shown in one more place from now on."""

    title: str


class InvitedOnly(Event):
    """This table is for those who are invited from now on."""


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
    """{who} takes over a seat, with all that belongs to it."""

    who: Seat


class SeatPromised(Event):
    """{name} takes over the seat of {who} as soon as nothing sealed lies there."""

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
    """{who} is shown out by the host."""

    who: Seat


# -- from a full table to a game, and its end


class WordSealed(Event):
    """{who} has sealed a word of their own for chance."""

    who: Seat


class WordsSealed(Event):
    """No more seats are taken. Words for chance, sealed by their players: {words}."""

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
    """Every draw followed from this secret, sealed before anybody sat down, and from the words that players sealed, if any did: {secret}. Check it yourself: the page of this game has its transcript at /g/{game}/check."""

    rings = EVERYWHERE
    secret: str
    game: str


class FingerprintShown(Event):
    """All that was said here in public has the fingerprint {print}. It ends alike wherever this game is shown."""

    print: str


# -- clocks


class ClocksStopped(Event):
    """The clocks are stopped. You may still answer."""


class ClocksStarted(Event):
    """The clocks are running again."""


class TimeExtended(Event):
    """Everybody has {time} more."""

    time: Words


class OutageCredited(Event):
    """We were away for {time}. Nobody's clock ran meanwhile."""

    time: Words


class SilenceCredited(Event):
    """Not everybody could be heard for {time}. Nobody's clock ran meanwhile."""

    time: Words


class ClockSetBack(Event):
    """Our clock was set back by {time}. Everybody has as much time left as before."""

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
    """Somebody who plays here as {name} wants to be written to at this address when it is their turn."""

    name: str


# -- the operator, and what goes wrong


class StepsUndone(Event):
    """The rules were mended while a turn was open; {count:n} step{count:s} of it will be asked again."""

    count: int


class GameBroken(Event):
    """Something is wrong with this game at our end: its clocks stand still, and the operator can see it."""


class GameBroughtBack(Event):
    """This game has come back from a file. Its clocks are stopped until somebody starts them again."""


class GameRemoved(Event):
    """The operator has taken this game away. Nothing is lost, and nothing can be answered until it is brought back."""


class GameRestored(Event):
    """The operator has brought this game back. Its clocks are stopped until somebody starts them again."""


class SecretsLookedAt(Event):
    """An operator has looked at this game's secrets."""


class OperatorSpoke(Event):
    """The operator of this host says: {words}"""

    words: Words


def tells(told: Told, kind: type[Event]) -> bool:
    """Is this that event of the host's, or the sentence that it was in an older release?"""
    return upcast_told_by_modules((sys.modules[__name__],), told).what == kind.id
