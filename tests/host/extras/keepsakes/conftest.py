from tests.host.operating.conftest import at_home, rtab

__all__ = ["at_home", "rtab"]
