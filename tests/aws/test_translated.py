"""What CloudFormation makes of the template: which functions a release publishes, and what takes it back."""

import json
import os
import re
import subprocess
from graphlib import TopologicalSorter

import pytest

from tests.fakes import cloud

pytestmark = pytest.mark.aws
TRANSLATE = """
import json, logging, sys
logging.disable()
from samtranslator.translator.transform import transform
from samtranslator.yaml_helper import yaml_parse

class NoPolicies:
    def load(self):
        return {}

template = yaml_parse(open("template.yaml").read())
for name, resource in template["Resources"].items():
    packed = {"Bucket": "any", "Key": name}
    if resource["Type"] == "AWS::Serverless::Function":
        resource["Properties"]["CodeUri"] = packed
    elif resource["Type"] == "AWS::Serverless::LayerVersion":
        resource["Properties"]["ContentUri"] = packed
print(json.dumps(transform(template, {"Release": sys.argv[1], "Doors": sys.argv[2]}, NoPolicies())["Resources"]))
"""


def translated(release, doors="open"):
    command = [str(cloud.TOOLS / "ministack/bin/python"), "-c", TRANSLATE, release, doors]
    settings = {**os.environ, "AWS_DEFAULT_REGION": "eu-central-1"}
    run = subprocess.run(command, cwd=cloud.ROOT, env=settings, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def of(resources, kind):
    return {name: each for name, each in resources.items() if each["Type"] == kind}


SERVERLESS = "AWS::Serverless::"


def test_all_but_the_functions_and_layers_is_deployed_as_it_stands():
    """Expiry, recovery, permissions with their addresses, retention, alarms: test_template.py reads them."""
    resources = translated("a" * 64)
    ours = {
        name: each for name, each in cloud.template()["Resources"].items() if not each["Type"].startswith(SERVERLESS)
    }
    assert {name: resources[name] for name in ours} == ours
    assert {*of(resources, "AWS::IAM::Role")} - {*of(ours, "AWS::IAM::Role")} == {"CodeDeployServiceRole"}  # AWS's own


def test_a_function_has_its_own_role_its_tag_its_machine_and_no_more_at_once_than_is_reserved():
    resources = translated("a" * 64)
    for name, each in of(cloud.template()["Resources"], f"{SERVERLESS}Function").items():
        ours, made = each["Properties"], resources[name]["Properties"]
        for word in ("Role", "ReservedConcurrentExecutions", "FunctionName"):
            assert made[word] == ours[word]
        assert made["Architectures"] == [{"Ref": "Architecture"}]
        assert made["TracingConfig"] == {"Mode": {"Ref": "Tracing"}}
        assert {"Key": "project", "Value": "race-to-a-billion"} in made["Tags"]


def test_a_release_publishes_every_function_and_the_same_release_none():
    first, again, other = translated("a" * 64), translated("a" * 64), translated("b" * 64)
    versions = [set(of(each, "AWS::Lambda::Version")) for each in (first, again, other)]
    assert versions[0] == versions[1]
    assert versions[0].isdisjoint(versions[2])
    assert len(versions[0]) == len({*of(first, "AWS::Lambda::Function")} - {"SoundcheckFunction"}) == 5


def test_a_release_that_fails_is_taken_back():
    resources = translated("a" * 64)
    groups = [each["Properties"] for each in of(resources, "AWS::CodeDeploy::DeploymentGroup").values()]
    assert len(groups) == 5
    for group in groups:
        assert group["AutoRollbackConfiguration"]["Enabled"] is True
        assert "DEPLOYMENT_STOP_ON_ALARM" in group["AutoRollbackConfiguration"]["Events"]
        condition, gradual, sudden = group["AlarmConfiguration"]["Fn::If"]
        assert (condition, gradual["Enabled"], sudden) == ("Gradual", True, {})
        assert gradual["Alarms"] == [{"Name": {"Ref": "ErrorsAlarm"}}]  # which hears all five
        assert "Canary10Percent5Minutes" in json.dumps(group["DeploymentConfigName"])


def test_every_function_is_called_once_before_its_release_reaches_anybody():
    resources = translated("a" * 64)
    updates = [
        each["UpdatePolicy"]["CodeDeployLambdaAliasUpdate"] for each in of(resources, "AWS::Lambda::Alias").values()
    ]
    hook = {"Fn::If": ["Shut", {"Ref": "AWS::NoValue"}, {"Ref": "SoundcheckFunction"}]}
    assert [each["BeforeAllowTrafficHook"] for each in updates] == [hook] * 5
    groups = {each["DeploymentGroupName"]["Ref"] for each in updates}
    told = resources["SoundcheckFunction"]["Properties"]["Environment"]["Variables"]["RTAB_DEPLOYED"]["Fn::Sub"]
    assert {*json.loads(told)} == {f"${{{group}}}" for group in groups}


def named(part):
    """Every resource that is named anywhere in this one."""
    match part:
        case {"Ref": str(name)} | {"Fn::GetAtt": [str(name), *_]}:
            yield name
        case {"Fn::Sub": str(text)}:
            yield from (name.partition(".")[0] for name in re.findall(r"\$\{([^}]+)}", text))
        case dict():
            yield from (name for each in part.values() for name in named(each))
        case list():
            yield from (name for each in part for name in named(each))


def test_no_resource_waits_for_itself():
    """Not even by way of what has to pass before an alias is moved."""
    resources = translated("a" * 64)
    needed = {name: {*named(each)} & {*resources} for name, each in resources.items()}
    assert len([*TopologicalSorter(needed).static_order()]) == len(resources)


def test_what_is_kept_is_encrypted():
    (table,) = of(translated("a" * 64), "AWS::DynamoDB::Table").values()
    assert table["Properties"]["SSESpecification"] == {"SSEEnabled": True}
    for queue in of(translated("a" * 64), "AWS::SQS::Queue").values():
        assert queue["Properties"]["SqsManagedSseEnabled"] is True


def test_doors_are_shut_and_opened_without_another_release():
    opened, shut = translated("a" * 64), translated("a" * 64, "shut")
    assert set(of(opened, "AWS::Lambda::Version")) == set(of(shut, "AWS::Lambda::Version"))
    found = of(shut, "AWS::Lambda::Function")
    functions = [each["Properties"] for name, each in found.items() if name != "SoundcheckFunction"]
    assert all(cloud.reserved(each) for each in functions)  # 0 if Shut, as this asserts, too
    assert len(functions) == 5


def test_a_look_at_reddit_that_fails_is_not_tried_again_beside_the_next_one():
    """The scheduler only hands it over; it is Lambda that would try it again, just when the next one comes."""
    resources = translated("a" * 64)
    (kept,) = [each["Properties"] for each in of(resources, "AWS::Lambda::EventInvokeConfig").values()]
    assert (kept["FunctionName"], kept["Qualifier"]) == ({"Ref": "RedditFunction"}, "live")
    assert (kept["MaximumRetryAttempts"], kept["MaximumEventAgeInSeconds"]) == (0, 60)


def test_strangers_reach_the_two_doors_and_only_those():
    permissions = [each["Properties"] for each in of(translated("a" * 64), "AWS::Lambda::Permission").values()]
    open_to_all = [each for each in permissions if each["Principal"] == "*"]
    assert {each["FunctionName"]["Ref"] for each in open_to_all} == {
        "TelegramFunctionAliaslive",
        "WebFunctionAliaslive",
    }
    assert all(each.get("FunctionUrlAuthType") or each.get("InvokedViaFunctionUrl") for each in open_to_all)
