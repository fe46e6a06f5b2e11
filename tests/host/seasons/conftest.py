from tests.host.in_telegram.conftest import ann, bob, cat, group, stage

__all__ = ["ann", "bob", "cat", "group", "stage"]
