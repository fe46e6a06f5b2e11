"""Pages about the past: the whole log of a game, its replay step by step, and the rules of what lay on its boards.

To write a season down as a transcript it has to be played again, which takes seconds: transcripts of finished games,
and what their check has found, are made once, then cached. Only the making is counted, and for each visitor apart.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from msgspec import structs

from engine.kernel import PUBLIC, Phrase, Ruleset, Told, phrase
from engine.kernel.chance import SEALED_WORDS
from engine.notation.verify import Verdict
from engine.rulesets import RULESETS, ruleset
from host.archive import history, rehearsing
from host.archive.rehearsing import ReplayStep
from host.core import events, host_voice
from host.core import posting as public
from host.core.context import Cache, HostContext
from host.core.session import CLOSED, OVER, LogEntry, SeatedPlayer
from host.doors.web.files import format_static_url, render_icon
from host.doors.web.markup.frame import build_trouble_response, render_frame
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.requests.http import SAFE, Response, build_html_response
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table import news, table_page
from host.doors.web.table.page_context import PageContext
from host.people import rate_limits
from host.said.desk import refusals
from host.shown import views
from host.shown.views import GameView

OWN_WORDS_STIRRED = (
    "The secret {n:word|words} of {seats} went into every random draw. They were fixed before the last player joined."
)
NOBODYS = (
    "No player added a secret word. So this proves only that the host used the secret that it fixed before the game."
)
OLDER = (
    "This game used an older method. A player who knew the host’s secret and joined last could choose between results."
)
WITHHELD = (
    "{seats} added a secret word but did not show it. With each such word, a person who knew the host’s secret "
    "could choose one of two results for the random draws."
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
    "withheld": "{who} added a secret word but did not show it.",
    "other": "The players, or their sealed words, are not those that this browser saw before any was opened.",
    "compared": "The players and their sealed words are those that this browser saw before any was opened.",
    "unseen": "Compare the sealed words with those shown before any was opened; this browser has not seen them.",
}
BROWSER_CHECK_RULES = (
    "This page checks the game in your browser, and sends nothing. `rtab replay` also checks the moves. If you do"
    " not trust this page, use `rtab verify`."
)
GameKey = tuple[str, str, int]  # a game, its secret, and how much of it there is
TEXTS, VERDICTS = Cache(250), Cache(1000)  # a text takes some 20 KB


def load_transcript(request: RequestContext, game: str) -> str:
    """Return the transcript of a finished game, from the cache or by writing it, which counts against the visitor's
    rate limit; raise Illegal if the game is not over or that limit is reached.
    """
    key = _build_transcript_key(request.host, game)
    found = TEXTS.get_or_compute(key, request.host.now(), math.inf, lambda: _make_transcript(request, game))
    return zlib.decompress(found).decode()


def check_game_transcript(request: RequestContext, game: str) -> Verdict:
    """Return the result of checking a finished game's random draws and sealed choices (not its moves), from the cache
    or by checking; raise Illegal if the game is not over, or its transcript must be written and the visitor's rate
    limit is reached.
    """
    key = _build_transcript_key(request.host, game)
    return VERDICTS.get_or_compute(
        key, request.host.now(), math.inf, lambda: history.verify_transcript(load_transcript(request, game))
    )


def list_proven_facts(verdict: Verdict) -> list[Phrase]:
    """Return sentences that say how much a faultless check of a game proves: whose own secret words went into its
    random draws, and who sealed a word without opening it, which leaves a doubt; for a game of an older method instead
    one sentence, on the doubt that this leaves.
    """
    if verdict.method != SEALED_WORDS:
        return [phrase(OLDER)]
    own = phrase(OWN_WORDS_STIRRED, seats=verdict.own, n=len(verdict.own)) if verdict.own else phrase(NOBODYS)
    return [own, *([phrase(WITHHELD, seats=verdict.withheld)] if verdict.withheld else [])]


def render_browser_check(context: PageContext) -> Markup:
    """Render the form that checks this game, or a saved transcript from a file, in the viewer's own browser; it is
    hidden until the page's script shows it.
    """
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
    """Return a finished game's transcript, newly written and compressed, which counts against the visitor's rate limit;
    raise Illegal if the game is not over or the limit is reached.
    """
    if views.load_saved_game(request.host, game).session.stage in (
        OVER,
        CLOSED,
    ):  # of others it costs nothing to say no
        rate_limits.count_act(request.host, "checks", request.visitor)
    return zlib.compress(history.export_transcript(request.host, game).encode())


LOG_PAGE_ENTRIES = 100  # entries
LOG_PAGE_LOOK = 3 * LOG_PAGE_ENTRIES
LOOKED_AT = (
    "I have checked the secret, {draws:n} random {draws:draw|draws} and {seals:n} hidden {seals:choice|choices}."
)
CHECKED = (
    "Nobody has cheated: the secret, {draws:n} random {draws:draw|draws} and {seals:n} hidden "
    "{seals:choice|choices} are all as promised."
)

OWN_CHECK = (
    "You do not have to trust us: the transcript lets you check everything. Look in it for the secret word that "
    "you sent, and for your codes."
)

MOST_FAULTS = 20  # one wrong secret puts every draw in the wrong


def serve_log(request: RequestContext, context: PageContext) -> Response:
    """Serve what was told in a hundred entries of a game's log, from the one that the parameter `from` names (else the
    first) on, as this viewer may read it, with links to the pages before and after.
    """
    shown, start = context.shown, _parse_step(request.http.read_param("from"))
    # More than is shown, because what names a board or minigame may stand a little before or after it.
    near = views.list_told_steps(request.host, shown.id, request.who, max(0, start - LOG_PAGE_ENTRIES), LOG_PAGE_LOOK)
    titles, end = news.map_table_titles(context, near), start + LOG_PAGE_ENTRIES
    said = [told for step in near if start <= step.n < end for told in step.told if told.text]
    lines = [h("li", news.render_told_line(context, told, titles)) for told in said]
    here = f"/g/{shown.id}/log?from="
    back = h("a", context.say("Earlier"), href=f"{here}{max(0, start - LOG_PAGE_ENTRIES)}") if start else None
    more = (
        h("a", context.say("Later"), href=f"{here}{start + LOG_PAGE_ENTRIES}")
        if start + LOG_PAGE_ENTRIES < shown.version
        else None
    )
    table = h("a", context.say("The game"), href=f"/g/{shown.id}")
    text = h("a", context.say("As text"), href=f"/g/{shown.id}/story") if shown.stage == OVER else None
    fair = h("a", context.say("Check this game yourself"), href=f"/g/{shown.id}/check") if shown.stage == OVER else None
    mine = h("a", context.say("My own story"), href=f"/g/{shown.id}/record") if context.mine else None
    nav = h("nav", back, table, text, fair, mine, more, aria_label=context.say("The log"), class_="steps")
    return build_html_response(
        render_frame(
            context.reader, context.say("The log"), h("main", nav, h("ol", lines, class_="log"), class_="pages")
        )
    )


def serve_missed_news(request: RequestContext, context: PageContext) -> Response:
    """Serve a digest of what has happened in a game (what matters most, and the number of the rest) from the log entry
    that the parameter `since` names on or, without it, since the viewer's last move; at most the last 300 entries are
    looked at.
    """
    said = news.list_missed_steps(request.host, context, request.who, _parse_step(request.http.read_param("since")))
    middle = h("main", news.render_missed_news(context, said), class_="pages")
    return build_html_response(render_frame(context.reader, context.say("While you were away"), middle))


def serve_public_text(request: RequestContext, context: PageContext) -> Response:
    """Serve everything that was said in public in a game so far as text; with the parameter `seats` in the exact form
    over which its fingerprint is computed.
    """
    store, game = request.host.store, context.shown.id
    text = (
        public.format_fingerprint_text(store, game)
        if request.http.read_param("seats")
        else public.format_public_story(store, game, context.reader)
    )
    return Response(200, text.encode(), {"Content-Type": "text/plain; charset=utf-8", **SAFE})


def serve_transcript(request: RequestContext, context: PageContext) -> Response:
    """Serve the transcript of a finished game as a file; raise Illegal if the game is not over, or the transcript must
    be written and the visitor's rate limit is reached.
    """
    name = f"{context.shown.id}.rtab"
    text = load_transcript(request, context.shown.id)
    kept = {"Content-Type": "text/plain; charset=utf-8", "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(200, text.encode(), {**kept, **SAFE})


def serve_fairness_check(request: RequestContext, context: PageContext) -> Response:
    """Serve the result of the host's own check of a finished game's random draws and sealed choices (not of its moves),
    with the first faults found and what is needed to check it independently; raise Illegal if the game is not over, or
    the visitor's rate limit for checks is reached.
    """
    game = context.shown.id
    verdict = check_game_transcript(request, game)
    what = context.say(LOOKED_AT if verdict.faults else CHECKED, draws=verdict.draws, seals=verdict.seals)
    kept = context.say("Everything is right: the game was fair.")
    wrong = context.say("{n:n} {n:thing is|things are} wrong with this game.", n=len(verdict.faults))
    faults = [h("li", f"{fault.line}: {fault.why}") for fault in verdict.faults[:MOST_FAULTS]]
    seal = h(
        "p",
        context.say("The code that was shown before anybody joined: {seal}", seal=context.shown.seal),
        class_="hint",
    )
    proven = [h("p", context.format_words(said)) for said in ([] if faults else list_proven_facts(verdict))]
    file = h("a", context.say("The transcript"), href=f"/g/{game}/transcript", download=f"{game}.rtab")
    back = h("a", context.say("The game"), href=f"/g/{game}")
    result = h("p", what, " ", h("strong", wrong if faults else kept), id="checked")
    parts = [
        h("h1", context.say("Check this game yourself")),
        result,
        h("ol", faults) if faults else None,
        proven,
        seal,
    ]
    here = render_browser_check(context)
    middle = h("main", parts, here, h("p", context.say(OWN_CHECK)), h("p", file), h("p", back), class_="pages")
    scripts = [h("script", src=format_static_url(name), defer=True) for name in ("fair.js", "check.js")]
    return build_html_response(
        render_frame(context.reader, context.say("Check this game yourself"), middle, beside=scripts)
    )


def serve_replay(request: RequestContext, context: PageContext) -> Response:
    """Serve the table as everybody saw it after the step of the game that the parameter `n` names, or after the log
    entry `at` if that is given, with what was said then; the nearest step if there is none such. Raise Illegal if the
    game never began or its rules have changed.
    """
    at = _parse_step(request.http.read_param("at")) if request.http.read_param("at") else None
    step = rehearsing.load_replay_step(request.host, context.shown.id, _parse_step(request.http.read_param("n")), at)
    # A player sees what everybody saw, and nothing to tap.
    then = PageContext(_strip_private_view(context.shown, step), context.reader, known=False, now=context.now, once="")
    titles = news.map_table_titles(then)
    said = [h("li", news.render_told_line(then, told, titles)) for told in step.said]
    words = (
        h("ol", said, class_="said") if said else h("p", context.say("Nobody said anything in public."), class_="hint")
    )
    boards = [table_page.render_panel(then, step.view, panel) for panel in step.view.panels]
    parts = [
        _render_replay_steps(context, step),
        h("section", words, class_="card", aria_label=context.say("Said")),
        boards,
    ]
    parts += [table_page.render_standings(then, step.view), h("p", _render_moment_links(context, step))]
    script = h("script", src=format_static_url("replay.js"), defer=True)
    return build_html_response(
        render_frame(context.reader, context.say("Replay"), h("main", parts, class_="pages"), beside=script)
    )


def _render_moment_links(context: PageContext, step: ReplayStep) -> list[Child]:
    """Render the links to the game, to what was said at this step (if anything was) and to the board after it (both
    permanent), and to the viewer's own record if they played in this game and it is over.
    """
    here = f"/g/{context.shown.id}"
    words = (
        h("a", context.say("A link to this moment of the game"), href=f"{here}/moment?n={step.entry}")
        if step.said
        else None
    )
    board = h("a", context.say("A link to the board at this moment"), href=f"{here}/replay?at={step.entry}", id="stood")
    record = h("a", context.say("My own story"), href=f"{here}/record") if context.mine else None
    ways = [h("a", context.say("The game"), href=here), words, board, record]
    return [[" · " if n else None, way] for n, way in enumerate(filter(None, ways))]


def _strip_private_view(shown: GameView, step: ReplayStep) -> GameView:
    """Return the view `shown` with the board of one replay step in place of the present one, and without a seat,
    questions, plays or predictions, so that nothing secret shows and nothing can be tapped.
    """
    return structs.replace(shown, view=step.view, you="", asked=[], plays=[], forecasts=[])


def _render_replay_steps(context: PageContext, step: ReplayStep) -> Markup:
    """Render the controls of a replay: slider, a button that plays it (both hidden until the page's script shows them),
    links to the first, last and neighbouring steps, and a field for the number of a step.
    """
    game = context.shown.id

    def move(word: str, n: int, rel: str | None = None) -> Child:
        """Return a link to step `n` of the replay of `game`, labelled `word`; only the label if that `step` is shown
        already or does not exist.
        """
        there = 0 <= n <= step.last and n != step.n
        href = f"/g/{game}/replay?n={n}"
        said = context.say(word)
        return h("a", said, href=href, rel=rel, id=f"go-{word.lower()}") if there else h("span", said, class_="off")

    ends = [
        move("First", 0),
        move("Back", step.n - 1, "prev"),
        move("Next", step.n + 1, "next"),
        move("Last", step.last),
    ]
    reach = {"value": step.n, "min": 0, "max": step.last}
    field = h("input", type="number", name="n", id="step", **reach, aria_label=context.say("Step"))
    here = context.say("Step {n} of {last}", n=step.n, last=step.last)
    jump = h("form", field, h("button", context.say("Go")), action=f"/g/{game}/replay", class_="typed small")
    slide = h("input", type="range", id="slide", hidden=True, **reach, aria_label=context.say("Step"))
    words = {"data_play": context.say("Play"), "data_stop": context.say("Stop")}
    play_on = h("button", context.say("Play"), type="button", id="play", hidden=True, **words)
    return h("nav", slide, play_on, ends, h("span", here), jump, aria_label=context.say("Steps"), class_="steps")


def serve_rules(request: RequestContext, word: str) -> Response:
    """Serve the rule of the square, card or minigame that the address names (or the parameter `word`; with the
    parameter `game` only that game's), with a search field. Without a name, and with status 404 for an unknown one, all
    names that have a rule stand in its place.
    """
    word = word or request.http.read_param("word")
    asked = RULESETS.get(request.http.read_param("game"))
    found = [rules.explain(word) for rules in ([asked] if asked else RULESETS.values())] if word else []
    said = next((request.words.format_value(text) for text in found if text), None)
    field = h("input", name="word", id="word", maxlength=60, value=word or None, autocomplete="off")
    label = h("label", request.say("Type the name of anything in the game"), for_="word")
    ask = h("form", label, " ", field, h("button", request.say("What is it?")), action="/rules")
    answer = h("p", said, class_="card rule-text") if said else None
    unknown = (
        h("p", request.say("Nothing in the game is called that."), class_="alert", role="alert")
        if word and not said
        else None
    )
    title = said.partition(":")[0] if said else request.say("Rules")
    more: Child = (
        h("p", h("a", request.say("Rules of everything in this game"), href="/rules"))
        if said
        else _render_topics(request)
    )
    middle = h("main", answer, unknown, ask, more, class_="pages")
    return build_html_response(render_frame(request.words, title, middle), 404 if unknown else 200)


def _render_topics(request: RequestContext) -> list[Child]:
    """Render for each game a summary of how it is played and the list of all names that have a rule."""
    return [_render_game_topics(request, found) for found in RULESETS.values()]


def _render_game_topics(request: RequestContext, found: Ruleset[Any]) -> Markup:
    """Render how one game is played, and links to all its rules."""
    say = request.words.format_value
    how = [h("p", say(text)) for text in found.brief]
    lists = [
        [h("h3", say(group)), _render_rule_links(request, found, names)] for group, names in found.list_topics().items()
    ]
    return h("section", h("h2", say(found.title)), how, lists, class_="card")


def _render_rule_links(request: RequestContext, rules: Ruleset[Any], names: Sequence[str]) -> Markup:
    """Render the names of things in a game as a list of links to their rules."""
    links = [h("a", request.words.format_value(name), href=_format_rule_url(rules, name)) for name in names]
    return h("ul", [h("li", link) for link in links], class_="faces")


def _format_rule_url(rules: Ruleset[Any], name: str) -> str:
    """Return the address of a rule's page; it also names the game if an earlier game in the list of games has something
    of that name, whose rule would be served otherwise. The game must have a rule of this name.
    """
    first = next(each for each in RULESETS.values() if each.explain(name))
    return f"/rules/{quote(name, safe='')}{'' if first is rules else f'?game={rules.name}'}"


def _parse_step(text: str) -> int:
    """Return the number in a query parameter, or 0 if it is malformed."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


RECORD_PAGE_ENTRIES = 60  # entries
MOST_DIGITS = 8
ANSWER_KINDS = {"answer", "play"}


class RecordEntry(NamedTuple):
    """An entry of the log: what everybody was told, and what only this seat was told or did."""

    n: int
    told: list[str]
    own: list[str]


def serve_own_record(request: RequestContext, context: PageContext) -> Response:
    """Serve a player's own record of a finished game (public events, their secrets and answers), sixty log entries from
    the number in the parameter `from` on or, with the parameter `text`, all of it as a text file; others, and everybody
    before the end, are refused (403).
    """
    session = views.load_saved_game(request.host, context.shown.id).session
    you = session.find_player_of(request.who)
    if not context.mine or you is None:
        return build_trouble_response(request.words, refusals.NO_RECORD, 403, f"/g/{context.shown.id}")
    if request.http.read_param("text"):
        return _serve_record_text(request, context, you)
    word = request.http.read_param("from")
    start = int(word) if word.isascii() and word.isdigit() and len(word) < MOST_DIGITS else 0
    found = _list_record_entries(request, context, you, start, RECORD_PAGE_ENTRIES)
    rows = [_render_record_row(context, each) for each in found]
    here = f"/g/{context.shown.id}/record"
    earlier = (
        h("a", context.say("Earlier"), href=f"{here}?from={max(0, start - RECORD_PAGE_ENTRIES)}") if start else None
    )
    on = start + RECORD_PAGE_ENTRIES < context.shown.version
    later = h("a", context.say("Later"), href=f"{here}?from={start + RECORD_PAGE_ENTRIES}") if on else None
    table = h("a", context.say("The game"), href=f"/g/{context.shown.id}")
    text = h("a", context.say("As text"), href=f"{here}?text=1")
    nav = h("nav", earlier, table, text, later, aria_label=context.say("My own story"), class_="steps")
    lead = h(
        "p",
        context.say("Everything that all players were told, and everything that only you knew at that time."),
        class_="hint",
    )
    middle = h("main", nav, lead, h("ol", rows, class_="record"), class_="pages")
    return build_html_response(render_frame(context.reader, context.say("My own story"), middle))


def _render_record_row(context: PageContext, noted: RecordEntry) -> Markup:
    """Render one log entry of a player's own record: what everybody was told, what only they knew or did, and a link to
    the board as it was then.
    """
    own = (
        h("div", render_icon("key", file="shapes.svg"), h("div", [h("p", line) for line in noted.own]), class_="own")
        if noted.own
        else None
    )
    board = context.say("The board at that time")
    then = h(
        "a", noted.n, href=f"/g/{context.shown.id}/replay?at={noted.n}", class_="then", title=board, aria_label=board
    )
    return h("li", then, h("div", [h("p", line) for line in noted.told]), own, id=f"n{noted.n}")


def _list_record_entries(
    request: RequestContext, context: PageContext, you: SeatedPlayer, first: int, limit: int
) -> list[RecordEntry]:
    """Return, of the `limit` log entries from number `first` on, those in which something was told to everybody, or,
    since `you` took the seat, something to this seat alone or the seat answered; each with its public lines and the
    player's own.
    """
    rules = ruleset(context.shown.ruleset)
    found = []
    for entry in request.host.store.load_log(context.shown.id, first, limit):
        told = host_voice.apply_voice_lines(rules, entry.told, entry.voice)
        heard = [line for line in told if not public.tells(line, events.OwnMedalEarned)]  # which everybody is told, too
        mine = [line for line in heard if line.to == you.seat and entry.n >= you.since]
        noted = RecordEntry(
            entry.n,
            _list_public_record_lines(context, told),
            [*_format_own_answer(context, entry, you), *map(context.format_told, mine)],
        )
        if noted.told or noted.own:
            found.append(noted)
    return found


def _list_public_record_lines(context: PageContext, told: list[Told]) -> list[str]:
    """Return those of these announcements that everybody was told, in words."""
    return [line for each in told if each.to == PUBLIC and (line := context.format_told(each))]


def _format_own_answer(context: PageContext, entry: LogEntry, you: SeatedPlayer) -> list[str]:
    """Return, in a list, a line that says what the player themselves answered or played in this entry; an empty list if
    it was somebody else's, or cannot be put in words.
    """
    if entry.by != you.seat or entry.kind not in ANSWER_KINDS or entry.n < you.since:
        return []
    values = entry.value if isinstance(entry.value, list) else [entry.value]
    plain = [
        context.format_number(value) for value in values if isinstance(value, int | str) and not isinstance(value, bool)
    ]
    return [context.say("You said: {what}", what=", ".join(plain))] if plain else []


def _serve_record_text(request: RequestContext, context: PageContext, you: SeatedPlayer) -> Response:
    """Serve a player's whole own record of a game as a text file, each line with the number of its log entry and, if
    only they could see it, a star.
    """
    lines: list[str] = []
    for start in range(0, context.shown.version + 1, RECORD_PAGE_ENTRIES):
        for each in _list_record_entries(request, context, you, start, RECORD_PAGE_ENTRIES):
            lines += [f"{each.n:>5}  {line}" for line in each.told]
            lines += [f"{each.n:>5}  * {line}" for line in each.own]
    head = context.say(
        "{title}: the story of {who}. Only {who} could see the lines with a star.",
        title=context.shown.title,
        who=you.seat,
    )
    kept = {
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Disposition": f'attachment; filename="{context.shown.id}.txt"',
    }
    return Response(200, "\n".join([head, "", *lines, ""]).encode(), {**SAFE, **kept})
