"""What a seat can do now, as numbered actions: answers, plays out of turn, and the parts of a longer answer.

Every decision is a choice from one menu. An answer of several parts (squares in order, a large number, a typed text, a
play with a choice of its own) is put together by the same seat in several actions. So whatever a person can answer,
some actions answer.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from enum import IntEnum
from itertools import pairwise
from typing import Any, NamedTuple

from engine.kernel import Legal, Play, Question, Words, phrase
from engine.kernel.question import CHOICE, MAX_ANSWER_LENGTH, Value

PASS, LAPSE, DONE = 0, 1, 2  # the first actions: do nothing unasked, let the time run out, end a list or a text
FIRST_NUMBER, NUMBERS = 3, 64  # then an action for each of the values 0 to 63, such as the squares of a board
FIRST_OTHER, OTHERS = FIRST_NUMBER + NUMBERS, 125  # then all else, in the order in which the game lists it
ACTIONS = FIRST_OTHER + OTHERS
PARTS = 10  # into which a range of numbers is divided that has more values than NUMBERS
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789 .,:;!?'-+/%&()£$"  # of which texts are typed


class What(IntEnum):
    """What an action does."""

    NOTHING = 0  # it is not on the menu
    PASS = 1
    LAPSE = 2
    DONE = 3
    VALUE = 4  # gives this value as the answer to a question, or to the play that was chosen before
    PLAY = 5  # makes this play, which takes no value
    OPEN_QUESTION = 6  # turns to this question; its values come next
    OPEN_PLAY = 7  # turns to this play; its values come next
    OWN_WORDS = 8  # answers in words of one's own; the letters come next
    PART = 9  # says in which part of a range the number lies
    LETTER = 10


OPENING = (What.OPEN_QUESTION, What.OPEN_PLAY)
FIXED_ACTIONS = {What.PASS: PASS, What.LAPSE: LAPSE, What.DONE: DONE}


class MenuItem(NamedTuple):
    """One action on a menu, with what it is about."""

    what: What
    asked: Question | Play | None = None
    value: Any = None
    label: Words = ""
    low: int = 0  # of the numbers in a part of a range
    high: int = 0


Menu = dict[int, MenuItem]  # by action


class Draft:
    """An answer, or the value of a play, while it is put together."""

    def __init__(self, asked: Question | Play) -> None:
        self.asked = asked
        self.chosen: list[Value] = []
        self.text = ""
        self.types = asked.form.kind == "text"
        form = asked.form
        self.span = range(form.low, form.high + 1, form.step) if form.kind == "number" else range(0)  # still possible

    def iter_items(self, refused: Container[str]) -> Iterator[MenuItem]:
        """Iterate over what can come next. `refused` has the names of attempts that the rules have refused."""
        asked = self.asked
        if self.types:
            yield from self._iter_letters()
        elif asked.form.kind == "number":
            for part in split_span(self.span):
                what = What.VALUE if len(part) == 1 else What.PART
                yield MenuItem(what, asked, part[0], str(part[0]), part[0], part[-1])
        else:
            if asked.form.kind == "several" and len(self.chosen) >= asked.form.low:
                yield MenuItem(What.DONE, asked)
            for option in asked.options:
                if option.value not in self.chosen:
                    yield MenuItem(What.VALUE, asked, option.value, option.label)
            if asked.form.words and name_attempt(asked) not in refused:
                yield MenuItem(What.OWN_WORDS, asked)
        if isinstance(asked, Question):
            yield MenuItem(What.LAPSE, asked)

    def _iter_letters(self) -> Iterator[MenuItem]:
        if self.text.strip():
            yield MenuItem(What.DONE, self.asked)
        for letter in LETTERS if len(self.text) < MAX_ANSWER_LENGTH else "":
            yield MenuItem(What.LETTER, self.asked, letter, letter)

    def take(self, item: MenuItem) -> bool:
        """Add what an action says to this draft, and return whether it is complete."""
        if item.what == What.VALUE:
            self.chosen.append(item.value)
            form = self.asked.form
            return form.kind != "several" or len(self.chosen) >= min(form.high, len(self.asked.options))
        if item.what == What.LETTER:
            self.text += str(item.value)
        elif item.what == What.OWN_WORDS:
            self.types = True
        elif item.what == What.PART:
            self.span = range(item.low, item.high + 1, self.span.step)
        return item.what in (What.DONE, What.PLAY)

    def get_value(self) -> Any:
        """Return the value that was put together, as the game wants it."""
        if self.types:
            return self.text
        if self.asked.form.kind == "several":
            return self.chosen
        return self.chosen[0] if self.chosen else None

    def find_next_action(self, menu: Menu, value: Any) -> int | None:
        """Return the action on this draft's menu that leads to `value`: a part of it, or else words of one's own."""
        own = {at: item for at, item in menu.items() if item.asked is self.asked}
        straight = (at for at, item in own.items() if self._leads_to(item, value))
        return next(straight, next((at for at, item in own.items() if item.what == What.OWN_WORDS), None))

    def _leads_to(self, item: MenuItem, value: Any) -> bool:
        if self.types:
            left = str(value).casefold()[len(self.text) :]
            return item.what == What.LETTER and item.value == left[0] if left else item.what == What.DONE
        wanted = value
        if self.asked.form.kind == "several":
            if len(self.chosen) == len(value):
                return item.what == What.DONE
            wanted = value[len(self.chosen)]
        if item.what == What.PART:
            return bool(item.low <= wanted <= item.high)
        return item.what == What.VALUE and type(item.value) is type(wanted) and item.value == wanted


def name_attempt(asked: Question | Play) -> str:
    """Return the name under which a refused play, or a refused answer in one's own words, is remembered."""
    return asked.id if isinstance(asked, Question) else f"play {asked.key}"


