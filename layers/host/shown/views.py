"""What one viewer may see of a game (a `Showing`), with the signs of seats: made in one place, for every door."""

from __future__ import annotations

import copy
import logging
import math
import unicodedata
from collections.abc import Callable, Container, Mapping, Sequence
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct, field, structs

from engine.kernel import (
    PUBLIC,
    Forecast,
    Form,
    Game,
    Illegal,
    Option,
    Phrase,
    Play,
    Question,
    Reader,
    Ruleset,
    Told,
    Words,
    compute_commitment,
    upcast_told,
)
from engine.kernel.event import Beat, BeatKind
from engine.kernel.picture import EndedTable
from engine.kernel.view import Standing, View
from engine.rulesets import ruleset
from host.core import game_options, games, host_voice, seats, stand_ins
from host.core.context import HostContext, load_engine_game
from host.core.deadlines import expected_lengths
from host.core.deadlines.clocks import compute_lobby_due
from host.core.error_lines import format_error_location
from host.core.extras import list_added_targets
from host.core.session import (
    COMPUTER_MARK,
    LOBBY,
    OVER,
    RUNNING,
    LogEntry,
    SeatedPlayer,
    Session,
    WritingStyle,
    clean_display_name,
    compute_name_skeleton,
    is_game_opener,
)
from host.core.store.items import DAMAGED_GAME_TEXT, Damaged, NewerGame
from host.core.store.store import SavedGame
from host.core.transaction import build_no_game_refusal
from host.shown.picture.fonts import find_font

log = logging.getLogger(__name__)


_shown_entry_decoder = msgspec.json.Decoder(LogEntry)


class SeatView(Struct):
    """One seat, as everybody sees it."""

    seat: str
    name: str
    bot: bool
    away: float = 0.0  # on vacation until then
    out: bool = False  # of the game, for good
    character: Phrase | None = None  # what a computer player is like
    program: bool = False  # does somebody's program play?


def format_listed_seat(face: SeatView, name: str) -> str:
    """Return a player's `name` for a list of seats, where the name of a computer player gets the mark “ (bot)” unless
    it has it.
    """
    return f"{name}{COMPUTER_MARK}" if face.bot and not name.endswith(COMPUTER_MARK) else name


def format_computer_cards(showing: GameView, reader: Reader) -> list[str]:
    """Return a list with a sentence on what each computer player of a game is like (its way to play); those without a
    character of their own are left out.
    """
    return [reader.format_value(face.character) for face in showing.faces if face.character]


class QuestionView(Struct):
    """A question that the viewer may see, with its deadline; private options of others are left out."""

    id: str
    key: str
    who: str
    text: str
    facts: dict[str, Any]
    form: Form
    options: list[Option]
    secret: bool
    due: float
    of: str = ""  # the board or picture whose cells the options are
    was: list[str] = field(default_factory=list)  # other ids under which the same was asked
    said: Phrase | None = None  # how the host's voice puts it
    reads: bool = False  # do the rules refuse words of one's own that they cannot read?
    most: int = 1  # squares that may be named in order: the first is opened, the rest waits for later turns

    def has_id_among(self, questions: Container[str]) -> bool:
        """Return whether one of these ids is or was this question's id; another player's answer may have given it a new
        one.
        """
        return any(each in questions for each in (self.id, *self.was))


class OpeningView(Struct):
    """The sealed words for chance: their hashes, whose are missing, and the deadline."""

    sealed: dict[str, str]  # by seat
    missing: list[str]
    due: float
    mine: str = ""  # the hash of the viewer's own, if they are to open it


