"""What a deployment says and does on this machine; tests/aws deploys for real, into an emulator."""

import subprocess
from pathlib import Path

import pytest

from host.core.store import dynamo, items
from host.core.store.items import CURRENT
from host.core.store.store import Store
from host.doors.command.operate import deploy
from host.doors.command.operate.deploy import releasing, site
from host.doors.command.operate.deploy.account import RESERVED, AwsAccount
from host.doors.local.settings import UnfitSetting
from host.doors.telegram import deployed as bot
from tests.fakes import cloud
from tests.fakes.telegram import BotApi
from tests.host.operating.test_before_deploying import SITE, program

OUTPUTS = {"Webhook": "https://hook.example.org/", "Web": "https://web.example.org/"}
OLD = "the-one-before"


# -- a release


def test_a_release_is_another_when_anything_in_it_changes(tmp_path):
    class Kept(AwsAccount):
        def read_version(self, _name):
            return versions

    def print_of():
        return releasing.compute_release_hash(tmp_path, template, Kept("eu-central-1", "rtab"), dict(values))

    layer, function, template = (tmp_path / name for name in ("build/aarch64/layers/host/a", "functions/b", "c.yaml"))
    for path in (layer, function, template):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("as it was")
    (tmp_path / "build/layers").symlink_to("aarch64/layers")
    versions, values = 1, {"AlarmMail": "", "Rollout": "AllAtOnce"}
    seen = [print_of()]
    values["Rollout"] = "Canary10Percent5Minutes"  # how it comes is not what it is
    values["Doors"] = "shut"
    assert print_of() == seen[0]
    for path in (layer, function, template):
        path.write_text("as it is now")
        seen.append(print_of())
    versions = 2
    seen.append(print_of())
    values["AlarmMail"] = "ann@example.org"
    seen.append(print_of())
    assert len(set(seen)) == 6
    assert all(len(each) == 64 for each in seen)


@pytest.mark.parametrize(("words", "rollout"), [([], "Canary10Percent5Minutes"), (["--at-once"], "AllAtOnce")])
def test_a_release_comes_gradually_unless_somebody_says_otherwise(tmp_path, monkeypatch, words, rollout):
    class Plain(AwsAccount):
        def read_version(self, _name):
            return 0

        def can_reserve_concurrency(self):
            return True

    def release(*_, at_once, **__):
        values.append(
            releasing.build_parameters(SITE, Plain("eu-central-1", "rtab"), sudden=at_once, shut=False)["Rollout"]
        )

    values: list[str] = []
    monkeypatch.setattr(releasing, "release_host", release)
    assert deploy.run(words, site.DeployTools(tmp_path, input, input, Path, str, lambda: str)) == 0
    assert values == [rollout]


class Standing:
    """An account in which a stack stands, a bot, and a sam that does as it is told."""

    def __init__(self, folder, account, api):
        self.folder, self.account, self.api = folder, account, api
        self.formats, self.games = CURRENT.format_versions(), releasing.format_game_formats()
        self.visited: list[tuple[str, str]] = []
        for path in ("build/aarch64/layers/host/a", "functions/b", "built.yaml"):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).touch()
        (folder / "build/layers").symlink_to("aarch64/layers")
        self.sam("true")
        self.table = cloud.new_table(account.client("dynamodb"))._name
        account.store_secret("telegram-token", api.token)
        account.store_secret("webhook-secret", OLD)

    def sam(self, line):
        program(self.folder / ".tools/sam/bin/sam", f'printf "%s\\n" "$@" > words; {line}')

    def deploy(self, *words):
        built = lambda _folder: self.folder / "built.yaml"  # noqa: E731 - said in a line
        return deploy.run(
            [*words], site.DeployTools(self.folder, input, input, built, str, lambda: lambda: "It costs little.")
        )

    def described(self):
        outputs = {**OUTPUTS, "Table": self.table, "StoreFormats": self.formats, "GameFormats": self.games}
        found = [{"OutputKey": name, "OutputValue": value} for name, value in outputs.items()]
        return {"StackStatus": "UPDATE_COMPLETE", "Outputs": found}

    @property
    def secret(self):
        return self.account.read_secret("webhook-secret")

    @property
    def told(self):
        return (self.folder / "words").read_text("utf-8").splitlines()


