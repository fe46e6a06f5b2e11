"""What no emulator checks, read from the template; tests/aws/test_translated.py sees that its transform keeps it."""

import json

import pytest

from functions.soundcheck import app as soundcheck
from host.doors.aws import delivery
from host.doors.command.operate.deploy.site import DeploymentSite
from host.doors.telegram import function as chat
from host.doors.telegram.calls.connection import TELEGRAM_LIMITS
from tests.fakes import cloud
from tests.host.doors.aws.template_parts import ALL, FUNCTIONS, may, policies, text

PROJECT = [{"Key": "project", "Value": "race-to-a-billion"}]
AT_LEAST, MORE_THAN = "GreaterThanOrEqualToThreshold", "GreaterThanThreshold"
BY_STACK = [{"Name": "service", "Value": {"Ref": "AWS::StackName"}}]


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
def test_a_function_has_a_role_of_its_own(resources, name):
    properties = resources[f"{name}Function"]["Properties"]
    assert properties["Role"] == {"Fn::GetAtt": [f"{name}Role", "Arn"]}
    assert cloud.reserved(properties) <= 20


@pytest.mark.parametrize("name", ALL)
def test_a_log_is_that_of_its_function_and_kept_for_thirty_days(resources, name):
    log, function = (resources[f"{name}{each}"]["Properties"] for each in ("Log", "Function"))
    assert log == {"LogGroupName": {"Fn::Sub": f"/aws/lambda/{text(function['FunctionName'])}"}, "RetentionInDays": 30}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_one_error_in_the_log_of_a_function_is_enough_for_the_alarm(resources, name):
    """A function may answer well and be in trouble, so that Lambda's own count of errors knows nothing of it."""
    trouble, alarm = resources[f"{name}Trouble"]["Properties"], resources["ErrorsAlarm"]["Properties"]
    assert trouble["LogGroupName"] == {"Ref": f"{name}Log"}
    assert (
        trouble["FilterPattern"]
        == '{ $.level = "ERROR" || ($.type = "platform.report" && $.record.status != "success") }'
    )
    (measured,) = trouble["MetricTransformations"]
    assert (measured["MetricValue"], measured["DefaultValue"]) == ("1", 0)
    assert (measured["MetricNamespace"], measured["MetricName"]) == (alarm["Namespace"], alarm["MetricName"])
    assert (alarm["Statistic"], alarm["Period"], alarm["EvaluationPeriods"]) == ("Sum", 60, 1)
    assert (alarm["ComparisonOperator"], alarm["Threshold"]) == (AT_LEAST, 1)
    assert alarm["TreatMissingData"] == "notBreaching"


def test_the_dashboard_shows_the_last_errors_of_every_log(resources):
    """The alarm does not say which function it was."""
    body = resources["Dashboard"]["Properties"]["DashboardBody"]["Fn::Sub"]
    (shown,) = [each for each in json.loads(body)["widgets"] if each["type"] == "log"]
    sources, _, wanted = shown["properties"]["query"].partition(" | fields ")
    assert sources.split(" | ") == [f"SOURCE '${{{name}Log}}'" for name in FUNCTIONS]
    assert "level = 'ERROR' or (type = 'platform.report' and record.status != 'success')" in wanted


# What the emulator of tests/aws/test_roles.py asks nobody's leave for, so that nobody would miss it there.


def test_a_release_reaches_players_by_and_by_and_is_taken_back_when_functions_fail():
    found = cloud.template()["Globals"]["Function"]
    assert found["AutoPublishAlias"] == "live"
    assert found["DeploymentPreference"]["Alarms"] == {"Fn::If": ["Gradual", [{"Ref": "ErrorsAlarm"}], []]}
    assert cloud.template()["Parameters"]["Rollout"]["Default"].startswith("Canary")


