"""What every Race has in common: numbered squares, sealed bombs, peeks, lock-ins, lists, and turns round a board.

It knows no game. A game lays its own `RaceTable` with a `RaceRound` and `RaceSeat`s of its own, which may have more
fields; the rules in this room need only those that are named in `table`.
"""
