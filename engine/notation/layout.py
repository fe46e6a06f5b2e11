"""How a transcript's header makes a game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.kernel.chance import METHODS, NO_WORDS, SAID_WORDS, SEALED_WORDS, Word
from engine.kernel.errors import Illegal
from engine.kernel.game import Pins
from engine.kernel.ruleset import Dialect, Header, Ruleset
from engine.kernel.text import format_text
from engine.notation.transcript import Transcript
from engine.notation.values import Malformed, UnclearLine, format_hint, parse_json_or_words
from engine.notation.witness import WitnessedGame


def read_path(root: Any, path: Sequence[str]) -> Any:
    """Return the value inside a game's state that is reached from `root` by these names of fields, keys or numbers of
    list items, one after the other; raise UnclearLine if there is none. An empty path gives `root`.
    """
    for part in path:
        root = _read_part(root, part)
    return root


def write_path(root: Any, path: Sequence[str], value: Any) -> None:
    """Set the field, list item or mapping value inside a game's state that is reached from `root` by these names, and
    must be there already, to the plain value `value`, converted to the type it must have; raise UnclearLine if it does
    not fit, if there is nothing there, if the path is empty, or if it leads into a part that is only set as a whole.
    """
    if not path:
        raise UnclearLine("the path names no field.")
    holder, last = read_path(root, path[:-1]), path[-1]
    old = _read_part(holder, last)
    if isinstance(holder, tuple) or (isinstance(holder, msgspec.Struct) and holder.__struct_config__.frozen):
        raise UnclearLine(f"“{last}” can only be set with the whole of “{path[-2]}”.")
    try:
        fresh = msgspec.convert(value, _find_field_type(holder, last, old))
    except msgspec.ValidationError as error:
        raise UnclearLine(f"{last} cannot be that: {error}.") from None
    if isinstance(holder, msgspec.Struct):
        setattr(holder, last, fresh)
    else:
        holder[_parse_index(holder, last)] = fresh


def format_json_value(value: Any) -> str:
    """Format a value of a game's state as JSON, as a transcript shows it."""
    return msgspec.json.encode(value).decode()


def _find_field_type(holder: Any, name: str, old: Any) -> Any:
    """Return the type that a value must have to replace `old` in `holder`: the declared one of a field, else (in a list
    or mapping) the bare type of `old`, such as `list`, whatever its items are.
    """
    if isinstance(holder, msgspec.Struct):
        return next(field.type for field in msgspec.structs.fields(holder) if field.name == name)
    return type(old)


def _read_part(holder: Any, part: str) -> Any:
    """Return the field, list item or mapping value of `holder` that is named `part`; raise UnclearLine if there is
    none.
    """
    if isinstance(holder, msgspec.Struct):
        if part not in holder.__struct_fields__:
            raise UnclearLine(f"there is no field “{part}”.{format_hint(part, holder.__struct_fields__)}")
        return getattr(holder, part)
    try:
        return holder[_parse_index(holder, part)]
    except (KeyError, IndexError, ValueError, TypeError):
        raise UnclearLine(f"there is nothing under “{part}”.") from None


def _parse_index(holder: Any, part: str) -> Any:
    """Return `part` of a path as the index of a list or tuple, or unchanged for any other holder; raise ValueError if
    an index is no number.
    """
    return int(part) if isinstance(holder, list | tuple) else part


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
    """Begin the game that a transcript's header describes and return it. `pins` are random draws whose results the
    transcript fixes; a different text in `luck` makes all other draws come out otherwise, if the header names no chance
    method. Raise Malformed if the game cannot begin, Unpinnable if a pin cannot be drawn, or LookupError if something
    is not there that no `set` line brought in.
    """
    state = build_state(transcript, rules)
    try:
        return _begin_from_state(transcript, rules, state, pins, luck)
    except LookupError as error:
        _blame_header_line(transcript, rules, error)
        raise