@pytest.fixture
def standing(tmp_path, account, monkeypatch):
    site.save_site(tmp_path, SITE)
    monkeypatch.setattr(AwsAccount, "can_reserve_concurrency", lambda _: True)
    with cloud.empty_account(), BotApi(limits=None) as api:
        monkeypatch.setenv("TELEGRAM_API_URL", api.url)
        stood = Standing(tmp_path, account, api)
        monkeypatch.setattr(AwsAccount, "describe_stack", lambda _: stood.described())
        monkeypatch.setattr(releasing, "wait_until_healthy", lambda web, webhook: stood.visited.append((web, webhook)))
        yield stood


def test_a_release_that_fails_leaves_the_secret_that_telegram_says(standing, capsys):
    standing.sam("exit 1")
    assert standing.deploy("--new", "secret") == 1
    assert "What ran before still runs" in capsys.readouterr().err
    assert (standing.secret, standing.api.world.webhook) == (OLD, None)
    standing.sam("true")
    assert standing.deploy("--new", "secret") == 0
    assert standing.secret == standing.api.world.webhook.secret != OLD


def test_a_release_that_is_broken_off_leaves_the_secret_too(standing, monkeypatch):
    def broken_off(*_words):
        raise KeyboardInterrupt

    monkeypatch.setattr(releasing, "deploy_with_sam", broken_off)
    assert standing.deploy("--new", "secret") == 1
    assert standing.secret == OLD


def test_behind_shut_doors_nobody_is_told_of_them_until_they_are_opened(standing, capsys):
    assert standing.deploy("--doors", "shut") == 0
    assert {'Doors="shut"', 'Rollout="AllAtOnce"'} <= {*standing.told}
    assert (standing.api.world.webhook, standing.api.world.profile.commands, standing.visited) == (None, {}, [])
    said = capsys.readouterr().out
    assert "The doors are shut" in said
    assert "is well" not in said
    shut = [word for word in standing.told if word.startswith("Release=")]
    assert standing.deploy() == 0
    assert {'Doors="open"', *shut} <= {*standing.told}  # it is the same release
    assert standing.api.world.webhook.url == OUTPUTS["Webhook"]
    assert standing.visited == [(OUTPUTS["Web"], OUTPUTS["Webhook"])]
    assert any(each["command"] == "newgame" for told in standing.api.world.profile.commands.values() for each in told)
    said = capsys.readouterr().out
    assert all(each in said for each in ("is well: https://t.me/", SITE.web, standing.table, "It costs little."))


@pytest.mark.whole
def test_doors_are_shut_whatever_the_open_games_look_like_and_opened_only_if_they_would_go_on(standing, monkeypatch):
    monkeypatch.setattr(deploy, "rehearse_host", lambda _host, *, force: int(not force))
    assert standing.deploy() == 1
    assert standing.deploy("--doors", "shut") == 0
    assert standing.deploy() == 1
    assert 'Doors="shut"' in standing.told
    assert standing.deploy("--force") == 0
    assert 'Doors="open"' in standing.told


def test_a_release_that_could_not_read_the_table_is_refused_until_the_doors_are_shut(standing, capsys):
    standing.formats = ""  # of a release before formats had numbers
    assert standing.deploy() == 1
    said = capsys.readouterr().err
    assert "make deploy DOORS=shut" in said
    assert f"rtab migrate table:{standing.table}" in said
    assert not (standing.folder / "words").exists()
    assert standing.deploy("--doors", "shut") == 0
    assert 'Doors="shut"' in standing.told


