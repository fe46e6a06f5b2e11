"""docs/a-door.md leads through a door; what stands there is what runs here, and what it names exists."""

import base64
import importlib
import inspect
import itertools
import json
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

import host.doors
from engine.rulesets import RULESETS
from host.core.context import HostContext
from host.core.extras import import_target
from host.core.session import OVER
from host.core.store import MemoryTable, Store
from host.doors import registry
from host.doors.aws import delivery, wiring
from host.doors.aws.web import answer_event as answer_function_url
from host.doors.local.process import LocalProcess
from host.doors.local.settings import LocalSettings, UnfitSetting, read_settings
from host.doors.registry import Cloud, Door, list_doors
from host.said.desk.menu import DESK
from host.said.desk.request import DONE_ELSEWHERE, DeskRequest
from host.said.reading import matching
from tests.fakes.loops import own_loop
from tests.rulesets.toy import Toy
from tests.waiting import until

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/a-door.md").read_text("utf-8")
PIECES = dict(re.findall(r"^`(layers/[\w/.]+)`:\n\n```python\n(.*?)```$", PAGE, re.DOTALL | re.MULTILINE))
QUOTED = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL))
DOTTED = sorted({word for word in QUOTED if re.fullmatch(r"(?:host|engine)(?:\.\w+)+", word)})
PATHS = sorted({word for word in QUOTED if re.fullmatch(r"(?:layers|tests|docs)/[\w/.-]+", word)} - {*PIECES})
BARE = {word for word in QUOTED if re.fullmatch(r"[a-z_]+", word)}
OF_A_REQUEST = {name for name, _ in inspect.getmembers(DeskRequest)} | {"host", "words"}
OF_A_DOOR = {*Door.__struct_fields__, *Cloud.__struct_fields__}
OTHERS = {"does", "exactly", "names", "show_board", "room", "tap", "build_dispatcher", "begin"}
NEW = "layers/host/doors/blather/"  # what a reader of the page writes


def found(dotted):
    """What a dotted name stands for."""
    parts = dotted.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            thing = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            thing = thing.__struct_fields__ if part == "__struct_fields__" else getattr(thing, part)
        return thing
    raise AssertionError(dotted)


@pytest.mark.parametrize("dotted", DOTTED)
def test_every_name_exists(dotted):
    assert found(dotted) is not None


@pytest.mark.parametrize("path", [path for path in PATHS if path != NEW])
def test_every_file_exists(path):
    assert (ROOT / path).exists()


def test_every_bare_word_is_one_of_a_request_a_door_or_an_answer():
    assert BARE <= OF_A_REQUEST | OF_A_DOOR | OTHERS
    assert len(DOTTED) > 10 and len(BARE) > 15


def test_all_that_a_request_must_say_is_explained():
    assert DeskRequest.__abstractmethods__ <= BARE


@pytest.mark.parametrize("door", list_doors(), ids=lambda door: door.name)
def test_what_a_door_announces_can_be_loaded(door):
    cloud = door.cloud or Cloud(pushed=False, module="")
    targets = [door.running, door.doctor, door.reaches, cloud.account, *door.hears.values()]
    targets += [command for command, _ in door.commands.values()]
    targets += [f"{cloud.module}:build_dispatcher"] if cloud.pushed or door.deaf else []
    targets += [f"{cloud.module}:begin"] if cloud.pushed else []
    for target in targets:
        assert not target or callable(import_target(target))


def test_every_service_of_the_desk_has_its_right_and_its_line():
    assert {service.right for service in DESK.values()} == {"anybody", "player", "host", "keeper"}
    assert all(str(service.summary) for service in DESK.values())


# -- Blather


def test_the_toy_stays_a_toy():
    lines = [line for text in PIECES.values() for line in text.splitlines() if line.strip() and "import " not in line]
    assert len(PIECES) == 4 and len(lines) < 220
    assert PAGE.count("```") == 2 * len(PIECES)


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    """A folder of doors in which there is only the one of the page, beside those of the house."""
    root = tmp_path_factory.mktemp("house")
    for path, text in PIECES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    (root / NEW / "__init__.py").write_text("")
    return root / "layers/host/doors"


@pytest.fixture(autouse=True)
def blather(doors):
    """Blather's door, in the registry for as long as a test takes."""
    caches = (registry.list_doors, registry.list_webhook_paths)
    host.doors.__path__.append(str(doors))
    for each in caches:
        each.cache_clear()
    yield importlib.import_module("host.doors.blather.door")
    host.doors.__path__.remove(str(doors))
    for each in caches:
        each.cache_clear()
    for name in [name for name in sys.modules if name.startswith("host.doors.blather")]:
        del sys.modules[name]


class OneLap(Toy):
    """The toy game, as short as can be."""

    def create_state(self, players, options):
        return super().create_state(players, {**options, "laps": 1})


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", OneLap())


