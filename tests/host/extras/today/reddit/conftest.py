from tests.host.doors.reddit.conftest import stage, toy

__all__ = ["stage", "toy"]
