"""How the host of Billionaire speaks: for what is told again and again, other words, each as true."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.kernel.retelling import Retelling
from engine.kernel.voice import Book, book, worded

BOARD = book(
    worded(
        "bn/auction",
        "{who} puts an Investment up for sealed bids: {region}.",
        "{who} puts something from {region} up. Bids, please.",
    ),
    worded("bn/beat1", "All bids are in.", "All bids are in, and now they are shown."),
    worded("bn/dealt", "{who} is dealt {n:n} Profit cards.", "{n:n} Profit cards are dealt to {who}."),
    worded(
        "bn/bid",
        "{who} has bid {amount:$}.",
        "{amount:$}, says the bid of {who}.",
        "The bid of {who}: {amount:$}.",
    ),
    worded(
        "bn/none",
        "{who} has bid nothing.",
        "Nothing, says the bid of {who}.",
    ),
    worded(
        "bn/sold",
        "{who} has bought {lot}, worth {worth:$}, for {amount:$}.",
        "Sold to {who}, for {amount:$}: {lot}, worth {worth:$}.",
    ),
    worded(
        "bn/tie",
        "{who} have bid the same. Sealed bids are made again.",
        "Level: {who}. Sealed bids once more, please.",
    ),
    worded(
        "bn/over",
        "{who} has bid {amount:$}, which is more than they can pay.",
        "{who} bid more than there was: {amount:$}.",
    ),
    worded(
        "bn/spin1",
        "{who} analyzes {card} of {whom}, worth {amount:$}.",
        "{who} analyzes {whom}’s {card}, worth {amount:$}. Two needles turn.",
    ),
    worded(
        "bn/needles",
        "The Analyzer says {first} and {second}.",
        "The needles stop: {first}, {second}.",
        "{first:C}, says the one needle, and {second}, says the other.",
    ),
    worded(
        "bn/redred",
        "{winner} takes {card} from {loser}, worth {amount:$}.",
        "{card} changes hands, worth {amount:$}: {winner} has it from {loser}.",
    ),
    worded(
        "bn/lands",
        "{who} rolls {n} and lands on {space}.",
        "{n} takes {who} to {space}.",
        "{n} for {who}: {space}.",
    ),
    worded(
        "bn/hq",
        "{who} rolls {n}, passes their own Headquarters and lands on {space}.",
        "{n} takes {who} past their own Headquarters to {space}.",
    ),
    worded(
        "bn/profit",
        "{who} draws {n:n} Profit {n:card|cards}.",
        "{n:n} Profit {n:card|cards} for {who}.",
    ),
    worded(
        "bn/security",
        "{who} plays Security!",
        "Security, says {who}.",
    ),
    worded(
        "bn/won",
        "{who} has {amount:$} in Investments and cash, and wins the game.",
        "The game goes to {who}: {amount:$} in Investments and cash.",
    ),
)


class HostOfBillionaire(Retelling):
    """The same host, beside a board with needles."""

    book: ClassVar[Book] = BOARD
    heard: ClassVar[Mapping[str, tuple[str, str]]] = {
        "{who} puts an Investment up for sealed bids: {region}.": ("bn", "auction"),
        "All bids are in: {receipts}.": ("bn", "beat1"),
        "{who} is dealt {n:n} Profit cards. Receipt: {receipt}": ("bn", "dealt"),
        "{who} has bid {amount:$}.": ("bn", "bid"),
        "{who} has bid nothing.": ("bn", "none"),
        "{who} has bought {lot}, worth {worth:$}, for {amount:$}.": ("bn", "sold"),
        "{who} have bid the same. Sealed bids are made again.": ("bn", "tie"),
        "{who} has bid {amount:$}, which is more than they can pay.": ("bn", "over"),
        "{who} analyzes {card} of {whom}, worth {amount:$}.": ("bn", "spin1"),
        "The Analyzer says {first} and {second}.": ("bn", "needles"),
        "{winner} takes {card} from {loser}, worth {amount:$}.": ("bn", "redred"),
        "{who} rolls {n} and lands on {space}.": ("bn", "lands"),
        "{who} rolls {n}, passes their own Headquarters and lands on {space}.": ("bn", "hq"),
        "{who} draws {n:n} Profit {n:card|cards}.": ("bn", "profit"),
        "{who} plays Security!": ("bn", "security"),
        "{who} has {amount:$} in Investments and cash, and wins the game.": ("bn", "won"),
    }


VOICE = HostOfBillionaire()