def _begin_from_state(
    transcript: Transcript, rules: Ruleset[Any], state: Any, pins: Pins, luck: str = ""
) -> WitnessedGame:
    """Begin a transcript's game in this state, with the words and chance method that its header gives, and its secret
    or, if it gives none, a fixed one; `luck` counts only where no chance method is named. Raise LookupError if the
    state names something that does not exist.
    """
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
    """Return the number of the method by which draws are computed in a transcript's game: 1 if its header names none;
    raise Malformed for an unknown one, and for 1 itself, which a header never names.
    """
    header = transcript.find_header("chance")
    if header is None:
        return NO_WORDS
    if header.rest not in map(str, METHODS[1:]):
        known = ", ".join(map(str, METHODS))
        raise Malformed(header.line, f"this release knows how chance is drawn by the methods {known}.")
    return int(header.rest)


def parse_chance_words(transcript: Transcript) -> list[Word]:
    """Parse, from the `word` lines of a transcript's header, the secret words that players gave, which help to
    determine its random draws; raise Malformed for a line that does not fit the transcript's chance method.
    """
    read = _parse_sealed_word if parse_chance_method(transcript) == SEALED_WORDS else _parse_said_word
    return [read(transcript, header) for header in transcript.headers if header.word == "word"]


def _parse_sealed_word(transcript: Transcript, header: Header) -> Word:
    """Parse a header line `word SEAT own HASH WORD` or `word SEAT withheld HASH` of a transcript into a player's sealed
    word for the draws; raise Malformed for anything else.
    """
    seat, whose, hash_, word = [*header.rest.split(" ", 3), "", "", "", ""][:4]
    known = seat in transcript.players and whose in (OWN, WITHHELD) and bool(word) == (whose == OWN)
    if not known or not HASH.fullmatch(hash_):
        raise Malformed(header.line, "expected: word SEAT own HASH WORD, or word SEAT withheld HASH.")
    return Word(seat, word, own=True, sealed=hash_)


def _parse_said_word(transcript: Transcript, header: Header) -> Word:
    """Parse a header line `word SEAT own WORD` or `word SEAT host WORD` of a transcript into a player's word for the
    draws; raise Malformed for anything else, and if the header does not name the chance method that uses such words.
    """
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
    """Format what follows `word` in a line of a transcript: a player, and the word that they gave for the game's draws,
    or that they did not reveal it.
    """
    if word.withheld:
        return f"{word.seat} {WITHHELD} {word.sealed}"
    whose = OWN if word.own else HOSTS
    return " ".join(filter(None, (word.seat, whose, word.sealed, word.what)))


def _blame_header_line(transcript: Transcript, rules: Ruleset[Any], error: LookupError) -> None:
    """Find the first `set` line of a transcript's header with which the game can no longer begin, and raise Malformed
    for it. Return without raising if the game cannot begin even without all `set` lines.
    """
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
    """Build the game state that a transcript's header describes, leaving out the header lines in `without`; lines are
    applied in the order that the game's notation gives their words, not in that of the text. Raise Malformed for a line
    that does not fit, if what all lines lay out cannot be played, or if the header says that it cannot be replayed.
    """
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
    try:
        rules.check_layout(state)
    except UnclearLine as error:
        raise Malformed(transcript.headers[-1].line, str(error)) from None
    return state


def parse_options(transcript: Transcript) -> dict[str, Any]:
    """Return the game's options that a transcript's header sets, by name; values are parsed as JSON, or are texts if
    they are none. Whether the game knows them is not checked here.
    """
    found = (header.rest.partition(" ") for header in transcript.headers if header.word == "option")
    return {name: parse_json_or_words(value.strip()) for name, _, value in found}


def _build_undecorated_state(transcript: Transcript, rules: Ruleset[Any]) -> Any:
    """Build the game state of a transcript before the header lines of its game's own notation are applied: from its
    `state` line, or else from players and options. Raise Malformed if that is not possible.
    """
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
    """Apply one line of a transcript's header to the game state: a `set` line sets the field that it names, any other
    is left to the game's notation. Raise UnclearLine if it does not fit.
    """
    if header.word != "set":
        dialect.apply_header(state, header)
        return
    path, _, value = header.rest.partition(" ")
    holder, rest = dialect.find(state, path.split("."))
    write_path(holder, rest, parse_json_or_words(value.strip()))
