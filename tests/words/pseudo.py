"""A reader who marks every word of the catalogue and remembers the others, and all that there is to read in a game."""

import re

from engine.kernel import Reader, format_text
from host.shown.picture.as_text import format_picture_texts
from workshop.texts import has_translatable_words

SEATS = ("p1", "p2", "p3")
SEAL = re.compile(r"[0-9a-f]{64}")
TO_DO = """{words}: people read this by itself, and translators do not find it.
A minigame's word stands in a list or dict among the constants of its file, or in a `phrase(…)`; any other in `names.py`
of its game.
"""


class Pseudo(Reader):
    """Reads a language in which every word of the catalogue is marked, and remembers what was in no catalogue."""

    def __init__(self, known, seats=SEATS):
        super().__init__({seat: f"<{seat}>" for seat in seats}, self.mark)
        self.known, self.seats, self.missed = known, seats, set()

    def mark(self, text):
        if text in self.known:
            return f"[{text}]"
        if has_translatable_words(text) and re.search(r"[A-Za-z]{2}", text) and not SEAL.fullmatch(text):
            self.missed.add(text)
        return text

    def has_missed_nothing(self):
        """All was in the catalogue; if not, what is to be done. What somebody has typed is quoted."""
        missed = sorted(text for text in self.missed if not text.startswith("“"))
        assert not missed, TO_DO.format(words=", ".join(map(repr, missed)))


def seen(game, reader):
    """Everything that anybody is shown of a game as it stands."""
    for told in game.told:
        yield format_text(told.text, told.facts, reader)
    for question in game.list_questions():
        yield format_text(question.text, {"who": question.who, **question.facts}, reader)
        yield from (reader.format_value(option.label) for option in question.options)
    for who in reader.seats:
        for play in game.ruleset.list_plays(game, who):
            yield reader.format_value(play.label)
            yield from (reader.format_value(option.label) for option in play.options)
        yield from shown(game.build_view(who), reader)


def shown(view, reader):
    """All words of a view."""
    yield from map(reader.format_value, (view.title, view.stage, *view.notes))
    for panel in view.panels:
        yield from map(reader.format_value, (panel.title, panel.stage, *panel.notes))
        yield from format_picture_texts(view.list_pictures(panel), reader)
        for seat in panel.seats:
            yield from map(reader.format_value, (seat.status, *seat.marks))
        yield from (reader.format_value(cell.face) for cell in (panel.board.cells.values() if panel.board else ()))
    for standing in view.standings:
        yield from map(reader.format_value, standing.marks)
    for notes in view.own.notes.values():
        yield from (reader.format_value(note.words) for note in notes.values())
    yield from map(reader.format_value, view.own.secrets)
