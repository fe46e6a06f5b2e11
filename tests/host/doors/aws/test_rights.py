"""Who may do what in AWS: no wildcard, no scan, each function its own log, timers and errands to those they wake."""

import json

import pytest

from tests.fakes import cloud
from tests.host.doors.aws.template_parts import ALL, FUNCTIONS, listed, may, policies, text


def at(name):
    """The address of a resource of the template."""
    return json.dumps({"Fn::GetAtt": [name, "Arn"]})


@pytest.mark.parametrize("role", [*[f"{name}Role" for name in FUNCTIONS], "SoundcheckRole", "TimerRole"])
def test_no_role_has_a_wildcard(resources, role):
    for statement in policies(resources, role):
        assert statement["Effect"] == "Allow"
        actions = listed(statement["Action"])
        assert not [action for action in actions if "*" in action]
        for resource in listed(statement["Resource"]):
            if resource == "*":  # traces belong to no resource
                assert all(action.startswith("xray:") for action in actions)
            elif "*" in json.dumps(resource):
                assert all(action.startswith("scheduler:") for action in actions)
                assert resource["Fn::Sub"].endswith("schedule/default/${AWS::StackName}-game-*")


@pytest.mark.parametrize("name", ALL)
def test_a_function_may_write_its_own_log(resources, name):
    log = at(f"{name}Log")
    assert may(resources, name, "logs") == [("logs:CreateLogStream", log), ("logs:PutLogEvents", log)]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_may_tell_x_ray_where_somebody_traces_and_nowhere_else(resources, name):
    given = [each for each in resources[f"{name}Role"]["Properties"]["Policies"] if "xray" in json.dumps(each)]
    assert [(each["Fn::If"][0], each["Fn::If"][2]) for each in given] == [("Traced", {"Ref": "AWS::NoValue"})]
    assert cloud.template()["Conditions"]["Traced"] == {"Fn::Equals": [{"Ref": "Tracing"}, "Active"]}
    assert may(resources, name, "xray") == [("xray:PutTelemetryRecords", "*"), ("xray:PutTraceSegments", "*")]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_queue_is_emptied_for_the_delivery_alone(resources, name):
    taking = ["ChangeMessageVisibility", "DeleteMessage", "GetQueueAttributes", "ReceiveMessage"]
    found = [*taking, "SendMessage"] if name == "Delivery" else ["SendMessage"]
    assert may(resources, name, "sqs") == [(f"sqs:{each}", at("Errands")) for each in found]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_nobody_may_scan_what_is_kept_and_only_those_whom_time_wakes_may_ask_the_index(resources, name):
    items = ["BatchGetItem", "DeleteItem", "GetItem", "PutItem", "Query", "UpdateItem"]
    index = [("dynamodb:Query", "${Table.Arn}/index/shelves")] if name in ("Clock", "Reddit") else []
    assert may(resources, name, "dynamodb") == sorted([*((f"dynamodb:{each}", at("Table")) for each in items), *index])


def test_timers_may_call_whomever_they_wake_and_nobody_else(resources):
    woken = {}
    for name in FUNCTIONS:
        for each in resources[f"{name}Function"]["Properties"].get("Events", {}).values():
            if each["Type"] == "ScheduleV2":
                woken[name] = each["Properties"]["RoleArn"]
    assert [*woken.items()] == [(name, {"Fn::GetAtt": ["TimerRole", "Arn"]}) for name in ("Clock", "Reddit")]
    aliases = [text(resources[f"{name}Function"]["Properties"]["FunctionName"]) for name in woken]
    found = may(resources, "Timer", "lambda")
    here = "arn:${AWS::Partition}:lambda:${AWS::Region}:${AWS::AccountId}:function:"
    assert found == [("lambda:InvokeFunction", f"{here}{alias}:live") for alias in aliases]
    told = cloud.template()["Globals"]["Function"]["Environment"]["Variables"]
    assert (told["RTAB_CLOCK_ROLE"], text(told["RTAB_CLOCK"])) == (woken["Clock"], found[0][1])


@pytest.mark.parametrize("name", [*ALL, "Timer"])
def test_a_role_is_for_one_service_of_aws(resources, name):
    (trusted,) = resources[f"{name}Role"]["Properties"]["AssumeRolePolicyDocument"]["Statement"]
    service = "scheduler" if name == "Timer" else "lambda"
    assert (trusted["Effect"], trusted["Action"]) == ("Allow", "sts:AssumeRole")
    assert trusted["Principal"] == {"Service": f"{service}.amazonaws.com"}
    ours = {"StringEquals": {"aws:SourceAccount": {"Ref": "AWS::AccountId"}}}
    assert trusted.get("Condition") == (ours if name == "Timer" else None)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_only_the_scheduler_is_handed_the_timers_role(resources, name):
    (statement,) = [each for each in policies(resources, f"{name}Role") if each["Action"] == "iam:PassRole"]
    assert statement["Resource"] == {"Fn::GetAtt": ["TimerRole", "Arn"]}
    assert statement["Condition"] == {"StringEquals": {"iam:PassedToService": "scheduler.amazonaws.com"}}
