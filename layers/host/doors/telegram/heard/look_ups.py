"""How often one person may look something up in one place: whoever is asked something is not to wait for that."""

from __future__ import annotations

from engine.kernel import Illegal
from host.doors.telegram.heard.call import TelegramCall
from host.said.desk import refusals

SPAN = 60.0
MOST, MOST_ALONE = 4, 20  # look-ups of one person within it: the last is refused aloud, all after it in silence
PEOPLE = 2000


class LookUpLimits:
    """A limit on look-ups by person and place, kept in memory only."""

    def __init__(self) -> None:
        self._lately: dict[tuple[str, int], list[float]] = {}

    def may_look_up(self, call: TelegramCall) -> bool:
        """Count a look-up and return whether it is allowed; raise Illegal at the first one too many, so that it is
        refused aloud once.
        """
        now, who = call.host.now(), (call.place, call.user.id if call.user else 0)
        if len(self._lately) > PEOPLE:
            self._lately.clear()
        lately = [moment for moment in self._lately.get(who, []) if moment > now - SPAN]
        self._lately[who], most = [*lately, now], MOST_ALONE if call.private else MOST
        if len(lately) == most - 1:
            raise Illegal(refusals.LOOKS_TOO_OFTEN)
        return len(lately) < most
