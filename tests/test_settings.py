"""docs/settings.md names every environment variable and parameter that the code reads, and no other."""

import ast
import re
from pathlib import Path

import pytest

from host.doors.command import main
from host.doors.command.operate.deploy import site
from tests.fakes.cloud import template

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/settings.md").read_text("utf-8")
OURS = re.compile(
    r"(RTAB|TELEGRAM|REDDIT|AWS)_[A-Z_]+|PORT|TERM|USER|NO_COLOR|CHROMIUM|BROWSER|CADDY|POWERTOOLS_[A-Z_]+"
)
READ_BY_LIBRARIES = {
    "AWS_ACCESS_KEY_ID",
    "AWS_CA_BUNDLE",
    "AWS_DEFAULT_REGION",
    "AWS_ENDPOINT_URL",
    "AWS_ENDPOINT_URL_DYNAMODB",
    "AWS_PROFILE",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "POWERTOOLS_LOGGER_SAMPLE_RATE",
    "POWERTOOLS_SERVICE_NAME",
}
CODE = (
    "layers/host",
    "layers/workshop",
    "functions",
    "engine",
    "tests/chromium.py",
    "tests/conftest.py",
    "tests/behind_a_proxy.py",
)


def read_by_the_code():
    """A name of an environment variable is always a text of its own."""
    files = [
        path for place in CODE for path in ([ROOT / place] if place.endswith(".py") else (ROOT / place).rglob("*.py"))
    ]
    texts = (
        node.value
        for path in files
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
    )
    return {text for text in texts if isinstance(text, str) and OURS.fullmatch(text) and not text.endswith("_")}


def set_by_the_template(resources):
    return set(re.findall(r"\bRTAB_[A-Z_]+", str(resources)))


def told():
    return {name for name in re.findall(r"`([A-Z_]+)`", PAGE) if OURS.fullmatch(name)}


@pytest.mark.whole
def test_every_variable_is_on_the_page_and_no_other():
    read = read_by_the_code() | set_by_the_template(template())
    assert told() - READ_BY_LIBRARIES == read - READ_BY_LIBRARIES


def test_every_line_of_samconfig_is_on_the_page():
    inside = set(re.findall(r"^(\w+) = \{", site.SITE_FILE_TEXT, re.MULTILINE)) - {"s3_prefix"}  # the name once more
    assert {"stack_name", "region"} <= inside
    assert {name for name in inside if f"`{name}`" not in PAGE} == set()


def test_every_parameter_is_on_the_page_with_its_default_or_set_by_the_command_and_described():
    parameters = template()["Parameters"]
    rows = {
        row[0].strip("`"): row
        for row in (re.split(r" \| ", line.strip("| ")) for line in PAGE.splitlines())
        if len(row) == 4
    }
    given = {*site.PARAMETERS, "PublicLobby", "Tracing"}
    assert given <= rows.keys()
    for name, about in parameters.items():
        said = {"": "empty", None: "worked out"}.get(about.get("Default"), str(about.get("Default")))
        assert name not in given or rows[name][3] == said, name
        assert len(about["Description"]) > 15, name


def test_how_to_play_names_all_that_it_reads(capsys):
    assert main(["play", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    rows = [re.split(r" \| ", line.strip("| ")) for line in PAGE.splitlines() if line.startswith("| `")]
    read = {row[0].strip("`") for row in rows if len(row) == 3}
    assert len(read) > 15
    assert {name for name in read if name not in said} == set()
