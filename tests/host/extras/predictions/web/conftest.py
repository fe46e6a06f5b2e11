from tests.host.doors.web.conftest import host, room, season, visitor

__all__ = ["host", "room", "season", "visitor"]
