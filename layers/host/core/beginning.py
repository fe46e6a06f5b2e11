"""From a full table to a game: words that players have sealed for chance are opened, and then the game begins.

Between the two nobody comes or goes: whoever knows the secret could else choose among draws, by whom they seat, once
they have learned the first word.
"""

from __future__ import annotations

import re

import msgspec

from engine.kernel import Game, Illegal, phrase
from engine.kernel.opening import SEALED_WORDS, Word, sealed_words, word_hash
from host.core import events
from host.core.cards import card_packs, dealt_cards
from host.core.deadlines import clocks, planning_ahead
from host.core.session import LOBBY, RUNNING, Player, Session
from host.core.transaction import Transaction

LONGEST_WORD = 64
ENOUGH = clocks.MINUTE  # until the host may begin without the words that are missing
HASH = re.compile(r"[0-9a-f]{64}")
WAITS = "The words that players have sealed are being opened: nobody comes or goes until the game begins."


def checked_hash(text: str) -> str:
    """Return the hash of a word as it is kept, or nothing if that is none."""
    hash_ = text.strip().lower()
    return hash_ if HASH.fullmatch(hash_) else ""


def must_not_be_opening(session: Session) -> None:
    """Refuse what would change who plays, once words are opened."""
    if session.opening:
        raise Illegal(WAITS)


def missing(session: Session) -> list[Player]:
    """Whose word is sealed and not yet opened."""
    return [player for player in session.players if player.sealed_word and not player.word]


def begin_or_wait(tx: Transaction) -> None:
    """Begin the game; or let no more seats be taken, and wait for the words that are sealed.

    Asked again after a while, it begins without those that are missing.
    """
    session = tx.session
    if not session.opening:
        for player in session.players:
            player.word = ""  # of a lobby of an older release: said in the clear, so it is no proof of anything
        if waited_for := missing(session):
            session.opening = tx.now
            _announce(tx, waited_for)
            return
    elif tx.now - session.opening < ENOUGH:
        raise Illegal(WAITS)
    begin(tx)


def _announce(tx: Transaction, waited_for: list[Player]) -> None:
    seats = [player.seat for player in waited_for]
    tx.log("words", "", value={player.seat: player.sealed_word for player in tx.session.players})
    words = [phrase("{who} {word}", who=player.seat, word=player.sealed_word) for player in waited_for]
    tx.say(events.WordsSealed(words))
    tx.say(events.WordsAwaited(seats, len(seats), clocks.spoken(tx.session.pace)))


def open_word(text: str, tx: Transaction) -> None:
    """Take the word that a player has sealed; with the last of them the game begins."""
    player, session = tx.player, tx.session
    if session.stage != LOBBY or not session.opening:
        raise Illegal(
            "Keep your word to yourself: it is opened when no more seats are taken, and before the first draw."
        )
    if not player.sealed_word or player.word:
        raise Illegal("You have no sealed word to open.")
    word = tidy_word(text)
    if word_hash(word) != player.sealed_word:
        raise Illegal("That is not the word that you have sealed.")
    player.word = word
    tx.log("opened", player.seat)
    if not missing(session):
        begin(tx)


def tidy_word(word: str) -> str:
    """Return a word without what nobody sees."""
    return " ".join("".join(c for c in word[:200] if c.isprintable()).split())[:LONGEST_WORD]


def begin(tx: Transaction) -> None:
    """Begin the game, with the words that were opened."""
    session = tx.session
    seats = [player.seat for player in session.players]
    words = _words(session)
    seen = card_packs.seen_by(tx.host.store, session)
    cards = dealt_cards.dealt(tx.host, tx.rules, dealt_cards.owners_of(session), session.options)
    state = card_packs.laid_out(tx.rules, seats, session.options, session.secret, seen=seen, words=words, cards=cards)
    tx.log("begin", "", value=msgspec.to_builtins(card_packs.opening(tx.rules, seats, words, state)))
    tx.game = Game.begin(tx.rules, state, session.secret, words, SEALED_WORDS)
    session.stage, session.opening = RUNNING, 0.0
    for player in session.players:
        player.sealed_word = player.word = ""  # the log has them now
    tx.say(events.GameBegun(seats))
    planning_ahead.announced(tx)
    tx.hear()


def _words(session: Session) -> list[Word]:
    sealed = {player.seat: player.sealed_word for player in session.players}
    return sealed_words(sealed, {player.seat: player.word for player in session.players})
