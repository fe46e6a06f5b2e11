from tests.host.doors.telegram.conftest import ann, bob, cat, group, stage

__all__ = ["ann", "bob", "cat", "group", "stage"]
