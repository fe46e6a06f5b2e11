"""The rights of a deployer (docs/deployer-policy.json) cover what the template makes and what the commands call."""

import ast
import fnmatch
import json

import pytest

from tests.fakes import cloud

POLICY = json.loads((cloud.ROOT / "docs/deployer-policy.json").read_text("utf-8"))
ALLOWED = [action for statement in POLICY["Statement"] for action in statement["Action"]]
COMMANDS = cloud.ROOT / "layers/host/doors/command/operate/deploy/account.py"
SERVICES = {"Serverless": "lambda"}  # where a type's own word is not how its actions begin
NO_ACTIONS = {"get_waiter", "get_paginator", "close"}  # these call others
EVENTS = {"Schedule": "events", "ScheduleV2": "scheduler", "SQS": "lambda"}


def allowed(action):
    return any(fnmatch.fnmatchcase(action, pattern) for pattern in ALLOWED)


def called():
    """What is called of a client of AWS, as its actions are written."""
    nodes = list(ast.walk(ast.parse(COMMANDS.read_text("utf-8"))))
    calls = [node.func for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    of_clients = [
        each for each in calls if ast.unparse(each.value) == "client" or "self.client(" in ast.unparse(each.value)
    ]
    words = {each.attr for each in of_clients} - NO_ACTIONS
    words |= {"list_schedules"} if any("list_schedules" in ast.unparse(node) for node in nodes[:1]) else set()
    return sorted("".join(part.title() for part in word.split("_")) for word in words)


def test_there_are_calls_to_look_at():
    assert {"DescribeStacks", "DeleteStack", "PutParameter", "ListSchedules", "DeleteTable"} <= set(called())


@pytest.mark.parametrize("action", called())
def test_every_call_of_the_commands_is_allowed(action):
    services = {each.partition(":")[0] for each in ALLOWED}
    assert any(allowed(f"{service}:{action}") for service in services)


def test_every_kind_of_thing_in_the_template_may_be_made():
    resources = cloud.template()["Resources"].values()
    kinds = {each["Type"].split("::")[1] for each in resources}
    wanted = {SERVICES.get(kind, kind.lower()) for kind in kinds}
    events = [event for each in resources for event in each["Properties"].get("Events", {}).values()]
    wanted |= {EVENTS[event["Type"]] for event in events} | {"codedeploy", "cloudformation", "s3", "iam"}
    assert wanted <= {each.partition(":")[0] for each in ALLOWED}


def test_nothing_of_others_may_be_changed():
    """Where anything may be touched, it is looked at, or is of a kind that has no names to hold to."""
    for statement in POLICY["Statement"]:
        if statement["Resource"] == "*":
            assert statement["Sid"] in ("WhoAmI", "FunctionsOfAll", "TimersOfAll", "LogsOfAll", "Alarms")
            assert not any(action.endswith(":*") for action in statement["Action"])
        else:
            assert all(
                "STACK" in each or "aws-sam-cli" in each or "ACCOUNT" not in each or each.endswith(":*")
                for each in statement["Resource"]
            )


def test_it_fits_into_a_managed_policy_and_into_no_inline_one():
    """AWS counts what is not white space: 6,144 signs of a managed policy, 2,048 of all inline ones of a user."""
    assert 2048 < len("".join(json.dumps(POLICY).split())) <= 6144
