"""What one viewer may see of a game (a `Showing`): made in one place, for every door."""

from __future__ import annotations

import logging
import math
from collections.abc import Container, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct, field, structs

from engine.kernel import (
    PUBLIC,
    Forecast,
    Form,
    Game,
    Option,
    Phrase,
    Play,
    Question,
    Ruleset,
    Told,
    commitment,
)
from engine.kernel.view import View
from engine.rulesets import ruleset
from host.core import beginning, computer_player, speaking
from host.core.committing import no_game
from host.core.context import HostContext
from host.core.deadlines.question_clocks import lobby_due
from host.core.display_names import tame
from host.core.error_lines import where
from host.core.loading import loaded
from host.core.predictions import barred
from host.core.rights import opened
from host.core.session import LOBBY, OVER, RUNNING, LogEntry, Player, Session, WritingStyle
from host.core.store.damage import GAME, Damaged
from host.core.store.store import SavedGame

log = logging.getLogger(__name__)
_entry = msgspec.json.Decoder(LogEntry)


class SeatView(Struct):
    """One seat, as everybody sees it."""

    seat: str
    name: str
    bot: bool
    away: float = 0.0  # on vacation until then
    out: bool = False  # of the game, for good
    character: Phrase | None = None  # what a computer player is like


class QuestionView(Struct):
    """A question that the viewer may see, and until when it waits. Others' private options are left out."""

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

    def goes_by(self, questions: Container[str]) -> bool:
        """Is it one of these? Somebody else's answer may have given it another id meanwhile."""
        return any(each in questions for each in (self.id, *self.was))


class OpeningView(Struct):
    """Words that players have sealed for chance: by which hashes, whose are missing, and until when they may come."""

    sealed: dict[str, str]  # by seat
    missing: list[str]
    due: float
    mine: str = ""  # the hash of the viewer's own, if they are to open it


class GameView(Struct):
    """A game for one pair of eyes. `sealed` is how many secret questions are still open, whoever they ask."""

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
    plays: list[Play] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)  # that were agreed upon
    forecasts: list[Forecast] = field(default_factory=list)  # what the viewer may predict
    wishes: dict[str, str] = field(default_factory=dict)  # who asks for a seat, by a number
    waits: bool = False  # does the viewer ask for one, or wait for theirs?
    invited: str = ""  # the word without which nobody sits down here: for its host, and for where it is shown
    opens: bool = False  # may anybody take a computer's seat?
    practice: bool = False  # is it a first game, in which everything is explained?
    host: str = ""  # what whoever opened it is called, as long as it waits for players
    opening: OpeningView | None = None  # of words for chance, before the game begins

    @property
    def place(self) -> str:
        """What players of this game call one place of a board."""
        return ruleset(self.ruleset).place


def view(host: HostContext, game_id: str, person: str = "") -> GameView:
    """The game as this person may see it, or the public when there is no person."""
    return shown(host, found(host, game_id), person)


def shown(host: HostContext, saved: SavedGame, person: str = "") -> GameView:
    """The same of a game that has been read already."""
    session, version, *_ = saved
    you = session.at(person)
    seat = you.seat if you and not you.bot else PUBLIC
    showing = _frame(session, version, seat)
    showing.kept = session.stage == RUNNING and you is not None and you.bot and not you.out
    showing.yours = opened(session, person)
    showing.invited, showing.opens = session.invited, session.open_seats
    _wishes(showing, session, person)
    if session.stage == LOBBY and session.by:
        showing.host = tame(host.store.called([session.by]).get(session.by, ""))
    if session.opening:
        showing.opening = _opening(host, session, you)
    if session.stage in (RUNNING, OVER):
        try:
            game = loaded(ruleset(session.ruleset), session, host.seen)[0]
            _inside(showing, game, session, seat)
            if session.stage == RUNNING:
                offered = game.ruleset.forecasts(game)
                showing.forecasts = [each for each in offered if not barred(session, person, each)]
                said_so = {each.play for each in showing.forecasts}
                showing.plays = [play for play in showing.plays if play.key not in said_so]
            host.seen.bring(session, game)
        except Exception as error:  # noqa: BLE001 # rules may break in any way
            log.error("a game cannot be shown (%s)", where(error), extra={"game": session.id})  # noqa: TRY400 # values could be secret
            raise Damaged(GAME) from None
    return showing


