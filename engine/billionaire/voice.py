"""How the host of Billionaire speaks: for what is told again and again, other words, each as true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.billionaire.ends import SHARED_WIN
from engine.billionaire.powers import PLAYED
from engine.billionaire.tables import DISASTER, ESPIONAGE, GREEN, PROXY_FIGHT, RED
from engine.billionaire.turn import HOME
from engine.kernel.retelling import Holds, Retelling
from engine.kernel.text import PUBLIC, Told
from engine.kernel.voice import Book, book, worded

NEEDLES, SECURITY = "The Analyzer says {first} and {second}.", "{who} plays Security!"

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
        "{first:C} and {second}: the Investment stays.",
        "{first:C}, {second}: the owner keeps the Investment.",
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
    worded(
        "bn/seller",
        "{who} pays {cards} to {payee}.",
        "{payee} is paid by {who}: {cards}.",
    ),
    worded(
        "bn/board",
        "{who} pays {cards} to the board.",
        "The board is paid by {who}: {cards}.",
    ),
    worded(
        "bn/espionage",
        PLAYED[ESPIONAGE],
        "Espionage, against {whom}: {who} plays it.",
    ),
    worded(
        "bn/fight",
        PLAYED[PROXY_FIGHT],
        "Proxy Fight: {who} against {whom}, for {card}, worth {amount:$}.",
    ),
    worded(
        "bn/disaster",
        PLAYED[DISASTER],
        "Disaster, says {who}: for {card} of {whom}, worth {amount:$}.",
    ),
    worded(
        "bn/power",
        "{who} plays Analyze Any.",
        "Analyze Any, says {who}.",
    ),
    worded(
        "bn/dice",
        "{who} rolls {mine}, {whom} rolls {theirs}.",
        "{mine} for {who}, and {theirs} for {whom}.",
    ),
    worded(
        "bn/level",
        "Neither of them wins.",
        "Level: nobody wins.",
    ),
    worded(
        "bn/back",
        "{card} of {whom} returns to its deck.",
        "{whom} has {card} no more: it goes back to its deck.",
    ),
    worded(
        "bn/stopped",
        "{who} is stopped: nothing comes of it.",
        "Nothing comes of it: {who} is stopped.",
    ),
    worded(
        "bn/taken",
        "{taker} takes a Profit card from the hand of {loser}.",
        "A Profit card goes from the hand of {loser} to {taker}.",
    ),
    worded(
        "bn/draws",
        "{who} draws a Power Play card.",
        "A Power Play card for {who}.",
    ),
    worded(
        "bn/forfeit",
        "{who} forfeits {card}, which returns to its deck.",
        "{card} goes back to its deck: {who} forfeits it.",
    ),
    worded(
        "bn/leaves",
        "{who} analyzes nothing.",
        "{who} lets the needles rest.",
    ),
    worded(
        "bn/rival",
        HOME,
        "{n} takes {who} to the Headquarters of {host}.",
    ),
    worded(
        "bn/share",
        SHARED_WIN,
        "Equally rich, with {amount:$} in Investments and cash each: {who}. The win is shared.",
    ),
    worded("bn/counter", "And Security again, from {who}.", "Security on Security: {who} plays it."),
    worded(
        "bn/hqexact",
        "{n} takes {who} home exactly: to the Headquarters of {host}.",
        "Home exactly, with {n}: {who}, at the Headquarters of {host}.",
    ),
    worded("bn/swaps", "{first:C}, {second}: it changes hands.", "{first:C} and {second}: there it goes."),
    worded("bn/green", "{first:C}, {second}: the owner keeps it.", "{first:C} and {second}: it stays where it is."),
)


def after_another(_security: Told, before: Sequence[Told]) -> bool:
    """Was the last thing that everybody heard a Security, too?"""
    public = [each.text for each in before if each.to == PUBLIC]
    return public[-1:] == [SECURITY]


def at_home(landing: Told, _before: Sequence[Told]) -> bool:
    """Are these the Headquarters of whoever lands there?"""
    return bool(landing.facts["who"] == landing.facts["host"])


def both(colour: str) -> Holds:
    """Do both needles say it?"""
    return lambda told, _: told.facts["first"] == told.facts["second"] == colour


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
        NEEDLES: ("bn", "needles"),
        "{winner} takes {card} from {loser}, worth {amount:$}.": ("bn", "redred"),
        "{who} rolls {n} and lands on {space}.": ("bn", "lands"),
        "{who} rolls {n}, passes their own Headquarters and lands on {space}.": ("bn", "hq"),
        "{who} draws {n:n} Profit {n:card|cards}.": ("bn", "profit"),
        SECURITY: ("bn", "security"),
        "{who} has {amount:$} in Investments and cash, and wins the game.": ("bn", "won"),
        "{who} pays {cards} to {payee}.": ("bn", "seller"),
        "{who} pays {cards} to the board.": ("bn", "board"),
        PLAYED[ESPIONAGE]: ("bn", "espionage"),
        PLAYED[PROXY_FIGHT]: ("bn", "fight"),
        PLAYED[DISASTER]: ("bn", "disaster"),
        "{who} plays Analyze Any.": ("bn", "power"),
        "{who} rolls {mine}, {whom} rolls {theirs}.": ("bn", "dice"),
        "Neither of them wins.": ("bn", "level"),
        "{card} of {whom} returns to its deck.": ("bn", "back"),
        "{who} is stopped: nothing comes of it.": ("bn", "stopped"),
        "{taker} takes a Profit card from the hand of {loser}.": ("bn", "taken"),
        "{who} draws a Power Play card.": ("bn", "draws"),
        "{who} forfeits {card}, which returns to its deck.": ("bn", "forfeit"),
        "{who} analyzes nothing.": ("bn", "leaves"),
        HOME: ("bn", "rival"),
        SHARED_WIN: ("bn", "share"),
    }
    when: ClassVar[Mapping[str, Mapping[str, Holds]]] = {
        SECURITY: {"counter": after_another},
        HOME: {"hqexact": at_home},
        NEEDLES: {
            "swaps": both(RED),
            "green": both(GREEN),
        },
    }


VOICE = HostOfBillionaire()
