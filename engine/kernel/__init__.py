"""What carries every game: scripts that await answers, keyed chance, questions, views and saved records.

Nothing in this folder knows a ruleset. The door is `Game`: create one with `Game.start`, go on with `Game.load_stored`,
then `answer`, `play`, `lapse`, and `save` what came of it.
"""

from engine.kernel.chance import Drawn, Sealed, compute_commitment
from engine.kernel.errors import Diverged, Illegal, NewerFormat, Runaway, Unpinnable, Withdrawn
from engine.kernel.event import Event
from engine.kernel.game import Game, check_input
from engine.kernel.question import NOT_NOW_CODE, Forecast, Form, Legal, Option, Outcome, Play, Question
from engine.kernel.record import Record
from engine.kernel.ruleset import (
    Achievement,
    Advice,
    CardUse,
    Change,
    Deed,
    Element,
    Ruleset,
    find_change,
    find_rewording,
    upcast_told,
)
from engine.kernel.table import GameInPlay, Script, Table
from engine.kernel.text import (
    LOG,
    PUBLIC,
    Phrase,
    Reader,
    Told,
    Words,
    build_told,
    format_money,
    format_text,
    format_told,
    phrase,
    read_phrase_facts,
)

__all__ = [
    "LOG",
    "NOT_NOW_CODE",
    "PUBLIC",
    "Achievement",
    "Advice",
    "CardUse",
    "Change",
    "Deed",
    "Diverged",
    "Drawn",
    "Element",
    "Event",
    "Forecast",
    "Form",
    "Game",
    "GameInPlay",
    "Illegal",
    "Legal",
    "NewerFormat",
    "Option",
    "Outcome",
    "Phrase",
    "Play",
    "Question",
    "Reader",
    "Record",
    "Ruleset",
    "Runaway",
    "Script",
    "Sealed",
    "Table",
    "Told",
    "Unpinnable",
    "Withdrawn",
    "Words",
    "build_told",
    "check_input",
    "compute_commitment",
    "find_change",
    "find_rewording",
    "format_money",
    "format_text",
    "format_told",
    "phrase",
    "read_phrase_facts",
    "upcast_told",
]
