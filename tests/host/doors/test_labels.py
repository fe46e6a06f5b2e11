"""A label never stands twice under one message, no message with buttons that answer says how to write, and a choice is
called the same in the group, in private, on the page and at the keyboard, whatever the game: looked at after each move
of people who do anything that is legal.
"""

import random
import re
from html import unescape
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.rulesets import ruleset
from host.core import games, stand_ins
from host.core.context import Config, HostContext, load_engine_game
from host.core.games import Guest
from host.core.session import Command
from host.core.store import MemoryTable, Store
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.telegram.calls.connection import TELEGRAM_LIMITS
from host.doors.telegram.menus import game_menu, panels
from host.doors.telegram.messages import action_buttons, board, screens
from host.doors.telegram.messages.board import pack_screens
from host.doors.telegram.messages.screens import (
    CHOICE_LETTER,
    LONGEST_LABEL,
    SENDS,
    Screen,
    _encode_choice,
    build_button,
    count_text_units,
    is_word_for,
    parse_button_data,
    shorten_labels,
)
from host.doors.telegram.messages.sender import TelegramSender
from host.doors.terminal import scene
from host.doors.terminal.console import TerminalStyle
from host.doors.web.table import question_forms
from host.doors.web.table.page_context import PageContext
from host.people import accounts
from host.said.answers import find_tappable_cells, find_tappable_squares
from host.shown import views
from host.shown.words import build_reader
from tests.host.conftest import Hands

GROUP = "telegram:-1001"
NAMES = ("Ann", "Bob", "Cat", "A name that is as long as any of them")
CLIPPED = "…"
PLAYS, TEXT = 0.15, "a word"
BUTTON = re.compile(r'<(?:button|option)[^>]* value="([^"]*)"[^>]*>(.*?)</(?:button|option)>', re.DOTALL)


class Wire:
    """A Telegram that takes everything, and keeps the buttons."""

    name, has_topics = "race_bot", False

    def __init__(self):
        self.posts, self.sent, self.said = 0, [], []

    def call(self, make):
        return make(self)

    def __getattr__(self, method):
        def called(*_, chat_id=0, reply_markup=None, text="", caption="", **__):
            self.posts += 1
            rows = reply_markup["inline_keyboard"] if reply_markup else []
            self.said.append((text or caption, [Labelled(**each) for row in rows for each in row]))
            if rows:
                self.sent.append((chat_id, rows))
            return SimpleNamespace(message_id=self.posts)

        return called


class Table:
    """A game in a group, whose players have private chats."""

    def __init__(self, rules, seed, **options):
        self.luck, self.clock = random.Random(seed), Hands()
        self.wire = Wire()
        self.host = HostContext(
            Store(MemoryTable()), Config(called=("telegram",)), self.clock, lambda size: self.luck.randbytes(size).hex()
        )
        self.people = [
            accounts.load_or_create_person(self.host, f"telegram:{n}", name, f"telegram:{n}")
            for n, name in enumerate(NAMES, 1)
        ]
        first = self.people[0].id
        self.game = games.open_lobby(self.host, Command("new", first, GROUP), rules, options, "daily").game
        for n, each in enumerate(self.people):
            guest = Guest(each.id, each.name, each.place)
            assert games.sit_at_table(self.host, Command(f"join {n}", each.id), self.game, guest).ok
        assert games.start_game(self.host, Command("begin", first, GROUP), self.game).ok
        self.sender = TelegramSender(self.host, cast("Any", self.wire))
        self.dispatcher = OutboxDispatcher(self.host, self.sender, Pace(TELEGRAM_LIMITS))

    def move(self):
        """Somebody who is asked answers, or does something unasked; false when it is over."""
        session = views.load_saved_game(self.host, self.game).session
        game = load_engine_game(ruleset(session.ruleset), session)[0]
        pending = game.list_questions()
        if not pending:
            return False
        question = self.luck.choice(pending)
        who = next(each for each in session.players if each.seat == question.who)
        command, plays = Command(str(self.luck.random()), who.person), game.list_plays(who.seat)
        if plays and self.luck.random() < PLAYS:
            play = self.luck.choice(plays)
            games.make_unasked_play(self.host, command, self.game, play.key, stand_ins.pick_play_value(play, self.luck))
        else:
            value = TEXT if question.form.kind == "text" else stand_ins.pick_random_answer(question, self.luck)
            games.submit_answer(self.host, command, self.game, question.id, value)
        return True

    def keyboards(self):
        """What is sent now, each with whoever gets it, and what each may open by a tap; in the end all is said."""
        self.wire.sent.clear()
        self.wire.said.clear()
        for _ in range(8):
            self.clock.now += 60
            self.dispatcher.deliver_now()
            if not any(self.host.store.iter_waiting_places(float("inf"))):
                break
        yield from ((chat, [Labelled(**each) for row in rows for each in row]) for chat, rows in self.wire.sent)
        for each in self.people:
            shown, read = self.sender.view_game(each.place, self.game)
            there = [
                game_menu.build_game_menu(self.sender, each.place, self.game),
                action_buttons.build_prediction_panel(self.sender, each.place, self.game),
            ]
            there += [panels.build_plays_panel(self.game, shown.plays, read)] if shown.plays else []
            there += [panels.build_play_panel(shown, play, "", read) for play in shown.plays if play.options]
            for screen in filter(None, there):
                found = [Labelled(button.text, button.data) for row in screen.rows for button in row]
                yield int(each.place.partition(":")[2]), found


