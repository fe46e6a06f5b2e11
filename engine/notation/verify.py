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

from msgspec import Struct, field

from engine.kernel.chance import Drawn, Sealed, commitment
from engine.kernel.opening import NO_WORDS, SAID_WORDS, SEALED_WORDS, Word, hosts_word, stirred, word_hash
from engine.kernel.ruleset import Header
from engine.notation.errors import Malformed
from engine.notation.layout import method as method_of
from engine.notation.layout import words as words_of
from engine.notation.proofs import drawn_of, sealed_of
from engine.notation.run import Difference
from engine.notation.sealed_answers import find_other_seal
from engine.notation.transcript import Pin, Proof, Step, Transcript

RECEIPT = re.compile(r"\b[0-9a-f]{64}\b")


class Verdict(Struct):
    """How much was checked, what is not as promised, and what could not be followed."""

    draws: int = 0
    seals: int = 0
    method: int = NO_WORDS
    own: list[str] = field(default_factory=list)  # seats whose own words went in
    withheld: list[str] = field(default_factory=list)  # seats that sealed a word and did not open it
    unkept: int = 0  # receipts whose seals, or seals whose receipts, were not kept
    faults: list[Difference] = field(default_factory=list)


def verify(transcript: Transcript) -> Verdict:
    """Check an exported game."""
    secret, promised = _published(transcript, "secret"), _published(transcript, "commitment")
    checking = _Checking(secret.rest, method_of(transcript))
    checking.lost = checking.method == NO_WORDS and transcript.header("partial") is not None
    if commitment(secret.rest) != promised.rest:
        checking.fault(secret.line, "the secret is not the one that was committed to")
    checking.words(transcript)
    for step in transcript.steps:
        checking.next_input()
        for proof in step.proofs:
            checking.take(proof)
        checking.answer(step)
        checking.pins(step.pins, [drawn_of(proof) for proof in step.proofs if proof.kind == "draw"])
    checking.done()
    checking.receipts(transcript, promised.rest)
    return checking.verdict


def _published(transcript: Transcript, word: str) -> Header:
    header = transcript.header(word)
    if header is None:
        raise Malformed(1, f"there is no line “{word}”; only the export of a finished game can be verified.")
    return header


class _Checking:
    """How far the draws have been followed."""

    def __init__(self, secret: str, method: int) -> None:
        self.secret = secret
        self.method = method
        self.lost = False  # seals of the first method, which a log did not keep
        self.entropy = ""
        self.waiting: list[tuple[int, Sealed]] = []  # sealed, but not yet seen in a draw
        self.sealed: list[tuple[int, Sealed]] = []
        self.verdict = Verdict(method=method)

    def fault(self, line: int, why: str) -> None:
        self.verdict.faults.append(Difference(line, why))

    def words(self, transcript: Transcript) -> None:
        """Everybody's word is stirred in before the first draw, and was said when the game began."""
        words = words_of(transcript)
        brought = {word.seat for word in words}
        self.entropy = stirred(words)
        said = " ".join(line.text for line in transcript.steps[0].expected if line.kind == "said" and not line.to)
        line = (transcript.header("word") or transcript.headers[0]).line
        if self.method == SAID_WORDS and [word.seat for word in words] != transcript.players:
            self.fault(line, "there is not one word for each player")
        elif [word.seat for word in words] != [seat for seat in transcript.players if seat in brought]:
            self.fault(line, "the words do not stand in the order of the players")
        for word in words:
            if f"{word.seat} {word.what or word.sealed}" not in said:
                self.fault(line, f"the word of {word.seat} was not said when the game began")
            if fault := self.word(word):
                self.fault(line, fault)
        self.verdict.own = [word.seat for word in words if word.own and not word.withheld]
        self.verdict.withheld = [word.seat for word in words if word.withheld]

    def word(self, word: Word) -> str:
        """What is wrong with one of them."""
        if not word.own and word.what != hosts_word(self.secret, word.seat):
            return f"the host's word for {word.seat} does not follow from the secret"
        if word.sealed and not word.withheld and word_hash(word.what) != word.sealed:
            return f"the word of {word.seat} is not the one that was sealed"
        return ""

    def next_input(self) -> None:
        """Whatever was sealed before has been stirred in by now."""
        while self.waiting:
            self.stir()

    def take(self, proof: Proof) -> None:
        if proof.kind == "draw":
            self.draw(proof.line, drawn_of(proof))
        else:
            self.sealed.append((proof.line, sealed_of(proof)))
            if self.method == SEALED_WORDS:
                return
            self.waiting.append(self.sealed[-1])
            if self.method == SAID_WORDS:  # each seal stands where it was stirred in
                self.stir()

    def answer(self, step: Step) -> None:
        """Compare what was answered in secret with what was sealed."""
        key, _, value = step.text.partition(" ")
        seals = [sealed_of(proof) for proof in step.proofs if proof.kind == "seal"]
        if find_other_seal(step.who, key.partition("@")[0], value.strip(), seals):
            self.fault(step.line, f"{step.who} has sealed another answer than this")

    def draw(self, line: int, drawn: Drawn) -> None:
        if drawn.number != self.verdict.draws:
            self.fault(line, f"draw {self.verdict.draws} should stand here, not draw {drawn.number}")
        self.verdict.draws += 1
        while self.entropy != drawn.entropy and self.waiting:
            self.stir()
        if self.entropy != drawn.entropy and not self.lost:
            self.fault(line, f"not just what was sealed before it was stirred into draw {drawn.number}")
        self.entropy = drawn.entropy
        if not drawn.honest(self.secret):
            self.fault(line, f"draw {drawn.number}, {drawn.key}, does not follow from the secret")

    def stir(self) -> None:
        _, sealed = self.waiting.pop(0)
        self.entropy = sealed.stirred(self.entropy)

    def pins(self, pins: list[Pin], draws: list[Drawn]) -> None:
        """What is shown of the draws is as much as was drawn, under the same keys."""
        shown = [(pin.key, len(pin.outcomes)) for pin in pins]
        if pins and shown != [(drawn.key, len(drawn.drew)) for drawn in draws]:
            self.fault(pins[0].line, "these outcomes are not those of the draws recorded below")

    def done(self) -> None:
        names = [sealed.name for _, sealed in self.sealed]
        for line, sealed in self.sealed:
            if names.count(sealed.name) > 1:
                self.fault(line, f"{sealed.name} was sealed more than once")

    def receipts(self, transcript: Transcript, promised: str) -> None:
        """Every seal has given a receipt, and every receipt that was published belongs to a seal."""
        said = [line for step in transcript.steps for line in step.expected if line.kind == "said"]
        known = {sealed.receipt(self.secret): line for line, sealed in self.sealed}
        hashes = {promised, *(word.sealed for word in words_of(transcript))}
        given = {text: line.line for line in said for text in RECEIPT.findall(line.text)}
        for receipt, line in known.items():
            if receipt not in given and self.lost:
                self.verdict.unkept += 1
            elif receipt not in given:
                self.fault(line, "no receipt of this seal was given out")
        for receipt, line in given.items():
            if receipt in known or receipt in hashes:
                continue
            if self.lost:
                self.verdict.unkept += 1
            else:
                self.fault(line, f"the receipt {receipt[:12]}… belongs to no sealed choice")
        self.verdict.seals = len(self.sealed)
