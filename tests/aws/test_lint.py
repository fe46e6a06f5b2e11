"""The template as AWS's own tools read it."""

import subprocess

import pytest

from tests.fakes import cloud
from tests.fakes.stack import sam

pytestmark = pytest.mark.aws


def test_cfn_lint_finds_nothing():
    command = [str(cloud.TOOLS / "lint/bin/cfn-lint"), "-r", "eu-central-1", "-t", "template.yaml"]
    run = subprocess.run(command, cwd=cloud.ROOT, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "")


def test_sam_finds_nothing():
    sam("validate", "--lint", "--region", "eu-central-1")