class Labelled:
    """A button as it was sent."""

    def __init__(self, text, callback_data="", **_):
        self.text, self.data = text, callback_data


def tells_to_write(words, keyboard):
    """Does a message say how an answer is written, though it has buttons that answer?"""
    answers = [each for each in keyboard if parse_button_data(each.data, 2)[0] in ("a", CHOICE_LETTER)]
    return bool(answers) and "/pick" in words


def twice(keyboard):
    """The labels that stand there more than once, but for blanks."""
    labels = [each.text for each in keyboard if each.text != screens.BLANK_LABEL]
    return {label for label in labels if labels.count(label) > 1}


def alike(one, whole):
    """Is this the label, or as much of it as there was room for?"""
    parts = [re.escape(part.strip() if n else part) for n, part in enumerate(one.split(CLIPPED))]
    return re.fullmatch(".*".join(parts), whole, re.DOTALL) is not None


def tapped(keyboard, asked):
    """What the buttons of this question say, by value."""
    for each in keyboard:
        letter, _, name, *rest = parse_button_data(each.data, 5)
        for option in asked.options if name == asked.id else ():
            direct = letter == "a" and is_word_for(rest[-1], option.value)
            put_together = letter == "c" and rest[0] in (
                _encode_choice(option.value),
                f"{_encode_choice(option.value)}{SENDS}",
            )
            if direct or put_together:
                yield option.value, each.text


def on_the_page(shown, asked, now):
    """What the page's buttons and lists say, by value."""
    sight = PageContext(shown, build_reader(shown.names, shown.style), known=True, now=now, once="")
    found = BUTTON.findall(str(question_forms.render_question(sight, asked)))
    return {unescape(value): unescape(re.sub(r"<[^>]*>", "", text)) for value, text in found}


def at_the_keyboard(shown, asked):
    """What is listed there, in one line."""
    lines = scene.format_question(shown, asked, build_reader(shown.names, shown.style), TerminalStyle(width=10_000))
    return " ".join(lines)


def played(rules, seed, moves):
    """How many moves there were, how many keyboards, and how many labels were compared."""
    table, made, seen, compared = Table(rules, seed), 0, 0, 0
    while made < moves and table.move():
        everything = list(table.keyboards())
        for chat, keyboard in everything:
            assert not twice(keyboard), (chat, [each.text for each in keyboard])
        assert [words for words, keyboard in table.wire.said if tells_to_write(words, keyboard)] == []
        made, seen = made + 1, seen + len(everything)
        compared += labels_agree(table, everything)
    return made, seen, compared


GAMES = ("season7", "deluxe", "billionaire", "ladder")


