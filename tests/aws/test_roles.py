"""Each function does its work under its own role: no less will do, and nothing is refused it."""

import base64
import contextlib
import itertools
import json
import time
from urllib.parse import urlencode

import pytest

from engine.kernel import Told
from host.core import games
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command, Post
from host.core.store.dynamo import DynamoTable
from host.core.store.items import DeleteItem
from host.core.store.store import Store
from host.doors.aws.wiring import CONFIG
from tests.fakes import cloud
from tests.fakes.stack import NAME
from tests.fakes.telegram.world import BOT_ID

pytestmark = [pytest.mark.aws, pytest.mark.xdist_group("stack")]
HOUR = 3600.0
FUNCTIONS = ("telegram", "web", "clock", "delivery", "reddit")
# The emulator asks nobody's leave to trace, to log, or to hand on a role, and Lambda itself empties the queue:
# tests/host/doors/aws/test_template.py sees to these.
UNASKED = ("iam:PassRole", "logs:", "xray:", "sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage")
TRIES = 3
DENIED = ("not authorized", "AccessDenied", "closed to us")
SECRETS = "ssm:GetParameter"  # read once a process
numbers = itertools.count(2 * 10**9)


def event(name):
    return json.loads((cloud.ROOT / f"events/{name}.json").read_text("utf-8"))


def refusals(said):
    return [line for line in said.splitlines() if any(word in line for word in DENIED)]


LONG_AGO = 200 * HOUR  # so that some silences of the host make no difference


