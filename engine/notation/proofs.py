"""Draws and seals as lines of a text, and back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec

from engine.kernel.chance import Drawn, Sealed
from engine.kernel.player_words import SEALED_WORDS, Brought, compute_first_entropy, find_chance_method
from engine.notation.bless import format_notation_line
from engine.notation.errors import Malformed
from engine.notation.history import Taken
from engine.notation.transcript import Proof


class ProofWriter:
    """Writes what was sealed and drawn as lines, input by input.

    Where seals are mixed into chance, they stand in their order of time, inferred from the entropy of the draws.
    """

    def __init__(self, words: Brought, method: int) -> None:
        self.stirs = find_chance_method(words, method) < SEALED_WORDS
        self.entropy = compute_first_entropy(words)

    def format_lines(self, was: Taken) -> Iterator[str]:
        """Yield for a transcript a line for everything sealed and drawn in one input."""
        seals = list(was.sealed)
        for drawn in was.drawn:
            while seals and (not self.stirs or self.entropy != drawn.entropy):
                yield self._format_seal(seals.pop(0))
            yield format_notation_line("draw", _format_json(_shorten_weights(drawn)))
        for sealed in seals:
            yield self._format_seal(sealed)

    def _format_seal(self, sealed: Sealed) -> str:
        self.entropy = sealed.mix_into_entropy(self.entropy)
        return format_notation_line("seal", _format_json(sealed))


def parse_draw(proof: Proof) -> Drawn:
    """Parse a `draw` line of a transcript into a record of the draw."""
    try:
        plain = msgspec.json.decode(proof.text)
        if plain[4] is not None:
            plain[4] = [weight for weight, times in plain[4] for _ in range(times)]
        return msgspec.convert(plain, Drawn)
    except (msgspec.DecodeError, msgspec.ValidationError, LookupError, TypeError, ValueError):
        raise Malformed(proof.line, "this is not a draw as `rtab export` writes it.") from None


def parse_seal(proof: Proof) -> Sealed:
    """Parse a `seal` line of a transcript into a record of the sealed choice."""
    try:
        return msgspec.json.decode(proof.text, type=Sealed)
    except msgspec.DecodeError:
        raise Malformed(proof.line, "this is not a seal as `rtab export` writes it.") from None


def _shorten_weights(drawn: Drawn) -> Any:
    """Return a draw as plain data with repeated weights run-length encoded, because those of whole boards are mostly
    equal.
    """
    plain = list(msgspec.to_builtins(drawn))
    if drawn.weights is not None:
        plain[4] = [[weight, len(list(same))] for weight, same in groupby(drawn.weights)]
    return plain


def _format_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
