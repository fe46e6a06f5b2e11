"""Laws *Examples* and *No silence* at the keyboard, and *No silence* at the other doors: who is asked, and writes
something that is unclear or asks back, is answered. For the page see `test_own_words.py` there.
"""

import io
import re

import pytest

from host.doors.terminal import command, playing
from host.doors.terminal.console import Console, TerminalStyle
from host.doors.terminal.playing import KeyboardTable
from tests.fakes.discord import text_of
from tests.host.doors.discord.conftest import Stage as DiscordStage
from tests.host.doors.reddit.conftest import Stage as RedditStage
from tests.host.doors.telegram.conftest import Stage as TelegramStage
from tests.host.doors.telegram.conftest import seated

NOT_UNDERSTOOD = ("is not one of the choices", "I do not know which answer", "I do not understand", "is not an amount")
LINE_OF_HELP = re.compile(r"(?:<p>|^[?=] )([a-z]+(?: [A-Za-z0-9]+)*): ", re.MULTILINE)
STANDS_FOR = {"use NAME": "use peek 12", "rules NAME": "rules Defuse", "kick NAME": "kick Babbage"}
LEAVES = ("quit", "alone", "later", "endgame", "leave", "kick", "standin", "join")
UNCLEAR = (
    "5 or 6",
    "maybe 5?",
    "not 13",
    "whose turn is it?",
    "what's the score?",
    "help me",
    "how long have I got?",
    "who is still in?",
    "which squares are left?",
    "what does Defuse do?",
    "my bomb goes on 77",
    "I am away until Monday",
    "can we pause please",
    "bomb on 77 please",
    "number 5 is where my bomb is",
    "list",
    "peek",
    "lock",
    "use",
    "nope",
    "not now",
)


class Keyboard:
    """Ann at a keyboard, with two computers; what a line brings."""

    def __init__(self, rules="season7"):
        host, self.out = command.make_demo_host(), io.StringIO()
        options = "voice=plain" if rules == "season7" else ""
        self.game = playing.open_keyboard_game(host, playing.WantedGame(rules, ("Ann",), 2, options), "")
        people = playing.list_people_at_keyboard(host, playing.read_keyboard_session(host, self.game))
        self.table = KeyboardTable(host, self.game, people, Console(TerminalStyle(80), out=self.out))
        self.table.move_computers()

    def types(self, line):
        at = self.out.tell()
        found = self.table.find_asked_person()
        assert found is not None, "nobody is asked"
        person, asked = found
        self.table.handle_line(person, asked, line)
        return self.out.getvalue()[at:]

    def entries(self):
        return playing.read_keyboard_session(self.table.host, self.game).entries


def harvest_help(text):
    """Every line of a list of commands, with something in place of what stands for something else."""
    lines = [STANDS_FOR.get(line, line) for line in LINE_OF_HELP.findall(text)]
    return [line for line in lines if line.split()[0] not in LEAVES]


@pytest.mark.parametrize("rules", ["season7", "deluxe", "billionaire", "ladder"])
@pytest.mark.parametrize("asks", ["help", "help me"])
def test_every_command_that_the_keyboard_prints_is_understood_there(rules, asks):
    keyboard = Keyboard(rules)
    lines = harvest_help(keyboard.types(asks))
    assert len(lines) >= 12
    for line in lines:
        before, said = keyboard.entries(), keyboard.types(line.replace("rules Defuse", "rules"))
        assert not any(each in said for each in NOT_UNDERSTOOD), line
        drawn = line == "board"  # before the next line
        assert said.strip() or keyboard.entries() > before or drawn, line


def test_what_the_keyboard_says_of_a_question_is_understood_there():
    keyboard = Keyboard()
    before = keyboard.entries()
    keyboard.types("B4")
    assert keyboard.entries() > before
    assert "quit" in keyboard.types("can we pause please")


@pytest.mark.parametrize("line", [*UNCLEAR, "good morning", "🎉"])
def test_nobody_meets_silence_at_the_keyboard(line):
    assert Keyboard().types(line).strip()


@pytest.fixture
def telegram():
    stage = TelegramStage()
    yield stage
    stage.close()


def test_nobody_meets_silence_in_telegram(telegram):
    """In private, and in reply to a post of the bot."""
    ann, bob = telegram.api.user("Ann"), telegram.api.user("Bob")
    group = telegram.api.group("Friday", bob, admins=[ann], kind="supergroup")
    seated(telegram, group, [ann, bob])
    board = next(message for message in group.messages if message.photo)
    for text in UNCLEAR:
        for chat, says in ((ann.chat, ann.writes), (group, lambda said: ann.says(group, said, board))):
            before = telegram.clock.now(), len([call for call in telegram.api.calls if call.method.startswith("send")])
            says(text)
            telegram.pass_by(30)
            sent = [call for call in telegram.api.calls if call.method.startswith("send")][before[1] :]
            assert any(str(call.values["chat_id"]) == str(chat.id) for call in sent), (text, chat.title)


TOLD = re.compile(r"rite: /?(\w+)")


def test_nobody_meets_silence_on_discord():
    """What is written behind a command is answered, and so is each command that the channel is told to write."""
    stage = DiscordStage()
    ann, bob = stage.person("Ann"), stage.person("Bob")
    stage.begun(ann, bob)
    told = TOLD.findall("\n".join(text_of(each) for each in stage.channel.newest))
    assert told
    for word, options in [*(("pick", {"words": text}) for text in UNCLEAR), *((word, {}) for word in told)]:
        before = ann.alone
        ann.commands(stage.channel, word, **options)
        assert ann.alone is not before, (word, options)
        assert text_of(ann.alone).strip() or ann.alone["components"], (word, options)
    assert stage.discord.violations == []
    stage.close()


def test_nobody_meets_silence_on_reddit():
    """In a message."""
    stage = RedditStage()
    stage.open("ann", "bob", line="!new season7 pace daily voice=plain")
    for text in UNCLEAR:
        before = len(stage.written())
        stage.clock.advance(700)
        stage.site.writes("ann", text)
        stage.settle()
        assert len(stage.written()) > before, text
    stage.close()


@pytest.mark.whole
@pytest.mark.parametrize("sealed", [False, True])
def test_nobody_meets_silence_in_a_thread(sealed):
    """In reply to the bot, asked a secret or openly; each in a thread of their own, for a hint is given once."""
    for text in UNCLEAR:
        stage = RedditStage()
        thread = (stage.sealed if sealed else stage.open)("ann", "bob", line="!new season7 pace daily voice=plain")
        stage.clock.advance(700)
        stage.settle()
        before = {id(each) for each in thread.tree()}
        who = "ann" if stage.asked(thread, "ann") else "bob"
        stage.says(who, stage.site.replies(thread, by=stage.site.bot)[-1], text)
        told = [each for each in thread.tree() if each.author == stage.site.bot and id(each) not in before]
        assert any(not each.body.startswith("**u/") for each in told), text
        stage.close()
