"""The operator's access to the page `/operator`: one token at a time, which ends by itself after an hour.

Only the hash of the token is kept.
"""

from __future__ import annotations

import hashlib
from hmac import compare_digest

from host.core.context import HostContext

OPERATOR_TOKEN_SECONDS = 3600.0
OPERATOR_TOKEN_NOTE = "operator"  # noqa: S105 - the name under which its hash is kept


def create_operator_token(host: HostContext) -> str:
    """Create the token for a link to the operator's page; an earlier one becomes invalid."""
    token = host.token(32)
    until = f"{host.now() + OPERATOR_TOKEN_SECONDS:.0f}"
    host.store.save_note(OPERATOR_TOKEN_NOTE, f"{until} {_hash_operator_token(token)}")
    return token


def revoke_operator_token(host: HostContext) -> None:
    """Make all printed links to the operator's page invalid."""
    host.store.save_note(OPERATOR_TOKEN_NOTE, "")


def is_operator_token(host: HostContext, token: str) -> bool:
    """Return whether this token opens the operator's page now."""
    until, _, kept = host.store.load_note(OPERATOR_TOKEN_NOTE).partition(" ")
    return compare_digest(_hash_operator_token(token), kept) and host.now() < float(until)


def _hash_operator_token(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
