"""`rtab version`."""

from host import VERSION


def run(_argv: list[str]) -> int:
    """Say which version is installed."""
    print(f"Race to a Billion {VERSION}")
    return 0
