"""People say this and that at the desk, hour after hour: what each is answered, what changes with it, and a checksum of
all that is kept, is listed, step by step. The lists of answers begin where little has happened; here much comes
together.
"""

import re
import zlib

import pytest

from host.core.session import LOBBY, RUNNING
from tests import listings
from tests.listings.room import PEOPLE, Room

pytestmark = pytest.mark.as_released
LINES = (  # what is likely comes several times
    *("join", "join", "pick 1", "pick 2", "pick 3", "pick 7", "pick 5", "use tip 2", "leave yes", "standin", "standin"),
    *("bots 1", "pause", "resume", "resume", "resume", "extend 12h", "vote Bob", "vote Cat", "vote Ann", "list 3 4 5"),
    *("admit Dan", "admit", "kick Bob", "kick Cat", "replace Bob", "predict Ann", "programs on", "invite", "again"),
    *("settings quiet 23:00 8:00", "settings quiet none", "settings vacation 2d", "settings reminders off", "word"),
    *("settings rings turns", "score", "board", "next", "here", "talk words", "stats", "pick 1", "pick 4", "pick 6"),
)
WAITS = (0.1, 0.5, 2.0, 11.0, 13.0, 25.0)
OPENED = {  # by the first
    "toy": ("ann new toy daily", "ann join", "bob join", "cat join"),
    "bots": ("bob new toy 3h", "bob join", "bob bots 2", "dan join"),
    "quick": ("cat new toy 15m", "cat join", "ann join", "bob join", "dan join"),
    "deluxe": ("cat new deluxe daily", "ann join", "bob join", "cat join", "dan join"),
}
STEPS = {"toy": 60, "bots": 50, "quick": 26, "deluxe": 30}
SHOWN = 5
MOMENT = re.compile(r"^[-+]\d+s$")  # as seen from now, so that each changes all the time


def changes(was, now):
    """What has changed, without numbers, and a checksum of all that is kept."""
    keys = [key for key in {*was, *now} if MOMENT.sub("", was.get(key, "–")) != MOMENT.sub("", now.get(key, "–"))]
    found = sorted({re.sub(r"\d+", "", key) for key in keys})
    more = f" and {len(found) - SHOWN} more" if found[SHOWN:] else ""
    kept = zlib.crc32(repr(sorted(now.items())).encode())
    return f"{kept:08x} {', '.join(dict.fromkeys(each.strip() for each in found[:SHOWN]))}{more}".rstrip()


def is_open(room):
    return any(session.stage in (LOBBY, RUNNING) for session in room.host.store.iter_sessions())


def choose(luck, room, lines):
    """What is done next: the opener opens or begins a game where none runs, somebody says something, or time passes."""
    sessions = [*room.host.store.iter_sessions()]
    if luck.is_lucky(25):
        return "…", f"{luck.choose(WAITS):g}"
    if any(session.stage == LOBBY for session in sessions) and luck.is_lucky(40):
        return lines[0].partition(" ")[0], "begin"
    return luck.choose(PEOPLE), luck.choose(LINES)


def walk(name):
    luck, room, lines = listings.Luck(f"desk {name}"), Room(), OPENED[name]
    for n in range(STEPS[name]):
        if not is_open(room):
            room.do(*lines)
            yield f"# {', '.join(lines)}"
        was, (who, said) = room.kept(), choose(luck, room, lines)
        if who == "…":
            answer = f"{len(room.pass_by(float(said)))} moments"
        else:
            answer, *more = " ".join(room.ask(who, said)).split("\n")
            answer = f"{answer[:80]}{'…' if more or answer[80:] else ''}"
            room.time += 60 * (1 + n % 5)
            room.host.store.save_beat(room.time)
        yield f"{who} {said}: {answer}\n  * {changes(was, room.kept())}"


@pytest.mark.parametrize("name", OPENED)
def test_what_comes_of_what_people_say_in_any_order_is_listed(name):
    listings.compare(f"desk_walk_{name}", walk(name))
