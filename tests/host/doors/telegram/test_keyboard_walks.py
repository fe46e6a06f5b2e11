"""Questions are asked, answered and closed in any order: under each message stand the buttons of what is open, and no
message is edited for nothing.
"""

from random import Random

import pytest

from host.core.context import HostContext
from host.core.store import MemoryTable, Store
from host.doors.telegram.messages.asking import MAX_KEYBOARDS, Keyboards, SentQuestions, build_asks_mark
from host.doors.telegram.messages.screens import Button, Screen
from tests.host.conftest import Hands

CHAT, GAMES = "t:ann", ("one", "two")
ACTS = ("ask", "ask", "ask and settle", "settle", "result")
STEPS = 60


class Chat:
    """What stands in a chat, and which questions are open."""

    def __init__(self):
        self.open, self.shown, self.texts = set(), {}, {}
        self.edited: list[int] = []
        host = HostContext(Store(MemoryTable()), now=Hands())
        self.keyboards = Keyboards(host, self.build_rows, self.change)

    def build_rows(self, _, game, questions):
        return [[Button(f"{game} {each}")] for each in sorted(questions) if (game, each) in self.open]

    def change(self, _, message, rows):
        self.edited.append(message)
        self.shown[message] = rows

    def show_result(self, keyboard, rows):
        self.change(CHAT, keyboard.message, rows)
        self.texts[keyboard.message] = f"{keyboard.kept} +"
        return self.texts[keyboard.message]

    def ask(self, message, asked, *, settled):
        """A message that asks several questions, of one game or of two."""
        self.open |= {(game, each) for game, each in asked}
        screens = [
            Screen("?", self.build_rows(CHAT, game, [each]), build_asks_mark(game, [each])) for game, each in asked
        ]
        self.shown[message] = [row for screen in screens for row in screen.rows]
        self.texts[message] = "asked"
        self.keyboards.note_keyboard(CHAT, message, screens, settled=settled, sent=SentQuestions("asked"))


@pytest.mark.parametrize("seed", range(8))
def test_under_each_message_stand_the_buttons_of_what_is_open(seed):
    luck, chat, of, seen = Random(seed), Chat(), dict[int, list[tuple[str, str]]](), set[str]()
    for n in range(1, STEPS + 1):
        full = len(chat.open) > MAX_KEYBOARDS - 3  # more are not remembered
        closing = set(luck.sample(sorted(chat.open), min(len(chat.open), 20 if full else luck.randrange(4))))
        act, game = "settle" if full else luck.choice(ACTS), luck.choice(GAMES)
        if act == "result":
            closing = {each for each in closing if each[0] == game}
        before, chat.edited = dict(chat.shown), []
        if act.startswith("ask"):
            of[n] = luck.sample([(each, f"lap#{n}{letter}") for each in GAMES for letter in "ab"], luck.randrange(1, 4))
        chat.open -= closing if act != "ask" else set()
        touched = {m for m, asked in of.items() if closing & {*asked}}
        if act == "result":
            closed = {each for _, each in closing}
            assert chat.keyboards.turn_into_result(CHAT, game, closed, chat.show_result) == bool(chat.edited)
        elif act == "settle":
            chat.keyboards.remove_closed_buttons(CHAT)
        else:
            chat.ask(n, of[n], settled=act == "ask and settle")
        for message in of if act != "ask" else [n]:
            expected = [f"{of_} {each}" for of_, each in of[message] if (of_, each) in chat.open]
            assert [row[0].text for row in chat.shown[message]] == expected
        assert len(chat.edited) == len({*chat.edited})
        assert {*chat.edited} <= touched
        assert act == "result" or all(before[each] != chat.shown[each] for each in chat.edited)
        seen |= {act} if chat.edited else set()
    assert seen >= {"settle", "result"}


def test_of_more_messages_than_are_remembered_the_newest_are():
    chat, many = Chat(), MAX_KEYBOARDS + 1
    for n in range(1, many + 1):
        chat.ask(n, [("one", f"lap#{n}")], settled=False)
    chat.open.clear()
    chat.keyboards.remove_closed_buttons(CHAT)
    assert chat.edited == [*range(2, many + 1)]
