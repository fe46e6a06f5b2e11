"""What players do: open a game, join, begin, answer a question, make a play. Each turns a `Command` into a `Reply`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

import msgspec

from engine.kernel import LOG, Form, Game, Illegal, Option, Play, Question, check_input, compute_commitment, phrase
from engine.kernel.chance import SEALED_WORDS, Word, compute_word_hash, list_sealed_words
from engine.kernel.picture import BOARD
from engine.rulesets import ruleset
from host.core import events, host_voice, stand_ins
from host.core.cards import dealt_cards
from host.core.context import HostContext
from host.core.deadlines import clocks, expected_lengths
from host.core.deadlines.clocks import DAY, HOUR, compute_sealed_words_wait
from host.core.extras import list_added_targets
from host.core.session import (
    LOBBY,
    OUT,
    PROGRAM_MARK,
    RUNNING,
    Clock,
    Command,
    ReachableHours,
    Reply,
    SeatedPlayer,
    SeatWish,
    Session,
    WritingStyle,
    has_host_rights,
    require_present_player,
)
from host.core.store.items import Conflict
from host.core.store.store import SavedGame
from host.core.transaction import (
    Transaction,
    assign_seat,
    build_no_game_refusal,
    build_refusal,
    commit_once,
    run_transaction,
)

DEFAULT_TABLE_STYLE = WritingStyle()


OUTWARD = ("kick", "leave")  # what the rules may offer the host to take a player out


LIST_PLAY_KEY = "list"  # the play by which one says in order what is to be tried


SEAL_KEY = "seal"  # how the keys of questions end that ask where to hide a bomb


TURN_KEYS = ("select", "pick")  # how the keys of questions end that ask for the square of one's turn


MOST_SQUARES_IN_ORDER = 5


MOST_OPTIONS = 2000  # bytes


MOST_WISHES = 10


NO_PROGRAMS = "Programs cannot join this game. The player who opened it can let them in."


NO_PROGRAM_SEAT = "A person plays in this seat, so a program cannot play here."


class Guest(msgspec.Struct, frozen=True):
    """Somebody who sits down: the person, the name to show, and the place of their private messages."""

    person: str
    name: str
    place: str = ""
    habits: ReachableHours = ReachableHours()
    sealed_word: str = ""  # the hash of a word of theirs, for chance
    invited: str = ""  # the word of invitation that came with their link
    program: bool = False  # a program is to play in this person's name

    def build_wish(self) -> SeatWish:
        """Return this guest's request for a seat, as it is stored until it is granted: who they are, where to write to
        them, when they can be reached, and whether a program plays for them.
        """
        return SeatWish(self.person, self.name, self.place, self.habits, program=self.program)


def open_lobby(
    host: HostContext,
    command: Command,
    rules: str,
    options: dict[str, object] | None = None,
    pace: str = "daily",
    style: WritingStyle = DEFAULT_TABLE_STYLE,
    *,
    open_seats: bool = False,
    community: str = "",
    span: str = "",
) -> Reply:
    """Open a lobby (a game that people can still join) for a new game of `rules`, shown in the place from which the
    command comes, if any; nobody is seated yet, and the sender becomes its host. The secret behind its randomness is
    made now, and its commitment (a hash) is announced first. If the sender may not open it, or options or pace do not
    fit, nothing is saved, and the reply has the reason.
    """
    try:
        known, turn = ruleset(rules), clocks.parse_pace(pace)
        played, manner = host_voice.split_voice_option(known, options)
        beat = check_opening_and_read_heartbeat(host, command.by, played)
        owners = dealt_cards.list_pack_owners(command.by, [command.place] if command.place else [], community)
        dealt_cards.check_options_with_cards(
            known,
            played or {},
            lambda: dealt_cards.list_dealable_cards(host, known, owners, played or {}),
        )
    except Illegal as no:
        return build_refusal(host, command, no)
    places = [command.place] if command.place else []
    session = Session(
        host.token(4), rules, dict(played or {}), turn, command.by, host.token(32), host.now(), LOBBY, [], places
    )
    session.style, session.open_seats, session.by_event, session.span = style, open_seats, True, span
    session.community = community if community != command.place else ""
    session.voice = host_voice.create_voice_memory(known, session.options, manner)

    try:
        return commit_once(Transaction(host, command, SavedGame(session, 0, beat=beat)), _apply_opening)
    except Conflict:  # another game has drawn the same id
        return open_lobby(
            host, command, rules, options, pace, style, open_seats=open_seats, community=community, span=span
        )


def _apply_opening(tx: Transaction) -> None:
    """Log and announce that a game is open, with the commitment to its secret."""
    tx.log("create", "", tx.session.ruleset)
    tx.say(events.TableOpened(tx.rules.title, compute_commitment(tx.session.secret)))


def check_opening_and_read_heartbeat(host: HostContext, person: str, options: object) -> float:
    """Raise Illegal if this person may not open a game: too many open ones (`most_games`), options malformed or above
    2000 bytes, or a host that is closing down. Else return when the host last recorded that it is alive, which comes
    with the same read of the store.
    """
    try:
        fits = options is None or (isinstance(options, dict) and len(msgspec.json.encode(options)) <= MOST_OPTIONS)
    except (TypeError, ValueError):
        fits = False
    if not fits:
        raise Illegal("I do not understand these options. Check their names and values.", code="bad_options")
    many, beat, closing = host.store.read_opening_facts(person)
    if closing:
        raise Illegal("This host will close soon, so you cannot open new games here.", code="host_closing")
    if many >= host.config.most_games:
        raise Illegal("You have too many open games. Finish or close one of them first.", code="too_many_games")
    return beat


def sit_at_table(host: HostContext, command: Command, game_id: str, guest: Guest) -> Reply:
    """Seat a guest in a game: in a lobby on a new seat, in a running game on a computer's seat or on one that the rules
    add; a player for whom a computer plays gets their own seat back. Where the players or the host must agree first,
    only record that the guest wants a seat. For somebody already seated in a lobby, replace their sealed word. The
    reply says why if it is refused.
    """
    return run_transaction(host, command, game_id, partial(_apply_join, guest))


def find_join_refusal(host: HostContext, game_id: str, invited: str) -> Reply | None:
    """Return a reply with the reason why a newcomer with the invitation `invited` could not take, or ask for, a seat
    now, or None (also if the game was moved or removed); save nothing. Raise Damaged if it cannot be read.
    """
    saved = host.store.load_game(game_id)
    if saved is None:
        return build_refusal(host, Command(), build_no_game_refusal())
    try:
        _apply_join(Guest("", "", invited=invited), Transaction(host, Command(), saved))
    except Illegal as no:
        return build_refusal(host, Command(), no, saved.session)
    return None


def _apply_join(guest: Guest, tx: Transaction) -> None:
    """Seat a guest in a lobby, give a player for whom a computer plays their seat back, replace the sealed word of a
    player already seated, or record or grant a newcomer's wish for a seat if the game has begun; log and announce it.
    Raise Illegal if they may not join.
    """
    player = tx.session.find_player_of(guest.person)
    if player is not None and player.out:
        raise Illegal(OUT, code="out_of_game")
    if guest.program and not tx.session.programs:
        raise Illegal(NO_PROGRAMS, code="no_programs")
    if player is not None and not player.bot:
        _replace_sealed_word(tx, player, guest.sealed_word)
        return
    if player is not None:
        check_not_over(tx.session)
    if player is None and tx.session.stage == RUNNING:
        _ask_for_seat(tx, guest.build_wish())
        return
    _check_invited(tx, guest)
    check_words_not_opening(tx.session)
    player = player or _add_lobby_seat(tx)
    tx.log("join", player.seat)
    left = clocks.filter_clocks_by_seat(tx.session.past, player.seat)
    seat_guest(tx, player, guest)
    tx.session.past |= left
    tx.say(events.SeatTaken(player.seat))


def _check_invited(tx: Transaction, guest: Guest) -> None:
    """Raise Illegal if a lobby is open to invited people only and this person is not invited; no invitation is needed
    by who writes from a place that shows the game, or has the host's rights. Once the game runs, nobody is refused
    here.
    """
    session, command = tx.session, tx.command
    here = command.place in session.places or has_host_rights(command, session)
    if session.stage == LOBBY and session.invited and guest.invited != session.invited and not here:
        raise Illegal(
            "Only invited players can join this game. Open the link from your invitation.", code="not_invited"
        )


def _ask_for_seat(tx: Transaction, wish: SeatWish) -> None:
    """Record a person's wish for a seat in a running game, which the players or the host must grant; grant it at once
    if the game's seats are open to all or the host sends it. Raise Illegal if no seat is free, if the person has asked
    already, or if ten others have.
    """
    session = tx.session
    at_once = session.open_seats or has_host_rights(tx.command, session)
    if any(wish.person == promised.person for promised in session.takeovers.values()):
        raise Illegal("A seat is promised to you. You get it soon.", code="seat_already_promised")
    if not at_once and any(wish.person == other.person for other in session.wishes.values()):
        raise Illegal(
            "You have already asked to join. The player who opened this game, or the other players, can say yes.",
            code="seat_already_asked_for",
        )
    check_has_room(tx)
    if at_once:
        tx.log("join", LOG)
        grant_seat(tx, wish)
        return
    if len(session.wishes) >= MOST_WISHES:
        raise Illegal(
            "Too many people want to join this game. Open a new game of your own.", code="too_many_seat_requests"
        )
    session.wishes[str(max(map(int, session.wishes), default=0) + 1)] = wish
    tx.log("asks", LOG)
    tx.say(events.SeatAskedFor(wish.build_shown_name(session)))


def grant_seat(tx: Transaction, wish: SeatWish) -> None:
    """Give a seat in a running game to a person: promise them a computer's seat, which they get as soon as it holds no
    secrets, or seat them at once in one that the rules add (which is then what the log has of this input). Raise
    Illegal if there is neither. Rights are not checked.
    """
    kept = _list_free_bot_seats(tx)
    if kept:
        tx.promise_seat(_pick_seat_to_take(tx, kept), wish)
    else:
        player = _create_seat(tx)
        make_offered_play(tx, LOG, "join", player.seat)
        assign_seat(tx.session, player, wish)
        tx.say(events.SeatTaken(player.seat))


def _list_free_bot_seats(tx: Transaction) -> list[SeatedPlayer]:
    """Return the computer players' seats that belong to no person, are not out, and are promised to none."""
    session = tx.session
    return [
        player
        for player in session.players
        if player.bot and not player.person and not player.out and player.seat not in session.takeovers
    ]