def test_before_it_reaches_anybody_each_function_is_called_once(resources):
    """With little traffic hardly any of a tenth of the calls would come in five minutes."""
    assert cloud.template()["Globals"]["Function"]["DeploymentPreference"]["Hooks"] == {
        "PreTraffic": {"Fn::If": ["Shut", {"Ref": "AWS::NoValue"}, {"Ref": "SoundcheckFunction"}]}
    }
    hook = resources["SoundcheckFunction"]["Properties"]
    assert (hook["Code"], hook["Handler"]) == ("functions/soundcheck", "app.handler")
    assert hook["Role"] == {"Fn::GetAtt": ["SoundcheckRole", "Arn"]}
    assert hook["FunctionName"]["Fn::Sub"].startswith("CodeDeployHook_")  # or CodeDeploy may not call it
    deployed = json.loads(hook["Environment"]["Variables"]["RTAB_DEPLOYED"]["Fn::Sub"])
    assert deployed == {
        f"${{{name}FunctionDeploymentGroup}}": f"${{AWS::StackName}}-{name.lower()}" for name in FUNCTIONS
    }
    assert {*soundcheck.EVENTS} == {name.lower() for name in FUNCTIONS}
    call, judge, _ = policies(resources, "SoundcheckRole")
    assert call["Action"] == "lambda:InvokeFunction"
    assert judge["Action"] == ["codedeploy:GetDeployment", "codedeploy:PutLifecycleEventHookExecutionStatus"]
    assert [each["Fn::Sub"].partition(":function:")[2] for each in call["Resource"]] == [*deployed.values()]
    assert [each["Fn::Sub"].rpartition("/")[2] for each in judge["Resource"]] == [*deployed]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_release_of_what_is_in_the_layers_alone_publishes_every_function(resources, name):
    properties = resources[f"{name}Function"]["Properties"]
    assert properties["AutoPublishCodeSha256"] == {"Ref": "Release"}
    assert {"Ref": "HostLayer"} in properties["Layers"]


def test_an_alarm_reaches_its_topic_and_from_there_the_owner(resources):
    assert "KmsMasterKeyId" not in resources["Alarms"]["Properties"]  # alarms may not use the key that AWS manages
    by_mail = {"TopicArn": {"Ref": "Alarms"}, "Protocol": "email", "Endpoint": {"Ref": "AlarmMail"}}
    assert resources["AlarmsByMail"]["Properties"] == by_mail
    alarms = [each["Properties"] for each in resources.values() if each["Type"] == "AWS::CloudWatch::Alarm"]
    for when in ("AlarmActions", "OKActions"):  # and when it is over
        assert [each[when] for each in alarms] == [[{"Ref": "Alarms"}]] * len(alarms)


OF_THE_QUEUE = [{"Name": "QueueName", "Value": {"Fn::GetAtt": ["DeadErrands", "QueueName"]}}]
OF_LOGS = {"Fn::Sub": "RaceToABillion/${AWS::StackName}"}
WATCHED = {
    "DeadErrands": ("AWS/SQS", "ApproximateNumberOfMessagesVisible", OF_THE_QUEUE, "Maximum", AT_LEAST, 1, 300),
    "Errors": (OF_LOGS, "rtab_errors", None, "Sum", AT_LEAST, 1, 60),
    "Outbox": ("RaceToABillion", "rtab_outbox_age_seconds", BY_STACK, "Maximum", MORE_THAN, 300, 3 * 60),
    "Deadlines": ("RaceToABillion", "rtab_deadline_age_seconds", BY_STACK, "Maximum", MORE_THAN, 120, 5 * 60),
}


@pytest.mark.parametrize("name", WATCHED)
def test_an_alarm_is_raised_by_what_docs_operations_says(resources, name):
    alarm = resources[f"{name}Alarm"]["Properties"]
    of = (alarm["Namespace"], alarm["MetricName"], alarm.get("Dimensions"), alarm["Statistic"])
    lasts = alarm["Period"] * alarm["EvaluationPeriods"]
    assert (*of, alarm["ComparisonOperator"], alarm["Threshold"], lasts) == WATCHED[name]
    silence = "breaching" if name == "Deadlines" else "notBreaching"  # a sweep that does not come measures nothing
    assert alarm["TreatMissingData"] == silence


