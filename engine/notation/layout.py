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
from engine.kernel.text import format_text
from engine.notation import paths
from engine.notation.errors import Malformed, UnclearLine
from engine.notation.transcript import Transcript
from engine.notation.values import parse_json_or_words
from engine.notation.witness import WitnessedGame

DEFAULT_SECRET = "secret"  # of transcripts that name none: what they do not pin must still come out the same each time  # noqa: S105
OWN, HOSTS, WITHHELD = "own", "host", "withheld"  # whose a word is, or that it was sealed and not opened
HASH = re.compile(r"[0-9a-f]{64}")
GENERAL_HEADERS = (
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


def begin_transcript_game(transcript: Transcript, rules: Ruleset[Any], pins: Pins, luck: str = "") -> WitnessedGame:
    """Begin the game that the header describes; another `luck` changes all draws that are not pinned."""
    state = build_state(transcript, rules)
    try:
        return _begin_from_state(transcript, rules, state, pins, luck)
    except LookupError as error:
        _blame_header_line(transcript, rules, error)
        raise


def _begin_from_state(
    transcript: Transcript, rules: Ruleset[Any], state: Any, pins: Pins, luck: str = ""
) -> WitnessedGame:
    secret = transcript.find_header("secret")
    brought, kept, how = (
        parse_chance_words(transcript),
        secret.rest if secret else DEFAULT_SECRET,
        parse_chance_method(transcript),
    )
    if how != NO_WORDS:
        game = WitnessedGame.start_from_state(rules, state, kept, brought, how, pins=pins)
    else:
        game = WitnessedGame.start_with_luck(rules, state, kept, pins, luck)
    game.build_view("")  # what is named in the header and is not there would show itself here at the latest
    return game


def parse_chance_method(transcript: Transcript) -> int:
    """Return the chance method by which the game drew."""
    header = transcript.find_header("chance")
    if header is None:
        return NO_WORDS
    if header.rest not in map(str, METHODS[1:]):
        known = ", ".join(map(str, METHODS))
        raise Malformed(header.line, f"this release knows how chance is drawn by the methods {known}.")
    return int(header.rest)


def parse_chance_words(transcript: Transcript) -> list[Word]:
    """Parse the words that players put into chance before the first draw."""
    read = _parse_sealed_word if parse_chance_method(transcript) == SEALED_WORDS else _parse_said_word
    return [read(transcript, header) for header in transcript.headers if header.word == "word"]


def _parse_sealed_word(transcript: Transcript, header: Header) -> Word:
    seat, whose, hash_, word = [*header.rest.split(" ", 3), "", "", "", ""][:4]
    known = seat in transcript.players and whose in (OWN, WITHHELD) and bool(word) == (whose == OWN)
    if not known or not HASH.fullmatch(hash_):
        raise Malformed(header.line, "expected: word SEAT own HASH WORD, or word SEAT withheld HASH.")
    return Word(seat, word, own=True, sealed=hash_)


def _parse_said_word(transcript: Transcript, header: Header) -> Word:
    seat, whose, word = [*header.rest.split(" ", 2), "", "", ""][:3]
    if (
        not word
        or whose not in (OWN, HOSTS)
        or seat not in transcript.players
        or parse_chance_method(transcript) != SAID_WORDS
    ):
        raise Malformed(header.line, "expected: word SEAT own WORD, or word SEAT host WORD.")
    return Word(seat, word, whose == OWN)


def format_word_line(word: Word) -> str:
    """Format the arguments of a `word` line."""
    if word.withheld:
        return f"{word.seat} {WITHHELD} {word.sealed}"
    whose = OWN if word.own else HOSTS
    return " ".join(filter(None, (word.seat, whose, word.sealed, word.what)))


def _blame_header_line(transcript: Transcript, rules: Ruleset[Any], error: LookupError) -> None:
    """Find the `set` line with which the game cannot begin, and raise Malformed for it."""
    found = [header for header in transcript.headers if header.word == "set"]
    for header, later in zip([None, *found], [found[n:] for n in range(len(found) + 1)], strict=True):
        try:
            _begin_from_state(transcript, rules, build_state(transcript, rules, without=later), {})
        except LookupError:
            if header is not None:
                raise Malformed(
                    header.line, f"with that the game cannot begin: there is no “{error.args[0]}”."
                ) from error
            return


def build_state(transcript: Transcript, rules: Ruleset[Any], without: Sequence[Header] = ()) -> Any:
    """Build the state that the header describes, applying the header words in the dialect's order."""
    partial = transcript.find_header("partial")
    if partial is not None:
        raise Malformed(partial.line, f"this export cannot be replayed: {partial.rest}")
    state, dialect = _build_undecorated_state(transcript, rules), rules.load_dialect()
    order = {word: n for n, word in enumerate(dialect.words)}
    for header in sorted(transcript.headers, key=lambda header: order.get(header.word, len(order))):
        if header.word not in (*GENERAL_HEADERS, "state") and header not in without:
            try:
                _apply_header(state, dialect, header)
            except UnclearLine as error:
                raise Malformed(header.line, str(error)) from None
    return state


def parse_options(transcript: Transcript) -> dict[str, Any]:
    """Return the options that the header sets."""
    found = (header.rest.partition(" ") for header in transcript.headers if header.word == "option")
    return {name: parse_json_or_words(value.strip()) for name, _, value in found}


def _build_undecorated_state(transcript: Transcript, rules: Ruleset[Any]) -> Any:
    laid = transcript.find_header("state")
    if laid is not None:
        try:
            return msgspec.json.decode(laid.rest, type=rules.state_type)
        except msgspec.DecodeError as error:
            raise Malformed(laid.line, f"this is not a state of {rules.name}: {error}.") from None
    try:
        return rules.create_state(transcript.players, parse_options(transcript))
    except Illegal as refusal:
        line = next(header.line for header in transcript.headers if header.word == "players")
        raise Malformed(line, format_text(refusal.text, refusal.facts)) from None


def _apply_header(state: Any, dialect: Dialect, header: Header) -> None:
    if header.word != "set":
        dialect.lay(state, header)
        return
    path, _, value = header.rest.partition(" ")
    holder, rest = dialect.find(state, path.split("."))
    paths.write_path(holder, rest, parse_json_or_words(value.strip()))
