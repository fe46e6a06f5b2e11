"""What tests of reading and of outages have in common."""

from host.doors.reddit.throttle import WINDOW


def moves(stage, thread):
    return [line for line in stage.said(thread) if "shouts" in line or "picks" in line]


def raiser(error):
    """Whoever calls this gets no further."""

    def broken(*_):
        raise error

    return broken


def busiest(stage, seconds=WINDOW):
    """The most calls that there ever were within so many seconds."""
    times = [call.at for call in stage.site.calls if call.endpoint != "token"]
    return max((sum(at <= other < at + seconds for other in times) for at in times), default=0)