def test_a_function_that_is_refused_for_want_of_concurrency_is_told(resources):
    alarm = resources["FunctionsThrottled"]["Properties"]
    assert (alarm["Namespace"], alarm["MetricName"]) == ("AWS/Lambda", "Throttles")
    assert "Dimensions" not in alarm  # so it is one metric, of all functions
    assert (alarm["Statistic"], alarm["ComparisonOperator"], alarm["Threshold"]) == ("Sum", AT_LEAST, 1)
    assert alarm["Period"] * alarm["EvaluationPeriods"] == 3 * 60
    assert alarm["TreatMissingData"] == "notBreaching"


def test_a_table_or_an_index_that_refuses_calls_is_told_and_so_are_reads_near_their_ceiling(resources):
    refused = [each["MetricStat"] for each in resources["TableThrottled"]["Properties"]["Metrics"][1:]]
    names = [(each["Metric"]["MetricName"], len(each["Metric"]["Dimensions"]), each["Stat"]) for each in refused]
    kinds = ("WriteThrottleEvents", "ReadThrottleEvents")
    assert names == [(kind, of, "Sum") for of in (1, 2) for kind in kinds]
    share, reads = resources["TableReads"]["Properties"]["Metrics"]
    assert share["Expression"] == {"Fn::Sub": "100 * reads / (60 * ${MostReads})"}
    assert reads["MetricStat"]["Metric"]["MetricName"] == "ConsumedReadCapacityUnits"
    assert resources["TableReads"]["Properties"]["Threshold"] == 80


def test_no_function_waits_for_another_to_be_released(resources):
    """Whoever is told an address by GetAtt waits until that function's canary is over."""
    for name in FUNCTIONS:
        assert "WebFunction" not in json.dumps(resources[f"{name}Function"])


def test_the_table_has_a_ceiling_and_so_has_whoever_is_open_to_strangers(resources):
    table, ceiling = resources["Table"]["Properties"], {}
    for name, kind in (("MostWrites", "Write"), ("MostReads", "Read")):
        ceiling[f"Max{kind}RequestUnits"] = {"Ref": name}
    (index,) = table["GlobalSecondaryIndexes"]
    assert (
        table["OnDemandThroughput"] == index["OnDemandThroughput"] == ceiling
    )  # an index that gives in stops the table
    web = resources["WebFunction"]["Properties"]["ReservedConcurrentExecutions"]["Fn::If"][2]
    assert web == {"Fn::If": ["Reserve", {"Ref": "WebAtOnce"}, {"Ref": "AWS::NoValue"}]}
    told = cloud.template()["Parameters"]
    site = DeploymentSite("eu-central-1", "rtab")
    defaults = [told[name]["Default"] for name in ("MostWrites", "MostReads", "WebAtOnce")]
    assert defaults == [site.most_writes, site.most_reads, site.most_visitors]


def test_the_owner_is_warned_before_and_when_a_month_costs_too_much(resources):
    budget = resources["Budget"]["Properties"]
    limit = {"Amount": {"Ref": "MonthlyBudget"}, "Unit": "USD"}
    # No filters: costs have no tags until somebody activates them.
    named = {"Fn::Sub": "${AWS::StackName}-month"}  # or AWS gives it a name that the deployer's policy does not know
    assert budget["Budget"] == {
        "BudgetName": named,
        "BudgetType": "COST",
        "TimeUnit": "MONTHLY",
        "BudgetLimit": limit,
    }
    warned = [each["Notification"] for each in budget["NotificationsWithSubscribers"]]
    assert {each["ComparisonOperator"] for each in warned} == {"GREATER_THAN"}
    spent = [("ACTUAL", share) for share in (25, 50, 80, 100)]  # nothing is forecast in the first weeks
    assert [(each["NotificationType"], each["Threshold"]) for each in warned] == [("FORECASTED", 80), *spent]
    told = [each["Subscribers"] for each in budget["NotificationsWithSubscribers"]]
    assert told == [[{"SubscriptionType": "EMAIL", "Address": {"Ref": "AlarmMail"}}]] * 5
    assert resources["Budget"]["Condition"] == resources["AlarmsByMail"]["Condition"] == "Mailed"


