"""One season with two players on Reddit, two in Telegram and two on the web: one story, told alike everywhere."""

import random

import pytest

from engine.kernel import Reader, format_text
from host.core import posting
from host.core.deadlines import ticking
from host.core.events import FingerprintShown
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.reddit.board import RedditNames, list_board_paragraphs
from host.doors.telegram.calls.connection import TELEGRAM_LIMITS
from host.doors.telegram.heard.incoming import TelegramIncoming
from host.doors.telegram.messages.sender import TelegramSender
from host.people import accounts
from host.shown import views
from tests.fakes.telegram import BotApi
from tests.fakes.telegram.in_process import WireInProcess
from tests.host.doors.telegram.conftest import link_of
from tests.host.doors.web.visitor import Visitor
from tests.host.seasons.players import plays_again_alike


class Six:
    """Six people on three platforms at one table."""

    def __init__(self, stage, seed):
        self.stage, self.luck, self.moves = stage, random.Random(seed), 0
        self.api = BotApi(clock=stage.clock, listens=False)
        self.wire = WireInProcess(self.api)
        sender = TelegramSender(stage.host, self.wire)
        self.incoming, self.read = TelegramIncoming(sender), 0
        self.dispatcher = OutboxDispatcher(stage.host, sender, Pace(TELEGRAM_LIMITS))
        self.tom, self.tia = self.api.user("Tom"), self.api.user("Tia")
        self.group = self.api.group("Friday", self.tia, admins=[self.tom], kind="supergroup")
        self.visitors = {name: Visitor(stage.host) for name in ("Wim", "Wanda")}

    def pass_by(self, seconds=120.0):
        end = self.stage.clock.now() + seconds
        while self.stage.clock.now() < end:
            while self.read < len(self.api.updates):
                self.read += 1
                self.incoming.handle(self.api.updates[self.read - 1])
            ticking.sweep_due_games(self.stage.host)
            self.dispatcher.deliver_now()
            self.stage.bot.poll_if_due()
            self.stage.bot.deliver_now()
            self.api.advance(5)

    def gather(self, line):
        """Opened in Telegram, shown in a thread as well by whoever opened it, who is Mona there."""
        self.tom.says(self.group, line)
        self.pass_by()
        (self.game,) = self.stage.host.store.list_open_game_ids(f"chat:telegram:{self.group.id}")
        accounts.link_identity(self.stage.host, self.stage.host.store.load_game(self.game).session.by, "reddit:mona")
        self.thread = self.stage.site.thread("A season for all", by="mona")
        self.stage.site.sub("race").moderators.append("mona")
        self.stage.site.says("mona", self.thread, f"!here {self.game}")
        self.pass_by()
        for person in (self.tom, self.tia):
            person.follows(link_of(next(message for message in self.group.messages if "Join" in message.buttons)))
        for name in ("ann", "bob"):
            self.stage.site.says(name, self.thread, "join")
        for name, visitor in self.visitors.items():
            visitor.go(f"/g/{self.game}")
            visitor.send("/join", name=name)
        self.pass_by()
        self.tom.says(self.group, "/begin")
        self.pass_by()

    def asked(self, person):
        shown = views.load_game_view(self.stage.host, self.game, person)
        return [each for each in shown.asked if each.who == shown.you]

    def everybody(self):
        """Each person, and the way in which they answer."""
        now = self.stage.clock.now()
        for name in ("ann", "bob"):
            yield (
                self.stage.host.store.find_person_id(f"reddit:{name}", now),
                lambda asked, said, name=name: self.on_reddit(name, asked, said),
            )
        for person in (self.tom, self.tia):
            yield (
                self.stage.host.store.find_person_id(f"telegram:{person.id}", now),
                lambda asked, said, person=person: self.in_telegram(person, asked, said),
            )
        for visitor in self.visitors.values():
            known = accounts.find_person_by_token(self.stage.host, visitor.cookie)
            assert known is not None
            yield known.id, lambda asked, said, visitor=visitor: self.on_the_web(visitor, asked, said)

    def on_reddit(self, name, asked, said):
        """What is secret is written in a message, the rest in the thread, now and then with chatter around it."""
        if asked.secret:
            self.stage.site.writes(name, f"pick {said}")
        else:
            self.stage.site.says(
                name,
                self.thread,
                self.luck.choice(["pick {}", "!choose {}", "Here goes.\n\nu/race_host pick {}"]).format(said),
            )

    def in_telegram(self, person, asked, said):
        if asked.secret:
            person.writes(f"/pick {said}")
        else:
            person.says(self.group, f"/pick {said}")

    def on_the_web(self, visitor, asked, said):
        once = self.luck.randbytes(16).hex()
        visitor.post(f"/g/{self.game}/answer", question=asked.id, key=asked.key, value=said, once=once)

    def move(self):
        waiting = [(asked, say, who) for who, say in self.everybody() for asked in self.asked(who)]
        if not waiting:
            return False
        asked, say, who = self.luck.choice(waiting)
        self.moves += 1
        say(asked, self.answer(asked))
        self.pass_by(40)
        while asked.id in [each.id for each in self.asked(who)]:
            self.pass_by(40)
        return True

    def answer(self, asked):
        form, values = asked.form, [str(option.value) for option in asked.options]
        if form.kind == "number":
            return str(form.low + form.step * self.luck.randint(0, (form.high - form.low) // form.step))
        if form.kind == "several":
            return ", ".join(self.luck.sample(values, self.luck.randint(form.low, min(form.high, len(values)))))
        return self.luck.choice(values) if values else "a word"

    def close(self):
        self.dispatcher.close()
        self.wire.close()
        self.api.close()


@pytest.fixture
def six(stage):
    six = Six(stage, 3)
    yield six
    assert six.api.violations == []
    six.close()


def everything(comments):
    return "\n".join([comment.body for comment in comments])


@pytest.mark.whole
@pytest.mark.parametrize("target", [2_000_000, pytest.param(1_000_000_000, marks=pytest.mark.slow)])
def test_a_season_of_six_on_three_platforms_ends_with_equal_accounts_and_the_same_print_everywhere(six, target):
    stage = six.stage
    six.gather(f"/newgame season7 daily target={target} voice=plain")
    while six.move():
        assert six.moves < 20_000
    six.pass_by(1200)
    shown = views.load_game_view(stage.host, six.game)
    assert shown.view
    assert shown.view.over
    assert six.moves > 20
    plays_again_alike(stage.host, six.game)
    told = posting.format_fingerprint_text(stage.host.store, six.game)
    *public, sha = told.splitlines()
    assert told == Visitor(stage.host).ask("GET", f"/g/{six.game}/story?seats=1").body.decode()
    written = everything(stage.site.by_bot(type(stage.site.replies(six.thread)[0])))
    telegram = "\n".join(message.text for message in six.group.messages)
    assert (
        sha in written,
        sha in telegram,
        sha in Visitor(stage.host).go(f"/g/{six.game}/log?from={shown.version - 20}"),
    ) == (True,) * 3
    # The leaderboard reads alike everywhere.
    board = next(each.body for each in stage.site.replies(six.thread, by="race_host") if each.body.startswith("## "))
    page = Visitor(stage.host).go(f"/g/{six.game}")
    linked = list_board_paragraphs(shown, Reader(shown.names), RedditNames({}, "https://house"))
    assert any(f"A picture of the winners: https://house/g/{six.game}/podium" in each for each in linked)
    for line in shown.view.standings:
        total = format_text("{n:£}", {"n": line.total})
        assert total in board
        assert total in page
        assert total in telegram
    lines = [
        format_text(each.text, each.facts)
        for _, each in views.list_told_lines(stage.host, six.game, limit=10_000)
        if each.to == ""
    ]
    assert len(lines) - 1 == len(public)
    assert FingerprintShown.says.split("{")[0] in lines[-1]
    # Far below what Reddit allows, and below what we have promised ourselves.
    times = [call.at for call in stage.site.calls]
    assert max(sum(at <= other < at + 60 for other in times) for at in times) <= 10
