"""Transcripts of finished games and what their check has found: made once, then cached.

To write a season down it has to be played again, which takes seconds. Only that is counted, and for each visitor apart.
"""

from __future__ import annotations

import json
import math
import zlib

from engine.kernel import Phrase, phrase
from engine.kernel.chance import SEALED_WORDS
from engine.notation.verify import Verdict
from host.archive import history
from host.core.context import Cache, HostContext
from host.core.session import CLOSED, OVER
from host.doors.web.markup.html import Markup, h
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import PageContext
from host.people import rate_limits
from host.shown import views

OWN_WORDS_STIRRED = (
    "The secret {n:word|words} of {seats} changed every random draw. They were sealed before the last player joined."
)
NOBODYS = "No player added a word. So this proves only that the host used the secret that it fixed before the game."
OLDER = (
    "This game used an older method. A player who knew the host’s secret and joined last could choose between results."
)
WITHHELD = (
    "{seats} added a secret word but did not open it. With each such word, somebody who knew the host’s secret "
    "could choose between two results."
)
LOCAL = {
    "busy": "Checking in this browser …",
    "none": "This is no transcript of a finished game.",
    "checked": "This browser has followed the commitment, the words, {draws} draws and {seals} seals.",
    "right": "Everything is right: the game was fair.",
    "wrong": "{n} not as promised: {which}",
    "own": "Stirred into every draw: the own words of {who}.",
    "nobody": NOBODYS,
    "older": OLDER,
    "withheld": "{who} sealed a word and did not open it.",
    "other": "The players, or their sealed words, are not those that this browser saw before any was opened.",
    "compared": "The players and their sealed words are those that this browser saw before any was opened.",
    "unseen": "Compare the sealed words with those shown before any was opened; this browser has not seen them.",
}
BROWSER_CHECK_RULES = (
    "A script on this page checks the game, and sends nothing. `rtab replay` also checks the moves. If you do not"
    " trust this page, use `rtab verify`."
)
GameKey = tuple[str, str, int]  # a game, its secret, and how much of it there is
TEXTS, VERDICTS = Cache(250), Cache(1000)  # a text takes some 20 KB


def load_transcript(request: RequestContext, game: str) -> str:
    """Return the transcript of a finished game, from the cache or by writing it."""
    key = _build_transcript_key(request.host, game)
    found = TEXTS.get_or_compute(key, request.host.now(), math.inf, lambda: _make_transcript(request, game))
    return zlib.decompress(found).decode()


def check_game_transcript(request: RequestContext, game: str) -> Verdict:
    """Return the result of checking a finished game's randomness and rules, from the cache or by checking."""
    key = _build_transcript_key(request.host, game)
    return VERDICTS.get_or_compute(
        key, request.host.now(), math.inf, lambda: history.verify_transcript(load_transcript(request, game))
    )


def list_proven_facts(verdict: Verdict) -> list[Phrase]:
    """Return sentences that say how much a faultless check of a game proves: whose own secret words went into its
    random draws, and who sealed a word without opening it, which leaves a doubt.
    """
    if verdict.method != SEALED_WORDS:
        return [phrase(OLDER)]
    own = phrase(OWN_WORDS_STIRRED, seats=verdict.own, n=len(verdict.own)) if verdict.own else phrase(NOBODYS)
    return [own, *([phrase(WITHHELD, seats=verdict.withheld)] if verdict.withheld else [])]


def render_browser_check(context: PageContext) -> Markup:
    """Render the form that checks a game, or a saved transcript, in the viewer's own browser."""
    say, here = context.say, f"/g/{context.shown.id}/transcript"
    filled_in = {name: f"#{name}" for name in ("draws", "seals", "n", "which", "who")}  # by the script
    said = {f"data_{name}": say(text, **filled_in) for name, text in LOCAL.items()}
    names = json.dumps(context.shown.names)
    parts = [
        h("h2", say("Check this game in your browser")),
        h("p", say(BROWSER_CHECK_RULES), class_="hint"),
        h("p", h("button", say("Check it here"), type="button", id="check-here")),
        h("label", say("Or check a transcript that you have saved"), for_="kept"),
        h("input", type="file", id="kept", accept=".rtab,.txt"),
        h("output", role="status"),
    ]
    return h("section", parts, id="fair", hidden=True, data_transcript=here, data_names=names, **said, class_="card")


def _build_transcript_key(host: HostContext, game: str) -> GameKey:
    """Return the key under which a game's transcript and check are cached; it changes with the game's secret and
    length.
    """
    session = views.load_saved_game(host, game).session
    return session.id, session.secret, session.entries


def _make_transcript(request: RequestContext, game: str) -> bytes:
    """Write a game's transcript and compress it; this counts against the visitor's rate limit if the game is over."""
    if views.load_saved_game(request.host, game).session.stage in (
        OVER,
        CLOSED,
    ):  # of others it costs nothing to say no
        rate_limits.count_act(request.host, "checks", request.visitor)
    return zlib.compress(history.export_transcript(request.host, game).encode())