class Scenes:
    """For each function, events that make it do all that it ever does. Games are laid out behind everybody's back."""

    def __init__(self, stack, site):
        self.stack, self.site = stack, site
        table = DynamoTable(stack.client("dynamodb"), stack.outputs["Table"])
        self.now = time.time()
        self.host = HostContext(Store(table), CONFIG, lambda: self.now)
        self.ann = stack.api.user("Ann")
        self.ann.writes("/start")
        self.invoke = stack.invoke
        self.look()  # when nothing has happened on Reddit yet

    def play(self, function):
        """What it logs and answers, as far as it comes without being refused anything."""
        said = []
        for step in getattr(self, function)():
            said.append(step)
            if refusals(step):
                break
        return "\n".join(said)

    def refused(self, function):
        """Is it refused something? It may have spoken a moment ago, and leave what it has to say now to others."""
        return any(refusals(self.play(function)) for _ in range(TRIES))

    # -- those that people reach

    def telegram(self):
        """A game is opened, joined, begun and ended; somebody asks for all that is kept of them, which is a file."""
        group = self.stack.api.group("Friday", admins=[self.ann], kind="supergroup")
        yield self.invoke("telegram", self.update(self.ann.id, "private", "/start"))
        for line in ("/newgame ladder daily", "/join", "/begin", "/endgame yes"):
            yield self.invoke("telegram", self.update(group.id, "supergroup", line))
        for line in ("/stats", "/export"):
            yield self.invoke("telegram", self.update(self.ann.id, "private", line))

    def update(self, chat, kind, text):
        found, by = event("telegram_update"), {"id": self.ann.id, "first_name": "Ann"}
        message = {"message_id": next(numbers), "chat": {"id": chat, "type": kind}, "from": by, "text": text}
        found["body"] = json.dumps({"update_id": next(numbers), "message": message})
        found["headers"]["x-telegram-bot-api-secret-token"] = self.stack.secret
        return found

    def web(self):
        """A game against time and one against a computer; each is ended, and its log read."""
        used_up = list(self.host.store.table.query("host", "door/", "door0"))
        if used_up:  # nobody comes so often
            self.host.store.table.write([DeleteItem(item.pk, item.sk) for item in used_up])
        for bots in (0, 1):
            opened = self.form("/new", "", name="Ann", ruleset="ladder", pace="daily", bots=bots)
            yield opened
            with contextlib.suppress(ValueError, KeyError):  # refused, and so no page to go to
                answer = json.loads(opened.splitlines()[-1])
                path, cookie = answer["headers"]["location"], answer["cookies"][0].partition(";")[0]
                yield self.form(f"{path}/begin", cookie)
                yield self.stack.invoke("web", self.page(f"{path}/log"))
                yield self.form(f"{path}/close", cookie, sure="on")
        yield self.form("/tg", "", anew=True, data="what nobody signed")  # which is compared with a key

    def page(self, path):
        found = event("web_get")
        found["rawPath"] = found["requestContext"]["http"]["path"] = path
        return found

    def form(self, path, cookie, *, anew=False, **fields):
        found = event("web_post")
        found["rawPath"] = found["requestContext"]["http"]["path"] = path
        found["cookies"] = [cookie]
        found["body"] = base64.b64encode(urlencode({"once": f"{next(numbers):032x}", **fields}).encode()).decode()
        return (self.invoke if anew else self.stack.invoke)("web", found)

    # -- those that time wakes

    def reddit(self):
        """Two people open a table each; one plays alone, the other against a computer."""
        tables = {name: self.site.thread(f"{name}'s", by=name) for name in (f"u{next(numbers)}", f"u{next(numbers)}")}
        for lines in (("!new ladder pace daily",) * 2, ("!join\n\n!begin", "!join\n\n!bots 1\n\n!begin")):
            for (name, thread), line in zip(tables.items(), lines, strict=True):
                self.site.says(name, thread, line)
            yield self.look()
        assert all(self.site.replies(thread, by=self.site.bot) for thread in tables.values())
        assert self.site.violations == []

    def look(self):
        """By a process that has just started, or it would not be time yet."""
        return self.stack.invoke_anew("reddit", event("reddit_look"))

    def clock(self):
        """A computer plays on, also where that is said; an old lobby is closed, also where nothing may be said any
        more; what others left unsaid is said; and a sweep passes.
        """
        self.host.store.save_beat(time.time())
        yield self.invoke("clock", {"game": self.waiting_for_a_computer()})
        group = self.stack.api.group("Friday", admins=[self.ann], kind="supergroup")
        place, home = (f"telegram:{chat}" for chat in (group.id, self.ann.id))
        game = self.waiting_for_a_computer(place, home)
        for where in (place, home):
            self.host.store.drop_or_redirect_posts(where, "", self.now)  # what was to be said before has been said
        yield self.invoke("clock", {"game": game})
        yield self.stack.invoke("clock", {"game": self.grown_old(f"telegram:-{next(numbers)}")})
        yield self.stack.invoke_anew("clock", {"game": self.thrown_out()})
        yield self.stack.invoke_anew("clock", {"game": self.left_unsaid()})  # which has not used up its share of words
        game = self.waiting_for_a_computer(channel := self.channel())
        self.host.store.drop_or_redirect_posts(channel, "", self.now)
        yield self.stack.invoke_anew("clock", {"game": game})
        yield self.stack.invoke("clock", {"sweep": True})

    def delivery(self):
        """Something is said, and more may not yet; somebody is called in a browser; a computer plays on, and the host
        awakes from a silence.
        """
        group = self.stack.api.group("Friday", admins=[self.ann], kind="supergroup")
        place = f"telegram:{group.id}"
        game = self.waiting_for_a_computer(place)
        self.host.store.queue_posts([Post(place, "", 1, [Told("Good evening.", {})])], self.now)
        yield self.invoke("delivery", self.errand("delivery_chat", chat=place))
        yield self.invoke("delivery", self.errand("delivery_chat", chat=f"push:{next(numbers):x}"))
        channel = self.channel()
        self.host.store.queue_posts([Post(channel, "", 1, [Told("Good evening.", {})])], self.now)
        yield self.invoke("delivery", self.errand("delivery_chat", chat=channel))
        yield self.invoke("delivery", self.errand("delivery_game", game=game))
        self.host.store.save_beat(self.now - CONFIG.outage - 60)
        yield self.invoke("delivery", self.errand("delivery_game", game=game))

    def errand(self, name, **body):
        found = event(name)
        found["Records"][0]["body"] = json.dumps(body)
        return found

    def lobby(self, place, bots, home=""):
        by = Command(by=f"{next(numbers):x}", place=place)
        game = games.open_lobby(self.host, by, "ladder", {}, "daily").game
        games.sit_at_table(self.host, by, game, Guest(by.by, "Ann", home or place))
        for _ in range(bots):
            games.add_bot(self.host, by, game)
        return by, game

    def waiting_for_a_computer(self, place="", home=""):
        """A game in which a person is too late and it is a computer's turn, with a timer left from another day."""
        self.now = time.time() - LONG_AGO
        by, game = self.lobby(place, bots=1, home=home)
        assert games.start_game(self.host, by, game).ok
        self.now = time.time()
        clock = f"arn:aws:lambda:eu-central-1:000000000000:function:{NAME}-clock:live"
        self.stack.client("scheduler").create_schedule(
            Name=f"{NAME}-game-{game}",
            ScheduleExpression="at(2099-01-01T00:00:00)",
            FlexibleTimeWindow={"Mode": "OFF"},
            Target={"Arn": clock, "RoleArn": "arn:aws:iam::000000000000:role/timer"},
        )
        return game

    def channel(self):
        """A channel of Discord."""
        made = self.stack.discord.channel()
        return f"discord:{made.guild}/{made.id}"

    def left_unsaid(self, place=""):
        """A lobby in whose place something waits that nobody says, and in which nothing else is due."""
        group = self.stack.api.group("Friday", admins=[self.ann], kind="supergroup")
        place, self.now = place or f"telegram:{group.id}", time.time()
        _, game = self.lobby(place, bots=0)
        self.host.store.drop_or_redirect_posts(place, "", self.now)
        self.host.store.queue_posts([Post(place, "", 1, [Told("Good evening.", {})])], self.now)
        return game

    def thrown_out(self):
        """An old lobby in a group from which the bot has just been thrown out, as it learns when it speaks there: what
        was to be said is taken away.
        """
        group = self.stack.api.group("Friday", admins=[self.ann], kind="supergroup")
        game = self.grown_old(place := f"telegram:{group.id}")
        self.host.store.drop_or_redirect_posts(place, "", self.now)
        group.statuses[BOT_ID] = "kicked"
        return game

    def grown_old(self, place):
        """A lobby that has been warned, and must be closed."""
        self.now = time.time() - 25 * HOUR
        _, game = self.lobby(place, bots=0)
        self.now += 20.5 * HOUR
        ticking.run_due_steps(self.host, game)
        self.now = time.time()
        return game


@pytest.fixture(scope="module")
def scenes(stack, reddit):
    return Scenes(stack, reddit)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_no_function_is_refused_anything(scenes, function):
    said = scenes.play(function)
    assert refusals(said) == []
    assert "errorType" not in said


def asked(stack):
    """Every permission that the emulator asks for, with the functions that have it."""
    found: dict[tuple[str, str], list[str]] = {}
    for function in FUNCTIONS:
        for pair in stack.allowed(f"{function.title()}Role"):
            if not pair[0].startswith(UNASKED):
                found.setdefault(pair, []).append(function)
    return found


def test_whatever_a_role_may_do_is_missed_when_it_is_taken_away(stack, scenes):
    spare = []
    for (action, resource), functions in sorted(asked(stack).items()):
        with contextlib.ExitStack() as taken:
            scenes.invoke = stack.invoke_anew if action == SECRETS else stack.invoke
            for function in functions:
                taken.enter_context(stack.without(f"{function.title()}Role", action, resource))
            missed = [each for each in functions if scenes.refused(each)]
            spare += [f"{each} {action} {resource}" for each in functions if each not in missed]
    assert "\n".join(spare) == ""