class Blather:
    """The platform: takes messages, and posts what people write."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.refusals: list[tuple[int, dict[str, str]]] = []  # what it answers next, before it takes anything
        self.unsigned = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.unsigned += self.headers["X-Blather-Signature"] != outer.sign(body)
                status, headers = outer.refusals.pop(0) if outer.refusals else (200, {})
                if status == 200:
                    outer.messages.append(json.loads(body))
                said = json.dumps({"id": str(len(outer.messages))}).encode()
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(said))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(said)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.account = importlib.import_module("host.doors.blather.door").BlatherAccount(self.url, "hush")
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def sign(self, body):
        return importlib.import_module("host.doors.blather.webhook").sign_body(self.account, body)

    def sent(self, to):
        """What was said in a place."""
        return [each["text"] for each in self.messages if each["to"] == to]

    def buttons(self, to, label):
        """What the buttons of this label send, the newest last."""
        messages = [each for each in self.messages if each["to"] == to]
        return [each["tap"] for message in messages for each in message.get("buttons", []) if each["label"] == label]


@pytest.fixture
def platform(blather):
    assert blather.DOOR.name == "blather"
    made = Blather()
    yield made
    made.server.shutdown()
    made.server.server_close()


class Hands:
    """A clock that a test turns by hand."""

    now = 1_800_000_000.0

    def __call__(self):
        return self.now


class People:
    """They write on Blather; what comes of it at our end is sent at once."""

    def __init__(self, platform, post, context=None):
        self.platform, self.post, self.events = platform, post, 0
        self.host: Any = context

    def write(self, who, text="", room="lounge", tap="", **changed):
        self.events += 1
        event = {"id": str(self.events), "user": who, "name": who.title(), "room": room, "text": text, "tap": tap}
        body = json.dumps({**event, **changed}).encode()
        return self.post(body, {"X-Blather-Signature": self.platform.sign(body)})


@pytest.fixture
def lounge(platform):
    """Two people, and a host that answers them as the page's server does in AWS."""
    hands, numbers = Hands(), itertools.count(1)
    context = HostContext(Store(MemoryTable()), now=hands, token=lambda n: f"{next(numbers):0{2 * n}x}")
    context.webhooks.update(registry.build_webhooks(context, {"blather": lambda: platform.account}))
    wired: Any = SimpleNamespace(host=context, prefetching=SimpleNamespace(begin_input=lambda: None))
    dispatcher = (
        importlib.import_module("host.doors.blather.sender")
        .build_blather_delivery(context, platform.account, "")
        .dispatcher
    )

    def post(body, headers):
        asked = {"http": {"method": "POST", "path": "/blather", "sourceIp": "192.0.2.1"}}
        event = {
            "version": "2.0",
            "headers": {"Host": "rtab.example", **headers},
            "requestContext": asked,
            "body": body.decode(),
        }
        answer = answer_function_url(wired, {**event, "rawPath": "/blather", "rawQueryString": ""})
        while (wait := dispatcher.deliver_now()) < 60:
            hands.now += wait
        return answer

    with own_loop():
        yield People(platform, post, context)
    dispatcher.close()


def said(answer):
    """What a person alone is answered."""
    assert answer["statusCode"] == 200
    body = base64.b64decode(answer["body"]) if answer["isBase64Encoded"] else answer["body"]
    return json.loads(body)["text"]


def begun(lounge):
    """A table of two that has begun."""
    for who, text in (("ann", "/new toy 1h"), ("ann", "/join"), ("bob", "/join"), ("ann", "/begin")):
        assert said(lounge.write(who, text)) == ""
    (game,) = lounge.host.store.list_open_game_ids("chat:blather:room/lounge")
    return game


def test_two_people_play_a_game_to_its_end_by_words_and_taps(lounge, platform):
    game = begun(lounge)
    for _ in range(100):
        session = lounge.host.store.load_game(game).session
        if session.stage == OVER:
            break
        asked = matching.list_person_questions(lounge.host, [session], session.players[0].person)
        who, mine = ("ann", asked) if asked else ("bob", None)
        mine = mine or matching.list_person_questions(lounge.host, [session], session.players[1].person)
        question = mine[0].asked
        if question.form.kind == "choice":
            place = f"user/{who}" if question.secret else "room/lounge"
            lounge.write(who, tap=platform.buttons(place, str(question.options[0].label))[-1])
        else:
            lounge.write(
                who, {"number": str(question.form.low), "several": "A B", "text": "Onward"}[question.form.kind]
            )
    else:
        raise AssertionError(platform.messages[-5:])
    assert platform.unsigned == 0
    assert "The Toy" in "".join(platform.sent("room/lounge"))


@pytest.mark.parametrize("header", [{}, {"X-Blather-Signature": "0" * 64}, {"X-Blather-Signature": "ünsigned"}])
def test_what_is_not_signed_changes_nothing(lounge, header):
    body = json.dumps({"id": "1", "user": "ann", "name": "Ann", "room": "lounge", "text": "/new toy 1h"}).encode()
    assert lounge.post(body, header)["statusCode"] == 403
    assert [*lounge.host.store.iter_sessions()] == []


@pytest.mark.parametrize("changed", [{"user": 5}, {"id": None}])
def test_what_is_malformed_is_refused(lounge, changed):
    assert lounge.write("ann", "/new toy 1h", **changed)["statusCode"] == 400


