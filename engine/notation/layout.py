"""How a transcript's header makes a game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.kernel.errors import Illegal
from engine.kernel.game import Pins
from engine.kernel.opening import METHODS, NO_WORDS, SAID_WORDS, SEALED_WORDS, Word
from engine.kernel.ruleset import Dialect, Header, Ruleset
from engine.kernel.text import render
from engine.notation import paths
from engine.notation.errors import Malformed, UnclearLine
from engine.notation.transcript import Transcript
from engine.notation.values import plain
from engine.notation.witness import Witness

SECRET = "secret"  # of transcripts that name none: what they do not pin must still come out the same each time  # noqa: S105
OWN, HOSTS, WITHHELD = "own", "host", "withheld"  # whose a word is, or that it was sealed and not opened
HASH = re.compile(r"[0-9a-f]{64}")
ABOUT = (
    "rtab",
    "title",
    "players",
    "later",
    "option",
    "secret",
    "commitment",
    "chance",
    "word",
)  # what is said of the game, not laid out in it


def begin(transcript: Transcript, rules: Ruleset[Any], pins: Pins, luck: str = "") -> Witness:
    """The game as the header lays it out, begun; another `luck` draws otherwise whatever is not pinned."""
    state = laid(transcript, rules)
    try:
        return _begun(transcript, rules, state, pins, luck)
    except LookupError as error:
        _blame(transcript, rules, error)
        raise


def _begun(transcript: Transcript, rules: Ruleset[Any], state: Any, pins: Pins, luck: str = "") -> Witness:
    secret = transcript.header("secret")
    brought, kept, how = words(transcript), secret.rest if secret else SECRET, method(transcript)
    if how != NO_WORDS:
        game = Witness.begin(rules, state, kept, brought, how, pins=pins)
    else:
        game = Witness.lucky(rules, state, kept, pins, luck)
    game.view("")  # what is named in the header and is not there would show itself here at the latest
    return game


def method(transcript: Transcript) -> int:
    """Return the method by which the game drew."""
    header = transcript.header("chance")
    if header is None:
        return NO_WORDS
    if header.rest not in map(str, METHODS[1:]):
        known = ", ".join(map(str, METHODS))
        raise Malformed(header.line, f"this release knows how chance is drawn by the methods {known}.")
    return int(header.rest)


def words(transcript: Transcript) -> list[Word]:
    """What the players put into chance before the first draw."""
    read = _sealed_word if method(transcript) == SEALED_WORDS else _said_word
    return [read(transcript, header) for header in transcript.headers if header.word == "word"]


def _sealed_word(transcript: Transcript, header: Header) -> Word:
    seat, whose, hash_, word = [*header.rest.split(" ", 3), "", "", "", ""][:4]
    known = seat in transcript.players and whose in (OWN, WITHHELD) and bool(word) == (whose == OWN)
    if not known or not HASH.fullmatch(hash_):
        raise Malformed(header.line, "expected: word SEAT own HASH WORD, or word SEAT withheld HASH.")
    return Word(seat, word, own=True, sealed=hash_)


def _said_word(transcript: Transcript, header: Header) -> Word:
    seat, whose, word = [*header.rest.split(" ", 2), "", "", ""][:3]
    if not word or whose not in (OWN, HOSTS) or seat not in transcript.players or method(transcript) != SAID_WORDS:
        raise Malformed(header.line, "expected: word SEAT own WORD, or word SEAT host WORD.")
    return Word(seat, word, whose == OWN)


def word_line(word: Word) -> str:
    """Return what a `word` line says, after that."""
    if word.withheld:
        return f"{word.seat} {WITHHELD} {word.sealed}"
    whose = OWN if word.own else HOSTS
    return " ".join(filter(None, (word.seat, whose, word.sealed, word.what)))


def _blame(transcript: Transcript, rules: Ruleset[Any], error: LookupError) -> None:
    """Any field may be set to what it can hold, such as a name; the rules find out whether there is such a thing."""
    found = [header for header in transcript.headers if header.word == "set"]
    for header, later in zip([None, *found], [found[n:] for n in range(len(found) + 1)], strict=True):
        try:
            _begun(transcript, rules, laid(transcript, rules, without=later), {})
        except LookupError:
            if header is not None:
                raise Malformed(
                    header.line, f"with that the game cannot begin: there is no “{error.args[0]}”."
                ) from error
            return


def laid(transcript: Transcript, rules: Ruleset[Any], without: Sequence[Header] = ()) -> Any:
    """The state as the header lays it out, before anything has happened: word by word in the dialect's order."""
    partial = transcript.header("partial")
    if partial is not None:
        raise Malformed(partial.line, f"this export cannot be replayed: {partial.rest}")
    state, dialect = _state(transcript, rules), rules.dialect()
    order = {word: n for n, word in enumerate(dialect.words)}
    for header in sorted(transcript.headers, key=lambda header: order.get(header.word, len(order))):
        if header.word not in (*ABOUT, "state") and header not in without:
            try:
                _lay(state, dialect, header)
            except UnclearLine as error:
                raise Malformed(header.line, str(error)) from None
    return state


def options(transcript: Transcript) -> dict[str, Any]:
    """The options that differ from the rulebook's."""
    found = (header.rest.partition(" ") for header in transcript.headers if header.word == "option")
    return {name: plain(value.strip()) for name, _, value in found}


def _state(transcript: Transcript, rules: Ruleset[Any]) -> Any:
    laid = transcript.header("state")
    if laid is not None:
        try:
            return msgspec.json.decode(laid.rest, type=rules.state_type)
        except msgspec.DecodeError as error:
            raise Malformed(laid.line, f"this is not a state of {rules.name}: {error}.") from None
    try:
        return rules.new(transcript.players, options(transcript))
    except Illegal as refusal:
        line = next(header.line for header in transcript.headers if header.word == "players")
        raise Malformed(line, render(refusal.text, refusal.facts)) from None


def _lay(state: Any, dialect: Dialect, header: Header) -> None:
    if header.word != "set":
        dialect.lay(state, header)
        return
    path, _, value = header.rest.partition(" ")
    holder, rest = dialect.find(state, path.split("."))
    paths.put(holder, rest, plain(value.strip()))