class GameView(Struct):
    """A game as one viewer may see it. `sealed` counts the open secret questions."""

    id: str
    ruleset: str
    title: str
    stage: str
    version: int
    pace: float
    seal: str
    places: list[str]
    faces: list[SeatView]
    names: dict[str, str]
    style: WritingStyle
    you: str = ""
    kept: bool = False  # does a computer answer for the viewer, until they take their seat back?
    yours: bool = False  # does the viewer hold the host's rights, as the one who opened it?
    paused: bool = False
    view: View | None = None
    asked: list[QuestionView] = field(default_factory=list)
    sealed: int = 0
    counted: bool = True  # may everybody see how many those are?
    sealing: list[str] = field(default_factory=list)  # whose those are, where everybody may see it
    plays: list[Play] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)  # that were agreed upon
    forecasts: list[Forecast] = field(default_factory=list)  # what the viewer may predict
    wishes: dict[str, str] = field(default_factory=dict)  # who asks for a seat, by a number
    waits: bool = False  # does the viewer ask for one, or wait for theirs?
    programs: bool = False  # may programs take seats here?
    invited: str = ""  # the word without which nobody sits down here: for its host, and for where it is shown
    opens: bool = False  # may anybody take a computer's seat?
    practice: bool = False  # is it a first game, in which everything is explained?
    host: str = ""  # the name of the player who opened it, while it waits for players
    opening: OpeningView | None = None  # of words for chance, before the game begins
    span: str = ""  # how much time there is, as its opener said

    @property
    def place(self) -> str:
        """The word for one place of a board in this game, such as square."""
        return ruleset(self.ruleset).place

    def list_audible_questions(self, ids: Container[str]) -> list[QuestionView]:
        """Return those open questions with these ids that this viewer may hear of, which leaves out other players'
        secret ones.
        """
        return [each for each in self.asked if each.has_id_among(ids) and (not each.secret or each.who == self.you)]


def load_game_view(host: HostContext, game_id: str, person: str = "") -> GameView:
    """Load a game and return it as this person may see it or, without a person, as the public does; raise Illegal if
    there is no such game or its ruleset is unknown, Damaged if it is unreadable or its rules fail, NewerGame if a newer
    release has saved it.
    """
    return build_game_view(host, load_saved_game(host, game_id), person)


def find_game_view(host: HostContext, game_id: str, person: str = "") -> GameView | None:
    """Return a game as `load_game_view` does, or None if that refuses it: it is gone, damaged, of a newer release, or
    its rules are unknown or fail, so that it keeps nobody from the games beside it.
    """
    try:
        return load_game_view(host, game_id, person)
    except Illegal:
        return None


def can_return_after_leaving(host: HostContext, game_id: str) -> bool:
    """Return whether a computer would play for a person who left this running game now, until they come back; False,
    too, if the game is gone or cannot be read.
    """
    try:
        session = load_saved_game(host, game_id).session
        game = load_engine_game(ruleset(session.ruleset), session, host.seen)[0]
    except Illegal:
        return False
    found = seats.is_stand_in_left(session, game)
    host.seen.put_back(session, game)
    return found


def build_game_view(host: HostContext, saved: SavedGame, person: str = "") -> GameView:
    """Build what this person may see of a loaded game, or without a person, or while a computer plays for them, what
    everybody may see; extras may add to it while the game runs. Raise Illegal for an unknown ruleset, Damaged if its
    rules fail, which is logged, and NewerGame if a newer release has saved it.
    """
    session, version, *_ = saved
    you = session.find_player_of(person)
    seat = you.seat if you and not you.bot else PUBLIC
    showing = _build_base_view(session, version, seat)
    showing.kept = session.stage == RUNNING and you is not None and you.bot and not you.out
    showing.yours = is_game_opener(session, person)
    showing.invited, showing.opens, showing.programs = session.invited, session.open_seats, session.programs
    _add_seat_requests(showing, session, person)
    if session.stage == LOBBY and session.by:
        showing.host = clean_display_name(host.store.load_person_names([session.by]).get(session.by, ""))
    if session.opening:
        showing.opening = _build_opening_view(host, session, you)
    if session.stage in (RUNNING, OVER):
        try:
            game = load_engine_game(ruleset(session.ruleset), session, host.seen)[0]
            _add_game_state(showing, game, session, seat)
            if session.stage == RUNNING:
                for add in list_added_targets(host.config.without, lambda extra: extra.on_view):
                    add(showing, game, session, person)
            host.seen.put_back(session, game)
        except NewerGame:
            raise
        except Exception as error:  # noqa: BLE001 # rules may break in any way
            log.error("game cannot be rendered error=%s", format_error_location(error), extra={"game": session.id})  # noqa: TRY400 # values could be secret
            raise Damaged(DAMAGED_GAME_TEXT) from None
    return showing