def build_top_menu(legal: Legal, refused: Container[str], *, can_pass: bool, can_play: bool) -> Menu:
    """Build the menu of a seat that has nothing half-done: the answers to its only question or a choice of its
    questions, and its plays.
    """
    items = [MenuItem(What.PASS)] if can_pass else []
    only = legal.questions[0] if len(legal.questions) == 1 else None
    if only is not None and only.form.kind == "choice":
        items += Draft(only).iter_items(refused)
    else:
        open_ = [each for each in legal.questions if each.form.kind != "text" or name_attempt(each) not in refused]
        items += [
            MenuItem(What.OPEN_QUESTION, each, None, phrase(each.text, **{"who": each.who, **each.facts}))
            for each in open_
        ]
        items += [MenuItem(What.LAPSE, only)] if only else []
    if can_play:
        items += [build_play_item(play) for play in legal.plays if name_attempt(play) not in refused]
    return place_on_menu(items)


def build_play_item(play: Play) -> MenuItem:
    """Build the menu item of a play: it makes the play, or turns to its values if there are any."""
    bare = not play.options and play.form is CHOICE
    return MenuItem(What.PLAY if bare else What.OPEN_PLAY, play, None, play.label)


def split_span(span: range) -> list[range]:
    """Split a range of numbers into single values if these are few, else into PARTS nearly equal parts."""
    if len(span) <= NUMBERS:
        return [span[at : at + 1] for at in range(len(span))]
    cuts = [len(span) * n // PARTS for n in range(PARTS + 1)]
    return [span[low:high] for low, high in pairwise(cuts)]


def place_on_menu(items: Iterable[MenuItem]) -> Menu:
    """Place items on a menu. A small number to choose always has the same action; what has none of its own is
    numbered in order.
    """
    menu, others = Menu(), FIRST_OTHER
    for item in items:
        if item.what in FIXED_ACTIONS:
            menu[FIXED_ACTIONS[item.what]] = item
        elif item.what == What.VALUE and isinstance(item.value, int) and 0 <= item.value < NUMBERS:
            menu[FIRST_NUMBER + item.value] = item
        else:
            menu[others] = item
            others += 1
    if others > ACTIONS:
        raise OverflowError(f"{others - FIRST_OTHER} things to choose, and {OTHERS} actions for them")
    return menu


def find_actions(menu: Menu, asked: Question | Play, value: Any, refused: Container[str] = ()) -> list[int]:
    """Return the actions by which a seat with this menu, on which nothing is half-done, gives `value` (checked) to a
    question or play; raise KeyError if there are none.
    """
    draft, path = Draft(asked), list[int]()
    opened = next((at for at, item in menu.items() if item.asked is asked and item.what in (*OPENING, What.PLAY)), None)
    if opened is not None:
        path.append(opened)
        if menu[opened].what == What.PLAY:
            return path
        menu = place_on_menu(draft.iter_items(refused))
    while True:
        action = draft.find_next_action(menu, value)
        if action is None:
            raise KeyError(value)
        path.append(action)
        if draft.take(menu[action]):
            return path
        menu = place_on_menu(draft.iter_items(refused))
