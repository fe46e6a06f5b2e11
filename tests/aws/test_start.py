"""What is deployed starts quickly: compiled for Lambda's Python."""

import struct
import subprocess

import pytest

from tests.fakes import cloud
from tests.fakes.runtime import LAYERS
from tests.fakes.starting import FUNCTIONS, loads

pytestmark = [pytest.mark.aws, pytest.mark.xdist_group("start")]
UNCHECKED = 1  # the flag of bytecode that is taken as it is, whenever its source was written


def header(path):
    """What bytecode says of itself: its Python's number, and how it is checked."""
    with path.open("rb") as file:
        return file.read(4), *struct.unpack("<I", file.read(4))


def test_all_is_compiled_for_the_python_that_it_runs_in_and_never_compared_with_its_source():
    python = cloud.TOOLS / "python/bin/python"
    asked = "import importlib.util as u, sys; print(u.MAGIC_NUMBER.hex(), sys.implementation.cache_tag)"
    magic, tag = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    sources = [path for path in LAYERS.rglob("*.py") if "host/python/host" in str(path) or "/engine/" in str(path)]
    found = {header(path.parent / f"__pycache__/{path.stem}.{tag}.pyc") for path in sources}
    assert len(sources) > 100
    assert found == {(bytes.fromhex(magic), UNCHECKED)}


def test_tools_of_operators_and_builders_are_not_deployed():
    python = LAYERS / "host/python"
    assert (python / "host/core/session.py").exists()
    assert not (python / "host/doors/command").exists()
    assert not (python / "workshop").exists()


@pytest.mark.parametrize("function", FUNCTIONS)
def test_what_tells_x_ray_is_loaded_only_where_somebody_traces(function):
    assert "aws_xray_sdk" not in loads(function)
    assert "aws_xray_sdk" in loads(function, {"RTAB_TRACING": "Active", "LAMBDA_TASK_ROOT": "/var/task"})
