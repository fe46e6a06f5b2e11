"""`rtab version`."""

from host import VERSION


def run(_argv: list[str]) -> int:
    """Print the installed version."""
    print(f"Race to a Billion {VERSION}")
    return 0
