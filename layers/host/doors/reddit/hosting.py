"""Tables as they are usual in a subreddit."""

from __future__ import annotations

from engine.kernel import Illegal
from host.doors.reddit.call import RedditCall
from host.said.desk import hosting, refusals
from host.said.desk import usual as desk
from host.said.desk.answer import Answer


def new(call: RedditCall) -> Answer:
    """Open a table: as it is usual there, if that is what they say."""
    answer = desk.opened(call) if call.words.strip().casefold() == "usual" else hosting.new(call)
    if answer.ok and answer.game:
        call.note_table(answer.game)
    return answer


def usual(call: RedditCall) -> Answer:
    """What is played in this subreddit, which its moderators say."""
    if call.private:
        raise Illegal(refusals.IN_PUBLIC)
    return desk.usual(call)
