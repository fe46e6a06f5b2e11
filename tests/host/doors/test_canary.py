"""One secret that nobody else would write, at every door: no word of it reaches others, nor a log."""

import contextlib
import io
import itertools
import logging
import sys

import pytest

from engine.rulesets import RULESETS
from host.core import games
from host.core.context import Config, HostContext
from host.core.games import Guest
from host.core.session import Command
from host.core.store import MemoryTable, Store
from host.doors.terminal import command, playing
from host.doors.terminal.console import CLEAR, ENTER, MORE, Console, KeyboardLeft, TerminalStyle
from host.doors.terminal.playing import KeyboardTable
from host.people import accounts
from host.shown import views
from tests.fakes.reddit.things import Comment, Message
from tests.host.doors.discord import conftest as discord
from tests.host.doors.reddit import conftest as reddit
from tests.host.doors.telegram import conftest as telegram
from tests.host.doors.vault import CANARY, CONFIDED, HIDDEN, SAID, Vault, read_all_else
from tests.host.doors.web.visitor import Visitor


@pytest.fixture(autouse=True)
def vault(monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Vault())


def find_game(host):
    (session,) = host.store.iter_sessions()
    return session.id


def is_told_alone(host):
    """Does Ann's own side show both of her words?"""
    session = host.store.load_game(find_game(host)).session
    ann = next(player.person for player in session.players if player.name.lower() == "ann")
    view = views.load_game_view(host, session.id, ann).view
    own = view.own if view else None
    return own is not None and all(any(word in str(secret) for secret in own.secrets) for word in (HIDDEN, CONFIDED))


def find_leaks(door, caplog):
    """All that others read of Ann's words, at this door, at the desk, on pages and in the log."""
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.DEBUG, "host")
    steps = door()
    host, bob = next(steps)
    assert is_told_alone(host)
    game = find_game(host)
    said = [*steps, *read_all_else(host, game, bob)]
    logged = [("log", f"{record.getMessage()} {record.exc_text}") for record in caplog.records]
    assert len(said) > 100
    leaks = {(where, found) for where, text in [*said, *logged] for found in CANARY.findall(text)}
    kept = [*logged, *(("the game", str(entry)) for entry in host.store.load_log(game))]
    return sorted(leaks | {(where, SAID) for where, text in kept if SAID in text})


def on_telegram():
    stage = telegram.Stage()
    ann, bob, cat = (stage.api.user(name) for name in ("Ann", "Bob", "Cat"))
    group = stage.api.group("Friday", bob, cat, admins=[ann], kind="supergroup")
    telegram.seated(stage, group, [ann, bob], "/newgame toy daily")
    for line in (f"/pick {HIDDEN}", f"/use confide {CONFIDED}"):
        ann.writes(line)
        stage.pass_by()
    bob.writes("/pick a stone")
    stage.pass_by()
    yield stage.host, accounts.load_or_create_person(stage.host, f"telegram:{bob.id}", "Bob")
    for who, line in ((ann, "/menu"), (bob, "/menu"), (cat, "/score"), (ann, "/mystuff"), (bob, "/board")):
        who.says(group, line)
        stage.pass_by()
    stage.pass_by(90_000, 6000)
    for call in stage.api.calls:
        if str(call.values.get("chat_id")) != str(ann.id) and call.values.get("user_id") != ann.id:
            yield f"telegram {call.method}", str(call.values)
    stage.close()


def on_reddit():
    stage = reddit.Stage()
    thread = stage.open("ann", "bob", line="!new toy pace daily")
    for name, line in (("ann", f"pick {HIDDEN}"), ("ann", f"use confide {CONFIDED}"), ("bob", "pick a stone")):
        stage.site.writes(name, line)
        stage.settle()
    yield stage.host, accounts.load_or_create_person(stage.host, "reddit:bob", "bob")
    for name, line in (("ann", "!mystuff"), ("bob", "!score"), ("ann", "!board")):
        stage.says(name, thread, line)
    stage.pass_by(90_000, 6000)
    for thing in [thread, *stage.site.by_bot(Comment)]:
        yield "reddit in the thread", thing.body
    for message in stage.site.by_bot(Message):
        if message.to.lower() != "ann":
            yield f"reddit to {message.to}", f"{message.subject} {message.body}"


