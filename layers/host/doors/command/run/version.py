"""`rtab version`."""

from importlib.metadata import version


def run(_argv: list[str]) -> int:
    """Say which version is installed."""
    print(f"Race to a Billion {version('race-to-a-billion')}")
    return 0
