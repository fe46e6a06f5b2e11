"""Discord's path behind the page's function, given recorded interactions; what they bring is sent by the delivery."""

import base64
import json
import subprocess
import sys
import time
from typing import cast

import pytest
from msgspec.structs import replace

from engine.kernel import Told
from functions.clock import app as clock
from functions.delivery import app as delivery
from functions.web import app as web
from host.core.session import Post
from host.core.store.items import POST
from host.core.store.store import Store
from host.delivery.outbox import LONGEST_AWAY
from host.doors.aws import wiring
from host.doors.aws.delivery import split_limits
from host.doors.command.operate.deploy.account import AwsAccount
from host.doors.command.operate.deploy.site import DeploymentSite, save_site
from host.doors.discord import command, deployed, function
from host.doors.discord.sender import DISCORD_LIMITS, DiscordSender
from host.doors.local.settings import UnfitSetting
from tests.fakes import cloud
from tests.fakes.discord import Channel, FakeDiscord, Refused, Someone, find_button, text_of
from tests.fakes.loops import own_loop
from tests.host.doors.aws.template_parts import FUNCTIONS, may

PUBLIC_KEY = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"  # of the key that signed the events
GUILD, CHANNEL = "100000000000000007", "100000000000000042"  # where the events are from
PLACE = f"discord:{GUILD}/{CHANNEL}"


@pytest.fixture
def discord(deployment, monkeypatch):
    monkeypatch.setenv("RTAB_WEB", "https://race.example")
    monkeypatch.setattr(function, "DISCORD_LIMITS", replace(DISCORD_LIMITS, gap=0.0, crowd_gap=0.0))  # no test waits
    fake = FakeDiscord(time.time)
    fake.channels[CHANNEL] = Channel(CHANNEL, GUILD)
    serve(deployment, monkeypatch, fake, PUBLIC_KEY)
    fake.hear = lambda body, headers: post(deployment, body, headers)
    yield fake
    assert fake.violations == []
    close_dispatcher()
    fake.close()


def close_dispatcher():
    if function.build_dispatcher.cache_info().currsize:
        function.build_dispatcher().close()
        cast("DiscordSender", function.build_dispatcher().sender).rest.close()
    function.build_dispatcher.cache_clear()


def serve(deployment, monkeypatch, fake, key):
    """The deployment serves this application, whose public key is `key`."""
    close_dispatcher()
    wiring.build_deployed_host.cache_clear()
    monkeypatch.setenv("DISCORD_PUBLIC_KEY", key)
    deployment.secret("discord", json.dumps({**fake.account(), "DISCORD_PUBLIC_KEY": key}))


def post(deployment, body, headers):
    """What is posted comes as an event of the function's address, and its answer is as Discord gets it."""
    event = deployment.event("discord_ping")
    event["headers"] |= {name.lower(): value for name, value in headers.items()}
    with own_loop():  # the platform may post in a thread of its own
        answer = web.handler({**event, "body": body.decode()}, deployment.context)
    return answer["statusCode"], read_body(answer)


def read_body(answer):
    return base64.b64decode(answer["body"]) if answer["isBase64Encoded"] else answer["body"].encode()


def hear(deployment, name):
    """The status and the answer to a recorded interaction."""
    answer = web.handler(deployment.event(name), deployment.context)
    return answer["statusCode"], read_body(answer)


def deliver(deployment):
    """The delivery is given what waits in the queue; what it has handled is taken away."""
    for message in deployment.errands():
        event = deployment.event("delivery_chat")
        event["Records"][0] |= {"body": message["Body"], "receiptHandle": message["ReceiptHandle"]}
        if not delivery.handler(event, deployment.context)["batchItemFailures"]:
            deployment.client("sqs").delete_message(QueueUrl=deployment.queue, ReceiptHandle=message["ReceiptHandle"])


def test_a_ping_is_answered_and_a_forged_interaction_is_not(deployment, discord):
    assert hear(deployment, "discord_ping") == (200, b'{"type":1}')
    assert hear(deployment, "discord_forged")[0] == 401
    assert [*deployment.table.every()] == [] and discord.calls == []