def test_a_release_whose_items_the_old_one_could_not_read_comes_behind_shut_doors(standing, monkeypatch):
    monkeypatch.setattr(items, "CURRENT", items.Formats(3, frozenset({2, 3})))
    monkeypatch.setattr(items.find_rollout, "__defaults__", (items.CURRENT,))
    assert list_rollouts(standing, monkeypatch) == ["shut AllAtOnce", "open AllAtOnce"]


@pytest.mark.parametrize("formats", ["", "season7=1,deluxe=1,ladder=1,billionaire=1", "season7=2"])
def test_a_release_whose_games_the_old_one_could_not_read_comes_behind_shut_doors(standing, monkeypatch, formats):
    standing.games = formats
    assert list_rollouts(standing, monkeypatch) == ["shut AllAtOnce", "open AllAtOnce"]


def list_rollouts(standing, monkeypatch):
    """Deploy, and return how each call of sam would leave the doors, and how suddenly."""
    steps: list[str] = []
    monkeypatch.setattr(
        releasing,
        "deploy_with_sam",
        lambda *asked: steps.append(" ".join(asked[3][each] for each in ("Doors", "Rollout"))),
    )
    assert standing.deploy() == 0
    return steps


def test_make_hands_on_what_is_to_be_done_with_the_doors():
    def made(*words):
        command = ["make", "--no-print-directory", "--dry-run", "deploy", *words]
        run = subprocess.run(command, cwd=cloud.ROOT, capture_output=True, text=True, check=True)
        return run.stdout.splitlines()[-1].split()[2:]

    assert made("DOORS=shut") == ["--doors", "shut"]
    assert made() == []
    with pytest.raises(SystemExit):
        deploy.run(["--doors", "closed"])


@pytest.mark.parametrize("token", ["", "no token", "123:with space", "123:ABÜ"])
def test_what_is_no_token_is_not_even_tried(token):
    with pytest.raises(UnfitSetting, match="That is no token"), bot.at(token):
        pass


def test_x_ray_follows_where_the_file_says_so(standing):
    """What a deployment is not told anew stays as it was, whatever the template says."""
    assert standing.deploy() == 0
    assert 'Tracing="PassThrough"' in standing.told
    path = standing.folder / site.SITE_FILE
    path.write_text(path.read_text("utf-8").replace("tracing = false", "tracing = true"), "utf-8")
    assert standing.deploy() == 0
    assert 'Tracing="Active"' in standing.told


def test_the_mini_app_is_the_one_of_the_file(standing):
    assert standing.deploy() == 0
    assert 'MiniApp=""' in standing.told
    path = standing.folder / site.SITE_FILE
    path.write_text(path.read_text("utf-8").replace('app = ""', 'app = "race"'), "utf-8")
    assert standing.deploy() == 0
    assert 'MiniApp="race"' in standing.told


CEILINGS = {"MostWrites": 200, "MostReads": 400, "WebAtOnce": 5}


def test_the_ceilings_for_spending_are_those_of_the_file(standing):
    assert standing.deploy() == 0
    assert [f'{name}="{value}"' in standing.told for name, value in CEILINGS.items()] == [True] * 3
    path = standing.folder / site.SITE_FILE
    path.write_text(path.read_text("utf-8").replace("most_writes = 200", "most_writes = 50"), "utf-8")
    assert standing.deploy() == 0
    assert 'MostWrites="50"' in standing.told


@pytest.mark.whole
def test_a_file_of_an_older_release_has_the_ceilings_of_the_template(standing):
    assert standing.deploy() == 0
    path = standing.folder / site.SITE_FILE
    kept = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("most_")]
    path.write_text("\n".join(kept), "utf-8")
    found = site.load_site(standing.folder)
    assert found is not None
    assert found.most_writes == cloud.template()["Parameters"]["MostWrites"]["Default"] == 200


