"""A local server that speaks the Reddit API, for tests of the bot through real PRAW.

    site = RedditSite()
    thread = site.thread("Round 1", by="ann")
    pick = site.says("bob", thread, "pick 17")
    reddit = praw.Reddit(**site.settings)

It is as strict as Reddit documents itself, and stricter where a bot would otherwise be wrong in silence: what a careful
bot would not have sent is in `site.violations`, every call in `site.calls`, their number by endpoint in `site.count()`
and, for a while, in `with site.counting() as seen:`. The names of the endpoints are in endpoints.py. Time stands still
until `site.advance(seconds)`.

People: says, edits, deletes (vanishes=True: out of the listings too), writes (a message), blocks, trusts_few, leaves,
suspends. Moderators: locks, removes, approves, archives, bans, closes; filters (whatever somebody writes is removed at
once, and they are not told). What the bot wrote: submission, replies, by_bot, messages_to; whom it reached: notices.

What can go wrong:

    site.fails("comments", 503, times=2)    the next calls of an endpoint ("*" is any) fail
    site.fails("me", 429, retry_after=30)   calls before the wait is over are refused, and are violations
    site.fails("submit", 504, lost=True)    fails after it has taken effect
    with site.down(503): ...                meanwhile everything fails; advance inside for a day of outage
    site.hangs("comment", lost=True)        no answer until the client gives up
    site.cuts("comment")                    the connection breaks in mid-body, after the call has taken effect
    site.refuses("comment", "RATELIMIT")    refused inside an answer of status 200; every code in errors.py
    site.swallows("comment")                takes effect, but the answer does not say what was made
    site.slows("comment", 180)              Reddit's hidden limit on one kind of act, until it has passed
    site.garbles(misses=[a], repeats=[b])   the next listing misses some things and shows others twice
    site.delays(comment, 120)               the listings show it late, below what is newer; as with one that was
                                            filtered and is approved
    site.halves()                           the next listing has its first half only
    site.expires_token()                    401 at the next call, in the middle of a listing perhaps
    site.changes_password("new")            401, and then nobody is let in any more

By themselves, as on Reddit: a token lasts a day; a page before or after a thing that is no longer listed is empty; a
deleted comment takes no answer, nor does a locked thread, an archived one, or somebody who blocks the bot; a fourth
name in a comment means that nobody is called, and an edit calls nobody; the 101st call in a minute is refused, and is
a violation, as is a text over the limit, an unknown field, a User-Agent like many others, or an edit of what is not
the bot's.

What a user of PRAW 8 must know (it raises no warnings against this server, given the settings of `site.settings`):

- check_for_updates and check_for_async are to be False, and ratelimit_seconds 0: else PRAW sleeps on RATELIMIT. At 0 it
  still sleeps a second and tries again, twice, if Reddit speaks of milliseconds or 0 seconds; below 0 it never does.
- prawcore tries three times what ended with 5xx, in a time-out or with a connection that broke, also what writes: a
  comment whose answer got lost is there twice. It sleeps up to four seconds in between. A token is asked for once only,
  and a failure there is a ResponseException, not a ServerError.
- prawcore waits 16 seconds for an answer whatever the timeout of its requestor; PRAWCORE_TIMEOUT in the environment
  before the import, or a session of one's own (`Impatient`), changes that.
- prawcore sleeps in earnest when the X-Ratelimit headers leave little: from the 91st call in a minute on, here.
"""

from .faults import CUT, HANG
from .oauth import Credentials
from .site import AGENT, Impatient, RedditSite, Site
from .things import Comment, Item, Message, Submission, Subreddit, Thing

__all__ = [
    "AGENT",
    "CUT",
    "HANG",
    "Comment",
    "Credentials",
    "Impatient",
    "Item",
    "Message",
    "RedditSite",
    "Site",
    "Submission",
    "Subreddit",
    "Thing",
]
