"""Every function under AWS's runtime client: real events, forged and broken ones, and a kill in the middle."""

import base64
import contextlib
import json
import socket
import time
from functools import partial
from urllib.parse import urlencode

import pytest

from engine.kernel import Told
from host.core.context import HostContext
from host.core.session import Post
from host.core.store.dynamo import DynamoTable
from host.core.store.store import Store
from host.doors.telegram import function as telegram_function
from host.people import accounts
from tests.fakes import cloud
from tests.fakes.runtime import function, silence
from tests.fakes.stack import NAME
from tests.fakes.starting import TRACE, run

pytestmark = [pytest.mark.aws, pytest.mark.xdist_group("stack")]
HUGE = "x" * (telegram_function.BIGGEST_UPDATE + 1)
KILLED_AFTER = 4  # seconds
DISCORD_KEY = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"  # which signed the events
WAITING = 100  # milliseconds for the table and the queue: assumed
REFUSING = "http://127.0.0.1:9"  # where nobody listens


def event(name, **changes):
    found = json.loads((cloud.ROOT / f"events/{name}.json").read_text("utf-8")) | changes
    if "rawPath" in found:
        found["requestContext"]["http"]["path"] = found["rawPath"]
    return found


@pytest.fixture(scope="module")
def settings(stack):
    return {
        "AWS_ENDPOINT_URL": stack.url,
        "RTAB_TABLE": stack.outputs["Table"],
        "RTAB_QUEUE": stack.outputs["Errands"],
        "RTAB_CLOCK": f"arn:aws:lambda:eu-central-1:000000000000:function:{NAME}-clock:live",
        "RTAB_CLOCK_ROLE": "arn:aws:iam::000000000000:role/timer",
        "RTAB_STACK": NAME,
        "RTAB_TELEGRAM": stack.api.url,
    }


@pytest.fixture(scope="module")
def functions(settings, tmp_path_factory):
    """Each function, started when it is first called."""
    with contextlib.ExitStack() as running:
        started = {}

        def found(name):
            if name not in started:
                log = tmp_path_factory.mktemp(name) / "log"
                started[name] = running.enter_context(function(name, log, settings))
            return started[name]

        yield found


@pytest.fixture
def another(settings, tmp_path):
    """A function of its own with other settings."""
    with contextlib.ExitStack() as running:

        def started(name, timeout=25, **others):
            log = tmp_path / f"{name}-{time.monotonic()}"
            return running.enter_context(function(name, log, settings | others, timeout))

        yield started


@pytest.fixture(scope="module", autouse=True)
def secret_of_the_events(stack):
    """The stack made a secret of its own; for a while it is the one that the events bring."""
    name, own = f"/{NAME}/webhook-secret", stack.secret
    put = partial(stack.client("ssm").put_parameter, Name=name, Type="SecureString", Overwrite=True)
    put(Value=event("telegram_update")["headers"][telegram_function.SECRET_HEADER])
    yield
    put(Value=own)


@pytest.fixture(scope="module")
def host(stack):
    return HostContext(Store(DynamoTable(stack.client("dynamodb"), stack.outputs["Table"])))


def troubles(run):
    """The lines of the log that somebody is to read."""
    lines = [json.loads(line) for line in run.log.splitlines() if line.startswith('{"level"')]
    return [line["message"] for line in lines if line["level"] not in ("DEBUG", "INFO")]


# -- what is in order


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("telegram_update", {"statusCode": 200}),
        ("telegram_tap", {"statusCode": 200}),
        ("web_get", {"statusCode": 200}),
        ("web_post", {"statusCode": 404}),
        ("clock_sweep", None),
        ("delivery_chat", {"batchItemFailures": []}),
        ("delivery_game", {"batchItemFailures": []}),
    ],
)
def test_each_triggers_event_is_taken(functions, name, answer):
    run = functions(name.partition("_")[0])
    found = run(event(name))
    assert found is answer or answer.items() <= found.items(), run.log
    assert not [line for line in troubles(run) if "broke" in line]


