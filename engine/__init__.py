"""The rules of every game we host: scripts that ask, and verbs that move money, lives and turns.

Nothing here reads a clock, rolls a die, opens a file or knows where people chat: all of that arrives as input.
"""
