"""Tables as they are usual in a subreddit."""

from __future__ import annotations

from engine.kernel import Illegal
from host.doors.reddit.call import RedditCall
from host.said.desk import hosting, refusals
from host.said.desk import usual as desk
from host.said.desk.answer import DeskAnswer


def handle_reddit_new(call: RedditCall) -> DeskAnswer:
    """Open a table, with the subreddit's usual settings if that is what they say."""
    answer = (
        desk.open_default_table(call) if call.words.strip().casefold() == "usual" else hosting.open_typed_table(call)
    )
    if answer.ok and answer.game:
        call.note_table(answer.game)
    return answer


def handle_reddit_usual(call: RedditCall) -> DeskAnswer:
    """Show or set what is usually played in this subreddit; only moderators may set it."""
    if call.private:
        raise Illegal(refusals.IN_PUBLIC)
    return desk.show_or_set_defaults(call)
