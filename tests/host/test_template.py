"""What no emulator checks, read from the template after its transform."""

import json

import pytest

from functions.soundcheck import app as soundcheck
from host.aws import chat, delivery
from host.pace import Limits
from tests.fakes import cloud

FUNCTIONS = ("Telegram", "Web", "Clock", "Delivery", "Reddit")


@pytest.fixture(scope="module")
def resources():
    return cloud.template()["Resources"]


def policies(resources, role):
    found = resources[role]["Properties"]["Policies"]
    return [statement for policy in found for statement in policy["PolicyDocument"]["Statement"]]


def listed(value):
    return value if isinstance(value, list) else [value]


def test_what_is_kept_is_kept_for_good(resources):
    table = resources["Table"]
    assert (table["DeletionPolicy"], table["UpdateReplacePolicy"]) == ("Retain", "Retain")
    properties = table["Properties"]
    assert properties["DeletionProtectionEnabled"] is True
    assert properties["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert properties["TimeToLiveSpecification"] == {"AttributeName": "until", "Enabled": True}
    assert properties["SSESpecification"] == {"SSEEnabled": True}
    assert properties["BillingMode"] == "PAY_PER_REQUEST"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_has_a_role_a_log_and_an_alarm_of_its_own(resources, name):
    properties = resources[f"{name}Function"]["Properties"]
    assert properties["Role"] == {"Fn::GetAtt": [f"{name}Role", "Arn"]}
    assert cloud.reserved(properties) <= 20
    assert resources[f"{name}Log"]["Properties"]["RetentionInDays"] == 30
    assert resources[f"{name}Errors"]["Properties"]["AlarmActions"] == [{"Ref": "Alarms"}]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_one_error_in_the_log_of_a_function_is_enough_for_its_alarm(resources, name):
    """A function may answer well and be in trouble, so that Lambda's own count of errors knows nothing of it."""
    trouble, alarm = (resources[f"{name}{each}"]["Properties"] for each in ("Trouble", "Errors"))
    assert trouble["LogGroupName"] == {"Ref": f"{name}Log"}
    assert (
        trouble["FilterPattern"]
        == '{ $.level = "ERROR" || ($.type = "platform.report" && $.record.status != "success") }'
    )
    (measured,) = trouble["MetricTransformations"]
    assert (measured["MetricValue"], measured["DefaultValue"]) == ("1", 0)
    assert (measured["MetricNamespace"], measured["MetricName"]) == (alarm["Namespace"], alarm["MetricName"])
    assert alarm["MetricName"] == f"{name}Errors"
    assert (alarm["Statistic"], alarm["Period"], alarm["EvaluationPeriods"], alarm["Threshold"]) == ("Sum", 60, 1, 1)
    assert alarm["TreatMissingData"] == "notBreaching"


def test_whoever_speaks_is_watched_for_what_it_sets_aside(resources):
    """All but the web table speak."""
    filters = [each["Properties"] for each in resources.values() if each["Type"] == "AWS::Logs::MetricFilter"]
    aside = [each for each in filters if "set aside" in each["FilterPattern"]]
    assert [each["LogGroupName"] for each in aside] == [{"Ref": f"{name}Log"} for name in FUNCTIONS if name != "Web"]
    assert {each["FilterPattern"] for each in aside} == {'{ $.message = "a message is set aside" }'}
    alarm = resources["SetAsideAlarm"]["Properties"]
    for each in aside:
        (measured,) = each["MetricTransformations"]
        assert (measured["MetricNamespace"], measured["MetricName"]) == (alarm["Namespace"], alarm["MetricName"])


@pytest.mark.parametrize("role", [*[f"{name}Role" for name in FUNCTIONS], "SoundcheckRole", "TimerRole"])
def test_no_role_has_a_wildcard(resources, role):
    for statement in policies(resources, role):
        actions = listed(statement["Action"])
        assert not [action for action in actions if "*" in action]
        for resource in listed(statement["Resource"]):
            if resource == "*":  # traces belong to no resource
                assert all(action.startswith("xray:") for action in actions)
            elif "*" in json.dumps(resource):
                assert all(action.startswith("scheduler:") for action in actions)
                assert resource["Fn::Sub"].endswith("schedule/default/${AWS::StackName}-game-*")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_only_the_scheduler_is_handed_the_timers_role(resources, name):
    (statement,) = [each for each in policies(resources, f"{name}Role") if each["Action"] == "iam:PassRole"]
    assert statement["Resource"] == {"Fn::GetAtt": ["TimerRole", "Arn"]}
    assert statement["Condition"] == {"StringEquals": {"iam:PassedToService": "scheduler.amazonaws.com"}}


def test_a_release_reaches_players_by_and_by_and_is_taken_back_when_functions_fail():
    found = cloud.template()["Globals"]["Function"]
    assert found["AutoPublishAlias"] == "live"
    alarms = [{"Ref": f"{name}Errors"} for name in FUNCTIONS]
    assert found["DeploymentPreference"]["Alarms"] == {"Fn::If": ["Gradual", alarms, []]}
    assert cloud.template()["Parameters"]["Rollout"]["Default"].startswith("Canary")


def test_before_it_reaches_anybody_each_function_is_called_once(resources):
    """With little traffic hardly any of a tenth of the calls would come in five minutes."""
    assert cloud.template()["Globals"]["Function"]["DeploymentPreference"]["Hooks"] == {
        "PreTraffic": {"Fn::If": ["Shut", {"Ref": "AWS::NoValue"}, {"Ref": "SoundcheckFunction"}]}
    }
    hook = resources["SoundcheckFunction"]["Properties"]
    assert hook["FunctionName"]["Fn::Sub"].startswith("CodeDeployHook_")  # or CodeDeploy may not call it
    deployed = json.loads(hook["Environment"]["Variables"]["RTAB_DEPLOYED"]["Fn::Sub"])
    assert deployed == {
        f"${{{name}FunctionDeploymentGroup}}": f"${{AWS::StackName}}-{name.lower()}" for name in FUNCTIONS
    }
    assert {*soundcheck.EVENTS} == {name.lower() for name in FUNCTIONS}
    call, judge, _ = policies(resources, "SoundcheckRole")
    assert [each["Fn::Sub"].partition(":function:")[2] for each in call["Resource"]] == [*deployed.values()]
    assert [each["Fn::Sub"].rpartition("/")[2] for each in judge["Resource"]] == [*deployed]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_release_of_what_is_in_the_layers_alone_publishes_every_function(resources, name):
    properties = resources[f"{name}Function"]["Properties"]
    assert properties["AutoPublishCodeSha256"] == {"Ref": "Release"}
    assert {"Ref": "HostLayer"} in properties["Layers"]


def test_an_alarm_reaches_its_topic_and_from_there_the_owner(resources):
    assert "KmsMasterKeyId" not in resources["Alarms"]["Properties"]  # alarms may not use the key that AWS manages
    assert resources["AlarmsByMail"]["Properties"]["TopicArn"] == {"Ref": "Alarms"}
    alarms = [each["Properties"] for each in resources.values() if each["Type"] == "AWS::CloudWatch::Alarm"]
    assert [each["AlarmActions"] for each in alarms] == [[{"Ref": "Alarms"}]] * len(alarms)
    watched = {each["MetricName"] for each in alarms}
    assert watched >= {"SetAside", "Throttles", "OutboxAge", "DeadlineAge", "ApproximateNumberOfMessagesVisible"}


def test_the_owner_is_warned_before_and_when_a_month_costs_too_much(resources):
    budget = resources["Budget"]["Properties"]
    assert "CostFilters" not in budget["Budget"]  # costs have no tags until somebody activates them
    warned = [(each["Notification"]["NotificationType"]) for each in budget["NotificationsWithSubscribers"]]
    assert warned == ["FORECASTED", "ACTUAL"]


def test_behind_shut_doors_nothing_runs(resources):
    assert cloud.template()["Parameters"]["Doors"]["Default"] == "open"
    assert cloud.template()["Conditions"]["Shut"] == {"Fn::Equals": [{"Ref": "Doors"}, "shut"]}
    functions = [each["Properties"] for each in resources.values() if each["Type"].endswith("Serverless::Function")]
    assert [each["ReservedConcurrentExecutions"]["Fn::If"][:2] for each in functions] == [["Shut", 0]] * len(FUNCTIONS)


def test_everything_that_runs_is_traced_if_wanted_and_shown_on_one_page(resources):
    every = cloud.template()["Globals"]["Function"]
    assert every["Tracing"] == every["Environment"]["Variables"]["RTAB_TRACING"] == {"Ref": "Tracing"}
    assert every["Architectures"] == [{"Ref": "Architecture"}]
    assert cloud.template()["Parameters"]["Architecture"]["Default"] == "arm64"
    widgets = json.loads(resources["Dashboard"]["Properties"]["DashboardBody"]["Fn::Sub"])["widgets"]
    assert all(widget["properties"]["title"] and widget["properties"]["metrics"] for widget in widgets)
    shown = json.dumps(widgets)
    assert all(f"${{AWS::StackName}}-{name.lower()}" in shown for name in FUNCTIONS)


def test_the_queue_is_patient_enough(resources):
    queue = resources["Errands"]["Properties"]
    timeout = cloud.template()["Globals"]["Function"]["Timeout"]
    assert timeout <= 25
    assert queue["VisibilityTimeout"] == 6 * timeout
    assert queue["RedrivePolicy"]["maxReceiveCount"] == 2 * delivery.MOST_TIMES  # as often for those that fail
    assert queue["QueueName"]["Fn::Sub"].endswith(".fifo")
    assert resources["DeadErrands"]["Properties"]["QueueName"]["Fn::Sub"].endswith(".fifo")
    errand = resources["DeliveryFunction"]["Properties"]["Events"]["Errand"]["Properties"]
    assert (errand["BatchSize"], errand["FunctionResponseTypes"]) == (1, ["ReportBatchItemFailures"])


def test_all_who_speak_at_once_keep_together_within_what_a_bot_may(resources):
    functions = [resources[f"{name}Function"]["Properties"] for name in FUNCTIONS]
    speakers = [each for each in functions if {"Ref": "ChatLayer"} in each["Layers"]]
    assert sum(cloud.reserved(each) for each in speakers) == chat.SPEAKERS
    assert chat.SPEAKERS * chat.share().in_all / chat.share().window <= Limits().in_all


@pytest.mark.parametrize("name", ["Clock", "Delivery", "Reddit"])
def test_whoever_looks_at_clocks_may_look_for_every_game_after_a_silence(resources, name):
    assert {"Fn::Sub": "${Table.Arn}/index/shelves"} in [
        each["Resource"] for each in policies(resources, f"{name}Role")
    ]


def test_no_secret_is_in_the_template():
    text = (cloud.ROOT / "template.yaml").read_text("utf-8")
    assert "resolve:ssm" not in text
    assert not [name for name in cloud.template()["Parameters"] if "token" in name.lower() or "secret" in name.lower()]


def test_every_event_is_one_that_a_test_uses():
    tests = [*(cloud.ROOT / "tests/aws").glob("test_*.py"), *(cloud.ROOT / "tests/host/in_lambda").glob("test_*.py")]
    used = "".join(path.read_text("utf-8") for path in tests)
    assert [path.name for path in (cloud.ROOT / "events").iterdir() if f'"{path.stem}"' not in used] == []


def test_the_pages_are_told_whether_reddit_is_looked_at(resources):
    told = [
        resources[f"{name}Function"]["Properties"]["Environment"]["Variables"]["RTAB_REDDIT"]
        for name in ("Web", "Clock")
    ]
    look = resources["RedditFunction"]["Properties"]["Events"]["Look"]["Properties"]
    assert [*told, look["State"]] == [{"Ref": "Reddit"}] * 3


def test_reddit_is_looked_at_once_a_minute_by_one_function_at_a_time_and_only_if_wanted(resources):
    assert cloud.template()["Parameters"]["Reddit"]["Default"] == "DISABLED"
    function = resources["RedditFunction"]["Properties"]
    assert cloud.reserved(function) == 1
    look = function["Events"]["Look"]["Properties"]
    assert (look["ScheduleExpression"], look["State"]) == ("rate(1 minute)", {"Ref": "Reddit"})