@pytest.fixture(autouse=True)
def undrawn(monkeypatch):
    """To draw takes longer than all the rest."""
    monkeypatch.setattr(board, "draw_game_picture", lambda *_: b"a picture")


@pytest.mark.whole
@pytest.mark.parametrize("rules", GAMES)
def test_no_label_stands_twice_and_a_choice_is_called_the_same_everywhere(rules):
    made, seen, compared = played(rules, 1, 100)
    assert made >= 50
    assert seen >= 2 * made
    assert compared > made


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 8))
@pytest.mark.parametrize("rules", GAMES)
def test_no_label_stands_twice_in_longer_games_either(rules, seed):
    assert played(rules, seed, 300)[0]


@pytest.mark.parametrize("rules", ["season7", *(pytest.param(name, marks=pytest.mark.whole) for name in GAMES[1:])])
def test_a_choice_that_is_called_otherwise_somewhere_is_found(monkeypatch, rules):
    whole = scene.format_question
    monkeypatch.setattr(
        scene, "format_question", lambda *given: [line.upper().replace(" ", "") for line in whole(*given)]
    )
    with pytest.raises(AssertionError):
        played(rules, 1, 100)


def test_labels_that_begin_alike_are_told_apart_and_fit():
    labels = [f"Hold your cards; Security defends what is worth ${n},000,000 or more" for n in (100, 200, 500)]
    short = shorten_labels([*labels, "Play no card", "A sentence that is longer than any button can be"])
    assert short[:3] == [f"Hold your car… ${n},000,000 or more" for n in (100, 200, 500)]
    assert short[3:] == ["Play no card", "A sentence that is longer than any b…"]
    signed = [build_button(f"① {label}", "c").text for label in short]
    assert signed == [f"① {label}" for label in short]
    assert all(count_text_units(label) <= LONGEST_LABEL for label in signed)


def test_labels_that_begin_and_end_alike_are_told_apart_by_what_lies_between():
    owner = f"for {NAMES[-1]}'s"
    labels = [
        f"{card}: {owner} {what}, worth $40,000,000"
        for card in ("Proxy Fight", "Disaster")
        for what in ("Arabian Desalination", "Yangtze Power")
    ]
    short = shorten_labels([*labels, f"Proxy Fight: {owner} Ural Steel, worth $60,000,000"])
    assert len({*short}) == 5
    assert all(count_text_units(label) <= LONGEST_LABEL for label in short)
    assert short[:2] == ["Proxy Fight:… Arabian Desalination,…", "Proxy Fight:… Yangtze Power, worth $…"]


def test_two_answers_that_are_put_together_do_not_share_a_message():
    rows = [[build_button("12", CHOICE_LETTER, "game", f"T{n}#1", "12")] for n in (1, 2)]
    one, other = (Screen(f"Question {n}", [row]) for n, row in enumerate(rows))
    assert pack_screens([one, other]) == [[one], [other]]
    plain = Screen("A question", [[build_button("Yes", "a", "game", "T3#1", 1, "yes")]])
    assert pack_screens([one, plain]) == [[one, plain]]


def labels_agree(table, everything):
    """How many labels were compared."""
    compared = 0
    for person in table.people:
        shown = views.load_game_view(table.host, table.game, person.id)
        own = [keyboard for chat, keyboard in everything if chat in (int(person.place.partition(":")[2]), -1001)]
        for asked in (each for each in shown.asked if each.who == shown.you):
            page, typed = on_the_page(shown, asked, table.clock.now), at_the_keyboard(shown, asked)
            on_board, drawn = find_tappable_squares(shown, asked), find_tappable_cells(shown, asked)
            names = {
                option.value: build_reader(shown.names, shown.style).format_value(option.label)
                for option in asked.options
            }
            listed = len(names) <= scene.MOST_LISTED
            for keyboard in own:
                for value, label in tapped(keyboard, asked):
                    if value in on_board:
                        assert label == str(value)
                        continue
                    assert alike(label, names[value])
                    there = page.get(str(value), names[value]).removesuffix(": I am sure")  # of what is dangerous
                    assert value in drawn or there == names[value]
                    assert not listed or names[value] in typed or asked.form.words
                    compared += 1
    return compared
