"""What Telegram signs for whoever opens the page inside its app, made as its published rules say, for the tests."""

import hashlib
import hmac
import json
from urllib.parse import urlencode

TOKEN = "123456:only-for-tests"  # noqa: S105 - it opens nothing


def fields(now, number=4711, name="Ann", **more):
    """All but the signature."""
    user = json.dumps({"id": number, "first_name": name, "allows_write_to_pm": True}, separators=(",", ":"))
    return {"query_id": "AAE", "user": user, "auth_date": str(int(now)), "signature": "ed=", **more}


def proof(pairs, token=TOKEN):
    """The signature: over the sorted fields, with a key made from the bot's token."""
    text = "\n".join(f"{name}={value}" for name, value in sorted(pairs.items()))
    key = hmac.digest(b"WebAppData", token.encode(), hashlib.sha256)
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def launch(now, token=TOKEN, **about):
    """All of it, as it stands in the address."""
    found = fields(now, **about)
    return urlencode({**found, "hash": proof(found, token)})
