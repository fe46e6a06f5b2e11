"""Write all lists that programs write anew: listings, drawn sets, spoken sets."""

import os
import subprocess
import sys
from pathlib import Path

from tests.listings import HERE

WRITERS = ("tests.test_drawn_sets", "tests.season7.test_spoken_sets")

if __name__ == "__main__":
    tests = [*sorted(str(path) for path in HERE.parent.rglob("test_listed_*.py")), "tests/sayings/test_sayings.py"]
    pytest = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "0",
        "-m",
        "not slow and not aws",
        "-p",
        "no:cacheprovider",
        *tests,
    ]
    runs = [*([sys.executable, "-m", writer] for writer in WRITERS), pytest]  # a list goes by what is offered in sets
    env = os.environ | {"WRITE_LISTINGS": "yes"}
    sys.exit(max(abs(subprocess.run(run, check=False, env=env, cwd=Path.cwd()).returncode) for run in runs))