def has_room(tx: Transaction) -> bool:
    """Return whether the running game can seat a newcomer: a computer's seat is free, or rules and host add one."""
    plays = tx.rules.list_plays(tx.game, LOG) if len(tx.session.players) < tx.host.config.most_seats else []
    return bool(_list_free_bot_seats(tx)) or any(play.key == "join" for play in plays)


def check_has_room(tx: Transaction) -> None:
    """Raise Illegal if the game has neither a free computer's seat nor room for another player."""
    if not has_room(tx):
        raise Illegal("No seat is free. You can watch this game, or open a game of your own.", code="no_free_seat")


def _replace_sealed_word(tx: Transaction, player: SeatedPlayer, word: str) -> None:
    """Replace the hash of the secret word by which a seated player takes part in the game's randomness, and announce
    that; raise Illegal if `word` is no hash, or if the game has begun or is about to.
    """
    sealed = parse_word_hash(word)
    if not sealed or tx.session.stage != LOBBY or tx.session.opening:
        raise Illegal("You are already in this game.", code="already_seated")
    player.sealed_word = sealed
    tx.log("word", player.seat)
    tx.say(events.WordSealed(player.seat))


def show_in_place(host: HostContext, command: Command, game_id: str, place: str) -> Reply:
    """Show a game in one more place, such as a group chat, and announce that, if the sender has the host's rights.
    Being admin of the new place is not enough, or anybody could gain the host's rights that way. Refused if it is shown
    there already, or in too many places.
    """

    def apply_show(tx: Transaction) -> None:
        """Check the rights and the enclosing function's `place`, else raise Illegal; add, log and announce it."""
        tx.check_host_rights()
        session = tx.session
        if not place:
            raise Illegal("I cannot show a game here.", code="no_place")
        if place in session.places:
            raise Illegal("This game is already shown here.", code="shown_already")
        if len(session.places) >= tx.host.config.most_places:
            raise Illegal("This game is already shown in the maximum number of places.", code="too_many_places")
        session.places.append(place)
        tx.log("show", LOG)
        tx.say(events.TableShown(tx.rules.title))

    return run_transaction(host, command, game_id, apply_show)


