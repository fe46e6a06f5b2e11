"""From a full table to a game: words that players have sealed for chance are opened, and then the game begins.

Between the two nobody comes or goes: somebody who knows the secret could else choose among draws, by whom they seat,
once they have learned the first word.
"""

from __future__ import annotations

import re

import msgspec

from engine.kernel import Game, Illegal, phrase
from engine.kernel.chance import SEALED_WORDS, Word, compute_word_hash, list_sealed_words
from host.core import events, host_voice
from host.core.cards import card_packs, dealt_cards
from host.core.deadlines import clocks, expected_lengths
from host.core.deadlines.clocks import DAY, HOUR
from host.core.deadlines.question_clocks import compute_words_wait
from host.core.extras import list_added_targets
from host.core.session import LOBBY, RUNNING, Clock, SeatedPlayer, Session
from host.core.transaction import Transaction

LONGEST_WORD = 64
MISSING_WORDS_WAIT = clocks.MINUTE  # until the host may begin without the words that are missing
HASH = re.compile(r"[0-9a-f]{64}")
WORDS_OPENING_TEXT = (
    "The game begins in a moment. The secret words of the players are being opened. Until then nobody can join or"
    " leave."
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
    """Begin the game, or first close the seats and wait for players to reveal their sealed words; when called again
    after the wait, begin without the missing ones.
    """
    session = tx.session
    if not session.opening:
        for player in session.players:
            player.word = ""  # of a lobby of an older release: said in the clear, so it is no proof of anything
        if waited_for := list_players_with_unopened_words(session):
            session.opening = tx.now
            _announce_sealed_words(tx, waited_for)
            return
    elif tx.now - session.opening < MISSING_WORDS_WAIT:
        raise Illegal(WORDS_OPENING_TEXT, code="words_opening")
    begin_game(tx)


def _announce_sealed_words(tx: Transaction, waited_for: list[SeatedPlayer]) -> None:
    """Tell the table which words were sealed, and which players still have to reveal theirs."""
    seats = [player.seat for player in waited_for]
    tx.log("words", "", value={player.seat: player.sealed_word for player in tx.session.players})
    words = [phrase("{who} {word}", who=player.seat, word=player.sealed_word) for player in waited_for]
    tx.say(events.WordsSealed(words))
    tx.say(events.WordsAwaited(seats, len(seats), clocks.format_duration(compute_words_wait(tx.session))))


def accept_sealed_word(text: str, tx: Transaction) -> None:
    """Check the word that a player reveals against the hash they sealed, and keep it; begin the game when it was the
    last one awaited.
    """
    player, session = tx.player, tx.session
    if session.stage != LOBBY or not session.opening:
        raise Illegal(
            "Keep your word secret for now. You can open it when all seats are taken.",
            code="word_too_early",
        )
    if not player.sealed_word or player.word:
        raise Illegal(
            "You have not added a secret word to this game, so there is nothing to open.", code="no_sealed_word"
        )
    word = clean_word(text)
    if compute_word_hash(word) != player.sealed_word:
        raise Illegal("This is not the word that you had chosen. Check its spelling and try again.", code="wrong_word")
    player.word = word
    tx.log("opened", player.seat)
    if not list_players_with_unopened_words(session):
        begin_game(tx)


def clean_word(word: str) -> str:
    """Return a player's sealed word without unprintable characters and repeated spaces, cut to its maximum length."""
    return " ".join("".join(c for c in word[:200] if c.isprintable()).split())[:LONGEST_WORD]


def begin_game(tx: Transaction) -> None:
    """Begin the game with the words that players revealed: deal its cards, build its first state, and announce it."""
    session = tx.session
    _change_options_to_fit(tx)
    seats = [player.seat for player in session.players]
    words = _build_sealed_words(session)
    seen = card_packs.compute_card_exposure(tx.host.store, session)
    cards = dealt_cards.list_dealable_cards(
        tx.host, tx.rules, dealt_cards.list_session_pack_owners(session), session.options
    )
    state = card_packs.build_initial_state(
        tx.rules, seats, session.options, session.secret, seen=seen, words=words, cards=cards
    )
    tx.log("begin", "", value=msgspec.to_builtins(card_packs.build_game_beginning(tx.rules, seats, words, state)))
    tx.game = Game.start_from_state(tx.rules, state, session.secret, words, SEALED_WORDS)
    session.stage, session.opening = RUNNING, 0.0
    for player in session.players:
        player.sealed_word = player.word = ""  # the log has them now
    tx.say(events.GameBegun(seats))
    announce_planning(tx)
    tx.collect_announcements()


def _change_options_to_fit(tx: Transaction) -> None:
    """Change the goal of a game that begins to one that fits as many players as there are."""
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


def announce_planning(tx: Transaction) -> None:
    """Tell everybody in a slow game how to give answers ahead of their turn, and what the extras offer."""
    if tx.session.pace < SLOW_PACE:
        return
    if tx.rules.planning:
        tx.say("{how}", how=tx.rules.planning)
    for tell in list_added_targets(tx.host.config.without, lambda extra: extra.on_game_begun):
        tell(tx)


def propose_planning(tx: Transaction, seat: str, clock: Clock | None) -> None:
    """Tell a player who answered only after a reminder how to give answers ahead of their turn, if they can now; at
    most once a day or turn.
    """
    if clock is None or not clock.rung or tx.session.pace < SLOW_PACE:
        return
    last = tx.session.proposed.get(seat)
    if (last is None or tx.now - last >= max(DAY, tx.session.pace)) and tx.rules.can_plan_ahead(tx.game, seat):
        tx.session.proposed[seat] = tx.now
        tx.whisper(seat, events.OthersWaited(tx.rules.planning))