def test_telegram_is_told_anew_each_time_or_another_server_would_stay_for_ever(standing, monkeypatch):
    there = bot.values("a_bot")["TelegramUrl"]
    monkeypatch.delenv("TELEGRAM_API_URL")
    found = bot.values("a_bot")["TelegramUrl"]
    assert (there, found) == (standing.api.url, cloud.template()["Parameters"]["TelegramUrl"]["Default"])


@pytest.mark.whole
@pytest.mark.parametrize("used", [True, False])
def test_a_table_in_which_nothing_was_ever_kept_goes_with_its_stack(standing, monkeypatch, capsys, used):
    """A first deployment that fails leaves one, and protected; nobody would look for it."""
    client = standing.account.client("dynamodb")
    client.update_table(TableName=standing.table, DeletionProtectionEnabled=True)
    if used:
        Store(dynamo.DynamoTable(client, standing.table)).save_beat(1.0)
    monkeypatch.setattr(AwsAccount, "find_table", lambda _: standing.table)
    monkeypatch.setattr(AwsAccount, "delete_stack", lambda _: None)
    assert deploy.run_destroy([], site.DeployTools(standing.folder, input, input, Path, str, lambda: str)) == 0
    assert (standing.table in cloud.tables(client)) == used
    said = capsys.readouterr().out
    assert (
        f"still kept in the table {standing.table}" if used else f"The table {standing.table} is gone, too."
    ) in said


# -- what stands both here and in the template


def test_the_template_knows_every_parameter_that_it_is_told(monkeypatch):
    class Quiet(AwsAccount):
        def read_version(self, _name):
            return 0

        def read_secret(self, _name):
            return ""

        def can_reserve_concurrency(self):
            return True

    monkeypatch.setenv("TELEGRAM_API_URL", "http://127.0.0.1:1")
    account = Quiet("eu-central-1", "rtab")
    told = releasing.build_parameters(SITE, account, sudden=False, shut=True) | releasing.build_door_values(account)
    declared = cloud.template()["Parameters"]
    told |= bot.values("a_bot")
    assert {*told, "Architecture", "OwnAddress", "Release"} == {*declared}
    untold = {name for name, about in declared.items() if "Default" not in about}
    assert untold == {"Release"}
    for name, value in told.items():
        assert value in declared[name].get("AllowedValues", [value])


def test_numbers_that_belong_together_are_the_same():
    functions = [
        each["Properties"]
        for each in cloud.template()["Resources"].values()
        if each["Type"].endswith("Serverless::Function")
    ]
    reserved = [cloud.reserved(each) for each in functions]
    telegram = next(each for each in functions if each["CodeUri"] == "functions/telegram")
    assert sum(reserved) == RESERVED
    assert cloud.reserved(telegram) == bot.MOST_AT_ONCE
    assert cloud.template()["Globals"]["Function"]["Runtime"] == f"python{site.PYTHON}"


def test_the_first_deployment_tells_the_functions_where_the_page_is_and_later_ones_need_no_second(
    standing, monkeypatch, capsys
):
    given = []

    def deploy_first(*words):
        given.append(words[-1])
        OUTPUTS.update(Web="https://w/")

    monkeypatch.setattr(releasing, "deploy_with_sam", lambda *words: given.append(words[-1]))
    monkeypatch.setitem(OUTPUTS, "Web", "")
    with monkeypatch.context() as first:
        first.setattr(releasing, "deploy_with_sam", deploy_first)
        assert standing.deploy() == 0
    assert [values["OwnAddress"] for values in given] == ["", "https://w/"]
    assert given[1]["Rollout"] == "AllAtOnce"
    assert given[0]["Release"] != given[1]["Release"]
    assert standing.deploy() == 0
    assert [values["OwnAddress"] for values in given[2:]] == ["https://w/"]
    assert given[2]["BotName"] == "race_test_bot"
    assert "The web table" in capsys.readouterr().out
