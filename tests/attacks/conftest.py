"""A season at a web table, for attacks on it."""

from tests.host.conftest import hands
from tests.host.doors.web.conftest import host, season

__all__ = ["hands", "host", "season"]
