"""The endpoints the server knows, and the fields each takes; `!` marks one that must be there.

Reddit ignores what it does not know. This table is stricter: an endpoint or a field it does not list is refused, so
that a misspelt or unmodelled one is found by a test and not by a player.
"""

import re
from dataclasses import dataclass

from .errors import wrong

PAGED = "after before limit count show"
SUB = r"/r/(?P<sub>[\w+]+)"
USER = r"/user/(?P<user>[\w-]+)"


@dataclass(frozen=True)
class Request:
    """A call as it came over the wire: nothing is checked yet."""

    method: str
    path: str
    query: dict[str, str]
    form: dict[str, str]
    headers: dict[str, str]


@dataclass(frozen=True)
class Endpoint:
    """One door of the API."""

    name: str
    method: str
    path: re.Pattern[str]
    fields: frozenset[str]
    required: frozenset[str]
    scope: str


@dataclass(frozen=True)
class Call:
    """A call whose endpoint and fields are known ones."""

    endpoint: Endpoint
    place: dict[str, str]
    values: dict[str, str]

    def get(self, name: str, default: str = "") -> str:
        """A field, or what stands for it."""
        return self.values.get(name, default)

    def flag(self, name: str, *, default: bool) -> bool:
        """A field that is yes or no, in the words PRAW uses."""
        value = self.get(name, str(default)).lower()
        if value not in {"true", "false", "1", "0"}:
            raise wrong(f"{name} must be true or false, not {value!r}")
        return value in {"true", "1"}

    def number(self, name: str, default: int) -> int:
        """A field that is a number."""
        value = self.get(name, str(default))
        if not value.isdigit():
            raise wrong(f"{name} must be a number, not {value!r}")
        return int(value)


def _endpoint(name: str, scope: str, door: str, fields: str = "") -> Endpoint:
    method, path = door.split(" ")
    words = fields.split()
    required = frozenset(word[:-1] for word in words if word.endswith("!"))
    return Endpoint(name, method, re.compile(path + "/?"), frozenset(w.rstrip("!") for w in words), required, scope)