def _opening(host: HostContext, session: Session, you: Player | None) -> OpeningView:
    sealed = {player.seat: player.sealed_word for player in session.players if player.sealed_word}
    missing = [player.seat for player in beginning.missing(session)]
    mine = you.sealed_word if you is not None and you.seat in missing else ""
    return OpeningView(sealed, missing, lobby_due(host, session), mine)


def looked_at(host: HostContext, saved: SavedGame, person: str) -> GameView:
    """The same; whoever then answers what they are asked there finds it as they saw it, if nothing has changed."""
    if saved.session.stage != RUNNING:
        return shown(host, saved, person)
    key = (saved.version, person, saved.body)
    return host.views.of(key, host.now(), math.inf, partial(shown, host, saved, person))


def _wishes(showing: GameView, session: Session, person: str) -> None:
    asked = [*session.wishes.values(), *session.heirs.values()]
    showing.waits = bool(person) and any(wish.person == person for wish in asked)
    showing.wishes = {number: wish.shown(session) for number, wish in session.wishes.items()}


def pending(host: HostContext, game_id: str, person: str = "") -> list[QuestionView]:
    """The questions that this person may see, theirs first."""
    showing = view(host, game_id, person)
    return sorted(showing.asked, key=lambda asked: asked.who != showing.you)


MOVES = {"answer", "play", "lapse", "bot"}


class ToldStep(NamedTuple):
    """What one input brought, as far as somebody was told; `by` is the seat whose it was, if it was one's.

    `key` is that of the question that was answered, or of what was played: all else is no move of the game. Where it
    comes from the log, `mark` is of what stands there.
    """

    n: int
    by: str
    told: list[Told]
    key: str = ""
    mark: int = 0
    public: bool = False  # is all of it certainly for everybody?

    @property
    def content(self) -> Sequence[object]:
        """By what pieces of a page that show it know it again."""
        return self.n, len(self.told), self.mark or repr(self.told)


class ReadLog(Struct):
    """The lines of a log from one of them on, as far as they have been read."""

    first: int = 0
    steps: list[ToldStep] = field(default_factory=list)


class SaidEntry(LogEntry):
    """An entry of the log in the words in which it is said, and as a step: all that was told with it."""

    step: ToldStep = ToldStep(0, "", [])


def history(
    host: HostContext, game_id: str, person: str = "", first: int = 0, limit: int = 200
) -> list[tuple[int, Told]]:
    """What this person was told from entry `first` of the log on, line by line."""
    return [(said.n, told) for said in entries(host, game_id, person, first, limit) for told in said.told]


def entries(host: HostContext, game_id: str, person: str = "", first: int = 0, limit: int = 200) -> list[ToldStep]:
    """What this person was told from entry `first` of the log on; everything, once the game is over.

    Their own moves are there also where nobody was told anything.
    """
    return heard(host, found(host, game_id).session, person, first, limit)


def heard(host: HostContext, session: Session, person: str, first: int, limit: int) -> list[ToldStep]:
    """The same of a game that has been read already."""
    return told_to(session, person, said_log(host, session, first, limit))


def said_log(host: HostContext, session: Session, first: int, limit: int) -> list[ToldStep]:
    """What was told with each input, to whomever."""
    log = host.store.log(session.id, first, limit, partial(_as_said, ruleset(session.ruleset)))
    return [entry.step if isinstance(entry, SaidEntry) else _step(entry) for entry in log]