def add_bot(host: HostContext, command: Command, game_id: str) -> Reply:
    """Seat a computer player in a lobby under a name that is still free, if the sender has the host's rights;
    refused once the game begins, or if all seats are taken.
    """

    def apply_bot_seat(tx: Transaction) -> None:
        """Check the rights and that the game is a lobby with a free seat, else raise Illegal; add a seat with a
        computer player, log and announce it and what that computer player is like.
        """
        tx.check_host_rights()
        check_is_lobby(tx)
        player = _create_seat(tx)
        taken = {other.name for other in tx.session.players}
        player.name = next(name for name in stand_ins.COMPUTER_NAMES if name not in taken)
        player.bot = True
        tx.log("join", player.seat, "bot")
        tx.say(events.SeatTaken(player.seat))
        if (character := stand_ins.find_bot_character(tx.rules, player.name)) is not None:
            tx.say(events.CharacterTold(character.build_description(player.seat)))

    return run_transaction(host, command, game_id, apply_bot_seat)


def start_game(host: HostContext, command: Command, game_id: str) -> Reply:
    """Begin a game with everybody who is seated, if the sender has the host's rights. If players have sealed words for
    the game's randomness, first close the seats and wait until they reveal these; called again after a minute, begin
    without those still missing. Refused if it cannot begin, as with too few players.
    """

    def apply_start(tx: Transaction) -> None:
        """Check the rights and that the game has not begun, else raise Illegal; begin it, or else wait for its players'
        sealed words (not again, if the wait has been long enough).
        """
        tx.check_host_rights()
        if tx.session.stage != LOBBY:
            raise Illegal("The game has already begun.", code="already_begun")
        begin_or_await_words(tx)

    return run_transaction(host, command, game_id, apply_start)