def _build_opening_view(host: HostContext, session: Session, you: SeatedPlayer | None) -> OpeningView:
    """Build what a viewer may see of the sealed words for chance: their hashes by seat, whose are still to be opened,
    until when, and the hash of the viewer's own if it is among these.
    """
    sealed = {player.seat: player.sealed_word for player in session.players if player.sealed_word}
    missing = [player.seat for player in games.list_players_with_unopened_words(session)]
    mine = you.sealed_word if you is not None and you.seat in missing else ""
    return OpeningView(sealed, missing, compute_lobby_due(host, session), mine)


def build_cached_view(host: HostContext, saved: SavedGame, person: str) -> GameView:
    """Return what this person may see of a loaded game, as `build_game_view` does; while it runs, from the cache if it
    was asked for before and the game is saved as it was then.
    """
    if saved.session.stage != RUNNING:
        return build_game_view(host, saved, person)
    key = (saved.version, person, saved.body)
    return host.views.get_or_compute(key, host.now(), math.inf, partial(build_game_view, host, saved, person))


def _add_seat_requests(showing: GameView, session: Session, person: str) -> None:
    """Add to a view who asks for a seat in the running game (without those who were promised one), and whether the
    viewer asks for or was promised one.
    """
    asked = [*session.wishes.values(), *session.takeovers.values()]
    showing.waits = bool(person) and any(wish.person == person for wish in asked)
    showing.wishes = {number: wish.build_shown_name(session) for number, wish in session.wishes.items()}


def list_pending_questions(host: HostContext, game_id: str, person: str = "") -> list[QuestionView]:
    """Return the open questions of a game that this person may see, their own first: own and public ones, not other
    players' secret ones. Raise Illegal if there is no such game or it cannot be shown, as `load_game_view` does.
    """
    showing = load_game_view(host, game_id, person)
    return sorted(showing.asked, key=lambda asked: asked.who != showing.you)


MOVE_KINDS = {"answer", "play", "lapse", "bot"}


class ToldStep(NamedTuple):
    """What one input told a viewer; `by` is the seat that sent it, if any.

    `key` is that of the answered question or the move, and empty for inputs that are no move. `mark` is a hash of the
    log entry.
    """

    n: int
    by: str
    told: list[Told]
    key: str = ""
    mark: int = 0
    public: bool = False  # is all of it certainly for everybody?
    ended: Mapping[str, EndedTable] = MappingProxyType({})  # by table, what it showed last, if it closed with it

    @property
    def content(self) -> Sequence[object]:
        """The part of a cache key that identifies this step: its number and what was announced in it."""
        return self.n, len(self.told), self.mark or repr(self.told)


class CachedLog(Struct):
    """The cached steps of a log from one entry on."""

    steps: list[ToldStep] = field(default_factory=list)


class SaidEntry(LogEntry):
    """A log entry in the words of the host's voice, also as a step."""

    step: ToldStep = ToldStep(0, "", [])


def list_told_lines(
    host: HostContext, game_id: str, person: str = "", first: int = 0, limit: int = 200
) -> list[tuple[int, Told]]:
    """Return the announcements that this person may read (all once the game is over) in up to `limit` entries of a
    game's log from entry `first` on, each with its entry's number. Raise Illegal if there is no such game.
    """
    return [(said.n, told) for said in list_told_steps(host, game_id, person, first, limit) for told in said.told]


