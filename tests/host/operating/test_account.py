"""What a deployment finds in the account, and takes away again."""

import os
from pathlib import Path

import boto3
import pytest
from botocore.exceptions import ClientError
from botocore.stub import Stubber

from host.core.store import dynamo
from host.doors.command.operate import deploy
from host.doors.command.operate.deploy import site
from host.doors.command.operate.deploy.account import RESERVED, AwsAccount
from host.doors.command.operate.deploy.site import DeploymentSite
from host.doors.local.settings import UnfitSetting
from tests.fakes import cloud
from tests.host.operating.conftest import Season, a_house

SITE = DeploymentSite("eu-central-1", "rtab", "https://play.example.org", "ann@example.org", 7)


def test_nobody_to_aws_is_told_what_to_do(tmp_path, monkeypatch, capsys):
    for name in list(os.environ):
        if name.startswith("AWS_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setattr(boto3, "DEFAULT_SESSION", None)  # which remembers who somebody was in another test
    site.save_site(tmp_path, SITE)
    here = site.DeployTools(tmp_path, input, input, Path, str, lambda: str)
    assert deploy.run([], here) == 1
    assert capsys.readouterr().err == (
        "AWS does not know who you are. Run `aws configure`, or set AWS_PROFILE to an account of yours.\n"
    )


def test_a_refusal_of_aws_is_told_with_its_reason(tmp_path, account, capsys):
    def refuse(*_words):
        raise ClientError({"Error": {"Code": "AccessDenied", "Message": "not yours"}}, "DescribeStacks")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AwsAccount, "fetch_number", refuse)
        site.save_site(tmp_path, SITE)
        assert deploy.run([], site.DeployTools(tmp_path, input, input, Path, str, lambda: str)) == 1
    assert capsys.readouterr().err == "AWS refuses DescribeStacks: AccessDenied. not yours\n"
    assert account.stack == "rtab"


def stack(status):
    return {"StackName": "rtab", "StackStatus": status, "CreationTime": "2026-01-01T00:00:00Z"}


def test_what_cannot_be_deployed_to_is_told_with_what_helps(account):
    with Stubber(account.client("cloudformation")) as aws:
        aws.add_response("describe_stacks", {"Stacks": [stack("ROLLBACK_COMPLETE")]})
        with pytest.raises(UnfitSetting, match=r"first deployment of rtab failed .* make destroy deploy"):
            account.check_deployable()
        aws.add_response("describe_stacks", {"Stacks": [stack("DELETE_FAILED")]})
        with pytest.raises(UnfitSetting, match=r"rtab was to be taken away, .* make destroy"):
            account.check_deployable()
        aws.add_response("describe_stacks", {"Stacks": [stack("UPDATE_ROLLBACK_FAILED")]})
        with pytest.raises(UnfitSetting, match="aws cloudformation continue-update-rollback --stack-name rtab"):
            account.check_deployable()
        for busy in ("UPDATE_IN_PROGRESS", "ROLLBACK_IN_PROGRESS", "UPDATE_COMPLETE_CLEANUP_IN_PROGRESS"):
            aws.add_response("describe_stacks", {"Stacks": [stack(busy)]})
            with pytest.raises(UnfitSetting, match=rf"still at work on rtab \({busy}\)"):
                account.check_deployable()
        for well in ("UPDATE_ROLLBACK_COMPLETE", "REVIEW_IN_PROGRESS"):  # of the latter nothing has been made yet
            aws.add_response("describe_stacks", {"Stacks": [stack(well)]})
            assert account.check_deployable()
        aws.add_client_error("describe_stacks", "ValidationError", "Stack with id rtab does not exist")
        assert not account.check_deployable()
        aws.add_client_error("describe_stacks", "Throttling", "slowly")
        with pytest.raises(ClientError):
            account.check_deployable()


def told_of_the_table(aws, **detail):
    """A first deployment that failed gives nothing out, but CloudFormation knows what it has left."""
    aws.add_response("describe_stacks", {"Stacks": [stack("ROLLBACK_COMPLETE")]})
    if not detail:
        unknown = "Resource Table does not exist for stack rtab"
        aws.add_client_error("describe_stack_resource", "ValidationError", unknown)
        return
    about = {"LogicalResourceId": "Table", "ResourceType": "AWS::DynamoDB::Table", "ResourceStatus": "DELETE_SKIPPED"}
    found = {**about, "LastUpdatedTimestamp": "2026-01-01T00:00:00Z", **detail}
    aws.add_response("describe_stack_resource", {"StackResourceDetail": found})


def test_the_table_of_a_first_deployment_that_failed_is_found_all_the_same(account):
    with cloud.empty_account(), Stubber(account.client("cloudformation")) as aws:
        name = cloud.new_table(account.client("dynamodb"))._name
        told_of_the_table(aws, PhysicalResourceId=name)
        assert account.find_table() == name
        told_of_the_table(aws, PhysicalResourceId="never-made")
        assert account.find_table() == ""
        told_of_the_table(aws)
        assert account.find_table() == ""
        for asked in ("describe_stacks", "describe_stack_resource"):
            aws.add_client_error(asked, "ValidationError", "Stack with id rtab does not exist")
        assert account.find_table() == ""


def roomy(account, free, **told):
    """Whether there is room where so much is reserved for nobody, and what stands there was told this."""
    parameters = [{"ParameterKey": name, "ParameterValue": value} for name, value in told.items()]
    stacks = [{**stack("UPDATE_COMPLETE"), "Parameters": parameters}] if told else []
    with Stubber(account.client("lambda")) as functions, Stubber(account.client("cloudformation")) as aws:
        limits = {"ConcurrentExecutions": 1000, "UnreservedConcurrentExecutions": free}
        functions.add_response("get_account_settings", {"AccountLimit": limits})
        if stacks:
            aws.add_response("describe_stacks", {"Stacks": stacks})
        else:
            aws.add_client_error("describe_stacks", "ValidationError", "Stack with id rtab does not exist")
        return account.can_reserve_concurrency()


