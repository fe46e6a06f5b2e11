"""The way into AWS and out of it again, as `make deploy` and `make destroy` go it."""

import pytest

from engine.rulesets import RULESETS
from tests.aws.conftest import PATIENCE
from tests.fakes import cloud
from tests.fakes.stack import BUILT, NAME, Operator
from tests.fakes.telegram import BotApi, RealClock

pytestmark = [pytest.mark.aws, pytest.mark.slow, pytest.mark.xdist_group("stack")]
SECOND = "second"
SECRETS = ("telegram-token", "webhook-secret")


def kept(stack, name=NAME):
    """The secrets of a deployment: by name, what they are, of which kind, and how often they have been set."""
    client = stack.client("ssm")
    found = client.get_parameters(Names=[f"/{name}/{each}" for each in SECRETS], WithDecryption=True)["Parameters"]
    return {each["Name"].rpartition("/")[2]: (each["Value"], each["Type"], each["Version"]) for each in found}


def as_it_is(stack):
    """All that a deployment could change."""
    (described,) = stack.client("cloudformation").describe_stacks(StackName=NAME)["Stacks"]
    versions = {
        name: [
            each["Version"] for each in stack.client("lambda").list_versions_by_function(FunctionName=name)["Versions"]
        ]
        for name in (f"{NAME}-telegram", f"{NAME}-web")
    }
    hook = stack.api.world.webhook
    return described.get("LastUpdatedTime"), described["Parameters"], versions, kept(stack), hook.url, hook.secret


def test_the_secrets_are_kept_as_secrets_and_stand_nowhere_else(stack):
    secrets = kept(stack)
    assert {kind for _, kind, _ in secrets.values()} == {"SecureString"}
    assert secrets["telegram-token"][0] == stack.api.token
    assert len(stack.secret) > 40
    template = stack.client("cloudformation").get_template(StackName=NAME)["TemplateBody"]
    functions = stack.client("lambda").list_functions()["Functions"]
    told = [each.get("Environment", {}) for each in functions]
    files = [path.read_text("utf-8") for path in stack.operator.folder.glob("*.toml")]
    for secret, *_ in secrets.values():
        assert secret not in f"{template} {told} {files} {stack.logs()}"


def test_the_bot_is_connected_and_its_commands_are_those_of_this_release(stack):
    hook = stack.api.world.webhook
    assert (hook.url, hook.secret, hook.connections) == (stack.reach("Webhook"), stack.secret, 20)
    assert any(
        command["command"] == "newgame" for each in stack.api.world.profile.commands.values() for command in each
    )


def test_a_second_deployment_changes_nothing_and_asks_nothing(stack, capfd):
    asked, before = len(stack.operator.asked), as_it_is(stack)
    assert stack.operator.deploy() == 0
    assert (len(stack.operator.asked), as_it_is(stack)) == (asked, before)
    said = capfd.readouterr().out
    assert "@race_test_bot is well: https://t.me/race_test_bot" in said
    assert stack.outputs["Web"] in said
    assert "A month should cost" in said


@pytest.mark.usefixtures("idlers")
def test_nothing_is_deployed_that_open_games_would_not_survive(stack, capfd, monkeypatch):
    before = as_it_is(stack)
    with monkeypatch.context() as patch:
        patch.delitem(RULESETS, "season7")
        assert stack.operator.deploy() == 1
    said = capfd.readouterr()
    assert "Nothing has changed in AWS." in said.err
    assert "There is no game of that name" in said.out
    assert as_it_is(stack) == before


def test_another_secret_is_the_one_that_telegram_and_the_functions_know(stack):
    before = stack.secret
    assert stack.operator.deploy("--new", "secret") == 0
    assert stack.secret not in ("", before)
    assert stack.api.world.webhook.secret == stack.secret
    for function in (
        "telegram",
        "delivery",
    ):  # the emulator publishes nothing; AWS does, for the fingerprint is another
        stack.client("lambda").update_function_configuration(FunctionName=f"{NAME}-{function}", Timeout=25)


@pytest.fixture
def second(stack, tmp_path):
    """Somebody else with a bot of their own, who deploys under another name."""
    with BotApi(clock=RealClock(), limits=None, username="second_bot") as api:
        yield Operator(tmp_path, stack.url, api, lambda _folder: BUILT / "emulated.yaml")


def timer(stack):
    clock, role = (
        "arn:aws:lambda:eu-central-1:000000000000:function:second-clock:live",
        "arn:aws:iam::000000000000:role/t",
    )
    stack.client("scheduler").create_schedule(
        Name=f"{SECOND}-game-0",
        ScheduleExpression="at(2099-01-01T00:00:00)",
        FlexibleTimeWindow={"Mode": "OFF"},
        Target={"Arn": clock, "RoleArn": role},
    )


def test_a_deployment_from_the_first_slip_to_its_end(stack, second, capfd):
    second.answers = ["eu-central-1", SECOND, "", "", "77:wrong-one"]
    assert second.deploy() == 1
    assert "Telegram does not know this token" in (said := capfd.readouterr()).err
    assert "make deploy NEW=token" in said.err
    assert "wrong-one" not in said.out + said.err
    assert kept(stack, SECOND) == {}

    second.answers, second.asked = [second.api.token], []
    assert second.deploy() == 0
    assert len(second.asked) == 1  # the rest is remembered
    table = next(line for line in capfd.readouterr().out.splitlines() if "is kept in the table" in line).split()[-1][
        :-1
    ]
    ann = second.api.user("Ann")
    ann.writes("/start")
    second.api.wait_for(lambda: ann.messages, PATIENCE)

    second.answers = ["secnod"]
    assert second.destroy("--table") == 1
    assert "That was not it. Nothing has changed." in capfd.readouterr().err
    assert second.api.world.webhook is not None

    timer(stack)
    assert second.destroy() == 0
    assert f"still kept in the table {table}" in capfd.readouterr().out
    assert second.api.world.webhook is None
    assert kept(stack, SECOND) == {}
    schedules = stack.client("scheduler").list_schedules()["Schedules"]
    assert [each["Name"] for each in schedules if each["Name"].startswith(SECOND)] == []
    assert table in cloud.tables(stack.client("dynamodb"))
    assert stack.outputs  # and nobody else's is touched
