"""docs/operations.md from its first step to its last, by somebody who may do no more than docs/deployer-policy.json.

The emulator asks whether they may for whatever they ask of AWS themselves, and where of what; what CloudFormation does
on their behalf it does not ask about. That part is compared with the template (test_deployer_policy.py).
"""

import re
import shutil
import uuid

import httpx
import pytest

from host import VERSION
from tests.aws.conftest import PATIENCE, last
from tests.fakes import cloud
from tests.fakes.stack import BUILT, Operator
from tests.fakes.telegram import BotApi, RealClock

pytestmark = [pytest.mark.aws, pytest.mark.slow, pytest.mark.xdist_group("stack")]
POLICY = (cloud.ROOT / "docs/deployer-policy.json").read_text("utf-8")
WALK, TRY = "walk", "walk-try"
LATER = "99.0.0"


def user(stack, *names):
    """The credentials of a new user with the policy of the page, once for each stack."""
    iam, name = stack.client("iam"), f"user-{uuid.uuid4().hex[:8]}"
    iam.create_user(UserName=name)
    for each in names:
        text = POLICY.replace("ACCOUNT", "000000000000").replace("REGION", "eu-central-1").replace("STACK", each)
        arn = iam.create_policy(PolicyName=f"{name}-{each}", PolicyDocument=text)["Policy"]["Arn"]
        iam.attach_user_policy(UserName=name, PolicyArn=arn)
    key = iam.create_access_key(UserName=name)["AccessKey"]
    return {"AWS_ACCESS_KEY_ID": key["AccessKeyId"], "AWS_SECRET_ACCESS_KEY": key["SecretAccessKey"]}


def released(folder, version):
    """What `make build` would have made of a release of this number."""
    layer = folder / f"layer-{version}"
    shutil.copytree(cloud.ROOT / "build/layers/host", layer)
    there = layer / "python/host/__init__.py"
    there.write_text(there.read_text("utf-8").replace(f'"{VERSION}"', f'"{version}"'), "utf-8")
    for compiled in (there.parent / "__pycache__").glob("__init__.*"):
        compiled.unlink()  # it would be believed, whatever the source says
    code = folder / f"web-{version}"
    shutil.copytree(BUILT / "WebFunction", code)
    (code / "release.txt").write_text(version)  # the emulator publishes nothing for a new layer alone, as AWS does
    template = BUILT / f"emulated-{version}.yaml"
    text = re.sub(r"ContentUri: \S*layers/host\b", f"ContentUri: {layer}", (BUILT / "emulated.yaml").read_text("utf-8"))
    template.write_text(text.replace("CodeUri: WebFunction", f"CodeUri: {code}"), "utf-8")
    assert f"CodeUri: {code}" in template.read_text("utf-8")
    assert str(layer) in template.read_text("utf-8")
    return template


@pytest.fixture
def walker(stack, tmp_path):
    """An operator with a bot and few rights."""
    with BotApi(clock=RealClock(), limits=None, username="walk_bot") as api:
        found = Operator(tmp_path, stack.url, api, lambda _folder: BUILT / "emulated.yaml")
        found.credentials = user(stack, WALK, TRY)
        s3 = stack.client("s3")
        for bucket in s3.list_buckets()["Buckets"]:  # SAM's refuses whoever comes without TLS, which is not here
            s3.delete_bucket_policy(Bucket=bucket["Name"])
        yield found


def page(walker, stack, name):
    """The front page of a stack."""
    (found,) = stack.client("cloudformation").describe_stacks(StackName=name)["Stacks"]
    address = next(each["OutputValue"] for each in found["Outputs"] if each["OutputKey"] == "Web")
    return httpx.get(walker.tools.reach(address), timeout=PATIENCE).text


def test_nobody_else_may(stack, walker, capfd):
    walker.credentials = user(stack)
    walker.answers = ["eu-central-1", WALK, "", "", walker.api.token]
    assert walker.deploy() == 1
    said = capfd.readouterr()
    assert "AWS refuses" in said.err, said


def test_deploy_update_roll_back_a_second_stage_and_all_of_it_away_again(stack, walker, capfd):
    walker.answers = ["eu-central-1", WALK, "", "", walker.api.token]
    assert walker.deploy() == 0, capfd.readouterr().err[-2000:]
    assert f" {VERSION}" in page(walker, stack, WALK)
    ann = walker.api.user("Ann")
    ann.writes("/newgame ladder daily")  # and so a game is open through all that follows
    walker.api.wait_for(lambda: last(ann, lambda message: "Join" in message.buttons), PATIENCE)

    for version in (LATER, VERSION):  # update, and roll back
        built = released(walker.folder, version)
        walker.build = lambda _folder, built=built: built
        assert walker.deploy() == 0, capfd.readouterr().err[-2000:]
        assert f" {version}" in page(walker, stack, WALK)

    with BotApi(clock=RealClock(), limits=None, username="try_bot") as other:
        first, walker.api = walker.api, other
        walker.answers = ["eu-central-1", TRY, "", "", other.token]
        assert walker.deploy("--stage", "try") == 0, capfd.readouterr().err[-2000:]
        assert (walker.folder / "samconfig-try.toml").exists()
        assert page(walker, stack, TRY)
        assert first.world.webhook
        assert other.world.webhook
        assert first.world.webhook.url != other.world.webhook.url
        assert walker.destroy("--stage", "try") == 0, capfd.readouterr().err[-2000:]
        assert other.world.webhook is None
        walker.api = first

    walker.answers = [WALK]
    assert walker.destroy("--table") == 0, capfd.readouterr().err[-2000:]
    assert first.world.webhook is None
    kept = [name for name in cloud.tables(stack.client("dynamodb")) if name.startswith(f"{WALK}-")]
    assert kept == []
