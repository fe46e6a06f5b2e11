"""Fate in two beats: the setting is the same whatever follows."""

from engine.kernel.voice import book, worded

FATES = book(
    worded(
        "blammo/beat1",
        "Blammo. Four squares, four fates. {who} picks one.",
        "Blammo for {who}: one block, one exit, one victim, one threat.",
        "Blammo number {count} of the race. {who} picks.",
    ),
    worded(
        "blammo/block",
        "{n}: blocked. Nothing happens to anybody.",
        "Behind {n}, a block. {who} plays on.",
    ),
    worded(
        "blammo/other",
        "{n}: somebody goes, and it is {victim}.",
        "Behind {n}, an exit for another: {victim}.",
    ),
    worded(
        "blammo/you",
        "{n}: the exit. {who} is out, at no charge.",
        "Behind {n}, the door. {who} leaves, and pays nothing.",
    ),
    worded(
        "blammo/threat",
        "{n}: {amount:£} now, a fifth more if {who} loses.",
    ),
    worded(
        "knife/beat1",
        "Knife Edge. {who}’s next: a bomb, or a Win Zone.",
        "Half and half, {who}: the next square decides.",
    ),
    worded(
        "knife/bright",
        "{n} is the bright side: Win Zone, and a secret for {who}.",
        "{n} holds: a Win Zone and a hidden square for {who}.",
    ),
    worded(
        "knife/dark",
        "{n} is the dark side, a bomb: {who} is out, {amount:£} down.",
        "The knife cuts on {n}: a bomb for {who}, {amount:£}.",
    ),
    worded(
        "knife/real",
        "No knife needed: {n} was {owner}’s bomb all along.",
    ),
    worded(
        "deadlock/set",
        "Deadlock: if several survive, the lowest total wins.",
    ),
    worded(
        "deadlock/beat1",
        "{n} survive, and only one total counts: the lowest.",
        "The board is done, the Deadlock is not: who has least?",
    ),
    worded(
        "deadlock/beat2",
        "It is {who}, with {total:£}. The others leave unharmed.",
        "{who} has least and wins: {total:£}. No penalty for others.",
    ),
    worded(
        "votes/beat1",
        "The votes are in: {n} {n:envelope|envelopes}.",
    ),
    worded(
        "votes/beat2",
        "Remain: {remain}. Leave: {leave}.",
        "To stay: {remain}. To leave: {leave}.",
    ),
    worded(
        "votes/all",
        "Everybody stays. An Invite is on this board for sure.",
    ),
    worded(
        "votes/most",
        "Most of you leave. Nobody swaps out of this one.",
    ),
    worded(
        "votes/paid",
        "The price of leaving: {list}.",
        "Paid for leaving: {list}.",
    ),
    worded(
        "sq00/beat1",
        "{who} stakes {bonus:£} on Square 00.",
        "{bonus:£} on the table. {who} opens Square 00.",
        "{who} and Square 00, with {bonus:£} between them.",
    ),
    worded(
        "sq00/must",
        "Lockdown’s rule: {who} must stake {bonus:£}.",
    ),
    worded(
        "sq00/double",
        "Double. {amount:£} to {who}.",
        "Twice {bonus:£}, then: {amount:£} for {who}.",
    ),
    worded(
        "sq00/prize",
        "The fixed prize: {who} has {prize:£} now, not {bonus:£}.",
    ),
    worded(
        "sq00/game",
        "The bonus is safe, and {minigame} comes on top.",
        "{bonus:£} for {who}, and {minigame} to play.",
    ),
    worded(
        "sq00/mystery",
        "The money goes. Two secrets come to {who} instead.",
        "No money, two hidden squares: {who} swaps.",
    ),
    worded(
        "sq00/nothing",
        "Nothing. The bonus is gone, the round is still won.",
        "An empty square. {who} keeps the win, not the bonus.",
    ),
    worded(
        "sq00/keep",
        "{who} keeps {bonus:£} and leaves Square 00 alone.",
        "Kept: {bonus:£} for {who}.",
        "{who} takes the bonus home: {bonus:£}.",
        "No Square 00 today: {bonus:£} to {who}.",
    ),
    worded(
        "mega/start",
        "The Megagrid. {who} climbs, with {stake:£} to start.",
        "{who} stands under the Megagrid, with {stake:£}.",
        "Five rows, {stake:£}: {who} at the Megagrid.",
    ),
    worded(
        "mega/several",
        "The Megagrid. {who} climb, with {stake:£} to start.",
        "{who} stand under the Megagrid, with {stake:£}.",
    ),
    worded(
        "mega/any",
        "Row {row} is safe: {pot:£}, {left} to go.",
        "{who} stands on row {row}, with {pot:£}.",
        "Safe on row {row}: {who}, {pot:£}.",
    ),
    worded(
        "mega/beat1",
        "One row left: {pot:£}, or nothing.",
    ),
    worded(
        "mega/top",
        "The top. {who} brings down {pot:£}.",
    ),
    worded(
        "mega/bomb",
        "Row {row}: a bomb. The climb ends with nothing.",
        "A bomb on row {row}. {who} climbs down with nothing.",
    ),
    worded(
        "mega/stop",
        "{who} stops on row {row}: {pot:£}.",
        "Far enough: {who} takes {pot:£} off the Megagrid.",
    ),
)
