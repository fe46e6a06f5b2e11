from tests.host.doors.telegram.conftest import ann, bob, cat, group, playing, stage, toy

__all__ = ["ann", "bob", "cat", "group", "playing", "stage", "toy"]
