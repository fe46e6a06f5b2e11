"""Great scenes as chats are sent them: `python -m tests.host.doors.chat_pictures` prints how large each picture is, and
how many milliseconds of processor time it takes.
"""

import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

from engine.kernel import Reader
from host.shown.picture.scene import list_heads, render_news_png
from tests.host.doors.web.test_film import TRANSCRIPTS, steps

CHAT_SCENES = (
    "cycle/into_super_round",
    "cycle/megagrid_last_bomb",
    "cycle/square00_first",
    "vintage/bankers_offer_deal",
    "changers/blammo_you",
    "deluxe/failsafe_right",
    "deluxe/jackpot_chance",
    "billionaire/bids",
    "billionaire/proxy_fight_won",
    "ladder/million",
)


class ChatPicture(NamedTuple):
    """A great scene as a chat is sent it, and how much processor time its drawing took."""

    name: str
    png: bytes
    milliseconds: float


def draw_chat_pictures() -> Iterator[ChatPicture]:
    """Draw the last great scene of each of these games."""
    for name in CHAT_SCENES:
        told = [
            (game, said) for game, said in steps(TRANSCRIPTS / f"{name}.rtab") if list_heads(game.ruleset, said.told)
        ]
        game, said = told[-1]
        reader, view = Reader({who: who for who in game.state.players}), game.build_view()
        began = time.process_time()
        png = render_news_png(game.ruleset, said.told, [said], reader, view)
        yield ChatPicture(name.replace("/", "-"), png, (time.process_time() - began) * 1000)


def main() -> None:
    """Draw all once for fonts and caches, and then print what each costs."""
    list(draw_chat_pictures())
    for each in draw_chat_pictures():
        sys.stdout.write(f"{each.name:<32}{len(each.png) / 1000:6.1f} KB{each.milliseconds:6.0f} ms\n")


if __name__ == "__main__":
    main()
