from tests.host.doors.terminal.conftest import terminal

__all__ = ["terminal"]
