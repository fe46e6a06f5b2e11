from tests.host.doors.web.conftest import host, room, season, visitor
from tests.host.operating.conftest import at_home, rtab

__all__ = ["at_home", "host", "room", "rtab", "season", "visitor"]