def list_told_steps(
    host: HostContext, game_id: str, person: str = "", first: int = 0, limit: int = 200
) -> list[ToldStep]:
    """Return the steps (one for each input) of up to `limit` entries of a game's log, from entry `first` on, with the
    announcements that this person may read, or all once the game is over; other steps than the person's own moves only
    if they have any. Raise Illegal if there is no such game.
    """
    return list_session_steps(host, load_saved_game(host, game_id).session, person, first, limit)


def list_session_steps(host: HostContext, session: Session, person: str, first: int, limit: int) -> list[ToldStep]:
    """Return the steps (one for each input) of up to `limit` entries of a loaded game's log, from entry `first` on,
    with what this person may read; steps in which that is nothing are left out, unless they are the person's own
    moves.
    """
    return filter_steps(session, person, read_log_cached(host, session, first, limit))


def read_log_steps(host: HostContext, session: Session, first: int, limit: int) -> list[ToldStep]:
    """Read up to `limit` entries of a game's log, from number `first` on, as steps with all announcements, public and
    private.
    """
    log = host.store.load_log(session.id, first, limit, partial(_decode_said_entry, ruleset(session.ruleset)))
    return [entry.step if isinstance(entry, SaidEntry) else _build_step(entry) for entry in log]


def read_log_cached(host: HostContext, session: Session, first: int, limit: int) -> list[ToldStep]:
    """Read up to `limit` entries of a game's log as it was when `session` was read, from number `first` on, as steps
    with all announcements, private ones included; as far as possible from the cache, because entries never change, and
    cache what was read unless an entry is damaged. The caller filters them.
    """
    kept = host.logs.get_or_compute(session.id, host.now(), math.inf, CachedLog)
    steps = kept.steps
    known = [step for step in steps if first <= step.n < session.entries] if steps and steps[0].n <= first else []
    known = known[:limit]  # of what somebody else read later, nothing: this session knows neither it nor who came
    room = min(limit, session.entries - first) - len(known)
    since = read_log_steps(host, session, known[-1].n + 1 if known else first, room) if room > 0 else []
    if since and all(step.mark for step in since):  # else one of them is damaged, and may be mended
        kept.steps = [*known, *since]
    return [*known, *since]


def filter_steps(session: Session, person: str, log: Sequence[ToldStep]) -> list[ToldStep]:
    """Return the steps of a game's log with only those announcements that this person may read (all once the game is
    over). Steps without any are left out, unless they are the person's own moves.
    """
    you = session.find_player_of(person)
    seat, since = (you.seat, you.since) if you else (PUBLIC, 0)
    over = session.stage == OVER
    mine = [step if over or step.public else _filter_step(step, seat, since) for step in log]
    return [step for step in mine if step.told or (you and step.key and step.by == seat)]


MAX_CONTEXT_ENTRIES = 24


def find_own_standing(shown: GameView) -> Standing | None:
    """Return the viewer's own row of the leaderboard, or None if they have none or the game has not begun."""
    lines = shown.view.standings if shown.view else []
    return next((line for line in lines if line.who == shown.you), None)


def count_context_entries(session: Session) -> int:
    """Return how many of the newest entries of a game's log are read to find the last move and a player's last turn in
    them: two for each player and two more, at most 24. They are read for nearly every post, at a price for each 4 KB,
    which is about ten entries.
    """
    return min(MAX_CONTEXT_ENTRIES, 2 + 2 * len(session.players))


def list_newest_steps(host: HostContext, session: Session, person: str) -> list[ToldStep]:
    """Return the newest steps (log entries) of a loaded game, about two for each player, with what this person may
    read in them, the oldest first.
    """
    most = count_context_entries(session)
    return list_session_steps(host, session, person, max(0, session.entries - most), most)


def load_news_since_own_turn(host: HostContext, session: Session, person: str, you: str) -> list[Told]:
    """Return the public announcements since the last move from the seat `you`, which the person `person` has; none if
    there is no such move among the newest entries of the log (two for each player and two more).
    """
    steps = list_newest_steps(host, session, person)
    own = [n for n, step in enumerate(steps) if step.by == you and step.key]
    return [told for step in steps[own[-1] + 1 :] for told in step.told if told.to == PUBLIC] if own else []