def submit_sealed_word(host: HostContext, command: Command, game_id: str, word: str) -> Reply:
    """Reveal the word that the sender sealed for the game's randomness; when it is the last one awaited, the game
    begins. Refused if it is another word, or if none of theirs is awaited now.
    """
    return run_transaction(host, command, game_id, partial(accept_sealed_word, word))


def submit_answer(host: HostContext, command: Command, game_id: str, question_id: str, value: object) -> Reply:
    """Answer an open question for the player who sent the input, which ends votes against them. In `value`, a list of
    squares may answer the question of a turn, and a typed player name stands for that player's seat.
    """

    def apply_answer(tx: Transaction) -> None:
        """Let the sender's seat give the enclosing function's answer `value` to the question `question_id`, and log it;
        for a list of squares make the play that opens the first. Then perhaps tell the player in private how to plan
        ahead. Raise Illegal if the question is not open for them, or the answer does not fit.
        """
        seat = require_present_seat(tx)
        question = next((q for q in tx.game.list_questions() if q.id == question_id and q.who == seat), None)
        said = value
        if question is not None:
            said = replace_names_with_seats(question, value, tx.session.map_names_by_seat())
            if isinstance(said, list) and answer_in_order(tx, seat, question, said):
                return
            tx.log("answer", seat, question.key, check_input(tx.game, seat, question.key, said, question))
        clock = tx.session.clocks.get(question_id)
        tx.game.answer(seat, question_id, said)
        tx.collect_announcements()
        propose_planning(tx, seat, clock)
        if question is not None and question.key.rpartition(".")[2] == SEAL_KEY:
            ask_for_first_squares(tx, seat)

    return run_transaction(host, command, game_id, apply_answer)


def answer_in_order(tx: Transaction, seat: str, question: Question, squares: list[object]) -> bool:
    """Answer the question of a turn with two or more squares in the order wanted, by the play that opens the first
    closed one and keeps the other closed ones for later turns (log it, too). Return False, and do nothing, if it is
    only one square, the question takes no list that long, or no square is closed; raise Illegal if the rules refuse it.
    """
    most = count_squares_in_order(question, tx.rules.list_plays(tx.game, seat))
    closed = list_closed_squares(squares, question.options)
    if not 1 < len(squares) <= most or not closed:
        return False
    make_offered_play(tx, seat, LIST_PLAY_KEY, closed)
    return True


