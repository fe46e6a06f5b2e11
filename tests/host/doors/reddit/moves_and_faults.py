"""What tests of reading and of outages have in common."""


def moves(stage, thread):
    return [line for line in stage.said(thread) if "shouts" in line or "picks" in line]


def raiser(error):
    """Whoever calls this gets no further."""

    def broken(*_):
        raise error

    return broken
