from tests.host.doors.web.conftest import host

__all__ = ["host"]
