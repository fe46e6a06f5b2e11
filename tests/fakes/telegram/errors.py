"""The refusals, worded as Telegram words them."""

GONE_QUERY = "query is too old and response timeout expired or query ID is invalid"
NO_PHOTOS = "not enough rights to send photos to the chat"
UNCHANGED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
WEBHOOK_ACTIVE = "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
OTHER_POLLER = "terminated by other getUpdates request; make sure that only one bot instance is running"


class ApiError(Exception):
    """An answer with ok=false. A fault is one that a careful bot never earns, whatever people do."""

    def __init__(
        self,
        code: int,
        description: str,
        *,
        fault: bool = False,
        parameters: dict[str, int] | None = None,
    ) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.fault = fault
        self.parameters = parameters or {}


def bad(reason: str) -> ApiError:
    """Refuse a request that only the state of the world makes impossible."""
    return ApiError(400, f"Bad Request: {reason}")


def fault(reason: str) -> ApiError:
    """Refuse a request that was wrong before it was sent."""
    return ApiError(400, f"Bad Request: {reason}", fault=True)


def forbidden(reason: str) -> ApiError:
    """Refuse because a person or a group does not want the bot."""
    return ApiError(403, f"Forbidden: {reason}")


def conflict(reason: str) -> ApiError:
    """Refuse because updates are already fetched in another way."""
    return ApiError(409, f"Conflict: {reason}")


def too_many(seconds: int) -> ApiError:
    """Refuse because of flood control."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", parameters={"retry_after": seconds})


def migrated(chat_id: int) -> ApiError:
    """Refuse because the group lives under another id now."""
    reason = "group chat was upgraded to a supergroup chat"
    return ApiError(400, f"Bad Request: {reason}", parameters={"migrate_to_chat_id": chat_id})
