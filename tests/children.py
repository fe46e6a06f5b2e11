"""Python processes that a test starts: their hosts draw from a seed, which a failure names."""

import os
import sys

from tests.chance import CHANCE

COMMAND = "import sys; from host.doors.command import main; sys.exit(main())"


def python(code, *words, later=0.0):
    """Return the command of a process that runs this code with a seed, and with its clock so many seconds ahead."""
    seed = CHANCE.child()
    prelude = f"from tests.chance import in_child; in_child({seed!r}, {later})"
    return [sys.executable, "-X", "faulthandler", "-c", f"{prelude}\n{code}", *words]


def environment(**ours):
    """Return the variables of a child: a developer's own settings must not get in."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "CHANCE") if name in os.environ}
    return {**kept, "PYTHONPATH": os.pathsep.join(sys.path), **ours}