def newest_log(host: HostContext, session: Session, first: int, limit: int) -> list[ToldStep]:
    """The same of a game that is looked at again and again. What stands in a log stays there: only what has come since
    is read.
    """
    kept = host.logs.of(session.id, host.now(), math.inf, ReadLog)
    known = [step for step in kept.steps if step.n >= first] if kept.first <= first else []
    room = limit - len(known)
    since = said_log(host, session, known[-1].n + 1 if known else first, room) if room else []
    if all(step.mark for step in since):  # else one of them is damaged, and may be mended
        kept.first, kept.steps = first, [*known, *since]
    return [*known, *since]


def told_to(session: Session, person: str, log: Sequence[ToldStep]) -> list[ToldStep]:
    """What this person was told of that."""
    you = session.at(person)
    seat, since = (you.seat, you.since) if you else (PUBLIC, 0)
    over = session.stage == OVER
    mine = [step if over or step.public else _told_to(step, seat, since) for step in log]
    return [step for step in mine if step.told or (you and step.key and step.by == seat)]


def _told_to(step: ToldStep, seat: str, since: int) -> ToldStep:
    """What everybody was told, and whoever has had this seat since then."""
    told: list[Told] = []
    at: list[int] = []  # where each thing told stands among those
    for each in step.told:
        at.append(len(told))
        if each.to == PUBLIC or (each.to == seat and step.n >= since):
            of = len(told) - at[len(at) - 1 - each.of]
            told.append(each if of == each.of else structs.replace(each, of=of))
    return ToldStep(step.n, step.by, told, step.key, step.mark)


@lru_cache(maxsize=8192)  # the last lines of some hundred games; what stands in a log never changes
def _as_said(rules: Ruleset[Any], kept: bytes) -> SaidEntry:
    """What was told with an input, in the words in which it is said, and whose it was."""
    entry = _entry.decode(kept)
    told = speaking.lines(rules, entry.told, entry.voice)
    said = SaidEntry(entry.at, entry.kind, entry.by, entry.key, told=told, n=entry.n)
    said.step = _step(said, hash(kept))
    return said


def _step(entry: LogEntry, mark: int = 0) -> ToldStep:
    public = all(each.to == PUBLIC for each in entry.told)
    return ToldStep(entry.n, entry.by, entry.told, entry.key if entry.kind in MOVES else "", mark, public)


def found(host: HostContext, game_id: object) -> SavedGame:
    """The game as it is kept, or a sentence."""
    saved = host.store.game(game_id)
    if saved is None:
        raise no_game()
    return saved


def _frame(session: Session, version: int, seat: str) -> GameView:
    rules = ruleset(session.ruleset)
    title, practice = rules.title, bool(rules.practice) and session.options == dict(rules.practice)
    faces = [_face(rules, player) for player in session.players]
    return GameView(
        session.id,
        session.ruleset,
        title,
        session.stage,
        version,
        session.pace,
        commitment(session.secret),
        list(session.places),
        faces,
        session.names(),
        session.style,
        seat,
        paused=bool(session.paused) and session.stage == RUNNING,
        practice=practice,
        options=dict(session.options),
    )


def _face(rules: Ruleset[Any], player: Player) -> SeatView:
    away = player.habits.away
    seat = SeatView(player.seat, player.name, player.bot, away[1] if away else 0.0, player.out)
    if player.bot and (character := computer_player.character_of(rules, player.name)) is not None:
        seat.character = character.says(player.seat)
    return seat


def _inside(showing: GameView, game: Game[Any], session: Session, seat: str) -> None:
    showing.view = game.view(seat)
    if session.stage == OVER:
        return
    questions = game.pending()
    seen = [question for question in questions if not question.secret or question.who == seat]
    put = speaking.questions(game.ruleset, session, seen, seat)
    showing.asked = [_asked(question, session, seat, said) for question, said in zip(seen, put, strict=True)]
    showing.sealed = sum(question.secret for question in questions)
    showing.counted = game.ruleset.counts_sealed
    showing.plays = list(game.ruleset.plays(game, seat)) if seat else []


def _asked(question: Question, session: Session, seat: str, said: Phrase | None) -> QuestionView:
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