def make_unasked_play(host: HostContext, command: Command, game_id: str, key: str, value: object = None) -> Reply:
    """Make the play `key` (a move that no question asked for), with the choice `value`, for the input's sender."""

    def apply_play(tx: Transaction) -> None:
        """Make the play `key` with `value` for the sender's seat; raise Illegal if it is not offered to them."""
        make_offered_play(tx, require_present_seat(tx), key, value)

    return run_transaction(host, command, game_id, apply_play)


def require_present_seat(tx: Transaction) -> str:
    """Return the seat of the person who sent the input, and drop all votes to replace them by a computer. Raise Illegal
    if they have no seat or a computer plays for them, or if a program sends this for a seat in which a person plays.
    """
    player = require_present_player(tx.session, tx.command.by)
    if tx.command.program and not player.program:
        raise Illegal(NO_PROGRAM_SEAT, code="not_a_program_seat")
    tx.session.votes.pop(player.seat, None)
    return player.seat


def make_offered_play(tx: Transaction, seat: str, key: str, value: object) -> None:
    """Make the play `key` (a move that no question asked for), with the choice `value`, for this seat or, if `seat` is
    LOG, for the host of the game, and log it; raise Illegal if the rules do not offer it now. A player whom the host's
    play takes out of the game is marked as out: a computer has the seat, and no private messages go there.
    """
    offered = next((play for play in tx.rules.list_plays(tx.game, seat) if play.key == key), None)
    tx.log("play", seat, key, check_input(tx.game, seat, key, value, offered))
    tx.game.play(seat, key, value)
    tx.collect_announcements()
    if seat == LOG and key in OUTWARD:
        player = tx.require_player_in(str(value))
        player.out, player.bot, player.place = True, True, ""


def seat_guest(tx: Transaction, player: SeatedPlayer, guest: Guest) -> None:
    """Put a guest into this player's seat, a new person or the one who left it. The clocks of the seat's questions are
    deleted, so that these get full time unless the caller keeps the old ones; only in a lobby does the guest's sealed
    word count.
    """
    assign_seat(tx.session, player, guest.build_wish())
    player.sealed_word = parse_word_hash(guest.sealed_word) if tx.session.stage == LOBBY else ""
    if tx.session.stage == RUNNING:
        tx.reload_questions()


def restart_seat_clocks(tx: Transaction, seat: str) -> None:
    """Delete the clocks of a seat's questions, running and kept, so that these get full time when the input is
    saved, and the votes to replace its player, because another person or a computer answers for it now.
    """
    session = tx.session
    session.votes.pop(seat, None)
    for book in session.iter_clock_books():
        for key in [key for key, clock in book.items() if clock.who == seat]:
            del book[key]
    if session.stage == RUNNING:
        tx.reload_questions()


def check_not_over(session: Session) -> None:
    """Raise Illegal if the game is over, or was closed before it began."""
    if session.stage not in (LOBBY, RUNNING):
        raise Illegal("This game is already over.", code="game_over")


def check_is_lobby(tx: Transaction) -> None:
    """Raise Illegal if the game has begun, or if its players' sealed words are just being revealed."""
    if tx.session.stage != LOBBY:
        raise Illegal("The game has already begun.", code="already_begun")
    check_words_not_opening(tx.session)


def _add_lobby_seat(tx: Transaction) -> SeatedPlayer:
    """Add an empty seat to a lobby and return it; raise Illegal if the game has begun or is full."""
    if tx.session.stage == LOBBY:
        return _create_seat(tx)
    raise Illegal("No seat is free. You can watch this game, or open a game of your own.", code="no_free_seat")


def _pick_seat_to_take(tx: Transaction, kept: list[SeatedPlayer]) -> SeatedPlayer:
    """Return which of these computer players' seats a newcomer gets: one with an open question, or else the first."""
    asked = {question.who for question in tx.game.list_questions()}
    return min(kept, key=lambda player: player.seat not in asked)


