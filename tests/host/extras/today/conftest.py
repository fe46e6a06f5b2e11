from tests.host.conftest import host, table
from tests.host.test_daily_ladder import noon

__all__ = ["host", "noon", "table"]
