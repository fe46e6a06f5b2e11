"""Season 7 of Race to a Billion.

`rules` is the ruleset; `state` the season as data; `tables` the plain numbers; `cycle`, `rounds`, `turn` the phases;
`verbs`, `bombs` and `hooks` what changes money and lives; `squares` a script for each. The minigames have
a room of their own, `engine/minigames`, and are played at the booths of `booth`.
"""
