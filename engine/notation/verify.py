"""Checking the chance of a finished game from its export alone: no rules are run and nobody is asked.

What was promised at the start is kept if the secret fits its commitment, everybody's word went in before the first draw
and was shown, the draws are numbered without a gap and each follows from the secret, and every sealed choice fits its
answer and the receipt that was given out. Words fit the hashes by which they were sealed; one that was not opened is no
fault, and is named. By the older methods each seal was stirred in as soon as it was made, and nothing else ever was.

Games that began by the first method had no words, and their texts have all seals of an input before all its draws.
Their log kept no seals: when the rules have changed since (the text is `partial`), these cannot be followed; nor can
receipts whose sentences such a text does not keep.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec
from msgspec import Struct, field

from engine.kernel.chance import (
    NO_WORDS,
    SAID_WORDS,
    SEALED_WORDS,
    Brought,
    Drawn,
    Sealed,
    Word,
    compute_commitment,
    compute_first_entropy,
    compute_host_word,
    compute_word_hash,
    find_chance_method,
)
from engine.kernel.ruleset import Header
from engine.notation.history import Taken, find_mismatched_seal
from engine.notation.layout import parse_chance_method as method_of
from engine.notation.layout import parse_chance_words as words_of
from engine.notation.run import Difference, format_notation_line
from engine.notation.transcript import Pin, Proof, Step, Transcript
from engine.notation.values import Malformed

MAX_WEIGHTED_OUTCOMES = 100_000  # a line of a few letters could otherwise fill the memory
RECEIPT_HASH = re.compile(r"\b[0-9a-f]{64}\b")


class Verdict(Struct):
    """The result of a verification: how much was checked, what is not as promised, and what could not be followed."""

    draws: int = 0
    seals: int = 0
    method: int = NO_WORDS
    own: list[str] = field(default_factory=list)  # seats whose own words went in
    withheld: list[str] = field(default_factory=list)  # seats that sealed a word and did not open it
    unkept: int = 0  # receipts whose seals, or seals whose receipts, were not kept
    faults: list[Difference] = field(default_factory=list)


def verify_chance(transcript: Transcript) -> Verdict:
    """Check, from an exported game's transcript alone, that its draws and sealed choices follow from its published
    secret; return the verdict with all faults found. Raise Malformed if the transcript has no secret, as before the
    game's end, or if a line of it that is needed cannot be read.
    """
    secret, promised = _find_published_header(transcript, "secret"), _find_published_header(transcript, "commitment")
    checking = _Verification(secret.rest, method_of(transcript))
    checking.lost = checking.method == NO_WORDS and transcript.find_header("partial") is not None
    if compute_commitment(secret.rest) != promised.rest:
        checking.add_fault(secret.line, "the secret is not the one that was committed to")
    checking.check_words(transcript)
    for step in transcript.steps:
        checking.mix_in_pending_seals()
        for proof in step.proofs:
            checking.follow_proof(proof)
        checking.check_sealed_answer(step)
        checking.check_pins(step.pins, [parse_draw(proof) for proof in step.proofs if proof.kind == "draw"])
    checking.check_unique_seals()
    checking.check_receipts(transcript, promised.rest)
    return checking.verdict


def _find_published_header(transcript: Transcript, word: str) -> Header:
    """Return the header line that begins with this word; raise Malformed if there is none, as in a game that is not
    over.
    """
    header = transcript.find_header(word)
    if header is None:
        raise Malformed(1, f"there is no line “{word}”; only the export of a finished game can be verified.")
    return header


class _Verification:
    """The state of following the draws of a game."""

    def __init__(self, secret: str, method: int) -> None:
        self.secret = secret
        self.method = method
        self.lost = False  # seals of the first method, which a log did not keep
        self.entropy = ""
        self.waiting: list[tuple[int, Sealed]] = []  # sealed, but not yet seen in a draw
        self.sealed: list[tuple[int, Sealed]] = []
        self.verdict = Verdict(method=method)

    def add_fault(self, line: int, why: str) -> None:
        """Note in the verdict a fault at this line of the transcript."""
        self.verdict.faults.append(Difference(line, why))

    def check_words(self, transcript: Transcript) -> None:
        """Check the words that players (or the host for them) gave to be mixed into the game's chance: they stand in
        the order of the players, and each was announced when the game began and fits its hash. Note faults, and whose
        words went in or were withheld, in the verdict; start the entropy with these words, from which the draws are
        then checked. Raise Malformed if a word's line cannot be read.
        """
        words = words_of(transcript)
        brought = {word.seat for word in words}
        self.entropy = compute_first_entropy(words)
        said = " ".join(line.text for line in transcript.steps[0].expected if line.kind == "said" and not line.to)
        line = (transcript.find_header("word") or transcript.headers[0]).line
        if self.method == SAID_WORDS and [word.seat for word in words] != transcript.players:
            self.add_fault(line, "there is not one word for each player")
        elif [word.seat for word in words] != [seat for seat in transcript.players if seat in brought]:
            self.add_fault(line, "the words do not stand in the order of the players")
        for word in words:
            if f"{word.seat} {word.what or word.sealed}" not in said:
                self.add_fault(line, f"the word of {word.seat} was not said when the game began")
            if fault := self.find_word_fault(word):
                self.add_fault(line, fault)
        self.verdict.own = [word.seat for word in words if word.own and not word.withheld]
        self.verdict.withheld = [word.seat for word in words if word.withheld]

    def find_word_fault(self, word: Word) -> str:
        """Return what is wrong with the word that one player gave for the game's draws, or an empty string if nothing
        is.
        """
        if not word.own and word.what != compute_host_word(self.secret, word.seat):
            return f"the host's word for {word.seat} does not follow from the secret"
        if word.sealed and not word.withheld and compute_word_hash(word.what) != word.sealed:
            return f"the word of {word.seat} is not the one that was sealed"
        return ""

    def mix_in_pending_seals(self) -> None:
        """Mix the sealed choices of the previous input that no draw has used yet into the entropy, the running value
        from which later draws are computed.
        """
        while self.waiting:
            self.mix_in_next_seal()

    def follow_proof(self, proof: Proof) -> None:
        """Check one recorded draw, or note one recorded sealed choice, in the order in which they happened; by the
        older chance methods a sealed choice then also enters the entropy, from which later draws are computed, at once
        or when a draw needs it. Raise Malformed if the line cannot be read.
        """
        if proof.kind == "draw":
            self.check_draw(proof.line, parse_draw(proof))
        else:
            self.sealed.append((proof.line, parse_seal(proof)))
            if self.method == SEALED_WORDS:
                return
            self.waiting.append(self.sealed[-1])
            if self.method == SAID_WORDS:  # each seal stands where it was stirred in
                self.mix_in_next_seal()

    def check_sealed_answer(self, step: Step) -> None:
        """Check that a player's secret answer in this step of a transcript is the one that was sealed when they gave
        it; note a fault if not. Answers that are not sealed, or are no number, are not looked at.
        """
        key, _, value = step.text.partition(" ")
        seals = [parse_seal(proof) for proof in step.proofs if proof.kind == "seal"]
        if find_mismatched_seal(step.who, key.partition("@")[0], value.strip(), seals):
            self.add_fault(step.line, f"{step.who} has sealed another answer than this")

    def check_draw(self, line: int, drawn: Drawn) -> None:
        """Check that a recorded draw has the right number and follows from the game's secret and all that was sealed
        before it; note a fault if not. Count the draw in the verdict, and go on from the entropy that it names, so that
        one fault does not bring others.
        """
        if drawn.number != self.verdict.draws:
            self.add_fault(line, f"draw {self.verdict.draws} should stand here, not draw {drawn.number}")
        self.verdict.draws += 1
        while self.entropy != drawn.entropy and self.waiting:
            self.mix_in_next_seal()
        if self.entropy != drawn.entropy and not self.lost:
            self.add_fault(line, f"not just what was sealed before it was stirred into draw {drawn.number}")
        self.entropy = drawn.entropy
        if not drawn.is_honest(self.secret):
            self.add_fault(line, f"draw {drawn.number}, {drawn.key}, does not follow from the secret")

    def mix_in_next_seal(self) -> None:
        """Mix the oldest sealed choice that no draw has used yet into the entropy."""
        _, sealed = self.waiting.pop(0)
        self.entropy = sealed.mix_into_entropy(self.entropy)

    def check_pins(self, pins: list[Pin], draws: list[Drawn]) -> None:
        """Check that the pins of a step (lines in which a transcript fixes outcomes of chance), if it has any, name the
        same keys as `draws`, the draws recorded below them, in the same order, and as many outcomes for each; note a
        fault if not. The outcomes themselves are not compared.
        """
        shown = [(pin.key, len(pin.outcomes)) for pin in pins]
        if pins and shown != [(drawn.key, len(drawn.drew)) for drawn in draws]:
            self.add_fault(pins[0].line, "these outcomes are not those of the draws recorded below")

    def check_unique_seals(self) -> None:
        """Note a fault for each sealed choice whose name occurs more than once."""
        names = [sealed.name for _, sealed in self.sealed]
        for line, sealed in self.sealed:
            if names.count(sealed.name) > 1:
                self.add_fault(line, f"{sealed.name} was sealed more than once")

    def check_receipts(self, transcript: Transcript, promised: str) -> None:
        """Check that a receipt was announced for every sealed choice, and that every other announced hash is that of a
        player's word or `promised`, the commitment to the game's secret; note faults, and the number of sealed choices,
        in the verdict. In a partial export by the first chance method, of which seals were not always kept, only count
        what is missing.
        """
        said = [line for step in transcript.steps for line in step.expected if line.kind == "said"]
        known = {sealed.compute_receipt(self.secret): line for line, sealed in self.sealed}
        hashes = {promised, *(word.sealed for word in words_of(transcript))}
        given = {text: line.line for line in said for text in RECEIPT_HASH.findall(line.text)}
        for receipt, line in known.items():
            if receipt not in given and self.lost:
                self.verdict.unkept += 1
            elif receipt not in given:
                self.add_fault(line, "no receipt of this seal was given out")
        for receipt, line in given.items():
            if receipt in known or receipt in hashes:
                continue
            if self.lost:
                self.verdict.unkept += 1
            else:
                self.add_fault(line, f"the receipt {receipt[:12]}… belongs to no sealed choice")
        self.verdict.seals = len(self.sealed)


class ProofWriter:
    """Writes what was sealed and drawn as lines, input by input.

    Where seals are mixed into chance, they stand in their order of time, inferred from the entropy of the draws.
    """

    def __init__(self, words: Brought, method: int) -> None:
        self.stirs = find_chance_method(words, method) < SEALED_WORDS
        self.entropy = compute_first_entropy(words)

    def format_lines(self, was: Taken) -> Iterator[str]:
        """Yield the `seal` and `draw` lines of a transcript for everything that was sealed and drawn in one input: by
        the older chance methods in the order in which it happened, as far as the draws show it, else all seals before
        all draws. Inputs must come in their order, because what was sealed is remembered for later ones.
        """
        seals = list(was.sealed)
        for drawn in was.drawn:
            while seals and (not self.stirs or self.entropy != drawn.entropy):
                yield self._format_seal(seals.pop(0))
            yield format_notation_line("draw", _format_json(_shorten_weights(drawn)))
        for sealed in seals:
            yield self._format_seal(sealed)

    def _format_seal(self, sealed: Sealed) -> str:
        """Return the `seal` line for a sealed choice, and mix the choice into the running entropy."""
        self.entropy = sealed.mix_into_entropy(self.entropy)
        return format_notation_line("seal", _format_json(sealed))


def parse_draw(proof: Proof) -> Drawn:
    """Parse a `draw` line of a transcript into the record of that draw, with one weight for each outcome again, if it
    has weights; raise Malformed if it is unreadable, or if no such draw can be made.
    """
    try:
        plain = msgspec.json.decode(proof.text)
        if plain[4] is not None:
            plain[4] = _expand_weights(plain[4])
        drawn = msgspec.convert(plain, Drawn)
    except (msgspec.DecodeError, msgspec.ValidationError, LookupError, TypeError, ValueError, RecursionError):
        drawn = None
    if drawn is None or not drawn.is_possible():
        raise Malformed(proof.line, "this is not a draw as `rtab export` writes it.")
    return drawn


def _expand_weights(runs: Any) -> list[int]:
    """Return one weight for each outcome of a draw, from pairs of a weight and how many outcomes in a row have it;
    raise ValueError if these are no such pairs, or for more outcomes than any game draws from by weights.
    """
    pairs = msgspec.convert(runs, list[tuple[int, int]])
    if sum(max(0, times) for _, times in pairs) > MAX_WEIGHTED_OUTCOMES:
        raise ValueError
    return [weight for weight, times in pairs for _ in range(times)]


def parse_seal(proof: Proof) -> Sealed:
    """Parse a `seal` line of a transcript into the record of a sealed choice; raise Malformed if it is unreadable."""
    try:
        return msgspec.json.decode(proof.text, type=Sealed)
    except msgspec.DecodeError:
        raise Malformed(proof.line, "this is not a seal as `rtab export` writes it.") from None


def _shorten_weights(drawn: Drawn) -> Any:
    """Return a draw as plain data in which equal weights in a row are written once, with how many there are, because
    those of whole boards are mostly equal; `parse_draw` reads it back.
    """
    plain = list(msgspec.to_builtins(drawn))
    if drawn.weights is not None:
        plain[4] = [[weight, len(list(same))] for weight, same in groupby(drawn.weights)]
    return plain


def _format_json(value: Any) -> str:
    """Return a value as JSON text on one line."""
    return msgspec.json.encode(value).decode()