def test_a_command_is_answered_at_once_and_said_by_the_delivery(deployment, discord):
    status, body = hear(deployment, "discord_command")
    assert status == 200 and json.loads(body)["type"] == 4
    assert discord.calls == []  # nothing is sent before the answer
    deliver(deployment)
    board = discord.channels[CHANNEL].newest[-1]
    assert "1. Ann" in text_of(board).replace("\\", "") and find_button(board, "Join")
    assert find_button(board, "On the web")["url"].startswith("https://race.example/g/")


def test_what_comes_twice_opens_one_game(deployment, discord):
    for _ in range(2):
        assert hear(deployment, "discord_command")[0] == 200
    deliver(deployment)
    assert [item.sk for item in deployment.table.every()].count("session") == 1
    said = [text_of(each) for each in discord.channels[CHANNEL].newest]
    assert said and len(said) == len(set(said))


def test_a_tap_about_a_game_that_is_not_there_is_told_so(deployment, discord):
    status, body = hear(deployment, "discord_tap")
    assert status == 200 and json.loads(body)["data"]["flags"] & 64
    assert discord.calls == []


@pytest.mark.whole
def test_a_game_begins_by_taps(deployment, discord, monkeypatch):
    serve(deployment, monkeypatch, discord, discord.public_key)  # from here on this Discord signs by itself
    ann, bob = (Someone(discord, name) for name in ("Ann", "Bob"))
    channel = discord.channels[CHANNEL]
    ann.commands(channel, "new", game="ladder", turn="daily")
    deliver(deployment)
    bob.taps_label(channel, channel.newest[-1], "Join")
    ann.taps_label(channel, channel.newest[-1], "Begin")
    deliver(deployment)
    assert any(call[0] == "PATCH" for call in discord.calls)
    assert discord.direct(bob.id) or discord.direct(ann.id)  # who is asked is called
    assert [item for item in deployment.table.every() if item.sk.startswith(POST)] == []


def test_a_timer_says_at_once_what_was_left_unsaid(deployment, discord):
    hear(deployment, "discord_command")
    (game,) = (item.pk.removeprefix("game/") for item in deployment.table.every() if item.sk == "session")
    clock.handler({"game": game}, deployment.context)
    deliver(deployment)
    said = [text_of(each) for each in discord.channels[CHANNEL].newest]
    assert said and len(said) == len(set(said))


def test_a_pause_that_discord_asks_for_is_kept_by_the_queue(deployment, discord):
    hear(deployment, "discord_command")
    discord.faults = [Refused(429, 0, "slow down", retry_after=30.0, **{"global": True})]
    deliver(deployment)
    assert discord.channels[CHANNEL].newest == []
    assert [item for item in deployment.table.every() if item.sk.startswith(POST)]


def test_the_pages_function_knows_no_token(resources):
    """It answers strangers; with the public key it can check what is posted, and nothing else."""
    reading = [name for name in FUNCTIONS if any(on.endswith("/discord") for _, on in may(resources, name, "ssm"))]
    carrying = {name: resources[f"{name}Function"]["Properties"]["Layers"] for name in FUNCTIONS}
    assert reading == ["Clock", "Delivery"]
    assert all({"Ref": "ChatLayer"} in carrying[name] for name in reading)  # with the client that calls it
    assert {"Ref": "PushLayer"} in carrying["Web"]  # with which signatures are checked
    told = cloud.template()["Globals"]["Function"]["Environment"]["Variables"]
    assert told["DISCORD_PUBLIC_KEY"] == {"Ref": "DiscordKey"}
    assert cloud.template()["Parameters"]["DiscordKey"]["Default"] == ""


LOADS = """
import sys
from host.core.extras import import_target
from host.doors.registry import list_pushed_doors
for door, cloud in list_pushed_doors():
    for target in [cloud.account, *door.hears.values()] if cloud.account else []:
        import_target(target)
print(*({"httpx", "telegram"} & {*sys.modules}))
"""


def test_the_pages_function_needs_no_client_of_a_chat_to_answer_what_is_posted():
    """Its layers have none."""
    run = subprocess.run([sys.executable, "-c", LOADS], capture_output=True, text=True, check=True, cwd=cloud.ROOT)
    assert run.stdout.strip() == ""


