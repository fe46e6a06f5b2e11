"""Draws and seals as lines of a text, and back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec

from engine.kernel.chance import Drawn, Sealed
from engine.kernel.opening import SEALED_WORDS, Brought, method_of, stirred
from engine.notation.bless import line_of
from engine.notation.errors import Malformed
from engine.notation.history import Taken
from engine.notation.transcript import Proof


class Proofs:
    """What was sealed and drawn, input by input. Where seals are stirred in, they stand in the order in which it came:
    what a draw was stirred with says what had been sealed before it.
    """

    def __init__(self, words: Brought, method: int) -> None:
        self.stirs = method_of(words, method) < SEALED_WORDS
        self.entropy = stirred(words)

    def lines(self, was: Taken) -> Iterator[str]:
        """Everything sealed and drawn in one input."""
        seals = list(was.sealed)
        for drawn in was.drawn:
            while seals and (not self.stirs or self.entropy != drawn.entropy):
                yield self._sealed(seals.pop(0))
            yield line_of("draw", _json(_short(drawn)))
        for sealed in seals:
            yield self._sealed(sealed)

    def _sealed(self, sealed: Sealed) -> str:
        self.entropy = sealed.stirred(self.entropy)
        return line_of("seal", _json(sealed))


def drawn_of(proof: Proof) -> Drawn:
    """A draw as the log had it."""
    try:
        plain = msgspec.json.decode(proof.text)
        if plain[4] is not None:
            plain[4] = [weight for weight, times in plain[4] for _ in range(times)]
        return msgspec.convert(plain, Drawn)
    except (msgspec.DecodeError, msgspec.ValidationError, LookupError, TypeError, ValueError):
        raise Malformed(proof.line, "this is not a draw as `rtab export` writes it.") from None


def sealed_of(proof: Proof) -> Sealed:
    """A seal as the log had it."""
    try:
        return msgspec.json.decode(proof.text, type=Sealed)
    except msgspec.DecodeError:
        raise Malformed(proof.line, "this is not a seal as `rtab export` writes it.") from None


def _short(drawn: Drawn) -> Any:
    """Weights of whole boards are mostly the same number many times over."""
    plain = list(msgspec.to_builtins(drawn))
    if drawn.weights is not None:
        plain[4] = [[weight, len(list(same))] for weight, same in groupby(drawn.weights)]
    return plain


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
