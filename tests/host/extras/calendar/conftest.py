from tests.host.doors.web.conftest import host, season

__all__ = ["host", "season"]