def _create_seat(tx: Transaction) -> SeatedPlayer:
    """Add an empty seat to a game and return it; raise Illegal at the host's maximum, where those out count, too."""
    session = tx.session
    if len(session.players) >= tx.host.config.most_seats:
        raise Illegal("All seats are taken.", code="no_free_seat")
    session.seats += 1
    player = SeatedPlayer(f"p{session.seats}")
    session.players.append(player)
    return player


LONGEST_WORD = 64


MISSING_WORDS_WAIT = clocks.MINUTE  # until the host may begin without the words that are missing


HASH = re.compile(r"[0-9a-f]{64}")


WORDS_OPENING_TEXT = (
    "The game begins in a moment, when the players have shown their secret words. Until then nobody can join or leave."
)


def parse_word_hash(text: str) -> str:
    """Return the hash of a sealed word in lower case, or an empty string if the text is no SHA-256 hash."""
    hash_ = text.strip().lower()
    return hash_ if HASH.fullmatch(hash_) else ""


def check_words_not_opening(session: Session) -> None:
    """Raise Illegal if sealed words are being opened, from which moment on nobody may join or leave before the game
    begins.
    """
    if session.opening:
        raise Illegal(WORDS_OPENING_TEXT, code="words_opening")


def list_players_with_unopened_words(session: Session) -> list[SeatedPlayer]:
    """Return the players who have not yet revealed the word that they sealed for the game's randomness."""
    return [player for player in session.players if player.sealed_word and not player.word]


def begin_or_await_words(tx: Transaction) -> None:
    """Begin the game, or, if players have sealed words, close the seats and wait for them to reveal these. When called
    again, a minute later at the earliest, begin without the words still missing. Raise Illegal if it is earlier, or if
    the game cannot begin, as with too few players.
    """
    session = tx.session
    if not session.opening:
        for player in session.players:
            player.word = ""  # of a lobby of an older release: said in the clear, so it is no proof of anything
        if waited_for := list_players_with_unopened_words(session):
            _build_first_state(tx)  # refused now, while seats are open, if it would be refused then
            session.opening = tx.now
            _announce_sealed_words(tx, waited_for)
            return
    elif tx.now - session.opening < MISSING_WORDS_WAIT:
        raise Illegal(WORDS_OPENING_TEXT, code="words_opening")
    begin_game(tx)


def _announce_sealed_words(tx: Transaction, waited_for: list[SeatedPlayer]) -> None:
    """Tell the table the hashes of the players' sealed words, who still has to reveal theirs (`waited_for`), and how
    long the game waits for that; log the hashes.
    """
    seats = [player.seat for player in waited_for]
    tx.log("words", "", value={player.seat: player.sealed_word for player in tx.session.players})
    words = [phrase("{who} {word}", who=player.seat, word=player.sealed_word) for player in waited_for]
    tx.say(events.WordsSealed(words))
    tx.say(events.WordsAwaited(seats, len(seats), clocks.format_duration(compute_sealed_words_wait(tx.session))))


def accept_sealed_word(text: str, tx: Transaction) -> None:
    """Check the word `text` that the sender of the input, a player, reveals against the hash they sealed, and keep it;
    begin the game when it was the last one awaited. Raise Illegal if it does not fit, or if no word of theirs is
    awaited now.
    """
    player, session = tx.player, tx.session
    if session.stage != LOBBY:
        raise Illegal("It is too late to show a secret word.", code="word_too_late")
    if not player.sealed_word or player.word:
        raise Illegal("You have no secret word to show in this game.", code="no_sealed_word")
    if not session.opening:
        raise Illegal(
            "Do not show your secret word yet. You can show it when all seats are taken.", code="word_too_early"
        )
    word = clean_word(text)
    if compute_word_hash(word) != player.sealed_word:
        raise Illegal("This is not the word that you had chosen. Check its spelling and try again.", code="wrong_word")
    player.word = word
    tx.log("opened", player.seat)
    if not list_players_with_unopened_words(session):
        begin_game(tx)


def clean_word(word: str) -> str:
    """Return a player's sealed word without unprintable characters and repeated spaces, cut to 64 characters."""
    return " ".join("".join(c for c in word[:200] if c.isprintable()).split())[:LONGEST_WORD]


