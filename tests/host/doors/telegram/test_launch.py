"""What Telegram has signed is believed; whatever it has not signed just now, for this bot and in one way, is not."""

import re
from urllib.parse import urlencode

import pytest

from engine.kernel import Illegal
from host.doors.registry import Launch
from host.doors.telegram.heard import web_app_launch
from tests.host.doors.telegram import signed

NOW = 1_800_000_000.0
KEY = web_app_launch.derive_web_app_key(signed.TOKEN)


def test_the_key_is_the_one_of_the_published_rules():
    """Worked out with `openssl dgst -sha256 -hmac WebAppData` from the token alone."""
    assert KEY.hex() == "ea66da8d17aea75aa90d890f7aece45903401c7e256fc42db936d90bd1c32e84"


def test_who_that_is_and_what_they_want_to_see():
    said = signed.launch(NOW, number=99, name="Zoë & Ann", start_param="0123abcd")
    assert web_app_launch.parse_web_app_launch(said, KEY, NOW) == Launch("telegram:99", "Zoë & Ann", "0123abcd")


def test_the_order_of_the_fields_does_not_matter():
    pairs = signed.fields(NOW)
    turned = [("hash", signed.proof(pairs)), *reversed(pairs.items())]
    assert web_app_launch.parse_web_app_launch(urlencode(turned), KEY, NOW).identity == "telegram:4711"


@pytest.mark.parametrize("late", [0, 3600, -60])
def test_for_an_hour_and_for_clocks_that_differ_a_little(late):
    assert web_app_launch.parse_web_app_launch(signed.launch(NOW), KEY, NOW + late).name == "Ann"


@pytest.mark.parametrize("late", [3601, 10**6, -61, -(10**6)])
def test_not_for_longer_and_not_before(late):
    with pytest.raises(Illegal) as refused:
        web_app_launch.parse_web_app_launch(signed.launch(NOW), KEY, NOW + late)
    assert refused.value.code == "launch_expired"


def doubled(name):
    """A field twice, with a signature for each way to read that."""
    return [f"{signed.launch(NOW)}&{name}=x", f"{name}=x&{signed.launch(NOW)}"]


FORGED = [
    "",
    "hash=",
    "&&&",
    "hash",
    "\ud800",
    "user=%7B%7D&hash=" + "0" * 64,
    signed.launch(NOW, token="123456:of-another-bot"),  # noqa: S106 - it opens nothing
    signed.launch(NOW).replace("4711", "4712"),
    signed.launch(NOW).replace("Ann", "Bob"),
    signed.launch(NOW) + "&start_param=0123abcd",
    re.sub("hash=.", "hash=é", signed.launch(NOW)),
    re.sub("&hash=.*", "", signed.launch(NOW)),
    re.sub("(hash=.*).", r"\1", signed.launch(NOW)),
    re.sub("signature=[^&]*&", "", signed.launch(NOW)),
    re.sub("query_id=AAE", "query_id=", signed.launch(NOW)),
    *doubled("user"),
    *doubled("hash"),
    *doubled("auth_date"),
    signed.launch(NOW, start_param="x" * 5000),
    urlencode([(f"f{n}", "x") for n in range(500)]),
]


@pytest.mark.parametrize("said", FORGED, ids=range(len(FORGED)))
def test_whatever_else_is_refused(said):
    with pytest.raises(Illegal) as refused:
        web_app_launch.parse_web_app_launch(said, KEY, NOW)
    assert refused.value.code == "person_not_confirmed"


SIGNED_NONSENSE = [
    {"auth_date": ""},
    {"auth_date": "-5"},
    {"auth_date": "1e9"},
    {"auth_date": "1" * 40},
    {"user": ""},
    {"user": "[]"},
    {"user": "{}"},
    {"user": '{"id":"4711"}'},
    {"user": '{"id":0}'},
    {"user": '{"id":-100123}'},
    {"user": '{"id":5,"is_bot":true}'},
]


@pytest.mark.parametrize("more", SIGNED_NONSENSE)
def test_signed_nonsense_is_nobody(more):
    pairs = {**signed.fields(NOW), **more}
    with pytest.raises(Illegal) as refused:
        web_app_launch.parse_web_app_launch(urlencode({**pairs, "hash": signed.proof(pairs)}), KEY, NOW)
    assert refused.value.code == "person_not_confirmed"
