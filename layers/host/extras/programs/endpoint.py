"""Answers what programs post to /mcp: one message, one response, and nothing kept between two."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from host.core.context import HostContext, WebhookRequest, WebhookResponse
from host.core.session import Person
from host.extras.programs.keys import CALL_WINDOW_SECONDS, CallLimits, use_key
from host.extras.programs.protocol import (
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    RpcFault,
    RpcMessage,
    build_cache_facts,
    build_call_result,
    build_discover_result,
    build_initialize_result,
    build_result_response,
    check_version,
    decode_message,
)
from host.extras.programs.results import RefusedResult
from host.extras.programs.tools import TOOLS, list_tool_descriptions, run_tool

MAX_MESSAGE_BYTES = 16 * 1024
CALLS = CallLimits()
NOT_POSTED = WebhookResponse(405, headers={"Allow": "POST"})
FOREIGN, ACCEPTED = WebhookResponse(403), WebhookResponse(202)
TOO_LARGE = WebhookResponse(413, f"At most {MAX_MESSAGE_BYTES} bytes.\n".encode(), {"Content-Type": "text/plain"})
UNKNOWN = WebhookResponse(401, headers={"WWW-Authenticate": 'Bearer realm="programs"'})
TOO_MANY_CALLS = WebhookResponse(429, headers={"Retry-After": f"{CALL_WINDOW_SECONDS:.0f}"})
BEARER = "bearer "


def answer_mcp_request(host: HostContext, _: None, request: WebhookRequest) -> WebhookResponse:
    """Answer one MCP message that a program sends over HTTP; without a valid key, or after too many calls in a minute,
    refuse before its content is read. The key then lasts longer, and the call is counted in this process.
    """
    if (refusal := _refuse_request(request)) is not None:
        return refusal
    person = use_key(host, _read_key(request))
    if person is None:
        return UNKNOWN
    if not CALLS.may_call(person.id, host.now()):
        return TOO_MANY_CALLS
    try:
        message = decode_message(request.body)
    except RpcFault as fault:
        return fault.build_response(UNSET, handshake=False)
    return _answer_message(host, person, message, request)


def _answer_message(host: HostContext, person: Person, message: RpcMessage, request: WebhookRequest) -> WebhookResponse:
    """Run a program's request and return the HTTP response with its result or error; a notification, which has no id,
    is only acknowledged and nothing run.
    """
    handshake = False
    try:
        stateless = check_version(message, request.headers)
        if isinstance(message.id, UnsetType):
            return ACCEPTED
        handshake = not stateless
        return build_result_response(message.id, _run_method(host, person, message), stateless=stateless)
    except RpcFault as fault:
        return fault.build_response(message.id, handshake=handshake)


def _refuse_request(request: WebhookRequest) -> WebhookResponse | None:
    """Return the response to a request that is not posted, comes from another site's page, or is too large; else
    None.
    """
    if request.method != "POST":
        return NOT_POSTED
    if request.headers.get("origin", request.site) != request.site:
        return FOREIGN
    return TOO_LARGE if len(request.body) > MAX_MESSAGE_BYTES else None


def _read_key(request: WebhookRequest) -> str:
    """Return the key that a program sends as `Authorization: Bearer KEY`; empty if it sends none in this form."""
    given = request.headers.get("authorization", "")
    return given[len(BEARER) :].strip() if given[: len(BEARER)].casefold() == BEARER else ""


def _run_method(host: HostContext, person: Person, message: RpcMessage) -> dict[str, Any]:
    """Run the method that a program's message names, such as listing or calling tools, and return its result; raise
    RpcFault for an unknown one.
    """
    match message.method:
        case "initialize":
            return build_initialize_result(message.params)
        case "server/discover":
            return build_discover_result()
        case "ping":
            return {}
        case "tools/list":
            return {"tools": list_tool_descriptions(), **build_cache_facts()}
        case "tools/call":
            return _call_tool(host, person, message.params)
    raise RpcFault(METHOD_NOT_FOUND, "There is no such method here.")


def _call_tool(host: HostContext, person: Person, params: dict[str, Any]) -> dict[str, Any]:
    """Run the tool that a program calls with these parameters, and return its result, which may be a refusal, in the
    protocol's form; raise RpcFault for an unknown tool or arguments that are no object.
    """
    name, arguments = params.get("name"), params.get("arguments", {})
    if not isinstance(name, str) or name not in TOOLS or not isinstance(arguments, dict):
        raise RpcFault(INVALID_PARAMS, f"The tools are {', '.join(TOOLS)}; arguments must be an object.")
    found = run_tool(host, person, name, arguments)
    return build_call_result(found, failed=isinstance(found, RefusedResult))
