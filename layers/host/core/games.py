"""What players do: open a game, join, begin, answer a question, make a play. Each turns a `Command` into a `Reply`."""

from __future__ import annotations

from functools import partial

import msgspec

from engine.kernel import LOG, Illegal, checked, commitment
from engine.rulesets import ruleset
from host.core import beginning, computer_player, events, seat_takeovers, speaking
from host.core.cards import card_packs, dealt_cards
from host.core.commands import Command
from host.core.committing import act, attempt, no_game, refused
from host.core.context import HostContext
from host.core.deadlines import clocks, planning_ahead, repeated_inputs
from host.core.names_in_text import in_seats
from host.core.rights import OUT, hosts, present
from host.core.session import LOBBY, RUNNING, Player, ReachableHours, Reply, SeatWish, Session, WritingStyle
from host.core.store.commit import Conflict
from host.core.store.store import SavedGame
from host.core.transaction import Transaction

PLAIN = WritingStyle()
OUTWARD = ("kick", "leave")  # what the rules may offer the host to take a player out
MOST_OPTIONS = 2000  # bytes
MOST_WISHES = 10


class Guest(msgspec.Struct, frozen=True):
    """Somebody who sits down: the person, the name to show, and where only they are told things."""

    person: str
    name: str
    place: str = ""
    habits: ReachableHours = ReachableHours()
    sealed_word: str = ""  # the hash of a word of theirs, for chance
    invited: str = ""  # the word of invitation that came with their link


def create(
    host: HostContext,
    command: Command,
    rules: str,
    options: dict[str, object] | None = None,
    pace: str = "daily",
    style: WritingStyle = PLAIN,
    *,
    open_seats: bool = False,
    community: str = "",
) -> Reply:
    """Open a lobby. The secret behind all chance is made now, and its seal is the first thing said."""
    try:
        title, turn = ruleset(rules).title, clocks.pace(pace)
        options, manner = speaking.chosen(ruleset(rules), options)
        beat = may_open(host, command.by, options)
        owners = dealt_cards.owners(command.by, [command.place] if command.place else [], community)
        card_packs.agree(
            ruleset(rules), options or {}, lambda: dealt_cards.dealt(host, ruleset(rules), owners, options or {})
        )
    except Illegal as no:
        return refused(host, command, no)
    places = [command.place] if command.place else []
    session = Session(
        host.token(4), rules, dict(options or {}), turn, command.by, host.token(32), host.now(), LOBBY, [], places
    )
    session.style, session.open_seats, session.by_event = style, open_seats, True
    session.community = community if community != command.place else ""
    session.voice = speaking.begin(ruleset(rules), session.options, manner)

    def opened(tx: Transaction) -> None:
        tx.log("create", "", rules)
        tx.say(events.TableOpened(title, commitment(session.secret)))

    try:
        return attempt(Transaction(host, command, SavedGame(session, 0, beat=beat)), opened)
    except Conflict:  # another game has drawn the same id
        return create(host, command, rules, options, pace, style, open_seats=open_seats)


def may_open(host: HostContext, person: str, options: object) -> float:
    """Nobody fills the host with games, nor a game with options that nobody could have meant, nor opens one at a
    host that closes for good. With the one read that
    this takes comes the last sign of life.
    """
    try:
        fits = options is None or (isinstance(options, dict) and len(msgspec.json.encode(options)) <= MOST_OPTIONS)
    except (TypeError, ValueError):
        fits = False
    if not fits:
        raise Illegal("I do not understand these options.", code="options")
    many, beat, closing = host.store.opening(person)
    if closing:
        raise Illegal("This host is saying goodbye: no new games are opened here.", code="closing")
    if many >= host.config.most_games:
        raise Illegal("You have too many games open; finish or close one first.", code="too_many_games")
    return beat


def join(host: HostContext, command: Command, game_id: str, guest: Guest) -> Reply:
    """Take a seat: in a lobby a new one; in a running game one that a computer keeps, or one that the rules add."""
    return act(host, command, game_id, partial(_sits, guest))


def no_seat(host: HostContext, game_id: str, invited: str) -> Reply | None:
    """Why somebody new could not take a seat; nothing, if they could. Nothing is kept of this."""
    saved = host.store.game(game_id)
    if saved is None:
        return refused(host, Command(), no_game())
    try:
        _sits(Guest("", "", invited=invited), Transaction(host, Command(), saved))
    except Illegal as no:
        return refused(host, Command(), no, saved.session)
    return None