@pytest.mark.parametrize(
    ("name", "status"),
    [("discord_ping", 200), ("discord_command", 200), ("discord_tap", 200), ("discord_forged", 401)],
)
def test_discord_is_answered_within_three_seconds_by_a_function_that_has_just_started(settings, another, name, status):
    """It had the whole processor while it started, and has 1,024 MB, which is less than one, from then on."""
    own = {"DISCORD_PUBLIC_KEY": DISCORD_KEY}
    answer = another("web", **own)(event(name))
    assert answer["statusCode"] == status
    ready, done = run(cloud.ROOT / "functions/web", settings | own, [event(name)])
    assert ready.processor + (done.processor - ready.processor) * 1769 / 1024 + WAITING < 2000


def test_a_look_at_reddit_is_taken(reddit, functions):
    run = functions("reddit")
    assert run(event("reddit_look")) is None, run.log
    assert troubles(run) == []
    assert reddit.violations == []


@pytest.fixture
def x_ray():
    """Where a function tells X-Ray what it has called."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as told:
        told.bind(("127.0.0.1", 0))
        told.settimeout(0)
        yield told


def told_to(x_ray):
    texts = []
    with contextlib.suppress(BlockingIOError):
        while True:
            texts.append(x_ray.recv(2**16).decode().partition("\n")[2])
    return texts


TELEGRAMS = ["ssm GetParameter", "dynamodb GetItem", "dynamodb TransactWriteItems"]


@pytest.mark.parametrize(
    ("name", "calls"),
    [("telegram_update", TELEGRAMS), ("web_get", ["dynamodb GetItem"]), ("clock_sweep", ["dynamodb Query"])],
)
def test_x_ray_is_told_what_is_called_and_no_secret_where_the_operator_wants_it(stack, settings, x_ray, name, calls):
    asked = event(name)
    address = f"127.0.0.1:{x_ray.getsockname()[1]}"
    tracing = {"RTAB_TRACING": "Active", "AWS_XRAY_DAEMON_ADDRESS": address, "LAMBDA_TASK_ROOT": str(cloud.ROOT)}
    run(cloud.ROOT / "functions" / name.partition("_")[0], settings | tracing, [asked])
    texts = told_to(x_ray)
    told = [json.loads(text) for text in texts]
    (whole,) = [each for each in told if each["name"] == "## handler"]
    assert {each["trace_id"] for each in told} == {TRACE.partition(";")[0].removeprefix("Root=")}
    assert set(calls) <= {f"{each['name']} {each['aws']['operation']}" for each in told if each is not whole}
    assert {each["parent_id"] for each in told if each is not whole} == {whole["id"]}
    keys = [event("telegram_update")["headers"][telegram_function.SECRET_HEADER], stack.api.token]
    assert not [text for text in texts for key in keys if key in text]


# -- what is not


BAD = [
    ("telegram_forged", {}, 403, "webhook request refused error=it came without the secret"),
    (
        "telegram_forged",
        {"headers": {telegram_function.SECRET_HEADER: "guessed"}},
        403,
        "webhook request refused error=it came without the secret",
    ),
    ("telegram_forged", {"body": HUGE * 10}, 403, "webhook request refused error=it came without the secret"),
    (
        "telegram_update",
        {"requestContext": {"http": {"method": "GET"}}},
        405,
        "webhook request refused error=an update is posted",
    ),
    ("telegram_update", {"body": HUGE}, 413, "webhook request refused error=more than 262144 bytes"),
    ("telegram_update", {"body": "{"}, 400, "webhook request refused error=not JSON"),
    ("telegram_update", {"headers": []}, 403, "webhook request refused error=it came without the secret"),
    ("web_link", {}, 403, None),
    ("web_get", {"headers": None}, 400, "ignoring malformed request error=AttributeError"),
    ("web_get", {"rawPath": "/../../etc/passwd"}, 404, None),
]


@pytest.mark.parametrize(("name", "changes", "status", "line"), BAD)
def test_what_is_forged_or_broken_is_refused_with_one_line_at_most(functions, name, changes, status, line):
    run = functions(name.partition("_")[0])
    assert run(event(name, **changes))["statusCode"] == status, run.log
    assert troubles(run) == ([line] if line else [])


@pytest.mark.parametrize(
    ("name", "answer", "line"),
    [
        ("telegram_unknown", {"statusCode": 200, "headers": {}, "body": ""}, None),
        ("clock_unknown", None, "ignoring malformed event type=dict"),
        ("clock_timer", None, None),
        ("reddit_unknown", None, "ignoring malformed event type=dict"),
        (
            "delivery_unknown",
            {"batchItemFailures": []},
            "dropping malformed queue message id=059f36b4-87a3-44ab-83d2-661975830a7d",
        ),
    ],
)
def test_what_concerns_nobody_is_dropped_with_one_line_at_most(functions, name, answer, line):
    run = functions(name.partition("_")[0])
    assert run(event(name)) == answer
    assert troubles(run) == ([line] if line else [])


def test_a_timer_of_a_game_that_is_gone_leaves_one_line(functions):
    run = functions("clock")
    run(event("clock_timer"))
    said = "timer fired for a missing game"
    assert [json.loads(line)["message"] for line in run.log.splitlines() if said in line] == [f"{said} game=0badcafe"]


def test_a_private_link_opens_nothing_once_it_is_taken_back(functions, host):
    person = accounts.load_or_create_person(host, "telegram:77", "Ann")
    path = f"/p/{accounts.create_web_token(host, person.id)}"
    run = functions("web")
    found = run(event("web_link", rawPath=path))
    assert (found["statusCode"], len(found["cookies"])) == (303, 1)
    accounts.revoke_tokens(host, person.id)
    found = run(event("web_link", rawPath=path))
    assert found["statusCode"] == 403
    assert "cookies" not in found
    assert path[3:] not in run.log


def test_a_form_that_is_sent_again_does_nothing_again(functions):
    fields = {"name": "Ann", "once": "0123456789abcdef" * 2, "ruleset": "ladder", "pace": "daily", "bots": "0"}
    form = event("web_post", rawPath="/new", body=urlencode(fields), isBase64Encoded=False, cookies=[])
    first, again = functions("web")(form), functions("web")(form)
    assert first["statusCode"] == again["statusCode"] == 303
    assert first["headers"]["location"] == again["headers"]["location"]


def test_a_moment_has_its_picture_drawn_by_what_the_web_tables_layers_bring(functions, host):
    """A link's preview is asked for by a stranger's machine, without a cookie."""
    run = functions("web")
    fields = {"name": "Zoe", "once": "fedcba9876543210" * 2, "ruleset": "ladder", "pace": "daily", "bots": "1"}
    opened = run(event("web_post", rawPath="/new", body=urlencode(fields), isBase64Encoded=False, cookies=[]))
    path, cookies = opened["headers"]["location"], [opened["cookies"][0].partition(";")[0]]
    fields = {"once": "0123456776543210" * 2}
    run(event("web_post", rawPath=f"{path}/begin", body=urlencode(fields), isBase64Encoded=False, cookies=cookies))
    said = next(entry for entry in host.store.load_log(path[3:], limit=50) if any(not line.to for line in entry.told))
    page, card = (
        run(event("web_get", rawPath=f"{path}/{what}", rawQueryString=f"n={said.n}")) for what in ("moment", "card")
    )
    assert f"{path}/card?n={said.n}" in base64.b64decode(page["body"]).decode(), run.log
    assert (card["statusCode"], card["headers"]["content-type"]) == (200, "image/png"), run.log
    assert base64.b64decode(card["body"]).startswith(b"\x89PNG")


# -- what an operator has to mend


@pytest.mark.parametrize("name", ["telegram_update", "web_post", "clock_timer", "delivery_game"])
def test_a_missing_table_is_one_line_with_its_cause(another, name):
    run = another(name.partition("_")[0], RTAB_TABLE="nowhere")
    form = {"cookies": ["rtab=0123"]} if name == "web_post" else {}
    answer = run(event(name, **form))
    found = [line for line in troubles(run) if line.startswith("DynamoDB access denied or table missing")]
    assert len(found) == 1, run.log
    assert "TransactWriteItems" not in found[0]
    taken = {"telegram": 503, "web": 503}.get(name.partition("_")[0])
    assert taken is None or answer["statusCode"] == taken


@pytest.mark.parametrize(
    ("name", "parameter"), [("telegram_update", "webhook-secret"), ("delivery_chat", "telegram-token")]
)
def test_a_missing_parameter_is_told_with_its_cure_and_comes_again(another, host, name, parameter):
    place = json.loads(event("delivery_chat")["Records"][0]["body"])["chat"]
    host.store.queue_posts([Post(place, "", 1, [Told("Good evening.", {})])], time.time())
    run = another(name.partition("_")[0], RTAB_STACK="elsewhere")
    answer = run(event(name))
    assert "errorType" in answer or answer["batchItemFailures"]
    assert f"The parameter /elsewhere/{parameter} cannot be read (ParameterNotFound)" in run.log
    assert f"aws ssm put-parameter --type SecureString --name /elsewhere/{parameter}" in run.log


# -- a kill in the middle, and the same once more


def update(stack, text, number):
    ann = stack.api.user("Ann")
    group = stack.api.group("Friday", admins=[ann], kind="supergroup")
    body = json.loads(event("telegram_update")["body"])
    body["update_id"], body["message"]["text"] = number, text
    body["message"]["chat"]["id"], body["message"]["from"]["id"] = group.id, ann.id
    return group, event("telegram_update", body=json.dumps(body))


def killed(run, harmless, taken):
    """It is killed in the middle of something, once it has started, however slowly."""
    while "timed out" in str(run(event(harmless))):
        pass
    assert "timed out" in str(run(taken))


@pytest.mark.parametrize("stuck", ["DYNAMODB", "SQS"])
def test_an_update_is_done_once_though_its_function_was_killed_in_the_middle(stack, functions, another, host, stuck):
    group, taken = update(stack, "/newgame ladder daily", 5 * 10**8 + len(stuck))
    place = f"chat:telegram:{group.id}"
    with silence() as nowhere:
        settings = {f"AWS_ENDPOINT_URL_{stuck}": nowhere.url}
        if stuck == "SQS":  # somebody is woken only for what could not be said at once
            settings["RTAB_TELEGRAM"] = REFUSING
        killed(another("telegram", KILLED_AFTER, **settings), "telegram_forged", taken)
    assert len(host.store.list_open_game_ids(place)) == (stuck == "SQS")  # saved before anybody was to be woken
    for _ in range(2):
        assert functions("telegram")(taken)["statusCode"] == 200
    assert len(host.store.list_open_game_ids(place)) == 1
    functions("clock")(event("clock_sweep"))
    stack.api.wait_for(lambda: group.messages, 120)
    time.sleep(5)
    assert len([message for message in group.messages if "a new game is open" in message.text]) <= 1
    assert len(group.messages) <= 2


def test_what_is_to_be_said_is_said_once_though_its_function_was_killed_in_the_middle(stack, functions, another):
    group, taken = update(stack, "/newgame ladder daily", 6 * 10**8)
    deaf = another("telegram", AWS_ENDPOINT_URL_SQS=REFUSING, RTAB_TELEGRAM=REFUSING)
    assert deaf(taken)["statusCode"] == 200
    time.sleep(5)  # it has just been tried there
    errand = event("delivery_chat")
    errand["Records"][0]["body"] = json.dumps({"chat": f"telegram:{group.id}"})
    with silence() as nowhere:
        killed(another("delivery", KILLED_AFTER, RTAB_TELEGRAM=nowhere.url), "delivery_unknown", errand)
    assert group.messages == []
    functions("delivery")(errand)
    stack.api.wait_for(lambda: group.messages, 120)
    time.sleep(5)
    said = [message.text for message in group.messages]
    assert len(said) == len(set(said))