def test_what_comes_twice_happens_once(lounge):
    for _ in range(2):
        assert said(lounge.write("ann", "/new toy 1h", id="once")) == ""
    assert len([*lounge.host.store.iter_sessions()]) == 1


@pytest.mark.parametrize("room", ["lounge", ""])
def test_a_secret_is_asked_in_private_and_taken_wherever_nobody_else_reads_it(lounge, platform, room):
    begun(lounge)
    (asked,) = [text for text in platform.sent("user/ann") if "Seal" in text]
    assert asked not in platform.sent("room/lounge")
    before = len(platform.messages)
    assert said(lounge.write("ann", "3", room=room)) in ("", DONE_ELSEWHERE)
    assert not any(re.search(r"\b3\b", each["text"]) for each in platform.messages[before:] if each["to"] != "user/ann")


def test_only_in_a_conversation_of_two_does_who_opens_a_table_have_a_seat(lounge):
    lounge.write("ann", "/new toy 1h")
    lounge.write("bob", "/new toy 1h", room="")
    seats = {each.by: len(each.players) for each in lounge.host.store.iter_sessions()}
    assert sorted(seats.values()) == [0, 1]


def test_it_knows_where_the_page_is(lounge):
    assert "https://rtab.example/claim" in said(lounge.write("ann", "/pack", room="lounge"))


def test_a_refusal_is_told_to_the_person_alone(lounge, platform):
    assert "open" in said(lounge.write("ann", "/begin")).lower()
    assert platform.messages == []


@pytest.mark.parametrize("status", [(429, {"Retry-After": "0"}), (503, {})])
def test_what_the_platform_does_not_take_is_said_later(lounge, platform, status):
    platform.refusals = [status]
    lounge.write("ann", "/new toy 1h")
    assert len([text for text in platform.sent("room/lounge") if "a new game is open" in text]) == 1


def test_a_room_that_is_gone_is_forgotten(lounge, platform):
    platform.refusals = [(404, {})]
    lounge.write("ann", "/new toy 1h")
    assert [each.places for each in lounge.host.store.iter_sessions()] == [[]]


def test_it_is_served_at_home(tmp_path, platform):
    process = LocalProcess(LocalSettings(0, tmp_path, {"blather": platform.account}))
    process.start()
    try:
        with httpx.Client(base_url=process.server.url, timeout=60) as client:
            people = People(platform, lambda body, headers: client.post("/blather", content=body, headers=headers))
            assert client.post("/blather", content=b"{}").status_code == 403
            assert people.write("ann", "/new toy 1h").json() == {"text": ""}
        until(lambda: platform.sent("room/lounge"))
    finally:
        process.stop()


def test_where_it_has_no_account_its_path_is_none(tmp_path):
    process = LocalProcess(LocalSettings(0, tmp_path))
    try:
        assert "/blather" not in process.host.webhooks
        assert "blather" not in read_settings({"RTAB_HOME": str(tmp_path)}).accounts
    finally:
        process.stop()


def test_half_an_account_is_a_fault_with_what_to_do(tmp_path):
    with pytest.raises(UnfitSetting, match="BLATHER_SECRET"):
        read_settings({"RTAB_HOME": str(tmp_path), "BLATHER_URL": "https://blather.example"})


# -- several pushed doors in AWS


@pytest.fixture
def pushed(blather, monkeypatch):
    """Blather is served in AWS beside the door that is there anyway, where a variable switches it on."""
    here = "tests.test_a_door"
    cloud = Cloud(pushed=True, module=here, account=f"{here}:make_account", switch="RTAB_BLATHER")
    monkeypatch.setattr(blather, "DOOR", replace(blather.DOOR, cloud=cloud))
    registry.list_doors.cache_clear()
    monkeypatch.setenv("RTAB_BLATHER", "ENABLED")
    MADE.clear()
    return monkeypatch


MADE: list[str] = []


def build_dispatcher():
    MADE.append("sender")
    return "a sender"


def make_account(environment):
    MADE.append("account")
    return environment["RTAB_BLATHER"]


@pytest.mark.usefixtures("pushed")
def test_a_second_pushed_door_takes_nothing_from_the_first():
    released, _ = registry.find_released_door()
    assert released.name != "blather"
    assert {door.name for door, _ in registry.list_pushed_doors()} >= {"blather", released.name}
    assert "blather" in [door.name for door, _ in registry.list_optional_doors()]


def test_each_place_is_served_by_its_own_sender(pushed):
    sender: object = delivery.find_pushed_sender("blather:room/lounge")
    assert sender == "a sender"
    assert delivery.find_pushed_sender("nowhere:5") is None
    pushed.setenv("RTAB_BLATHER", "DISABLED")
    assert delivery.find_pushed_sender("blather:room/lounge") is None
    assert MADE == ["sender"]


@pytest.mark.usefixtures("pushed")
def test_its_account_is_made_when_something_is_first_posted():
    accounts = wiring.map_webhook_accounts(["blather"])
    assert MADE == []
    assert [accounts["blather"]() for _ in range(2)] == ["ENABLED", "ENABLED"]
    assert MADE == ["account"]
    assert wiring.map_webhook_accounts([]) == {}