def begin_game(tx: Transaction) -> None:
    """Begin the game: fit its goal to the number of players, choose its cards and build its first state from the secret
    and the words that players revealed, which the seats then lose; log and announce it. Extras (optional features) may
    add something at a slow pace. Raise Illegal if it cannot begin so; rights and stage are not checked.
    """
    session = tx.session
    seats, words = [player.seat for player in session.players], _build_sealed_words(session)
    state = _build_first_state(tx)
    _change_options_to_fit(tx)
    tx.log("begin", "", value=msgspec.to_builtins(dealt_cards.build_game_beginning(tx.rules, seats, words, state)))
    tx.game = Game.start_from_state(tx.rules, state, session.secret, words, SEALED_WORDS)
    session.stage, session.opening = RUNNING, 0.0
    for player in session.players:
        player.sealed_word = player.word = ""  # the log has them now
    tx.say(events.GameBegun(seats))
    if session.pace >= SLOW_PACE:
        for tell in list_added_targets(tx.host.config.without, lambda extra: extra.on_game_begun):
            tell(tx)
    tx.collect_announcements()


def _build_first_state(tx: Transaction) -> Any:
    """Build the state in which the game would begin now, with the options that fit its players, its cards, its secret
    and the words revealed so far; change nothing. Raise Illegal if it cannot begin so.
    """
    session, options = tx.session, expected_lengths.fit_options_to_players(tx.session)
    owners = dealt_cards.list_session_pack_owners(session)
    return dealt_cards.build_initial_state(
        tx.rules,
        [player.seat for player in session.players],
        options,
        session.secret,
        seen=dealt_cards.compute_card_exposure(tx.host.store, session),
        words=_build_sealed_words(session),
        cards=dealt_cards.list_dealable_cards(tx.host, tx.rules, owners, options),
    )


def _change_options_to_fit(tx: Transaction) -> None:
    """Change the goal of a game that begins to one that fits the time its opener has named with as many players as
    there are, and begin its host's voice anew for that; without such a time change nothing.
    """
    session, options = tx.session, expected_lengths.fit_options_to_players(tx.session)
    if options != session.options:
        session.options = options
        if session.voice != host_voice.NO_VOICE_MEMORY:
            session.voice = host_voice.create_voice_memory(tx.rules, options, "")


def _build_sealed_words(session: Session) -> list[Word]:
    """Return the players' revealed words with their hashes, in the form in which the kernel records them."""
    sealed = {player.seat: player.sealed_word for player in session.players}
    return list_sealed_words(sealed, {player.seat: player.word for player in session.players})


SLOW_PACE = HOUR  # below this everybody is there anyway