def _filter_step(step: ToldStep, seat: str, since: int) -> ToldStep:
    """Return a step with only its public announcements and the private ones to this seat, the latter only from log
    entry `since` on, when the present player took the seat. References from one announcement to another are adapted.
    """
    told: list[Told] = []
    at: list[int] = []  # where each thing told stands among those
    for each in step.told:
        at.append(len(told))
        if each.to == PUBLIC or (each.to == seat and step.n >= since):
            of = len(told) - at[len(at) - 1 - each.of]
            told.append(each if of == each.of else structs.replace(each, of=of))
    return ToldStep(step.n, step.by, told, step.key, step.mark, ended=step.ended)


@lru_cache(maxsize=8192)  # the last lines of some hundred games; what stands in a log never changes
def _decode_said_entry(rules: Ruleset[Any], kept: bytes) -> SaidEntry:
    """Return a stored log entry decoded, with the host's chosen words in place of its plain sentences, and with its
    step already built; cached, because it never changes.
    """
    entry = _shown_entry_decoder.decode(kept)
    told = host_voice.apply_voice_lines(rules, entry.told, entry.voice)
    said = SaidEntry(entry.at, entry.kind, entry.by, entry.key, told=told, n=entry.n, ended=entry.ended)
    said.step = _build_step(said, hash(kept))
    return said


def _build_step(entry: LogEntry, mark: int = 0) -> ToldStep:
    """Build the step of a log entry: what it told to whom, and the key of the move, empty for inputs that are no
    move.
    """
    public = all(each.to == PUBLIC for each in entry.told)
    key = entry.key if entry.kind in MOVE_KINDS else ""
    return ToldStep(entry.n, entry.by, entry.told, key, mark, public, entry.ended)


def load_saved_game(host: HostContext, game_id: object) -> SavedGame:
    """Load a game, also one that was closed or removed; raise Illegal if there is none of this id, Damaged if it cannot
    be read.
    """
    saved = host.store.load_game(game_id)
    if saved is None:
        raise build_no_game_refusal()
    return saved


def _build_base_view(session: Session, version: int, seat: str) -> GameView:
    """Build the part of a game's view that the session alone gives: title, seats, stage, options (in a lobby those that
    the present players would get) and the like. `seat` is whose view it is.
    """
    rules = ruleset(session.ruleset)
    title, practice = rules.title, bool(rules.practice) and session.options == dict(rules.practice)
    names = session.map_all_names_by_seat()
    faces = [_build_seat_view(rules, player, names[player.seat]) for player in session.players]
    return GameView(
        session.id,
        session.ruleset,
        title,
        session.stage,
        version,
        session.pace,
        compute_commitment(session.secret),
        list(session.places),
        faces,
        names,
        session.style,
        seat,
        paused=bool(session.paused) and session.stage == RUNNING,
        practice=practice,
        options=dict(expected_lengths.fit_options_to_players(session) if session.stage == LOBBY else session.options),
        span=session.span,
    )


def _build_seat_view(rules: Ruleset[Any], player: SeatedPlayer, name: str) -> SeatView:
    """Build what everybody may see of a seat under this name, with the end of the player's vacation (0 without one,
    perhaps in the past) and, for a computer player with a character, what it is like.
    """
    away = player.habits.away
    seat = SeatView(player.seat, name, player.bot, away[1] if away else 0.0, player.out, program=player.program)
    if player.bot and (character := stand_ins.find_bot_character(rules, player.name)) is not None:
        seat.character = character.build_description(player.seat)
    return seat


