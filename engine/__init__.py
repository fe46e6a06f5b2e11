"""The rules. Pure: no I/O, no clock, no randomness of its own, no chat and no AWS.

`kernel` runs any game written as scripts that wait for answers; every other folder here is one ruleset
(`season7`, ...) or what all of them share (`notation`, the text form of a game).
"""
