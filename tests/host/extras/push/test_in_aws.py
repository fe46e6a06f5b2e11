"""Calls in a browser as the functions make them: asked for at the page, an errand for each, sealed by the delivery."""

import base64
import itertools
import json
from urllib.parse import urlencode

import pytest

from functions.delivery import app as delivery
from functions.web import app as web
from host.doors.aws import delivery as running
from host.doors.aws import settings, wiring
from host.extras.push import browsers, encryption, function, services
from host.people import accounts
from tests.host.doors.aws.conftest import deployment, logged
from tests.host.extras.push.conftest import PushService, Telephone

__all__ = ["deployment", "logged"]

ONCE = itertools.count()


@pytest.fixture(scope="module")
def taking():
    server = PushService()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def calls(deployment, taking, monkeypatch):
    """A deployment that `make deploy` has given a key."""
    key = encryption.pick_deployed_key("", None)
    deployment.secret("push", key)
    monkeypatch.setenv("RTAB_PUSH_KEY", encryption.build_push_values(key)["PushKey"])
    monkeypatch.setenv("RTAB_PUSH_SERVICES", taking.url)
    monkeypatch.setenv("RTAB_WEB", "https://race.example/")
    function.build_dispatcher.cache_clear()
    taking.taken, taking.answers = [], []
    yield taking
    put_away()


def put_away():
    """As another process: it knows of no pause between two calls."""
    if function.build_dispatcher.cache_info().currsize:
        function.build_dispatcher().close()
    function.build_dispatcher.cache_clear()


class Ann:
    """Somebody who plays on the page alone, as the web function meets her."""

    def __init__(self, deployment):
        self.deployment, self.cookie = deployment, ""
        self.sends("/new", name="Ann", ruleset="toy", pace="daily", bots="1")

    def sends(self, path, **fields):
        event = self.deployment.event("web_post")
        host = {"host": "table.test", "origin": "https://table.test", "sec-fetch-site": "same-origin"}
        event |= {"rawPath": path, "headers": event["headers"] | host, "cookies": [self.cookie] if self.cookie else []}
        event["body"] = base64.b64encode(urlencode({"once": f"{next(ONCE):032x}", **fields}).encode()).decode()
        event["requestContext"]["http"]["path"] = path
        answer = web.handler(event, self.deployment.context)
        self.cookie = answer.get("cookies", [self.cookie])[0].partition(";")[0]
        return answer

    def sees(self, path):
        event = self.deployment.event("web_get") | {"rawPath": path, "cookies": [self.cookie]}
        event["requestContext"]["http"]["path"] = path
        return base64.b64decode(web.handler(event, self.deployment.context)["body"]).decode()


def delivered(deployment):
    """All errands that wait are done, as the queue brings them and then forgets them."""
    errands = deployment.errands()
    for each in errands:
        assert delivery.handler({"Records": [as_taken(each)]}, deployment.context) == {"batchItemFailures": []}
        deployment.client("sqs").delete_message(QueueUrl=deployment.queue, ReceiptHandle=each["ReceiptHandle"])
    return len(errands)


def as_taken(message):
    attributes = {"ApproximateReceiveCount": "1", "MessageGroupId": message["Attributes"]["MessageGroupId"]}
    return {
        "messageId": message["MessageId"],
        "receiptHandle": message["ReceiptHandle"],
        "body": message["Body"],
        "attributes": attributes,
    }


@pytest.mark.whole
def test_whoever_plays_on_the_page_alone_is_called_by_an_errand_and_told_when_it_is_their_turn(deployment, calls):
    ann, telephone = Ann(deployment), Telephone(calls, "ann")
    assert f'data-key="{encryption.build_push_values(settings.read_cached_secret("push"))["PushKey"]}"' in ann.sees(
        "/me"
    )
    assert ann.sends("/me/browser", **telephone.form())["statusCode"] == 303
    delivered(deployment)
    ((_, headers, body),) = calls.taken
    assert telephone.read(body)["notification"]["body"] == "This is how I will notify you."
    assert headers["Authorization"].endswith(
        f"k={encryption.build_push_values(settings.read_cached_secret('push'))['PushKey']}"
    )


@pytest.mark.whole
def test_a_turn_is_called_as_at_home(deployment, calls):
    ann, telephone = Ann(deployment), Telephone(calls, "ann")
    ann.sends("/me/browser", **telephone.form())
    delivered(deployment)
    calls.taken.clear()
    put_away()
    (game,) = [session.id for session in wiring.build_deployed_host().host.store.iter_sessions()]
    assert ann.sends(f"/g/{game}/begin")["statusCode"] == 303
    while not calls.taken and delivered(deployment):
        pass
    (notice,) = [telephone.read(body)["notification"] for _, _, body in calls.taken]
    assert notice["title"].startswith("Your turn")
    assert notice["navigate"] == f"https://race.example/g/{game}"


@pytest.mark.whole
def test_a_browser_that_has_gone_is_forgotten_in_the_table(deployment, calls):
    ann = Ann(deployment)
    calls.answers = [410]
    ann.sends("/me/browser", **Telephone(calls, "ann").form())
    delivered(deployment)
    host = wiring.build_deployed_host().host
    (session,) = host.store.iter_sessions()
    person = accounts.load_current_person(host, session.players[0].person)
    assert person is not None
    assert browsers.list_browsers(host.store, person.id) == []


def test_without_a_key_nobody_is_offered_a_call(deployment, calls, monkeypatch):
    monkeypatch.setenv("RTAB_PUSH_KEY", "")
    wiring.build_deployed_host.cache_clear()
    ann = Ann(deployment)
    assert "data-bell" not in ann.sees("/me")
    assert ann.sends("/me/browser", **Telephone(calls, "ann").form())["statusCode"] == 409


@pytest.mark.whole
def test_a_key_that_cannot_be_read_is_told_and_the_errand_comes_again(deployment, calls, logged):
    ann = Ann(deployment)
    ann.sends("/me/browser", **Telephone(calls, "ann").form())
    deployment.client("ssm").delete_parameter(Name="/rtab/push")
    settings.make_provider.cache_clear()
    (message,) = [each for each in deployment.errands() if "push:" in each["Body"]]
    assert delivery.handler({"Records": [as_taken(message)]}, deployment.context)["batchItemFailures"]
    assert "/rtab/push cannot be read" in logged.getvalue()
    assert calls.taken == []


def test_only_a_point_of_the_curve_is_a_key():
    point = encryption.encode_public_key(encryption.generate_key())
    assert services.is_browser_key(point)
    for wrong in (
        b"",
        point[:-1],
        point + b"\0",
        b"\5" + point[1:],
        point[:-1] + bytes([point[-1] ^ 1]),
        b"\4" + bytes(64),
    ):
        assert not services.is_browser_key(wrong)


def test_the_key_with_which_a_host_came_from_home_stays(deployment):
    store = wiring.build_deployed_host().host.store
    new = encryption.pick_deployed_key("", store)
    assert encryption.pick_deployed_key(new, store) == new
    mine = encryption.serialize_key(encryption.load_host_key(store))
    assert encryption.pick_deployed_key(new, store) == mine
    assert encryption.build_push_values("") == {"PushKey": ""}
    assert running.is_queue_batch(deployment.event("delivery_chat"))
    assert json.dumps(encryption.build_push_values(mine)).count(mine) == 0