def _add_game_state(showing: GameView, game: Game[Any], session: Session, seat: str) -> None:
    """Add to a view what needs the loaded game: the board, the open questions that this seat may see, the number of
    secret ones (or whose they are), and the plays that it may make. Of a finished game only the board is added.
    """
    showing.view = game.build_view(seat)
    if session.stage == OVER:
        return
    questions = game.list_questions()
    seen = [question for question in questions if not question.secret or question.who == seat]
    put = host_voice.list_question_wordings(game.ruleset, session, seen, seat)
    showing.asked = [
        _build_question_view(question, session, seat, said) for question, said in zip(seen, put, strict=True)
    ]
    showing.sealed = sum(question.secret for question in questions)
    showing.counted = game.ruleset.counts_sealed
    if game.ruleset.names_sealed:
        showing.sealing = list(dict.fromkeys(question.who for question in questions if question.secret))
    showing.plays = list(game.ruleset.list_plays(game, seat)) if seat else []
    for asked in showing.asked:
        asked.most = games.count_squares_in_order(asked, showing.plays) if asked.who == seat else 1


def _build_question_view(question: Question, session: Session, seat: str, said: Phrase | None) -> QuestionView:
    """Build what the player in this seat may see of a question, with its deadline (0 if no clock is known). Options
    that are private are left out, unless it is this player who is asked; `said` is the host's wording, or None.
    """
    options = [option for option in question.options if question.who == seat or not option.private]
    clock = session.clocks.get(question.id)
    return QuestionView(
        question.id,
        question.key,
        question.who,
        question.text,
        question.facts,
        question.form,
        options,
        question.secret,
        clock.due if clock else 0.0,
        question.of,
        clock.was if clock else [],
        said,
        question.typed is not None and not question.asks_back,
    )


def list_lobby_notes(showing: GameView) -> list[Words]:
    """Return sentences on what was agreed upon that is not usual, on how long the game is likely to last with the
    present players, and on whether that may be longer than its opener said; what there is to say of these.
    """
    name, players, pace = showing.ruleset, len(showing.faces), showing.pace
    agreed = game_options.list_agreed_notes(ruleset(name), showing.options, pace)
    found = expected_lengths.format_expected_length(name, players, pace, showing.options)
    broken = expected_lengths.phrase_broken_length(name, players, pace, showing.span)
    return [*agreed, *found, *([broken] if broken else [])]


DOT = "●"


SHORT_NAME_LETTERS = 8  # letters that a name has everywhere


def format_seat_sign(seat: str) -> str:
    """Return the dot and number that stand in pictures for a player whose name cannot be written; `seat` is the id,
    such as p3.
    """
    return f"{DOT}{seat.removeprefix('p')}"


def find_drawable_name(name: str) -> str:
    """Return a name as the bundled fonts can write it, without emoji; empty if a letter cannot be written, if only
    signs are left, or if it begins with the dot of a seat sign.
    """
    whole = unicodedata.normalize("NFC", name)
    left = " ".join("".join(c for c in whole if find_font(c) or c == " " or not _is_decoration(c)).split())
    if left.startswith(DOT) or not all(find_font(c) for c in left):
        return ""
    return left if left == whole or any(c.isalnum() for c in left) else ""


def _is_decoration(c: str) -> bool:
    """Return whether a character of a name is an emoji or the like, or only changes how another one looks, so that
    pictures can leave it out.
    """
    return unicodedata.category(c) in ("So", "Sk", "Cf", "Me") or "\ufe00" <= c <= "\ufe0f"


def add_seat_signs(names: Mapping[str, str]) -> dict[str, str]:
    """Return the players' names by seat for the text beside a picture; where the picture shows only a player's dot and
    number (seat sign), the same sign stands before the name.
    """
    shown = list_pictured_names(names)
    short = {seat: cut_name(shown, seat, lambda it: len(_split_letters(it)) <= SHORT_NAME_LETTERS) for seat in names}
    return {
        seat: f"{format_seat_sign(seat)} {name}" if short[seat] == format_seat_sign(seat) else name
        for seat, name in names.items()
    }


def build_picture_reader(reader: Reader) -> Reader:
    """Return a copy of the reader that writes names as pictures show them."""
    found = copy.copy(reader)
    found.names = list_pictured_names(reader.names)
    return found


