"""Race to a Billion Deluxe: dollars, a boost, a multiplier, a row of wins, and a race that is won by winning twice.

`rules` is the ruleset; `state` the game as data; `tables` the plain numbers; `season`, `grids`, `turn` the phases;
`verbs`, `strikes` and `hooks` what changes money, statuses and lives; `spaces` a script for each space that has one.
"""
