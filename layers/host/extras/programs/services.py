"""What programs add to the desk: whether a table lets them in."""

from __future__ import annotations

from engine.kernel import Illegal
from host.core import seats
from host.said.answers import DeskAnswer
from host.said.desk.request import DeskRequest

ON_OR_OFF = "Write {on} to let programs join this game, or {off} to let no more of them join."
SWITCHES = {"": True, "on": True, "yes": True, "off": False, "no": False}


def allow_programs(request: DeskRequest) -> DeskAnswer:
    """Let programs take seats at the table that is meant from now on (`on`, `yes` or no word), or no more (`off`,
    `no`); answer with the refusal unless the person has the host's rights. Raise Illegal for another word, or if no
    game can be meant.
    """
    session, word = request.pick_game(), request.words.strip().casefold()
    if word not in SWITCHES:
        on, off = request.format_command("programs on"), request.format_command("programs off")
        raise Illegal(ON_OR_OFF, code="on_or_off", on=on, off=off)
    command = request.make_command(session)
    return request.answer_done(
        session, seats.set_programs_allowed(request.host, command, session.id, allowed=SWITCHES[word])
    )