def list_pictured_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return, by seat, each player's name as pictures show it; a seat sign (dot and number) replaces names that cannot
    be written or look alike.
    """
    found = {seat: find_drawable_name(name) for seat, name in names.items()}
    looks = [compute_name_skeleton(name) for name in found.values()]
    alike = {look for look in looks if looks.count(look) > 1 and look}
    return {
        seat: name if name and compute_name_skeleton(name) not in alike else format_seat_sign(seat)
        for seat, name in found.items()
    }


def cut_name(names: Mapping[str, str], seat: str, fits: Callable[[str], bool]) -> str:
    """Return the name of the player in `seat` (or `seat` itself if `names` lacks it), cut if necessary until `fits`
    accepts it, at least to its first letter; if another name begins the same way, the player's seat sign (dot and
    number) in place of a cut name. A seat sign is never cut.
    """
    name = names.get(seat, seat)
    if fits(name) or name.startswith(DOT):
        return name
    letters = _split_letters(name)
    starts = ("".join(letters[:n]).rstrip() for n in range(len(letters) - 1, 0, -1))
    start = next((start for start in starts if fits(start)), letters[0])
    look = compute_name_skeleton(start)
    alike = any(compute_name_skeleton(other).startswith(look) for who, other in names.items() if who != seat)
    return format_seat_sign(seat) if alike and seat in names else start


def _split_letters(name: str) -> list[str]:
    """Split a name into letters, each with its combining marks."""
    found: list[str] = []
    for c in name:
        if found and unicodedata.category(c)[0] == "M":
            found[-1] += c
        else:
            found.append(c)
    return found


class Sum(NamedTuple):
    """Money in a moment: whose it is, how much, and whether it is gained (1), lost (-1) or only mentioned (0)."""

    who: Sequence[str]
    amount: int
    sign: int


class MomentLine(NamedTuple):
    """A told line with its facts and beat; lines from before events existed have them, too."""

    told: Told
    facts: Mapping[str, Any]
    beat: Beat | None

    def list_names(self, fact: str) -> list[str]:
        """Return as a list the seats that the fact of this name holds, which may be one, several or none."""
        found = self.facts.get(fact, [])
        return [found] if isinstance(found, str) and found else list(found) if isinstance(found, list) else []

    @property
    def kind(self) -> BeatKind | None:
        """The kind of event (its beat) as which this line is shown large, or None for a plain line."""
        return self.beat.kind if self.beat else None

    def read_beat_fact(self, role: Literal["what", "total", "bombs"]) -> Sequence[Any]:
        """Return the value of the fact that the line's beat (how it is shown large) names for this role, a list;
        empty if it has no beat or that names none.
        """
        found: Sequence[Any] = self.facts[name] if self.beat and (name := getattr(self.beat, role)) else ()
        return found

    @property
    def who(self) -> list[str]:
        """The seats of the players whom this line is about: those that its beat (how it is shown large) names, or
        for a plain line those in its fact `who`.
        """
        return self.list_names(self.beat.who if self.beat else "who")

    @property
    def sums(self) -> list[Sum]:
        """The sums of money that this line says were won, lost or only mentioned: one with the seats of `who`, and if
        the beat names those who paid or got it, a second with theirs and the opposite sign; empty if the line has none.
        """
        beat = self.beat
        amount = self.facts.get(beat.money) if beat else None
        if beat is None or not isinstance(amount, int):
            return []
        found = [Sum(self.who, amount - self.facts.get(beat.less, 0), beat.sign)]
        return [*found, Sum(self.list_names(beat.other), amount, -beat.sign)] if beat.other else found


def build_moment_line(rules: Ruleset[Any] | None, told: Told) -> MomentLine:
    """Read an announcement, also one from an older release, as a line that may be shown large, with its facts and its
    beat (what of it is shown how; None for a plain line). Without `rules` it is taken as it is.
    """
    event = upcast_told(rules, told) if rules else told
    kind = event.kind
    return MomentLine(told, event.facts, kind.beat if kind else None)
