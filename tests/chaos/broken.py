"""How a law that was broken is told."""


class Broken(AssertionError):
    """A law has been broken."""


def law(holds: bool, what: str, about: object) -> None:  # noqa: FBT001 - what holds comes first
    """Raises Broken, with what is wrong about what."""
    if not holds:
        raise Broken(f"{what}: {about!r}"[:4000])
