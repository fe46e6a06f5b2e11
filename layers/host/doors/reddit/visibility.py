"""Looks at our own words from outside: what others do not see is said anew, and if they do not see us games wait.

Whoever is removed, filtered or hidden goes on seeing themselves, and every edit of what nobody sees succeeds. So only a
look without an account shows it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence

from msgspec import Struct

from engine.kernel import Told
from host.core.context import HostContext
from host.core.session import Post
from host.doors.reddit import unreachable
from host.doors.reddit.markdown import raw
from host.doors.reddit.places import COMMENT, place
from host.doors.reddit.sender import RedditSender
from host.people import accounts

HEADING = re.compile(r"^### .*\n+")
log = logging.getLogger(__name__)
EVERY = 300.0  # seconds between two such looks: at ourselves, and at what we have said, in turn
CALLS = 2  # of one, with a new token
MOST = 100  # comments in one
LATELY = 2 * 86400.0  # whoever reads, reads nothing older
SURELY = 2  # looks in a row that show the same; one may be a stumble
ENOUGH = 3  # looks in a row at which something of ours was hidden: whoever hides it means it
UNSEEN = "Nobody sees u/%s: Reddit hides the account. All games wait. Appeal at reddit.com/appeals; rtab reddit doctor"
HIDES = "What the bot says in %s is removed again and again, so its games wait. Ask the moderators to approve u/%s"


class VisibilityLooks(Struct):
    """When we last looked, at how many looks in a row we were not seen, and at how many our words, by thread."""

    looked: float = 0.0
    looks: int = 0
    unseen: int = 0
    hidden: dict[str, int] = {}

    def closed(self, chat: str) -> bool:
        """Is it no use to speak there?"""
        return self.unseen >= SURELY or self.hidden.get(chat, 0) >= ENOUGH


def look(sender: RedditSender, seen: VisibilityLooks, threads: Sequence[str]) -> None:
    """Look at ourselves or at our words in all threads where a game is on, and do what is to be done."""
    now = sender.host.now()
    seen.looked = seen.looked or now
    if not threads or now - seen.looked < EVERY or sender.wire.line.wait(CALLS):
        return
    seen.looked, seen.looks = now, seen.looks + 1
    if seen.unseen or seen.looks % 2:
        _at_ourselves(sender, seen, threads)
    else:
        _at_our_words(sender, seen, threads)


def _at_ourselves(sender: RedditSender, seen: VisibilityLooks, threads: Sequence[str]) -> None:
    seen.unseen = 0 if sender.wire.seen() else seen.unseen + 1
    if seen.unseen >= SURELY:
        log.error(UNSEEN, sender.wire.name)
        for thread in threads:
            unreachable.shut(sender.host, place(thread))


def _at_our_words(sender: RedditSender, seen: VisibilityLooks, threads: Sequence[str]) -> None:
    ours = {place(thread): _ours(sender, place(thread)) for thread in threads}
    every = [each for names in ours.values() for each in names][:MOST]
    hidden = set(sender.wire.hidden(every)) if every else set[str]()
    seen.hidden = {chat: seen.hidden.get(chat, 0) + 1 for chat, names in ours.items() if hidden & set(names)}
    for chat, times in seen.hidden.items():
        if times < ENOUGH:
            _say_anew(sender, chat, [name for name in ours[chat] if name in hidden])
        elif times == ENOUGH:
            log.error(HIDES, unreachable.address(chat), sender.wire.name)
            unreachable.shut(sender.host, chat)


def _ours(sender: RedditSender, chat: str) -> list[str]:
    """The comments of ours that are read there now: the boards, and the newest of each round."""
    since = sender.host.now() - LATELY
    trees = [tree for _, tree in sender.trees.all_of(chat) if tree.at > since]
    found = [*(_board(sender.host, chat, game) for game in _games(sender.host, chat))]
    found += [name for tree in trees for name in (tree.top, tree.newest)]
    return [name for name in dict.fromkeys(found) if name.startswith(COMMENT)]


def _games(host: HostContext, chat: str) -> list[str]:
    return [session.id for session in accounts.open_games(host, f"chat:{chat}")]


def _board(host: HostContext, chat: str, game: str) -> str:
    return host.store.board(chat, game).partition("/")[0]


def _say_anew(sender: RedditSender, chat: str, hidden: list[str]) -> None:
    """Once, whoever dies meanwhile: what is to be said waits before what was said is given up."""
    host, said = sender.host, sender.wire.words(hidden)
    now = host.now()
    stamp = max(int(now * 1000), *(post.stamp + 1 for post in host.store.posts(chat)), 0)
    for game in _games(host, chat):
        board = _board(host, chat, game)
        if board in hidden:
            host.store.answer(f"reddit:anew/{board}", [Post(chat, game, stamp, board=True)], now, [(chat, game)])
    game = next(iter(_games(host, chat)), "")
    for table, tree in sender.trees.all_of(chat):
        gone = [name for name in dict.fromkeys((tree.top, tree.newest)) if name in hidden]
        texts = [HEADING.sub("", said.get(name, "")) for name in gone]
        lines = [Told("{line}", {"line": raw(text)}, table=table) for text in texts if text]
        if gone:
            stamp += 1
            host.store.answer(f"reddit:anew/{gone[-1]}", [Post(chat, game, stamp, lines)] if lines else [], now)
            sender.trees.give_up(chat, table, gone)
