"""Opens, fills, begins, shows, stops and ends games: what the desk does, mostly for the host."""

from __future__ import annotations

import re

from msgspec.structs import replace

from engine.kernel import Illegal, phrase
from engine.rulesets import RULESETS, ruleset
from host.core import game_options, games, seats
from host.core.commands import Command
from host.core.context import HostContext
from host.core.deadlines import clocks, expected_lengths, ticking
from host.core.session import LOBBY, OVER, RUNNING, Session
from host.people import accounts, rate_limits
from host.said.answer_matching import game_meant, surely
from host.said.desk import waiting
from host.said.desk.answer import Answer, refusal, said, say
from host.said.desk.request import Request

MOST_BOTS = 8
FOR = re.compile(r"(?:^|\s)for=(\w+)(?=\s|$)", re.IGNORECASE)
STAGES = {LOBBY: phrase("in the lobby"), RUNNING: phrase("playing"), OVER: phrase("over")}


def new(request: Request) -> Answer:
    """Open a table: its game, its pace, its options."""
    name, _, rest = request.words.partition(" ")
    if not name:
        examples = [request.spelled(f"new {each}") for each in RULESETS]
        fits = [f"for={span}" for span in expected_lengths.SPANS]
        raise Illegal("Say which game: {examples}. With {fits} its goal fits the time.", examples=examples, fits=fits)
    pace, options = wishes(rest)
    span, options = _span(options)
    if span:
        choice = expected_lengths.chosen(name, span)
        found = {**game_options.typed(ruleset(name), options), **choice.options}
        return opened(request, name, pace or choice.pace, found)
    return opened(request, name, pace or "daily", game_options.typed(ruleset(name), options))


def opened_for(request: Request, name: str, span: str) -> Answer:
    """A table whose game is likely to fit into an evening, a weekend, a fortnight, a season."""
    choice = expected_lengths.chosen(name, span)
    return opened(request, name, choice.pace, choice.options)


def _span(options: str) -> tuple[str, str]:
    """How much time there is, `for=evening`, and the other options."""
    found = FOR.search(options)
    return (found[1], f"{options[: found.start()]} {options[found.end() :]}".strip()) if found else ("", options)


def wishes(text: str) -> tuple[str, str]:
    """The pace, with or without the word before it, and the options as they are typed."""
    word, _, rest = text.strip().partition(" ")
    if word.casefold() == "pace":
        word, _, rest = rest.strip().partition(" ")
    return (word, rest) if word and "=" not in word else ("", text)


def opened(request: Request, name: str, pace: str, options: dict[str, object]) -> Answer:
    """The table is open. In private its first seat is for whoever opened it."""
    place, person = request.room(), request.somebody()
    own = accounts.open_games(request.host, f"person:{person.id}") if request.most_tables else []
    if request.most_tables and len([each for each in own if each.by == person.id]) >= request.most_tables:
        raise Illegal("You have {n} tables open already; finish or close one first.", n=request.most_tables)
    if name in RULESETS:
        dated = game_options.of_today(RULESETS[name], options, request.host.now())
        options = game_options.agreed(RULESETS[name], dated, pace) if request.apart else dated
    command, style = replace(request.command, place=place), person.habits.style
    reply = games.create(request.host, command, name, options, pace, style, community=request.community)
    if reply.ok and place and request.private:
        games.join(request.host, Command(by=person.id, place=place), reply.game, request.guest(person))
    elif reply.ok and place:
        waiting.tell(request, opened_as(request, reply.game))
    return refusal(reply)


def withdrawn(host: HostContext, game: str) -> None:
    """No place can be made for this table, so it is closed; that is at nobody's word."""
    seats.close(host, Command(operator=True), game)


def here(request: Request) -> Answer:
    """Show a game from elsewhere in this place, too."""
    place, wanted = request.one_more(), request.words.strip()
    saved = request.host.store.game(wanted) if wanted else None
    found = [saved.session] if saved else _elsewhere(request) if not wanted else []
    if len(found) != 1:
        raise _which(request)
    command = request.commanding_elsewhere(found[0])
    return refusal(games.show(request.host, command, found[0].id, place))


def _elsewhere(request: Request) -> list[Session]:
    own = accounts.open_games(request.host, f"person:{request.by}") if request.by else []
    return [session for session in own if request.place not in session.places]


def _which(request: Request) -> Illegal:
    own = [phrase("{title} ({id})", title=ruleset(each.ruleset).title, id=each.id) for each in _elsewhere(request)]
    if not own:
        return Illegal("You are in no game that could be shown here, too.")
    return Illegal("Which game? Write its number after {here}: {games}.", here=request.spelled("here"), games=own)


def bots(request: Request) -> Answer:
    """Computer players take new seats."""
    count = request.words.strip() or "1"
    if not (count.isascii() and count.isdigit() and len(count) < 3 and 1 <= int(count) <= MOST_BOTS):
        example = request.spelled("bots 2")
        raise Illegal("Say how many computer players: {example} (at most {most}).", example=example, most=MOST_BOTS)
    return computers(request, request.lobby(), int(count))


def computers(request: Request, session: Session, count: int) -> Answer:
    """So many computer players sit down."""
    command = request.commanding(session)
    for n in range(count):
        key = f"{command.key}/{n}" if command.key else ""
        reply = games.add_bot(request.host, replace(command, key=key), session.id)
        if not reply.ok:
            return refusal(reply)
    return Answer()


def begin(request: Request) -> Answer:
    """The game begins."""
    return begun(request, request.lobby())


def begun(request: Request, session: Session) -> Answer:
    """This game begins."""
    return refusal(games.begin(request.host, request.commanding(session), session.id))


def opened_as(request: Request, game: str) -> Session:
    """The game of this id, as it is kept."""
    saved = request.host.store.game(game)
    if saved is None:
        raise Illegal("There is no such game; it may have been closed.")
    return saved.session


def games_here(request: Request) -> Answer:
    """All the games that may be meant here."""
    lines = [
        request.say("{title} ({id}): {stage}", title=ruleset(each.ruleset).title, id=each.id, stage=STAGES[each.stage])
        for each in request.sessions()
    ]
    return said(lines) if lines else say("No game is open here. Open one with {new}.", new=request.spelled("new"))


# -- the host's hand on a running game


def pause(request: Request) -> Answer:
    """All clocks stop."""
    session = request.session()
    return request.done(session, ticking.pause(request.host, request.commanding(session), session.id))


def resume(request: Request) -> Answer:
    """All clocks go on."""
    session = request.session()
    return request.done(session, ticking.resume(request.host, request.commanding(session), session.id))


def extend(request: Request) -> Answer:
    """More time for everybody."""
    session, time = request.session(), clocks.duration(request.words.strip().lower())
    if time is None:
        raise Illegal("How much more time? For example {example}", example=request.spelled("extend 12h"))
    return request.done(session, ticking.extend(request.host, request.commanding(session), session.id, time))


def endgame(request: Request) -> Answer:
    """Close a table, or end a game before its time."""
    session, text = game_meant(request.likely(), request.sessions(), request.words)
    if not request.sure(text):
        request.must_host(session)
        again = surely("endgame", request.words, text)
        raise request.doubt("This ends the game for everybody. If you are sure, write {again}", again)
    reply = seats.close(request.host, request.commanding(session), session.id)
    if reply.ok and session.stage == LOBBY and session.by == request.by and not session.places:
        rate_limits.give_back(request.host, "tables", request.visitor, session.made)
    return request.done(session, reply)
