"""How the host of the Deluxe edition speaks: for what is told again and again, other words, each as true."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.kernel.retelling import Retelling
from engine.kernel.voice import Book, book, worded

GRID = book(
    worded(
        "deluxe/zone",
        "The race enters {zone}, for {n} rounds. {rule}",
        "A zone opens: {zone}. It lasts {n} {n:round|rounds}. {rule}",
    ),
    worded(
        "deluxe/zoneover",
        "The race leaves {zone}.",
        "{zone} is over. The old rules are back.",
    ),
    worded(
        "deluxe/beat1",
        "{who} calls Failsafe with {n} {n:space|spaces} left!",
        "Failsafe, with {n} {n:space|spaces} left! {who} says that all of them are bombs.",
    ),
    worded(
        "deluxe/multi",
        "{who} goes on with {times} and {n} {n:win|wins} in a row.",
        "{who} stands at {times} now, with {n} {n:win|wins} in a row.",
        "{n} in a row for {who}, and {times}.",
    ),
    worded(
        "deluxe/strike",
        "Space {n}: a strike!",
        "A strike on {n}.",
    ),
    worded(
        "deluxe/hunt",
        "{who} has hunted on {spaces}: {n} live {n:bomb|bombs}.",
        "{who} hunted on {spaces} and found {n} live {n:bomb|bombs}.",
    ),
    worded(
        "deluxe/trash",
        "{who} picks through the trash: {faces}.",
        "{who} takes what the bombs covered: {faces}.",
        "From the trash, for {who}: {faces}.",
    ),
    worded(
        "deluxe/bomb",
        "{who} picks space {n}: a Bomb!",
        "{n} is a bomb, and {who} has picked it.",
    ),
    worded(
        "deluxe/out",
        "{who} is out of the round.",
        "Out of the round: {who}.",
    ),
    worded(
        "deluxe/right",
        "Every one of them is a bomb. The round is over, and {who}'s win bonus counts {n} times.",
        "All bombs! The round is over, and the win bonus of {who} counts {n} times.",
    ),
    worded(
        "deluxe/wrong",
        "Not every one of them is a bomb.",
        "They are not all bombs.",
    ),
    worded(
        "deluxe/net",
        "The Safety Net holds: one strike instead of two.",
        "One strike instead of two: the Safety Net holds.",
    ),
    worded(
        "deluxe/chance",
        "{who} plays the Jackpot Chance, for {jackpot:$}.",
        "The Jackpot Chance, for {jackpot:$}: {who} plays.",
    ),
    worded(
        "deluxe/letter",
        "Space {n}: {letter}.",
        "{n} hides a letter: {letter}.",
    ),
    worded(
        "deluxe/stays",
        "Three strikes: the Jackpot stays.",
        "That is the third strike. The Jackpot stays.",
    ),
    worded(
        "deluxe/jackpot",
        "JACKPOT! {who} has all seven letters.",
        "J, A, C, K, P, O, T: {who} has all seven letters.",
    ),
    worded(
        "deluxe/deck",
        "{who} is on deck: one more win with {target:$} wins the race.",
        "On Deck: {who}. One more win with {target:$} wins the race.",
    ),
    worded(
        "deluxe/crown",
        "{champions} {n:wins|win} Race to a Billion with {total:$}!",
        "The race goes to {champions}, who {n:has|have} {total:$}.",
    ),
    worded(
        "deluxe/bombs",
        "{who} picks space {n}: {bombs} Bombs at once!",
        "{bombs} bombs at once on {n}, and {who} has picked them.",
    ),
    worded(
        "deluxe/find",
        "{who} picks space {n}: {face}.",
        "{n} for {who}: {face}.",
        "{who} opens {n}: {face}.",
    ),
    worded(
        "deluxe/gain",
        "{who} gains {amount:$}.",
        "{amount:$} for {who}.",
        "{amount:$} goes to {who}.",
    ),
    worded(
        "deluxe/loss",
        "{who} loses {amount:$}.",
        "{who} pays {amount:$}.",
        "That costs {who} {amount:$}.",
    ),
    worded(
        "deluxe/boosted",
        "{who} gains {amount:$} ({base:$} at {percent}%).",
        "{base:$} at {percent}%: {amount:$} for {who}.",
    ),
    worded(
        "deluxe/dearer",
        "{who} loses {amount:$} ({base:$} at {percent}%).",
        "{base:$} at {percent}%: {who} pays {amount:$}.",
    ),
    worded(
        "deluxe/paid",
        "{giver} pays {taker} {amount:$}.",
        "{amount:$} goes from {giver} to {taker}.",
    ),
    worded(
        "deluxe/cut",
        "That leaves {who} with {times} and {boost}%.",
        "{who} is left with {times} and {boost}%.",
    ),
    worded(
        "deluxe/boost",
        "{who}'s boost goes from {old}% to {new}%.",
        "The boost of {who}: {old}% before, {new}% now.",
    ),
    worded(
        "deluxe/times",
        "{who}'s multiplier goes from {old} to {new}.",
        "The multiplier of {who}: {old} before, {new} now.",
    ),
    worded(
        "deluxe/item",
        "{who} now holds {item}.",
        "{item} for {who}.",
    ),
    worded(
        "deluxe/used",
        "{who} uses {item}.",
        "{item}! {who} had that ready.",
    ),
    worded(
        "deluxe/begins",
        "{grid} begins. Turn order: {order}.",
        "{grid} begins, in this order: {order}.",
    ),
    worded(
        "deluxe/over",
        "{grid} is over. {verdict}.",
        "That was {grid}. {verdict}.",
    ),
    worded(
        "deluxe/round",
        "Round {round} begins. The Jackpot stands at {jackpot:$}.",
        "Round {round}, and {jackpot:$} in the Jackpot.",
    ),
    worded(
        "deluxe/settled",
        "Round {round} is settled. {leaders} {n:leads|lead} with {total:$}.",
        "After round {round} {leaders} {n:leads|lead} with {total:$}.",
    ),
    worded("deluxe/dud", "Your bomb on {n} lay in a dud, and did nothing."),
)


class HostOfDeluxe(Retelling):
    """The same host, in dollars."""

    book: ClassVar[Book] = GRID
    heard: ClassVar[Mapping[str, tuple[str, str]]] = {
        "Sealed bombs: {receipts}.": ("", ""),  # receipts stand where seals are
        "The race enters {zone}, for {n} rounds. {rule}": ("deluxe", "zone"),
        "The race leaves {zone}.": ("deluxe", "zoneover"),
        "{who} calls Failsafe with {n} {n:space|spaces} left!": ("deluxe", "beat1"),
        "{who} goes on with {times} and {n} {n:win|wins} in a row.": ("deluxe", "multi"),
        "Space {n}: a strike!": ("deluxe", "strike"),
        "{who} has hunted on {spaces}: {n} live {n:bomb|bombs}.": ("deluxe", "hunt"),
        "{who} picks through the trash: {faces}.": ("deluxe", "trash"),
        "{who} picks space {n}: a Bomb!": ("deluxe", "bomb"),
        "{who} is out of the round.": ("deluxe", "out"),
        "Every one of them is a bomb. The round is over, and {who}'s win bonus counts {n} times.": ("deluxe", "right"),
        "Not every one of them is a bomb.": ("deluxe", "wrong"),
        "The Safety Net holds: one strike instead of two.": ("deluxe", "net"),
        "{who} plays the Jackpot Chance, for {jackpot:$}.": ("deluxe", "chance"),
        "Space {n}: {letter}.": ("deluxe", "letter"),
        "Three strikes: the Jackpot stays.": ("deluxe", "stays"),
        "JACKPOT! {who} has all seven letters.": ("deluxe", "jackpot"),
        "{who} is on deck: one more win with {target:$} wins the race.": ("deluxe", "deck"),
        "{champions} {n:wins|win} Race to a Billion with {total:$}!": ("deluxe", "crown"),
        "{who} picks space {n}: {bombs} Bombs at once!": ("deluxe", "bombs"),
        "{who} picks space {n}: {face}.": ("deluxe", "find"),
        "{who} gains {amount:$}.": ("deluxe", "gain"),
        "{who} loses {amount:$}.": ("deluxe", "loss"),
        "{who} gains {amount:$} ({base:$} at {percent}%).": ("deluxe", "boosted"),
        "{who} loses {amount:$} ({base:$} at {percent}%).": ("deluxe", "dearer"),
        "{giver} pays {taker} {amount:$}.": ("deluxe", "paid"),
        "That leaves {who} with {times} and {boost}%.": ("deluxe", "cut"),
        "{who}'s boost goes from {old}% to {new}%.": ("deluxe", "boost"),
        "{who}'s multiplier goes from {old} to {new}.": ("deluxe", "times"),
        "{who} now holds {item}.": ("deluxe", "item"),
        "{who} uses {item}.": ("deluxe", "used"),
        "{grid} begins. Turn order: {order}.": ("deluxe", "begins"),
        "{grid} is over. {verdict}.": ("deluxe", "over"),
        "Round {round} begins. The Jackpot stands at {jackpot:$}.": ("deluxe", "round"),
        "Round {round} is settled. {leaders} {n:leads|lead} with {total:$}.": ("deluxe", "settled"),
    }
    alone: ClassVar[Mapping[str, tuple[str, str]]] = {
        "Your bomb on space {n} did nothing: it lay in a dud.": ("deluxe", "dud"),
    }


VOICE = HostOfDeluxe()
