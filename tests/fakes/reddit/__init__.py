"""A local server that speaks the Reddit API, for tests of the bot through real PRAW.

site = RedditSite()
thread = site.thread("Round 1", by="ann")
pick = site.says("bob", thread, "pick 17")
reddit = praw.Reddit(**site.settings)
"""

from .faults import CUT, HANG
from .oauth import Credentials
from .site import AGENT, RedditSite
from .things import Comment, Item, Message, Submission, Subreddit, Thing

__all__ = [
    "AGENT",
    "CUT",
    "HANG",
    "Comment",
    "Credentials",
    "Item",
    "Message",
    "RedditSite",
    "Submission",
    "Subreddit",
    "Thing",
]
