"""What carries every game: scripts that await answers, keyed chance, questions, views and saved records.

Nothing in this folder knows a ruleset. The door is `Game`: create one with `Game.new`, go on with `Game.read`,
then `answer`, `play`, `lapse`, and `save` what came of it.
"""

from engine.kernel.chance import Drawn, Sealed, commitment
from engine.kernel.changes import Change, explained, reworded
from engine.kernel.errors import Diverged, Illegal, Runaway, Unpinnable, Withdrawn
from engine.kernel.event import Event
from engine.kernel.forecast import Forecast, Outcome
from engine.kernel.game import Game
from engine.kernel.question import Form, Legal, Option, Play, Question
from engine.kernel.record import Record
from engine.kernel.refusals import NOT_NOW
from engine.kernel.ruleset import Achievement, Advice, Deed, Element, Ruleset, Use, checked
from engine.kernel.table import Script, Table
from engine.kernel.text import LOG, PUBLIC, Phrase, Reader, Told, Words, as_told, money, phrase, render
from engine.kernel.upcast import as_event

__all__ = [
    "LOG",
    "NOT_NOW",
    "PUBLIC",
    "Achievement",
    "Advice",
    "Change",
    "Deed",
    "Diverged",
    "Drawn",
    "Element",
    "Event",
    "Forecast",
    "Form",
    "Game",
    "Illegal",
    "Legal",
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
    "Use",
    "Withdrawn",
    "Words",
    "as_event",
    "as_told",
    "checked",
    "commitment",
    "explained",
    "money",
    "phrase",
    "render",
    "reworded",
]
