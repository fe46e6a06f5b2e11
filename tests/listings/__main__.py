"""Write all lists anew."""

import os
import subprocess
import sys
from pathlib import Path

from tests.listings import HERE

if __name__ == "__main__":
    tests = sorted(str(path) for path in HERE.parent.rglob("test_listed_*.py"))
    run = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-m", "", "-p", "no:cacheprovider", *tests]
    sys.exit(subprocess.run(run, check=False, env=os.environ | {"WRITE_LISTINGS": "yes"}, cwd=Path.cwd()).returncode)
