"""What the built layers bring that no function needs before somebody writes a name with it."""

import subprocess

import pytest

from host.shown.picture.fonts import CJK_FONT
from tests.fakes import cloud

pytestmark = pytest.mark.aws


@pytest.mark.parametrize("name", ["telegram", "web", "clock", "delivery"])
def test_each_function_that_draws_has_the_large_font(name):
    layers = ":".join(map(str, cloud.layers(name)))
    asked = "from host.shown.picture.fonts import find_font; print(find_font('明'))"
    command = [str(cloud.TOOLS / "runtime/bin/python"), "-c", asked]
    found = subprocess.run(command, env={"PYTHONPATH": layers}, cwd="/", capture_output=True, text=True, check=True)
    assert found.stdout == f"{CJK_FONT}\n"
