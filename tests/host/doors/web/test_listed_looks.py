"""What a game's own scenes say and offer, at the beginning of a minigame or a moment and a little later."""

import re
from itertools import islice

from tests import listings
from tests.host.doors.web.in_a_browser.looked import LAID
from tests.host.doors.web.test_looks import drawn_pictures, scenes_of

TOKEN = re.compile(r'>([^<>]+)<|<(?:button|input|label)[^>]*? value="([^"]*)"')
SEEN = 5  # states of each; more say little that is new


def read_scene(markup):
    """The words of a scene in their order, and in brackets what is answered by tapping."""
    for words, value in TOKEN.findall(str(markup)):
        if words.strip():
            yield " ".join(words.split())
        elif value:
            yield f"[{value}]"


def scenes(name):
    """Of the first state all that somebody sees, of the others what the first who sees it sees."""
    yield f"# {name}"
    said = []
    for n, game in enumerate(islice(drawn_pictures(name), SEEN)):
        found = [" | ".join(read_scene(scene.markup)) for *_, scene in scenes_of(game, name)]
        new = [each for each in found[: 3 if n == 0 else 1] if each not in said]
        said += new
        yield from (f"  {each}" for each in new)


def test_scenes_say_and_offer_what_is_listed():
    listings.compare("looks", (line for name in LAID for line in scenes(name)))
