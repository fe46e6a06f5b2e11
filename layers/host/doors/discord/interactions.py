"""Answers what Discord posts, within three seconds: no picture is drawn and nothing is sent meanwhile."""

from __future__ import annotations

import logging

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from engine.kernel import Illegal
from host.core.context import HostContext, WebhookRequest, WebhookResponse
from host.doors.discord.call import AUTOCOMPLETE, COMMAND, PING, TAP, TYPED, DiscordCall, Interaction
from host.doors.discord.commands import handle_command, suggest_words
from host.doors.discord.door import DiscordAccount
from host.doors.discord.replies import PONG, InteractionReply, build_refusal_reply
from host.doors.discord.taps import handle_tap

log = logging.getLogger(__name__)
UNSIGNED, MALFORMED = WebhookResponse(401), WebhookResponse(400)
INTERACTIONS = msgspec.json.Decoder(Interaction)
HANDLERS_OF_KINDS = {COMMAND: handle_command, TAP: handle_tap, TYPED: handle_tap, AUTOCOMPLETE: suggest_words}


def answer_interaction_request(host: HostContext, account: DiscordAccount, request: WebhookRequest) -> WebhookResponse:
    """Check that Discord has signed what it posts, run the command, tap, or completion in it, and return the response;
    a refusal is told to the person who acted. A request that is not signed gets status 401, a malformed one 400, and
    Discord's own test its answer.
    """
    if not is_signed(account.key, request):
        return UNSIGNED
    try:
        event = INTERACTIONS.decode(request.body)
    except msgspec.DecodeError as error:
        log.warning("ignoring malformed interaction error=%s", type(error).__name__)
        return MALFORMED
    if event.type == PING:
        return InteractionReply(PONG).build_response()
    handle = HANDLERS_OF_KINDS.get(event.type)
    if handle is None or (event.member is None and event.user is None):
        return MALFORMED
    call = DiscordCall(host, event, request.site)
    try:
        return handle(call).build_response()
    except Illegal as refusal:
        return build_refusal_reply(call, refusal).build_response()


def is_signed(key: str, request: WebhookRequest) -> bool:
    """Return whether a request's body and time are signed with the key of the Discord application, so that it comes
    from Discord.
    """
    headers = request.headers
    try:
        signature = bytes.fromhex(headers.get("x-signature-ed25519", ""))
        signed = headers.get("x-signature-timestamp", "").encode() + request.body
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(signature, signed)
    except (InvalidSignature, ValueError):
        return False
    return True
