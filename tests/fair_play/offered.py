"""What a finished game offers, taken as a player would: by the address that was said, and then by what stands there."""

import re

from tests.fair_play import checker
from tests.host.doors.web.visitor import Visitor


def is_checked(host, web, said):
    """The address of the check is said; there our own check stands, and the transcript for one of somebody's own."""
    (path,) = set(re.findall(rf"{re.escape(web)}(/g/[0-9a-f]+/check)\b", said))
    visitor = Visitor(host)
    page = visitor.go(path)
    (file,) = re.findall(r'href="(/g/[0-9a-f]+/transcript)"', page)
    text = visitor.ask("GET", file).body.decode()
    assert text.count("\ndraw ") > 0
    return "Everything is right: the game was fair." in page and list(checker.check(text)) == []