def on_discord():
    stage = discord.Stage()
    ann, bob = (stage.person(name) for name in ("Ann", "Bob"))
    stage.begun(ann, bob, game="toy")
    for who, words in ((ann, HIDDEN), (bob, "a stone")):
        stage.own_side(who)
        who.commands(stage.channel, "pick", words=words)
        stage.pass_by(5)
    ann.commands(stage.channel, "use", words=f"confide {CONFIDED}")
    yield stage.host, accounts.load_or_create_person(stage.host, f"discord:{bob.id}", "Bob")
    stage.own_side(bob)
    stage.pass_by(90_000)
    boxes = [*stage.channel.posted, *stage.channel.newest, *bob.own, *stage.discord.direct(bob.id)]
    yield from (("discord", str({**message, "picture": b""})) for message in boxes)
    stage.close()


def on_the_page():
    now = itertools.count(1_800_000_000, 30)
    host = HostContext(Store(MemoryTable()), Config(), lambda: float(next(now)))
    ann, bob = (accounts.load_or_create_person(host, f"t:{name}", name, f"t:{name}") for name in ("Ann", "Bob"))
    game = games.open_lobby(host, Command(by=ann.id), "toy", {}, "daily").game
    for person in (ann, bob):
        games.sit_at_table(host, Command(by=person.id), game, Guest(person.id, person.name, person.place))
    games.start_game(host, Command(by=ann.id), game)
    visitors = {each.name: Visitor(host, accounts.create_web_token(host, each.id)) for each in (ann, bob)}
    for name, action, value in (("Ann", "/answer", HIDDEN), ("Bob", "/answer", "a stone"), ("Ann", "/play", CONFIDED)):
        visitors[name].go(f"/g/{game}")
        form = next(
            each
            for each in visitors[name].forms
            if each["action"].endswith(action) and each["fields"].get("key", "confide") == "confide"
        )
        visitors[name].post(form["action"], **{**form["fields"], "value": value})
    visitors["Ann"].go(f"/g/{game}/talk")
    visitors["Ann"].send("/talk", how="words", slow="0")
    visitors["Ann"].post(f"/g/{game}/say", text=SAID)
    assert SAID in visitors["Bob"].go(f"/g/{game}/talk")
    yield host, bob


class SharedScreen(Console):
    """One keyboard for two, and what all saw on the screen whenever a key was waited for."""

    def __init__(self, lines):
        self.kept, self.lines, self.seen = io.StringIO(), lines, []
        self.table: KeyboardTable | None = None
        super().__init__(TerminalStyle(80), out=self.kept, screen=True)

    def ask(self, prompt):
        shown = self.kept.getvalue().rpartition(CLEAR)[2]
        is_curtain = "look away" in shown or "looks away" in shown  # the others still see it
        table = self.table
        is_aside = table is not None and (table._aside or playing.HIDES in shown)
        if is_curtain or not (is_aside and table and table._keys and table._keys.name == "Ann"):
            self.seen.append((f"the screen at {prompt}", shown))
        waiting = self.lines.get(prompt.partition(">")[0].partition(" ")[0], [""])
        if not waiting:
            raise KeyboardLeft
        typed = waiting.pop(0) if prompt not in (ENTER, MORE) else ""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO(f"{typed}\n"))
            line = super().ask(prompt)
        self.kept.write(f"{typed}\n")
        return line


def at_the_keyboard():
    host = command.make_demo_host()
    game = playing.open_keyboard_game(host, playing.WantedGame("toy", ("Ann", "Bob"), 0), "")
    people = playing.list_people_at_keyboard(host, playing.read_keyboard_session(host, game))
    lines = [HIDDEN, "keep", "alone", f"use confide {CONFIDED}", "board", "score", "red"]
    screen = SharedScreen({"Ann": lines, "Bob": ["a stone", "keep", "red"]})
    screen.table = KeyboardTable(host, game, people, screen)
    with contextlib.suppress(KeyboardLeft):
        screen.table.run()
    yield host, people[1]
    yield from screen.seen


@pytest.mark.parametrize("door", [on_telegram, on_reddit, on_discord, on_the_page, at_the_keyboard])
def test_a_secret_word_reaches_nobody_else(door, caplog):
    assert find_leaks(door, caplog) == []


def test_a_word_that_is_told_aloud_is_found(monkeypatch, caplog):
    monkeypatch.setitem(RULESETS, "toy", Vault(aloud=True))
    found = find_leaks(on_telegram, caplog)
    assert {where.partition(" ")[0] for where, _ in found} >= {"telegram", "Bob:", "a"}