@pytest.mark.parametrize(("free", "enough"), [(10, False), (100 + RESERVED - 1, False), (100 + RESERVED, True)])
def test_concurrency_is_reserved_where_others_have_left_enough(account, free, enough):
    assert roomy(account, free) == enough
    assert roomy(account, free, ReserveConcurrency="no", Doors="open") == enough
    assert roomy(account, free, ReserveConcurrency="yes", Doors="shut") == enough


def test_what_is_reserved_for_us_already_is_not_taken_for_somebody_elses(account):
    assert roomy(account, 100, ReserveConcurrency="yes", Doors="open")
    assert not roomy(account, 99, ReserveConcurrency="yes", Doors="open")


def test_with_a_stack_go_its_timers_and_no_other_stacks(account):
    """The second of these names begins with what all timers of the first begin with."""
    with cloud.empty_account():
        client = account.client("scheduler")
        for stack, name in (("rtab", "game-1"), ("rtab-game", "sweep"), ("rtab-game", "game-1"), ("rtab", "sweep")):
            arn = f"arn:aws:lambda:eu-central-1:123456789012:function:{stack}-clock:live"
            client.create_schedule(
                Name=f"{stack}-{name}",
                ScheduleExpression="rate(1 minute)",
                FlexibleTimeWindow={"Mode": "OFF"},
                Target={"Arn": arn, "RoleArn": "arn:aws:iam::123456789012:role/timer"},
            )
        assert account.delete_timers() == 1
        left = {each["Name"] for each in client.list_schedules()["Schedules"]}
        assert left == {"rtab-game-sweep", "rtab-game-game-1", "rtab-sweep"}


def test_a_table_goes_though_it_was_protected(account):
    with cloud.empty_account():
        client = account.client("dynamodb")
        dynamo.create_dynamo_table(client, "protected")
        client.update_table(TableName="protected", DeletionProtectionEnabled=True)
        account.delete_table("protected")
        assert "protected" not in cloud.tables(client)


def at_a_terminal(folder, *answers):
    left = list(answers)
    return site.DeployTools(folder, lambda _question: left.pop(0), input, Path, str, lambda: str)


def test_nothing_is_destroyed_where_nothing_was_deployed(tmp_path, capsys, account, monkeypatch):
    monkeypatch.setattr(AwsAccount, "find_table", lambda _: "")
    monkeypatch.setattr(AwsAccount, "describe_stack", lambda _: None)
    with cloud.empty_account():
        assert deploy.run_destroy([], at_a_terminal(tmp_path, "eu-west-1", account.stack)) == 1
    assert capsys.readouterr().err == "Nothing called rtab is deployed in eu-west-1.\n"


def test_open_games_are_named_before_they_are_stopped(tmp_path, capsys, account, monkeypatch):
    monkeypatch.setattr(AwsAccount, "find_table", lambda _: "kept")
    gone = []
    monkeypatch.setattr(AwsAccount, "delete_stack", lambda _: gone.append("stack"))
    monkeypatch.setattr(AwsAccount, "delete_timers", lambda _: 0)
    monkeypatch.setattr(AwsAccount, "delete_secret", lambda _, name: gone.append(name))
    monkeypatch.setattr(AwsAccount, "read_secret", lambda *_: "")
    site.save_site(tmp_path, SITE)
    with cloud.empty_account():
        client = account.client("dynamodb")
        dynamo.create_dynamo_table(client, "kept")
        season = Season(a_house(dynamo.DynamoTable(client, "kept")), 1, 120_000_000)
        assert deploy.run_destroy([], at_a_terminal(tmp_path, "rtba")) == 1
        told = capsys.readouterr()
        assert f"{season.game}  season7    running  Ann, Bob, Cat" in told.out
        assert told.err == "That was not it. Nothing has changed.\n"
        assert gone == []
        assert deploy.run_destroy([], at_a_terminal(tmp_path, "rtab")) == 0
        assert gone[0] == "stack"
        assert "Everything is still kept in the table kept" in capsys.readouterr().out


def test_taking_away_needs_nothing_that_builds(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert site.make_removal_tools().folder == tmp_path
    with pytest.raises(UnfitSetting, match=r"no template\.yaml"):
        site.make_local_tools()
    recipe = (cloud.ROOT / "Makefile").read_text("utf-8").partition("\ndestroy: ")[2].partition(" ##")[0]
    assert recipe == ".venv/aws-installed"


def test_another_computer_is_told_where_and_finds_the_rest(account):
    there = {
        "WebAddress": "https://play.example.org",
        "AlarmMail": "ann@example.org",
        "MonthlyBudget": "7",
        "MostWrites": "200",
        "Tracing": "PassThrough",
        "Release": "abc",
    }
    answers = ["", ""]
    assert site.ask_site(lambda _question: answers.pop(0), lambda _site: there) == SITE
    assert account.stack == SITE.stack


def test_a_stage_is_remembered_beside_the_first(tmp_path):
    other = DeploymentSite("eu-central-1", "rtab-try")
    site.save_site(tmp_path, SITE)
    path = site.save_site(tmp_path, other, "try")
    assert path.name == "samconfig-try.toml"
    assert (site.load_site(tmp_path), site.load_site(tmp_path, "try")) == (SITE, other)
    assert "samconfig-*.toml" in (cloud.ROOT / ".gitignore").read_text("utf-8").split()
