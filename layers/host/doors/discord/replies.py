"""What an interaction is answered with: a message that only one person sees, a changed one, a window, or nothing."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel import Illegal, Told
from host.core.context import WebhookResponse
from host.doors.discord.answering import build_suggestion_button
from host.doors.discord.call import DiscordCall
from host.doors.discord.components import EPHEMERAL_FLAG, Component, build_row, escape_discord_text
from host.doors.discord.screens import DiscordScreen
from host.said import hearing
from host.said.answers import DeskAnswer
from host.shown import views, words

PONG, MESSAGE, ACKNOWLEDGED, UPDATE, SUGGESTIONS, MODAL = 1, 4, 6, 7, 8, 9
JSON = {"Content-Type": "application/json"}
BOUNDARY = "rtab-part"
DONE_SIGN = "✓"


class InteractionReply(Struct, frozen=True):
    """The response to an interaction, and a file that comes with it."""

    type: int
    data: dict[str, Any] = {}
    file: bytes = b""

    def build_response(self) -> WebhookResponse:
        """Build the HTTP response to Discord from this reply; with a file it is a multipart body."""
        body = msgspec.json.encode({"type": self.type, **({"data": self.data} if self.data else {})})
        if not self.file:
            return WebhookResponse(200, body, JSON)
        parts = build_multipart(body, "race-to-a-billion.json", "application/json", self.file)
        return WebhookResponse(200, parts, {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"})


def build_multipart(body: bytes, name: str, kind: str, file: bytes) -> bytes:
    """Build a multipart HTTP body from a Discord message (`body`, JSON) and one file of the type `kind`."""
    head = (
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="payload_json"\r\nContent-Type: application/json\r\n\r\n'
    )
    disposition = f'Content-Disposition: form-data; name="files[0]"; filename="{name}"'
    then = f"\r\n--{BOUNDARY}\r\n{disposition}\r\nContent-Type: {kind}\r\n\r\n"
    return head.encode() + body + then.encode() + file + f"\r\n--{BOUNDARY}--\r\n".encode()


def build_screen_reply(call: DiscordCall, screen: DiscordScreen) -> InteractionReply:
    """Return the reply (the response to Discord, which the caller returns) with this message, which only the person who
    acted sees: it changes the message in which they tapped if only they see that, else it is a new one.
    """
    tapped = call.event.message.flags & EPHEMERAL_FLAG
    return InteractionReply(UPDATE if tapped else MESSAGE, screen.build_payload(ephemeral=True))


def build_lines_reply(lines: list[str]) -> InteractionReply:
    """Return a reply with a new message of lines, in Discord's Markdown, that only the person who acted sees."""
    return InteractionReply(MESSAGE, DiscordScreen("\n".join(lines)).build_payload(ephemeral=True))


def format_answer_lines(call: DiscordCall, answer: DeskAnswer) -> list[str]:
    """Format an answer of the host to a command or tap as escaped lines, in the language of the person who acted."""
    reader = words.build_reader(answer.names, call.style)
    return [escape_discord_text(line) for line in words.format_told_lines(answer.lines, reader)]


def build_refusal_reply(call: DiscordCall, refusal: Illegal) -> InteractionReply:
    """Return a reply with the reason why a command or tap was refused, which only the person who acted sees."""
    return build_lines_reply(format_answer_lines(call, DeskAnswer([Told(refusal.text, refusal.facts)])))


def build_answer_reply(call: DiscordCall, answer: DeskAnswer) -> InteractionReply:
    """Return a reply to a command or tap, which only the person who acted sees: the lines of this answer (✓ without
    any) with a button for each suggestion, or the lines and the answer's file, if it has one.
    """
    lines = format_answer_lines(call, answer)
    if answer.file:
        data = {"flags": EPHEMERAL_FLAG, "content": "\n".join(lines)[:2000]}
        return InteractionReply(MESSAGE, {**data, "attachments": [{"id": 0}]}, answer.file)
    screen = DiscordScreen("\n".join(lines or [DONE_SIGN]), _build_suggestion_rows(call, answer))
    return InteractionReply(MESSAGE, screen.build_payload(ephemeral=True))


def _build_suggestion_rows(call: DiscordCall, answer: DeskAnswer) -> list[Component]:
    """Build a row with a button for each answer or play that an answer suggests; none if it suggests nothing that a
    button can send.
    """
    game, about = answer.about
    shown = views.load_game_view(call.host, game, call.by) if game else None
    target = hearing.find_suggested_target(about, shown) if shown else None
    if shown is None or target is None:
        return []
    choices = hearing.list_suggested_choices(target, answer, words.build_reader(shown.names, call.style))
    buttons = [build_suggestion_button(game, target, each) for each in choices]
    return [build_row(buttons)] if buttons else []
