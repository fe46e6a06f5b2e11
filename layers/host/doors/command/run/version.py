"""`rtab version`."""

from host import VERSION


def run(_argv: list[str]) -> int:
    """Run `rtab version`: print the installed version."""
    print(f"Race to a Billion {VERSION}")
    return 0