def _sits(guest: Guest, tx: Transaction) -> None:
    player = tx.session.at(guest.person)
    if player is not None and player.out:
        raise Illegal(OUT, code="out")
    if player is not None and not player.bot:
        _changes_word(tx, player, guest.sealed_word)
        return
    if player is None and tx.session.stage == RUNNING:
        _comes(tx, SeatWish(guest.person, guest.name, guest.place, guest.habits))
        return
    _must_be_invited(tx, guest)
    beginning.must_not_be_opening(tx.session)
    player = player or _seat_for(tx)
    tx.log("join", player.seat)
    left = repeated_inputs.asked(tx.session.past, player.seat)
    seat_guest(tx, player, guest)
    tx.session.past |= left
    tx.say(events.SeatTaken(player.seat))


def _must_be_invited(tx: Transaction, guest: Guest) -> None:
    """Whoever is where the game is shown is invited; others need the word, if there is one."""
    session, command = tx.session, tx.command
    here = command.place in session.places or hosts(command, session)
    if session.stage == LOBBY and session.invited and guest.invited != session.invited and not here:
        raise Illegal("This table is for those who are invited: open the link that you were sent.", code="not_invited")


def _comes(tx: Transaction, wish: SeatWish) -> None:
    """Somebody would like a seat in a running game: the table, or its host, must say yes."""
    session = tx.session
    must_have_room(tx)
    if session.open_seats or hosts(tx.command, session):
        tx.log("join", LOG)
        let_in(tx, wish)
        return
    if any(wish.person == other.person for other in [*session.wishes.values(), *session.heirs.values()]):
        raise Illegal("You have asked for a seat already. Whoever opened this game, or the table, lets you in.")
    if len(session.wishes) >= MOST_WISHES:
        raise Illegal("Enough people ask for a seat here. Open a game of your own.")
    session.wishes[str(max(map(int, session.wishes), default=0) + 1)] = wish
    tx.log("asks", LOG)
    tx.say(events.SeatAskedFor(wish.shown(session)))


def let_in(tx: Transaction, wish: SeatWish) -> None:
    """They have a seat: of a computer as soon as they may know what lies there, or one that the rules add."""
    kept = _kept(tx)
    if kept:
        seat_takeovers.wait(tx, _with_something_to_do(tx, kept), wish)
    else:
        player = _new_seat(tx)
        make(tx, LOG, "join", player.seat)
        seat_takeovers.theirs(tx.session, player, wish)
        tx.say(events.SeatTaken(player.seat))


def _kept(tx: Transaction) -> list[Player]:
    """The seats of computers that nobody has and nobody waits for."""
    session = tx.session
    return [
        player
        for player in session.players
        if player.bot and not player.person and not player.out and player.seat not in session.heirs
    ]


def must_have_room(tx: Transaction) -> None:
    """Is there a seat of a computer, or do the rules add one?"""
    if not _kept(tx) and all(play.key != "join" for play in tx.rules.plays(tx.game, LOG)):
        raise Illegal("No seat is free. Watch this one, or open a game of your own.", code="full")


def _changes_word(tx: Transaction, player: Player, word: str) -> None:
    """Who sits already may still seal a word of their own, until no more seats are taken."""
    sealed = beginning.checked_hash(word)
    if not sealed or tx.session.stage != LOBBY or tx.session.opening:
        raise Illegal("You already have a seat.", code="seated")
    player.sealed_word = sealed
    tx.log("word", player.seat)
    tx.say(events.WordSealed(player.seat))


def show(host: HostContext, command: Command, game_id: str, place: str) -> Reply:
    """The game is shown in this place, too, at the word of whoever opened it or looks after one where it is shown.

    Whoever looks after the new place has no say in that: they would have the host's rights for the asking.
    """

    def shown(tx: Transaction) -> None:
        tx.must_host()
        session = tx.session
        if not place:
            raise Illegal("There is no place here to show a game in.")
        if place in session.places:
            raise Illegal("This game is shown here already.")
        if len(session.places) >= tx.host.config.most_places:
            raise Illegal("This game is shown in enough places.")
        session.places.append(place)
        tx.log("show", LOG)
        tx.say(events.TableShown(tx.rules.title))

    return act(host, command, game_id, shown)


