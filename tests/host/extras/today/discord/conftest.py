from tests.host.doors.discord.conftest import stage

__all__ = ["stage"]