def test_all_who_send_keep_together_within_what_discord_allows(resources):
    senders = sum(cloud.reserved(resources[f"{name}Function"]["Properties"]) for name in ("Clock", "Delivery"))
    one = split_limits(DISCORD_LIMITS, function.SENDERS)
    assert senders == function.SENDERS
    assert one.in_all and senders * one.in_all / one.window <= DISCORD_LIMITS.in_all <= 50


@pytest.mark.parametrize("text", ["", "{}", "[]", "not JSON", '{"DISCORD_BOT_TOKEN": "secret.token.of.the.bot"}'])
def test_an_account_that_is_not_stored_well_is_named_with_what_to_do(text):
    with pytest.raises(UnfitSetting, match="DISCORD_") as caught:
        function.parse_stored_account(text)
    assert "secret.token" not in str(caught.value)


def test_a_release_switches_it_on_by_what_is_stored(discord):
    kept = {"DISCORD_APP_ID": discord.app, "DISCORD_PUBLIC_KEY": "AB" * 32, "DISCORD_BOT_TOKEN": discord.token}
    assert deployed.build_discord_values(json.dumps(kept)) == {"DiscordKey": "ab" * 32}
    assert deployed.build_discord_values("") == {"DiscordKey": ""}


def test_a_release_registers_commands_and_address(deployment, discord, monkeypatch):
    serve(deployment, monkeypatch, discord, discord.public_key)
    kept = deployment.client("ssm").get_parameter(Name="/rtab/discord", WithDecryption=True)["Parameter"]["Value"]
    assert f"client_id={discord.app}" in deployed.register_release(kept, "https://page.example/")
    assert discord.endpoint == "https://page.example/discord/interactions" and discord.commands


@pytest.mark.usefixtures("discord")
def test_a_release_says_what_discord_does_not_take(deployment):
    """Its key is not the one with which this application signs."""
    kept = deployment.client("ssm").get_parameter(Name="/rtab/discord", WithDecryption=True)["Parameter"]["Value"]
    with pytest.raises(UnfitSetting, match="rtab discord setup --aws"):
        deployed.register_release(kept, "https://page.example/")


def test_the_operator_sets_it_up_and_looks_at_it_where_it_is_deployed(
    deployment, discord, monkeypatch, tmp_path, capsys
):
    monkeypatch.chdir(tmp_path)
    assert command.main(["doctor", "--aws"]) == 1
    assert "samconfig.toml" in capsys.readouterr().err
    save_site(tmp_path, DeploymentSite("eu-central-1", "rtab"))
    monkeypatch.setattr(AwsAccount, "read_outputs", lambda _: {"Web": "https://page.example/"})
    serve(deployment, monkeypatch, discord, discord.public_key)
    assert command.main(["doctor", "--aws"]) == 1
    assert "rtab discord setup" in capsys.readouterr().out
    assert command.main(["setup", "--aws"]) == 0
    assert discord.endpoint == "https://page.example/discord/interactions"
    assert command.main(["doctor", "--aws"]) == 0
    discord.endpoint = "https://other.example/discord/interactions"
    assert command.main(["doctor", "--aws"]) == 1
    deployment.client("ssm").delete_parameter(Name="/rtab/discord")
    assert command.main(["doctor", "--aws"]) == 1
    assert "/rtab/discord" in capsys.readouterr().err


def test_where_it_is_switched_off_its_path_is_not_there_and_what_waits_is_no_trouble(deployment, discord, monkeypatch):
    store, now = Store(deployment.table), time.time()
    for waited in (LONGEST_AWAY + 60, 1000):
        moment = now - waited
        store.queue_posts([Post(PLACE, "", int(moment * 1000), [Told("Hello.", {})])], moment)
    serve(deployment, monkeypatch, discord, "")
    assert hear(deployment, "discord_ping")[0] == 404
    clock.handler(deployment.event("clock_sweep"), deployment.context)
    assert deployment.errands() == []
    kept = sorted(item.sk.partition("/")[0] for item in deployment.table.query(f"chat:{PLACE}"))
    assert kept == ["aside", "post"]
