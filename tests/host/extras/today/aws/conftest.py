from tests.host.doors.aws.conftest import deployment, group

__all__ = ["deployment", "group"]