def add_bot(host: HostContext, command: Command, game_id: str) -> Reply:
    """A computer player takes a new seat in a lobby."""

    def sat(tx: Transaction) -> None:
        tx.must_host()
        must_be_lobby(tx)
        player = _new_seat(tx)
        taken = {other.name for other in tx.session.players}
        player.name = next(name for name in computer_player.NAMES if name not in taken)
        player.bot = True
        tx.log("join", player.seat, "bot")
        tx.say(events.SeatTaken(player.seat))
        if (character := computer_player.character_of(tx.rules, player.name)) is not None:
            tx.say(events.CharacterTold(character.says(player.seat)))

    return act(host, command, game_id, sat)


def begin(host: HostContext, command: Command, game_id: str) -> Reply:
    """The game begins with whoever has a seat; once the words that they have sealed are opened, if there are any."""

    def begun(tx: Transaction) -> None:
        tx.must_host()
        if tx.session.stage != LOBBY:
            raise Illegal("The game has already begun.", code="begun")
        beginning.begin_or_wait(tx)

    return act(host, command, game_id, begun)


def open_word(host: HostContext, command: Command, game_id: str, word: str) -> Reply:
    """A player opens the word that they have sealed; with the last of them the game begins."""
    return act(host, command, game_id, partial(beginning.open_word, word))


def answer(host: HostContext, command: Command, game_id: str, question_id: str, value: object) -> Reply:
    """A player answers a question they are asked."""

    def answered(tx: Transaction) -> None:
        seat = seated(tx)
        question = next((q for q in tx.game.pending() if q.id == question_id and q.who == seat), None)
        said = value
        if question is not None:
            said = in_seats(question, value, tx.session.names())
            tx.log("answer", seat, question.key, checked(tx.game, seat, question.key, said, question))
        clock = tx.session.clocks.get(question_id)
        tx.game.answer(seat, question_id, said)
        tx.hear()
        planning_ahead.proposed(tx, seat, clock)

    return act(host, command, game_id, answered)


def play(host: HostContext, command: Command, game_id: str, key: str, value: object = None) -> Reply:
    """A player does something without being asked."""

    def played(tx: Transaction) -> None:
        make(tx, seated(tx), key, value)

    return act(host, command, game_id, played)


def seated(tx: Transaction) -> str:
    """The seat of whoever sent this, who is here and so needs no stand-in."""
    seat = present(tx.session, tx.command.by).seat
    tx.session.votes.pop(seat, None)
    return seat


def make(tx: Transaction, seat: str, key: str, value: object) -> None:
    """Make a play that the rules offer this seat, or the host."""
    offered = next((play for play in tx.rules.plays(tx.game, seat) if play.key == key), None)
    tx.log("play", seat, key, checked(tx.game, seat, key, value, offered))
    tx.game.play(seat, key, value)
    tx.hear()
    if seat == LOG and key in OUTWARD:
        player = tx.at_seat(str(value))
        player.out, player.bot, player.place = True, True, ""


def seat_guest(tx: Transaction, player: Player, guest: Guest) -> None:
    """Somebody takes this seat, and has all the time for what it is asked."""
    seat_takeovers.theirs(tx.session, player, SeatWish(guest.person, guest.name, guest.place, guest.habits))
    player.sealed_word = beginning.checked_hash(guest.sealed_word) if tx.session.stage == LOBBY else ""
    if tx.session.stage == RUNNING:
        tx.resettle()


def rewound(tx: Transaction, seat: str) -> None:
    """Somebody else answers for this seat now: its open questions are asked again, with new clocks."""
    session = tx.session
    session.votes.pop(seat, None)
    for book in session.books():
        for key in [key for key, clock in book.items() if clock.who == seat]:
            del book[key]
    if session.stage == RUNNING:
        tx.resettle()


def must_be_lobby(tx: Transaction) -> None:
    """This can be done only before the game begins, and before the first word is opened."""
    if tx.session.stage != LOBBY:
        raise Illegal("The game has already begun.", code="begun")
    beginning.must_not_be_opening(tx.session)


def _seat_for(tx: Transaction) -> Player:
    if tx.session.stage == LOBBY:
        return _new_seat(tx)
    raise Illegal("No seat is free. Watch this one, or open a game of your own.", code="full")


def _with_something_to_do(tx: Transaction, kept: list[Player]) -> Player:
    """One that is asked something now rather than one that only waits, or whose round is lost already."""
    asked = {question.who for question in tx.game.pending()}
    return min(kept, key=lambda player: player.seat not in asked)


def _new_seat(tx: Transaction) -> Player:
    session = tx.session
    if len(session.players) >= tx.host.config.most_seats:
        raise Illegal("All seats are taken.", code="full")
    session.seats += 1
    player = Player(f"p{session.seats}")
    session.players.append(player)
    return player
