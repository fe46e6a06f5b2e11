"""What the house itself says in the host's voice, whatever is played: the door, the chairs, the clocks, the seals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, time, timedelta
from typing import Any, ClassVar
from zlib import crc32
from zoneinfo import ZoneInfo

import msgspec
from msgspec import structs

from engine.kernel import PUBLIC, Game, Illegal, Phrase, Question, Ruleset, Told, format_text
from engine.kernel import events as of_chance
from engine.kernel.event import Event
from engine.kernel.voice import (
    NOT_SAID_ANYWHERE,
    Book,
    Memory,
    Moment,
    Spoken,
    Voice,
    build_spoken_phrases,
    join_phrases,
    read_voice_lines,
)
from engine.rulesets import ruleset
from host.core import events
from host.core.deadlines import clocks
from host.core.posting import find_notification_scope
from host.core.session import RUNNING, ReachableHours, Session, ToldLine

TWO, MANY = 2, 8
HOUSE, _ = read_voice_lines(__spec__)


def _build_begin_moment(facts: Mapping[str, Any]) -> Moment:
    """Build the moment (an occasion on which the host says a line) for the begin of a game, by how many play."""
    seats = list(facts["seats"])
    moment = Moment("begin", {"seats": seats, "n": len(seats)}, 0)
    if len(seats) == TWO:
        moment.facts |= {"one": seats[0], "other": seats[1]}
        moment.kind = "two"
    elif len(seats) >= MANY:
        moment.kind = "many"
    return moment


def _mark_bots_in_moment(moment: Moment, bots: Collection[str]) -> None:
    """Change a moment (a line that the host is to word) in which a computer player takes a seat, or with which a game
    of more than two begins, so that the words are chosen for games with computer players; `bots` are their seats.
    """
    if moment.event == "join" and moment.facts["who"] in bots:
        moment.kind = "bot"
    if (
        moment.event == "begin"
        and moment.kind != "two"
        and (found := [who for who in moment.facts["seats"] if who in bots])
    ):
        moment.kind, moment.facts["bots"], moment.facts["m"] = "bot", found, len(found)


def _make_moment_builder(event: str) -> Callable[[Mapping[str, Any]], Moment]:
    """Return a function that turns the facts of an event into a moment (an occasion on which the host says a line),
    with the name `event`.
    """
    return lambda facts: Moment(event, dict(facts), 0)


def _make_kind_moment_builder(event: str, kind: str) -> Callable[[Mapping[str, Any]], Moment]:
    """Return a function that turns the facts of an event into a moment (an occasion on which the host says a line),
    with the name `event`; its line is chosen from the set `kind`.
    """
    return lambda facts: Moment(event, dict(facts), 0, kind=kind)


def _build_join_moment(facts: Mapping[str, Any]) -> Moment:
    """Build the moment (an occasion on which the host says a line) for somebody who takes a seat; the first player
    may get a line of their own.
    """
    return Moment("join", dict(facts), 0, soft=["first"] if facts["who"] == "p1" else [])


def _build_empty_moment(_facts: Mapping[str, Any]) -> Moment:
    """Return a moment for an announcement that stays as it is: the host has no line for it."""
    return Moment("", {}, 0)


BESIDE_SEALS = (  # hashes, which nobody reads aloud
    events.FingerprintShown,
    events.WordsSealed,
    of_chance.OpenedWordsStirred,
    of_chance.NoWordsStirred,
)

HEARD: Mapping[type[Event], Callable[[Mapping[str, Any]], Moment]] = {
    events.TableOpened: _make_moment_builder("table.open"),
    events.SeatTaken: _build_join_moment,
    events.GameBegun: _build_begin_moment,
    events.ClocksStopped: _make_moment_builder("pause"),
    events.ClocksStarted: _make_moment_builder("resume"),
    events.TimeExtended: _make_moment_builder("extend"),
    events.OutageCredited: _make_moment_builder("credit"),
    events.TimeRanOut: _make_moment_builder("up"),
    events.SecretOpened: _make_moment_builder("open"),
    events.MedalEarned: _make_moment_builder("medal"),
    events.StandInVoted: _make_kind_moment_builder("stand", "votes"),
    events.StandInCame: _make_kind_moment_builder("stand", "in"),
    events.SeatLeft: _make_kind_moment_builder("stand", "leave"),
    events.PlayerShownOut: _make_kind_moment_builder("stand", "kick"),
    events.SeatTakenOver: _make_kind_moment_builder("stand", "take"),
    events.LobbyWarned: _make_kind_moment_builder("lobby.wait", "last"),
    events.PredictionsOpened: _make_kind_moment_builder("call", "ask"),
    **dict.fromkeys(BESIDE_SEALS, _build_empty_moment),
}


class HostVoice(Voice[Memory]):
    """The voice of the host itself, beside every game's own voice; it remembers what it has said in that voice's
    memory.
    """

    book: ClassVar[Book] = HOUSE
    memory = Memory

    def build_memory(self, _options: Mapping[str, Any]) -> Memory:
        """Return the memory from which the host's own lines (about seats, clocks, medals) are chosen: an empty one, as
        they depend on nothing earlier.
        """
        return Memory()

    def build_moments(self, memory: Memory, told: Sequence[Told], bots: Collection[str] = ()) -> list[Moment]:  # noqa: ARG002 - it needs none
        """Return the moments (lines to be worded in the host's voice) for what the host itself has told everybody:
        seats, clocks, medals.
        """
        found = []
        for n, each in enumerate(told):
            if each.to != PUBLIC or (kind := each.kind) is None:
                continue
            if kind in HEARD:
                moment = HEARD[kind](each.facts)
                moment.at, moment.covers = n, [n]
                _mark_bots_in_moment(moment, bots)
                found.append(moment)
        return found


HOST_VOICE = HostVoice()
LIVELY, PLAIN = "lively", "plain"
OPTION = "voice"
NO_VOICE_MEMORY = msgspec.Raw(b"null")
Voiced = dict[int, list[Spoken] | int]


def split_voice_option(rules: Ruleset[Any], options: dict[str, object] | None) -> tuple[dict[str, object] | None, str]:
    """Split off the option that chooses the host's voice, which is offered like an option but is no rule of the
    game. Return the other options, and the choice (the default if not given); raise Illegal for an unknown choice.
    Options of rules without a voice stay as they are.
    """
    if not isinstance(options, dict) or OPTION not in options or rules.voice is None:
        return options, LIVELY
    manner = options[OPTION]
    if manner not in (LIVELY, PLAIN):
        raise Illegal(
            "The host can speak in two ways: {lively} or {plain}. Choose one.",
            code="bad_options",
            lively=LIVELY,
            plain=PLAIN,
        )
    return {name: value for name, value in options.items() if name != OPTION}, str(manner)


def create_voice_memory(rules: Ruleset[Any], options: Mapping[str, Any], manner: str) -> msgspec.Raw:
    """Return the memory of the voice for a new game, as JSON to store; null if the voice is off (`manner` is plain)
    or the ruleset has no lines.
    """
    if rules.voice is None or manner == PLAIN:
        return NO_VOICE_MEMORY
    return msgspec.Raw(msgspec.json.encode(rules.voice.build_memory(options)))


def choose_voice_lines(rules: Ruleset[Any], session: Session, told: Sequence[Told]) -> Voiced:
    """Choose the lines in the host's voice for new announcements, and update the voice's memory in the session. Return,
    by the announcement's position in `told`, its lines, or the position of the one whose lines cover it; plain ones are
    missing. Empty if the voice is off.
    """
    if rules.voice is None or session.voice == NO_VOICE_MEMORY:
        return {}
    voice: Voice[Any] = rules.voice
    memory = msgspec.json.decode(session.voice, type=voice.memory)
    bots = {player.seat for player in session.players if player.bot}
    said = voice.speak(memory, told, bots)
    ours = HOST_VOICE.speak(memory, told, bots)
    session.voice = msgspec.Raw(msgspec.json.encode(memory))
    return {**ours.by, **ours.lines, **said.by, **said.lines}


def correct_voice_totals(rules: Ruleset[Any], session: Session, game: Game[Any]) -> None:
    """Set the totals that the voice of a session remembers to those that its game shows everybody, after steps that had
    told money were undone; do nothing if the voice is off.
    """
    if rules.voice is None or session.voice == NO_VOICE_MEMORY:
        return
    memory = msgspec.json.decode(session.voice, type=rules.voice.memory)
    correct_totals(memory, {line.who: line.total for line in game.build_view().standings})
    session.voice = msgspec.Raw(msgspec.json.encode(memory))


def correct_totals(memory: Memory, shown: Mapping[str, int]) -> None:
    """Set the totals that a voice remembers to these, which everybody is shown; nobody is added."""
    memory.totals.update({who: shown[who] for who in memory.totals if who in shown})


def list_question_wordings(
    rules: Ruleset[Any], session: Session, asked: Sequence[Question], seat: str = ""
) -> list[Phrase | None]:
    """Return the host's wording of each of these questions for the player in this seat; None where the question keeps
    its plain text.
    """
    if rules.voice is None or session.voice == NO_VOICE_MEMORY:
        return [None for _ in asked]
    voice: Voice[Any] = rules.voice
    memory = msgspec.json.decode(session.voice, type=voice.memory)
    bots = {player.seat for player in session.players if player.bot}
    return [voice.phrase_question(memory, each, bots, own=each.who == seat) for each in asked]


def apply_voice_lines(rules: Ruleset[Any], told: Sequence[Told], voiced: Voiced) -> list[Told]:
    """Return the announcements as lines with the host's chosen words (`voiced`, by position in `told`) in place of
    their plain sentences. One may become two lines, and one that another's line covers says nothing, so that positions
    change; what refers to them is adapted.
    """
    found: list[Told] = []
    at: list[int] = []  # where each thing told stands among the lines
    for n, each in enumerate(told):
        at.append(len(found))
        first, *rest = _build_voiced_lines(rules, each, voiced.get(n), voiced)
        of = len(found) - at[n - each.of]
        found.append(first if of == first.of else structs.replace(first, of=of))
        for line in rest:  # which goes on with the one before it
            line.of = of + 1
            found.append(line)
    return found


def _build_voiced_lines(
    rules: Ruleset[Any], told: Told, found: list[Spoken] | int | None, voiced: Voiced
) -> list[Told]:
    """Return an announcement as one or two lines with the host's chosen words; the part after a moment of suspense is a
    line of its own. `found` is these words, or the number in `voiced` of the announcement whose line covers this one
    (which then says nothing itself), or None if it keeps its plain sentence.
    """
    rings = bool(find_notification_scope(told))
    if found is None:
        pause = bool(told.kind and told.facts.get(told.kind.suspense_fact))
        if not (pause or rings):
            return [told]
        return [ToldLine(told.what, told.facts, told.to, told.table, pause=pause, rings=rings, of=told.of)]
    if isinstance(found, int):
        standing = voiced.get(found, NOT_SAID_ANYWHERE)
        by = [spoken.id for spoken in standing] if isinstance(standing, list) else []
        standing_for = _find_line_template(rules, by[0]) if by else ""
        return [ToldLine(told.what, told.facts, told.to, told.table, [], standing_for, rings=rings, of=told.of)]
    split = next((n for n, spoken in enumerate(found) if spoken.fate), len(found))
    lines = _build_voice_phrases(rules, found[:split]) if split else None
    first = ToldLine(told.what, told.facts, told.to, told.table, lines, rings=rings, of=told.of)
    if split == 0:
        first.said, first.pause = _build_voice_phrases(rules, found), True
        return [first]
    rest = ToldLine(
        "", {}, told.to, told.table, _build_voice_phrases(rules, found[split:]), "", pause=True, rings=rings
    )
    return [first, rest] if split < len(found) else [first]


def _build_voice_phrases(rules: Ruleset[Any], found: Sequence[Spoken]) -> list[Phrase]:
    """Return these chosen lines of the host as phrases to be read, from their templates and facts."""
    return [join_phrases(said) for said in build_spoken_phrases(found, lambda name: _find_line_template(rules, name))]


def _find_line_template(rules: Ruleset[Any], name: str) -> str:
    """Return the text of the line of this name in the ruleset's book or else in the host's own; empty if neither has
    it.
    """
    line = (rules.voice.find_line(name) if rules.voice else None) or HOST_VOICE.find_line(name)
    return line.text if line else ""


RECAP_HOUR = 8  # of their morning
WEEK_OF_LINES = 56  # what recaps have told in seven mornings, about eight lines each
NOW = (  # the first of these that no recap of this week has told
    "It is the turn of {who}. {time} left.",
    "{who} can play now. {time} left.",
    "{who} must play next. {time} left.",
    "The game waits for {who}. {time} left.",
)
NOW_SEALED = (  # how long is left, or how many are missing, might tell who is asked
    "The game waits for secret answers.",
    "Some players must still give secret answers.",
    "Now is the time for secret answers.",
    "I do not have all secret answers yet.",
    "The game goes on when all secret answers are given.",
    "Some secret answers are still missing.",
    "The game needs some secret answers first.",
)


def compute_recap_time(session: Session, now: float) -> float:
    """Return when the morning recap of a game is due: as planned already, or else the next morning. 0 means never: the
    game does not run, a turn takes less than an hour, or its host's voice is off or gives no recaps.
    """
    voice = ruleset(session.ruleset).voice
    told = session.voice != NO_VOICE_MEMORY and voice is not None and voice.recaps
    if not told or session.pace < clocks.HOUR or session.stage != RUNNING:
        return 0.0
    return session.recap or compute_next_recap(session, now)


def compute_next_recap(session: Session, now: float) -> float:
    """Return the next time that it is eight in the morning for the people of a game: for its opener if they play, or
    else for the first person who does.
    """
    return compute_next_morning(now, _find_recap_habits(session))


def compute_next_morning(now: float, habits: ReachableHours) -> float:
    """Return the next time it is eight in the morning in a person's time zone."""
    zone = ZoneInfo(habits.zone)
    here = datetime.fromtimestamp(now, zone)
    day = here.date() + timedelta(days=1 if here.time() >= time(RECAP_HOUR) else 0)
    return datetime.combine(day, time(RECAP_HOUR), zone).timestamp()


def _find_recap_habits(session: Session) -> ReachableHours:
    """Return the reachable hours by which a game's morning is reckoned: those of its opener or, if they do not play,
    of the first person who does; the defaults if nobody does.
    """
    players = [player for player in session.players if player.person and not player.bot]
    own = [player.habits for player in players if player.person == session.by]
    return next(iter([*own, *(player.habits for player in players)]), ReachableHours())


def compose_due_recap(rules: Ruleset[Any], session: Session, now: float) -> list[Told] | None:
    """Return the lines of the morning recap, delete its planned time, and note in the voice's memory that a recap was
    made; None if it is not due, empty if there is nothing to tell. Which lines were told is not remembered here.
    """
    if not 0 < session.recap <= now or rules.voice is None:
        return None
    session.recap = 0.0
    voice: Voice[Any] = rules.voice
    memory = msgspec.json.decode(session.voice, type=voice.memory)
    lines = voice.build_recap(memory)
    session.voice = msgspec.Raw(msgspec.json.encode(memory))
    if not lines:
        return []
    now_lines = (voice.list_stakes(memory), _list_recap_questions(session, now))
    return [*lines[:-1], *(line for some in now_lines for line in _pick_new_line(memory, some)), *lines[-1:]]


def _pick_new_line(memory: Memory, lines: Sequence[Told]) -> list[Told]:
    """Return the first of these lines that no recap of this week has told, in a list; empty if there is none."""
    return [told for told in lines if _hash_line(told) not in memory.recapped][:1]


def drop_recapped_lines(rules: Ruleset[Any], session: Session, lines: Sequence[Told]) -> list[Told]:
    """Return the lines of a recap without those that other recaps of about this week have told; remember the lines
    returned, in the session, as told.
    """
    if rules.voice is None or not lines:
        return [*lines]
    memory = msgspec.json.decode(session.voice, type=rules.voice.memory)
    new = [told for told in lines if _hash_line(told) not in memory.recapped]
    memory.recapped = [*memory.recapped, *map(_hash_line, new)][-WEEK_OF_LINES:]
    session.voice = msgspec.Raw(msgspec.json.encode(memory))
    return new


def _hash_line(told: Told) -> str:
    """Return a short hash of an announcement's text with its facts, by which recaps know what they have told."""
    return f"{crc32(format_text(told.text, told.facts).encode()):08x}"


def _list_recap_questions(session: Session, now: float) -> list[Told]:
    """List wordings of a line for the morning recap that names the players with an open question, and the time left
    until the first of them runs out. If all questions are secret, the line names nobody; empty if there are none.
    """
    bots = {player.seat for player in session.players if player.bot}
    asked = [clock for clock in session.clocks.values() if clock.who not in bots]
    open_ = [clock for clock in asked if not clock.secret]
    if not open_:
        return [Told(text, {}) for text in NOW_SEALED] if asked else []
    left = min(clock.due for clock in open_) - now
    facts = {"who": sorted({clock.who for clock in open_}), "time": clocks.format_duration(max(60.0, left))}
    return [Told(text, facts) for text in NOW]