def test_what_costs_something_says_whose_it_is(resources):
    """What is not named here is given the same tag by the deployment, as far as it can carry one."""
    tagged = ("Table", "Errands", "DeadErrands", "Alarms", "SoundcheckFunction")
    assert [resources[name]["Properties"]["Tags"] for name in tagged] == [PROJECT] * len(tagged)
    (tag,) = PROJECT
    assert cloud.template()["Globals"]["Function"]["Tags"] == {tag["Key"]: tag["Value"]}


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
    assert all(widget["properties"]["title"] for widget in widgets)
    charts = [widget["properties"]["metrics"] for widget in widgets if widget["type"] == "metric"]
    shown = json.dumps(widgets)
    assert all(f"${{AWS::StackName}}-{name.lower()}" in shown for name in FUNCTIONS)
    rows = [row for chart in charts for row in spelt_out(chart)]
    alarms = [each["Properties"] for each in resources.values() if each["Type"] == "AWS::CloudWatch::Alarm"]
    of_several = [metric["MetricStat"]["Metric"] for each in alarms for metric in each.get("Metrics", [])[1:]]
    single = [each for each in alarms if "Metrics" not in each]
    watched = {(text(each["Namespace"]), each["MetricName"]) for each in [*single, *of_several]}
    assert watched <= {(row[0], row[1]) for row in rows}


def spelt_out(rows):
    """The rows of a widget, in which dots stand for what the row before says."""
    found: list[list[str]] = []
    for row in rows:
        left = found[-1][: 1 - len(row)] if row[0] == "..." else row[:1]
        found.append([found[-1][n] if part == "." else part for n, part in enumerate([*left, *row[1:]])])
    return found


def test_logs_are_as_their_measures_expect_them(resources):
    every = cloud.template()["Globals"]["Function"]["LoggingConfig"]
    assert every == resources["SoundcheckFunction"]["Properties"]["LoggingConfig"]
    assert every == {"LogFormat": "JSON", "SystemLogLevel": "WARN"}  # which a time-out is


def test_the_queue_is_patient_enough(resources):
    queue = resources["Errands"]["Properties"]
    timeout = cloud.template()["Globals"]["Function"]["Timeout"]
    assert timeout <= 25
    assert queue["VisibilityTimeout"] == 6 * timeout
    assert queue["RedrivePolicy"]["maxReceiveCount"] == 2 * delivery.MOST_TIMES  # as often for those that fail
    assert queue["QueueName"]["Fn::Sub"].endswith(".fifo")
    assert queue["RedrivePolicy"]["deadLetterTargetArn"] == {"Fn::GetAtt": ["DeadErrands", "Arn"]}
    dead = resources["DeadErrands"]["Properties"]
    assert dead["QueueName"]["Fn::Sub"].endswith(".fifo")
    assert dead["MessageRetentionPeriod"] == 14 * 86400  # the longest there is
    errand = resources["DeliveryFunction"]["Properties"]["Events"]["Errand"]["Properties"]
    assert (errand["BatchSize"], errand["FunctionResponseTypes"]) == (1, ["ReportBatchItemFailures"])
    at_once = cloud.reserved(resources["DeliveryFunction"]["Properties"])
    assert errand["ScalingConfig"]["MaximumConcurrency"] == at_once  # more would be turned away, and count as tries


def test_only_errands_may_lead_to_each_other_for_longer_than_lambda_would_have_it(resources):
    """Lambda ends any other chain of more than sixteen; test_wakeups.py shows the bound that is ours."""
    told = {name: resources[f"{name}Function"]["Properties"].get("RecursiveLoop") for name in FUNCTIONS}
    assert told == {**dict.fromkeys(FUNCTIONS), "Delivery": "Allow"}