class Asked(Protocol):
    """A question, as the rules or a view have it."""

    @property
    def id(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def form(self) -> Form: ...
    @property
    def secret(self) -> bool: ...
    @property
    def of(self) -> str: ...


def count_squares_in_order(asked: Asked, plays: Iterable[Play]) -> int:
    """Return how many squares a player may name in one answer to this question: 1, or up to 5 if it asks for the square
    of a turn and `plays` offers to leave a list of squares for later turns.
    """
    if (
        asked.secret
        or asked.of != BOARD
        or asked.form.kind != "choice"
        or asked.key.rpartition(".")[2] not in TURN_KEYS
    ):
        return 1
    board = f"{asked.id.partition('#')[0]}/{BOARD}"
    lists = (play for play in plays if play.key == LIST_PLAY_KEY and play.of == board)
    return min(MOST_SQUARES_IN_ORDER, max((play.form.high for play in lists), default=0) + 1)


def find_list_play(plays: Iterable[Play]) -> Play | None:
    """Return the first of these plays that leaves a list of squares for later turns, or None."""
    return next((play for play in plays if play.key == LIST_PLAY_KEY), None)


def list_closed_squares(squares: Iterable[object], options: Iterable[Option]) -> list[object]:
    """Return those of the named squares that are still closed, which are those among the question's `options`, in the
    order named and without repetition; what is no whole number is left out.
    """
    closed = {option.value for option in options if isinstance(option.value, int)}
    return [square for square in dict.fromkeys(each for each in squares if isinstance(each, int)) if square in closed]


def propose_planning(tx: Transaction, seat: str, clock: Clock | None) -> None:
    """Tell a player who, in a slow game, answered only after a reminder how to give answers ahead of their turn, if
    they can now, and note when; at most once a day or, if longer, a turn. `clock` is the answered question's.
    """
    if clock is None or not clock.rung or tx.session.pace < SLOW_PACE:
        return
    last = tx.session.proposed.get(seat)
    if (last is None or tx.now - last >= max(DAY, tx.session.pace)) and tx.rules.can_plan_ahead(tx.game, seat):
        tx.session.proposed[seat] = tx.now
        tx.whisper(seat, events.OthersWaited(tx.rules.planning))


def ask_for_first_squares(tx: Transaction, seat: str) -> None:
    """Ask a player in private which squares they open first, once their bombs are hidden (the caller knows that); not
    if they are asked anything else or cannot plan ahead now.
    """
    play = find_list_play(tx.rules.list_plays(tx.game, seat))
    busy = any(question.who == seat for question in tx.game.list_questions())
    if play is not None and not busy and tx.rules.can_plan_ahead(tx.game, seat):
        tx.whisper(seat, events.FirstSquaresAsked(min(play.form.high, MOST_SQUARES_IN_ORDER)))


def replace_names_with_seats(question: Question, answer: object, names: Mapping[str, str]) -> object:
    """Return a typed answer with player names in it replaced by their seats. It stays as it is if it is no text, if the
    question is neither about players nor takes text, or if it is valid as typed.
    """
    about_people = any(option.value in names for option in question.options)
    if not isinstance(answer, str) or not (about_people or question.form.words or question.form.kind == "text"):
        return answer
    try:
        msgspec.structs.replace(question, asks_back=False).check(answer)
    except Illegal:
        return _substitute_seats(answer, names)
    return answer


def find_player_by_name(players: Sequence[SeatedPlayer], text: str) -> SeatedPlayer:
    """Return the one player meant by this name or seat number, in any case of letters; raise Illegal, listing the
    names, if it is not exactly one. Players who are out of the game are not found.
    """
    here = [player for player in players if not player.out]
    same, said = Counter(_strip_seat_number(player).casefold() for player in here), text.strip().casefold()
    names = [
        _format_numbered_name(player) if same[_strip_seat_number(player).casefold()] > 1 else player.bare_name
        for player in here
    ]
    for called in (_strip_seat_number, _format_numbered_name, _format_seat_number, _format_marked_name):
        found = [player for player in here if called(player).casefold() in (said, said.removeprefix("@"))]
        if said and len(found) == 1:
            return found[0]
    raise Illegal(
        "Which player do you mean? Write a name after the command: {names}.", code="which_player", names=names
    )


def _strip_seat_number(player: SeatedPlayer) -> str:
    """Return a player's own name without the seat number that may be shown after it."""
    return player.bare_name.removesuffix(PROGRAM_MARK).removesuffix(f" ({_format_seat_number(player)})")


def _format_seat_number(player: SeatedPlayer) -> str:
    """Return the number of a player's seat as text, such as 3 for the seat p3."""
    return player.seat.removeprefix("p")


def _format_numbered_name(player: SeatedPlayer) -> str:
    """Return a player's own name with their seat number behind it in brackets."""
    return f"{_strip_seat_number(player)} ({_format_seat_number(player)})"


def _format_marked_name(player: SeatedPlayer) -> str:
    """Return the name of a computer player with the mark that tells it from a person of the same name; for anybody
    else, the name with the seat number.
    """
    return player.name if player.name != player.bare_name else _format_numbered_name(player)


def _substitute_seats(text: str, names: Mapping[str, str]) -> str:
    """Return the text with each player's name in it, as a whole word in any case of letters, replaced by that
    player's seat.
    """
    seats = {name.casefold(): seat for seat, name in names.items() if name}
    longest_first = sorted(seats, key=len, reverse=True)
    some_name = "|".join(re.escape(name) for name in longest_first)
    pattern = rf"(?<!\w)(?:{some_name})(?!\w)"
    return re.sub(pattern, lambda found: seats.get(found[0].casefold(), found[0]), text, flags=re.IGNORECASE)
