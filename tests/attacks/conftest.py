"""A season at a web table, for attacks on it."""

from tests.host.conftest import hands
from tests.host.doors.web.conftest import host, season
from tests.host.doors.web.running import running, stopping

__all__ = ["hands", "host", "running", "season", "stopping"]
