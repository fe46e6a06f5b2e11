"""The updates that wait for the bot, whichever way it fetches them."""

from dataclasses import dataclass

from .fields import JSON

MESSAGE_LIFE = 24 * 3600.0
CALLBACK_LIFE = 150.0
KINDS = {"message", "callback_query", "my_chat_member"}
ALL_KINDS = KINDS | {
    "edited_message",
    "channel_post",
    "edited_channel_post",
    "business_connection",
    "business_message",
    "edited_business_message",
    "deleted_business_messages",
    "message_reaction",
    "message_reaction_count",
    "inline_query",
    "chosen_inline_result",
    "shipping_query",
    "pre_checkout_query",
    "purchased_paid_media",
    "poll",
    "poll_answer",
    "chat_member",
    "chat_join_request",
    "chat_boost",
    "removed_chat_boost",
    "managed_bot",
}
Lane = tuple[str, int]


@dataclass
class Parcel:
    """An update on its way. Those of one lane travel one after the other."""

    update: JSON
    lane: Lane
    expires_at: float
    due: float
    tries: int = 0
    in_flight: bool = False


class UpdateQueue:
    """Updates in the order they happened, until they are confirmed, delivered or too old."""

    def __init__(self) -> None:
        self.parcels: list[Parcel] = []
        self.history: list[JSON] = []
        self.allowed: set[str] = set(KINDS)
        self._next_id = 700_000_001

    def put(self, kind: str, payload: JSON, lane: Lane, now: float) -> JSON | None:
        """A new update, unless the bot has not asked for its kind."""
        if kind not in self.allowed:
            return None
        update: JSON = {"update_id": self._next_id, kind: payload}
        self._next_id += 1
        self.history.append(update)
        self._add(update, lane, now)
        return update

    def again(self, update: JSON, lane: Lane, now: float) -> None:
        """Queue an update that the bot may have seen already."""
        self._add(update, lane, now)
        self.parcels.sort(key=lambda parcel: int(parcel.update["update_id"]))

    def _add(self, update: JSON, lane: Lane, now: float) -> None:
        life = CALLBACK_LIFE if "callback_query" in update else MESSAGE_LIFE
        self.parcels.append(Parcel(update, lane, now + life, due=now))

    def allow(self, kinds: list[str]) -> None:
        """Remember which kinds the bot wants; an empty list means all the usual ones."""
        self.allowed = set(kinds) or set(KINDS)

    def expire(self, now: float) -> None:
        """Forget what is too old to be delivered."""
        self.parcels = [parcel for parcel in self.parcels if parcel.in_flight or parcel.expires_at > now]

    def confirm(self, offset: int) -> None:
        """Forget all updates below the offset; a negative one counts from the end."""
        if offset < 0:
            self.parcels = self.parcels[offset:]
        elif offset:
            self.parcels = [parcel for parcel in self.parcels if parcel.update["update_id"] >= offset]

    def drop(self, parcel: Parcel) -> None:
        """Forget one delivered update."""
        self.parcels = [other for other in self.parcels if other is not parcel]

    def heads(self) -> list[Parcel]:
        """The oldest update of each lane."""
        first: dict[Lane, Parcel] = {}
        for parcel in self.parcels:
            first.setdefault(parcel.lane, parcel)
        return list(first.values())
