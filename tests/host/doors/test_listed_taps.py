"""What is offered to be tapped for each form of a question, tap after tap, and which answer comes of it."""

import pytest
from msgspec.structs import replace

from engine.kernel import Form, Illegal, Option, Question, Reader
from engine.kernel.picture import BOARD
from engine.kernel.view import Board
from host.core.context import Config
from host.core.store import MemoryTable, Store
from host.doors.discord import answering
from host.doors.discord.components import ID_SEPARATOR, count_components, find_marked_value
from host.doors.telegram.messages import asking, screens
from host.said.answers import label_options
from host.shown import views
from host.shown.views import QuestionView
from tests import listings
from tests.host.conftest import Hands, begun
from tests.listings.room import make_steady_host

pytestmark = pytest.mark.as_released
READER = Reader({"p1": "Ann"})
TAPS, MANY = 7, 14
SEVERAL = "several"


def name_options(many):
    return [Option(f"w{n}", f"Word {n}{' and so on' * (n % 3)}") for n in range(1, many + 1)]


def number_options(*numbers):
    return [Option(n, f"{n}") for n in numbers]


QUESTIONS: dict[str, tuple[Form, list[Option], str, int]] = {  # with of what the options are, and how many at once
    **{f"{many} choices": (Form(), name_options(many), "", 1) for many in (1, 2, 10, 11, 26, 60, 61, 101, 126)},
    "choices or words": (Form(words=True), name_options(3), "", 1),
    "squares": (Form(), number_options(1, 2, 5, 6, 11, 12), BOARD, 1),
    "squares in order": (Form(), number_options(1, 2, 5, 12), BOARD, 3),
    "squares or stop": (Form(), [*number_options(3, 4), Option("stop", "Stop")], BOARD, 1),
    **{
        f"{low} to {high} of {many}": (Form(SEVERAL, low, high), name_options(many), "", 1)
        for low, high, many in ((2, 2, 4), (0, 2, 3), (1, 3, 3), (2, 5, 12), (3, 8, 110))
    },
    "two squares": (Form(SEVERAL, 2, 2), number_options(1, 2, 5, 12), BOARD, 1),
    **{
        f"{low} to {high} by {step}": (Form("number", low, high, step), [], "", 1)
        for low, high, step in ((0, 1, 1), (1, 12, 1), (1, 13, 1), (-5, 5, 1), (0, 100, 10), (5, 119, 10))
    },
    "a large number": (Form("number", 0, 9_999_999, 1000), [], "", 1),
    "a text": (Form("text"), [], "", 1),
}


def shorten(rows):
    """The rows of buttons; of many only those that differ, and how many there are."""
    if sum(map(len, rows)) <= MANY:
        return " / ".join(" ".join(f"[{each}]" for each in row) for row in rows)
    plain = [each for row in rows for each in row if each.startswith("Word")]
    others = [each for row in rows for each in row if each not in plain]
    shown = f"{len(plain)} from [{plain[0]}] to [{plain[-1]}] in {len(rows)} rows"
    return " ".join([shown, *(f"[{each}]" for each in others)])


class Tapper:
    """Somebody who is asked one question, and taps this and that."""

    def __init__(self, showing, name):
        form, options, of, most = QUESTIONS[name]
        self.luck, self.form, self.options = listings.Luck(f"taps {name}"), form, options
        asked = QuestionView("lap#1", "k", "p1", "What?", {}, form, options, secret=False, due=0.0, of=of, most=most)
        self.asked, self.showing = asked, replace(showing, asked=[asked], you="p1")
        self.question = Question(key="k", text="What?", lapse=0, form=form, look=lambda: options)

    def judge(self, answer):
        try:
            return f"answers {self.question.check(answer)!r}"
        except Illegal as no:
            return f"answers {answer!r}: {no.code}"

    def tap_telegram(self):
        choices = screens.fit_choice_labels(label_options(self.options, READER))
        (screen,) = asking.build_question_screens(self.showing, [self.asked], READER, 0.0, {}, board=False)
        rows = screen.rows
        for _ in range(TAPS):
            yield shorten([[each.text for each in row] for row in rows])
            buttons = [each for row in rows for each in row if each.data and each.text != screens.BLANK_LABEL]
            chosen = self.luck.choose(buttons, lambda each: each.data)
            letter, *carried = chosen.data.split("/")
            yield f"taps {chosen.text}"
            if letter == "m":
                rows = asking.build_question_page(self.showing, self.asked, READER, int(carried[2]))
            elif letter == screens.CHOICE_LETTER:
                said = screens.parse_button_data(chosen.data, 4)[3]
                if said.endswith(screens.SENDS):
                    yield self.judge(screens.parse_tapped_answer(self.form, choices, said))
                    return
                rows = screens.build_choice_rows(self.showing, self.asked, said, READER)
            else:
                yield f"sends {letter} {' '.join(carried[2:])}"
                return

    def tap_discord(self):
        picked: list[str | int] = []
        values = [option.value for option in self.options]
        for _ in range(TAPS):
            rows = answering.build_answer_rows(self.showing, self.asked, READER, picked)
            yield f"{count_components(rows)}: {' / '.join(self.describe(row) for row in rows)}"
            ways = [(each, mark) for row in rows for each in row["components"] for mark in self.list_marks(each)]
            taps = [way for way in ways if not way[0]["custom_id"].startswith(answering.TYPE)]
            if not ways:
                return
            control, mark = self.luck.choose(taps or ways, lambda way: f"{way[0]['custom_id']} {way[1]}")
            parts = [*str(control["custom_id"]).split(ID_SEPARATOR), ""]
            letter, carried = parts[0], parts[3:]
            yield f"taps {control.get('label', control.get('placeholder'))} {mark}"
            if letter == answering.PICKED:
                found = [find_marked_value(mark, values)] if mark else []
                picked = [*answering.parse_picked(carried[0], values), *(each for each in found if each is not None)]
                continue
            sent = answering.parse_picked(carried[0], values)
            yield self.judge(sent) if letter == answering.SENT else f"sends {letter} {' '.join(carried)}"
            return

    def describe(self, row):
        shown = []
        for each in row["components"]:
            if options := each.get("options"):
                shown.append(f"{each['placeholder']} {options[0]['label']} to {options[-1]['label']}, {len(options)}")
            else:
                shown.append(f"{each['label']}{' (off)' * bool(each.get('disabled'))}")
        return " ".join(f"[{each}]" for each in shown)

    def list_marks(self, control):
        """What a control carries: the values of a menu; of a button nothing, if it can be tapped."""
        if control.get("disabled"):
            return []
        return [each["value"] for each in control.get("options", [])] or [""]


def tell():
    host = make_steady_host(Store(MemoryTable()), Config(), Hands())
    showing = views.load_game_view(host, begun(host))
    assert showing.view
    (panel,) = showing.view.panels
    assert panel.board
    showing.view.panels = [replace(panel, board=Board(3, 4, panel.board.cells))]
    for name in QUESTIONS:
        yield f"# {name}"
        for platform, tap in (("Telegram", Tapper.tap_telegram), ("Discord", Tapper.tap_discord)):
            yield f"  {platform}"
            yield from (f"    {line}" for line in tap(Tapper(showing, name)))


def test_taps_lead_to_the_answers_that_are_listed():
    listings.compare("taps", tell())