def test_only_the_delivery_reads_the_push_key_and_the_page_can_check_a_browsers_key(resources):
    reading = [name for name in FUNCTIONS if any(on.endswith("/push") for _, on in may(resources, name, "ssm"))]
    carrying = [
        name for name in FUNCTIONS if {"Ref": "PushLayer"} in resources[f"{name}Function"]["Properties"]["Layers"]
    ]
    assert (reading, carrying) == (["Delivery"], ["Web", "Delivery"])
    assert cloud.template()["Globals"]["Function"]["Environment"]["Variables"]["RTAB_PUSH_KEY"] == {"Ref": "PushKey"}


def test_whoever_paints_is_given_what_to_paint_with(resources):
    """Boards in Telegram, and pictures of moments for previews of links; nothing else is painted."""
    painting = [
        name for name in FUNCTIONS if {"Ref": "DrawLayer"} in resources[f"{name}Function"]["Properties"]["Layers"]
    ]
    assert painting == ["Telegram", "Web", "Clock", "Delivery"]


def test_whoever_shows_boards_in_telegram_knows_the_mini_app(resources):
    told = [resources[f"{name}Function"]["Properties"]["Environment"]["Variables"] for name in FUNCTIONS]
    names = [name for name, each in zip(FUNCTIONS, told, strict=True) if each.get("TELEGRAM_APP") == {"Ref": "MiniApp"}]
    assert names == [
        name for name in FUNCTIONS if {"Ref": "ChatLayer"} in resources[f"{name}Function"]["Properties"]["Layers"]
    ]


def test_all_who_speak_at_once_keep_together_within_what_a_bot_may(resources):
    functions = [resources[f"{name}Function"]["Properties"] for name in FUNCTIONS]
    speakers = [each for each in functions if {"Ref": "ChatLayer"} in each["Layers"]]
    assert sum(cloud.reserved(each) for each in speakers) == chat.SPEAKERS
    assert (
        chat.SPEAKERS * chat.compute_process_limits().in_all / chat.compute_process_limits().window
        <= TELEGRAM_LIMITS.in_all
    )


def test_no_secret_is_in_the_template():
    text = (cloud.ROOT / "template.yaml").read_text("utf-8")
    assert "resolve:ssm" not in text
    assert not [name for name in cloud.template()["Parameters"] if "token" in name.lower() or "secret" in name.lower()]


def test_every_event_is_one_that_a_test_uses():
    tests = [*(cloud.ROOT / "tests/aws").glob("test_*.py"), *(cloud.ROOT / "tests/host/doors/aws").glob("test_*.py")]
    used = "".join(path.read_text("utf-8") for path in tests)
    assert [path.name for path in (cloud.ROOT / "events").iterdir() if f'"{path.stem}"' not in used] == []


def test_the_pages_are_told_whether_reddit_is_looked_at(resources):
    told = [
        resources[f"{name}Function"]["Properties"]["Environment"]["Variables"]["RTAB_REDDIT"]
        for name in ("Web", "Clock")
    ]
    look = resources["RedditFunction"]["Properties"]["Events"]["Look"]["Properties"]
    assert [*told, look["State"]] == [{"Ref": "Reddit"}] * 3


def test_the_sweep_passes_once_a_minute_and_the_next_one_does_what_one_has_missed(resources):
    sweep = resources["ClockFunction"]["Properties"]["Events"]["Sweep"]["Properties"]
    assert (sweep["ScheduleExpression"], sweep["RetryPolicy"]) == ("rate(1 minute)", {"MaximumRetryAttempts": 0})
    assert json.loads(sweep["Input"]) == json.loads((cloud.ROOT / "events/clock_sweep.json").read_text("utf-8"))


def test_reddit_is_looked_at_once_a_minute_by_one_function_at_a_time_and_only_if_wanted(resources):
    assert cloud.template()["Parameters"]["Reddit"]["Default"] == "DISABLED"
    function = resources["RedditFunction"]["Properties"]
    assert cloud.reserved(function) == 1
    look = function["Events"]["Look"]["Properties"]
    assert (look["ScheduleExpression"], look["State"]) == ("rate(1 minute)", {"Ref": "Reddit"})
    assert json.loads(look["Input"]) == json.loads((cloud.ROOT / "events/reddit_look.json").read_text("utf-8"))