ENDPOINTS = [
    _endpoint("me", "identity", "GET /api/v1/me"),
    _endpoint("scopes", "", "GET /api/v1/scopes", "scopes"),
    _endpoint("blocked", "read", "GET /prefs/blocked"),
    _endpoint("user_about", "read", f"GET {USER}/about"),
    _endpoint("user_comments", "history", f"GET {USER}/comments", f"{PAGED} sort t"),
    _endpoint("user_submissions", "history", f"GET {USER}/submitted", f"{PAGED} sort t"),
    _endpoint("user_by_fullname", "privatemessages", "GET /api/user_data_by_account_ids", "ids!"),
    _endpoint("my_moderator", "mysubreddits", "GET /subreddits/mine/moderator", PAGED),
    _endpoint("comments", "read", f"GET {SUB}/comments", PAGED),
    _endpoint("new", "read", f"GET {SUB}/new", PAGED),
    _endpoint(
        "submission",
        "read",
        r"GET (?:/r/\w+)?/comments/(?P<thread>\w+)(?:/(?P<title>[^/]*)(?:/(?P<comment>\w+))?)?",
        "limit sort depth context comment",
    ),
    _endpoint("more", "read", "POST /api/morechildren", "children! link_id! sort limit_children depth"),
    _endpoint("info", "read", "GET /api/info", "id sr_name"),
    _endpoint("sub_about", "read", f"GET {SUB}/about"),
    _endpoint("rules", "read", f"GET {SUB}/about/rules"),
    _endpoint("moderators", "read", f"GET {SUB}/about/moderators", "user"),
    _endpoint("banned", "read", f"GET {SUB}/about/banned", f"{PAGED} user"),
    _endpoint(
        "submit",
        "submit",
        "POST /api/submit",
        "sr! title! kind! text url resubmit sendreplies nsfw spoiler "
        "validate_on_submit flair_id flair_text discussion_type",
    ),
    _endpoint("comment", "submit", "POST /api/comment", "thing_id! text!"),
    _endpoint("edit", "edit", "POST /api/editusertext", "thing_id! text! validate_on_submit"),
    _endpoint("delete", "edit", "POST /api/del", "id!"),
    _endpoint("send_replies", "edit", "POST /api/sendreplies", "id! state!"),
    _endpoint("compose", "privatemessages", "POST /api/compose", "to! subject! text! from_sr"),
    _endpoint("unread", "privatemessages", "GET /message/unread", f"{PAGED} mark"),
    _endpoint("inbox", "privatemessages", "GET /message/inbox", f"{PAGED} mark"),
    _endpoint("messages", "privatemessages", "GET /message/messages", PAGED),
    _endpoint("message", "privatemessages", r"GET /message/messages/(?P<message>\w+)"),
    _endpoint("sent", "privatemessages", "GET /message/sent", PAGED),
    _endpoint("mentions", "privatemessages", "GET /message/mentions", PAGED),
    _endpoint("comment_replies", "privatemessages", "GET /message/comments", PAGED),
    _endpoint("post_replies", "privatemessages", "GET /message/selfreply", PAGED),
    _endpoint("read_message", "privatemessages", "POST /api/read_message", "id!"),
    _endpoint("unread_message", "privatemessages", "POST /api/unread_message", "id!"),
    _endpoint("read_all", "privatemessages", "POST /api/read_all_messages"),
    _endpoint("delete_message", "privatemessages", "POST /api/del_msg", "id!"),
    _endpoint("block", "privatemessages", "POST /api/block", "id!"),
    _endpoint("lock", "modposts", "POST /api/lock", "id!"),
    _endpoint("unlock", "modposts", "POST /api/unlock", "id!"),
    _endpoint("remove", "modposts", "POST /api/remove", "id! spam"),
    _endpoint("approve", "modposts", "POST /api/approve", "id!"),
    _endpoint("distinguish", "modposts", "POST /api/distinguish", "id! how! sticky"),
    _endpoint("sticky", "modposts", "POST /api/set_subreddit_sticky", "id! state! num to_profile"),
    _endpoint("suggested_sort", "modposts", "POST /api/set_suggested_sort", "id! sort!"),
    _endpoint("flair", "flair", f"POST {SUB}/api/flair", "link! text css_class"),
    _endpoint("ban", "modcontributors", f"POST {SUB}/api/friend", "name! type! ban_reason ban_message duration note"),
    _endpoint("unban", "modcontributors", f"POST {SUB}/api/unfriend", "name! type!"),
]


def find(request: Request) -> tuple[Endpoint, dict[str, str]]:
    """The endpoint a request means, and what its path names."""
    path_known = False
    for endpoint in ENDPOINTS:
        found = endpoint.path.fullmatch(request.path)
        if found and endpoint.method == request.method:
            return endpoint, {name: value for name, value in found.groupdict().items() if value}
        path_known = path_known or bool(found)
    fault = f"there is no {request.method} {request.path}, or this server does not model it"
    raise wrong(fault, 405 if path_known else 404)


def read(request: Request) -> Call:
    """Check the fields of a request."""
    endpoint, place = find(request)
    values = {name: value for name, value in request.query.items() if name != "raw_json"} | request.form
    if request.query.get("raw_json") != "1":
        raise wrong("without raw_json=1 every text comes with its & < > escaped")
    if endpoint.method == "POST" and values.pop("api_type", "") != "json":
        raise wrong("without api_type=json the answer is made for a browser")
    unknown, missing = values.keys() - endpoint.fields, endpoint.required - values.keys()
    if unknown or missing:
        raise wrong(f"{endpoint.name}: unknown fields {sorted(unknown)}, missing fields {sorted(missing)}")
    return Call(endpoint, place, values)
