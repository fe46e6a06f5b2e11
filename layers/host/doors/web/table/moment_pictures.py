"""Pictures of moments: what fills the board's place for a second or two, and the news tell in words."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, NamedTuple

from engine.kernel.event import BeatKind
from engine.kernel.text import Words, format_told, read_phrase_facts
from engine.kernel.view import Board, SquareNote
from engine.rulesets import RULESETS
from host.core.session import ToldLine
from host.doors.web.files import render_icon
from host.doors.web.markup import pictures, players
from host.doors.web.markup.html import Child, Markup, SharedPiece, h, join_markup, render_open_tag
from host.doors.web.markup.looks import draw_last_scene
from host.doors.web.table import ending
from host.doors.web.table.board import find_square_kind
from host.doors.web.table.moments import (
    ENDS,
    SENTENCE_END,
    SMALL,
    Moment,
    draw_moment,
    format_line_words,
    list_moments,
)
from host.doors.web.table.page_context import PageContext
from host.shown.views import MomentLine, Sum, ToldStep

LINES, SUMS = 3, 6  # of words, and of money, in one picture
MOVING = ("cycle",)
DIV_END = Markup("</div>")
LONG_SUM = 10  # letters of a sum

STAR = (
    "M180 -72L203 32L244 -17L248 46L328 -24L286 74L347 59L314 112L420 102L328 157L387 180L328 203L420 258L314 248L347 "
    "301L286 286L328 384L248 314L244 377L203 328L180 432L157 328L116 377L112 314L32 384L74 286L13 301L46 248L-60 258"
    "L32 203L-27 180L32 157L-60 102L46 112L13 59L74 74L32 -24L112 46L116 -17L157 32z"
)

STARRED = ("bomb", "bombed")
PEAK_MS = 1900  # for which a won top covers the solution


class BeatStyle(NamedTuple):
    """How a kind of beat is shown: its rank (1 matters most), its duration in milliseconds and its sound.

    Rank 1 is always shown while there is time, rank 2 is combined with others when there are too many, rank 3 is then
    dropped. For the player concerned every beat has rank 1.
    """

    rank: int
    ms: int
    sound: str = "tap"


BEATS: dict[BeatKind, BeatStyle] = {
    "open": BeatStyle(3, 1500, "cash"),
    "bomb": BeatStyle(1, 1800, "bomb"),
    "saved": BeatStyle(2, 1200),
    "booster": BeatStyle(3, 1200),
    "big": BeatStyle(2, 1500, "cash"),
    "loss": BeatStyle(2, 1500, "bomb"),
    "out": BeatStyle(2, 1200, "bomb"),
    "doors": BeatStyle(1, 3000, "drum"),
    "offer": BeatStyle(2, 1200, "drum"),
    "deal": BeatStyle(2, 1500),
    "no_deal": BeatStyle(2, 1200),
    "stake": BeatStyle(2, 1200, "drum"),
    "outcome": BeatStyle(1, 2400, "cash"),
    "won": BeatStyle(1, 2200, "win"),
    "lost": BeatStyle(1, 2200, "loss"),
    "row": BeatStyle(3, 1200),
    "bombed": BeatStyle(1, 2200, "loss"),
    "roof": BeatStyle(1, 2200, "win"),
    "begins": BeatStyle(3, 1500),
    "rest": BeatStyle(3, 1800),
    "round": BeatStyle(2, 1500),
    "cycle": BeatStyle(1, 2400),
    "zone": BeatStyle(1, 1200),  # always seen: it comes when a round's end has used up all time, and changes the rules
    "reached": BeatStyle(1, 2000, "win"),
    "crown": BeatStyle(1, 2400, "win"),
    "call": BeatStyle(1, 1600, "drum"),
    "right": BeatStyle(1, 1900, "win"),
    "wrong": BeatStyle(1, 1900, "loss"),
    "bonus": BeatStyle(2, 1500, "cash"),
    "reveal": BeatStyle(1, 5100),
    "answer": BeatStyle(1, 2400),
    "walk": BeatStyle(2, 1200),
    "peak": BeatStyle(1, 2400, "win"),
    "bid": BeatStyle(2, 1500),
    "sold": BeatStyle(2, 1800, "cash"),
    "unsold": BeatStyle(2, 1200),
    "attack": BeatStyle(2, 1500),
    "held": BeatStyle(2, 1200),
    "took": BeatStyle(2, 1800, "cash"),
    "hand": BeatStyle(2, 1800),
}

MOMENT_ICONS = {
    **dict.fromkeys(("won", "lost"), "minigame"),
    "bombed": "bomb",
    "unsold": "x",
    **dict.fromkeys(("roof", "crown", "cycle", "reached", "right", "answer", "peak"), "trophy"),
    **dict.fromkeys(("sold", "took", "bid", "hand", "bonus", "walk", "offer", "deal"), "cash"),
    **dict.fromkeys(("saved", "held"), "lock"),
    **dict.fromkeys(("stake", "row", "begins", "round", "zone", "no_deal"), "door"),
    **dict.fromkeys(("call", "attack"), "eye"),
    "wrong": "x",
}


def render_new_moments(context: PageContext, others: set[str], said: list[ToldStep]) -> Child:
    """Render pictures of the moments (events worth showing large) in those inputs of `said` that are new since the
    page's last update, oldest first, which the page's script plays one after another; None if there are none, or if the
    request is no such update. Those only about the tables in `others` are left out.
    """
    if context.query.since is None:
        return None
    fresh = [each for each in said if each.n > context.query.since]
    return [scene for each in fresh for scene in _render_step_moments(context, each, others)] or None


# -- what has been drawn once


def _render_step_moments(context: PageContext, said: ToldStep, others: set[str]) -> list[Markup]:
    """Render pictures of the moments (events worth showing large) of one input, without those only about the tables in
    `others`, in the order told; from the cache if possible.
    """
    rules = RULESETS.get(context.shown.ruleset)
    found = list_moments(rules, said, others)
    if any(_find_own_note(context, each) is not None for each in found):
        draw = partial(_render_fixed_moments, context, found)
        made = context.render_cached(_build_step_key(context, said, found), draw, own=True)
    else:
        share = partial(_render_shared_moments, said=said, found=found)
        shared = context.compute_for_all(("scenes", *[_build_moment_key(each) for each in found], *said.content), share)
        made = [each if isinstance(each, Moment) else each.render_for(context.shown.you) for each in shared]
    return [_render_moment(context, each) if isinstance(each, Moment) else each for each in made]


def _render_shared_moments(context: PageContext, said: ToldStep, found: list[Moment]) -> Sequence[SharedPiece | Moment]:
    """Return the moments `found` in one input as pictures that all viewers share, from the cache if possible; those
    that show changing standings, as they are.
    """

    def split_pieces() -> Sequence[SharedPiece | Moment]:
        """Draw the moments `found` and split each picture at what its own player sees otherwise; leave those with
        changing standings.
        """
        drawn = _render_fixed_moments(context, found)
        return [each if isinstance(each, Moment) else SharedPiece.parse_markup(each) for each in drawn]

    return context.render_cached(_build_step_key(context, said, found), split_pieces)


def _build_moment_key(moment: Moment) -> Hashable:
    """Return a cache key for the picture of a moment (an event worth showing large): kind, table and number
    of lines.
    """
    return moment.kind, moment.table, len(moment.lines)


def _build_step_key(context: PageContext, said: ToldStep, found: Sequence[Moment]) -> Hashable:
    """Return the cache key for the pictures of the moments `found` in the input `said`: what was told, and for each
    moment its kind, table and number of lines, what lies on its square, and the viewer's note on that.
    """
    lies = [
        (_build_moment_key(each), _find_own_note(context, each), _find_moment_cell(context, each)) for each in found
    ]
    return ("scenes", *said.content, *lies)


def _render_fixed_moments(context: PageContext, found: Sequence[Moment]) -> Sequence[Markup | Moment]:
    """Render pictures of those moments (events worth showing large) that always look the same; return the others, which
    show changing standings, as they are.
    """
    return [moment if moment.kind in MOVING else _render_moment(context, moment) for moment in found]


# -- what stands around each


def _render_moment(context: PageContext, moment: Moment) -> Markup:
    """Render the picture of one moment, hidden, with its frame and with the data by which the page's script plays it:
    in the game's own drawing if it brings one, else in that of its kind; behind it, if a minigame ended with it, the
    last scene of that, if the game draws it.
    """
    draw: Picture = SCENES.get(moment.kind, _render_plain_moment)
    drawn_by_game = draw_moment(context, moment)
    inner = drawn_by_game or draw(context, moment)
    star = h("svg", h("path", d=STAR), class_="star", viewBox="0 0 360 360", preserveAspectRatio="none")
    starred = moment.kind in STARRED and drawn_by_game is None
    drawn: Child = [star, h("div", inner, class_="in")] if starred else inner
    ended = moment.ended_table
    last = draw_last_scene(context, ended.read_pictures()) if ended else None
    if last is not None:
        drawn = [h("div", last, class_="last"), h("div", drawn, class_="verdict")]
    show, look = BEATS[moment.kind], _find_colour_kind(context, moment)
    stays = show.ms + (PEAK_MS if any(line.kind == "peak" for line in moment.lines) else 0)
    kind = f"moment {look} bomb" if starred and look != "bomb" else f"moment {look}"
    kind += " ended" if last is not None else ""

    def render_opening(own: bool) -> Markup:  # noqa: FBT001 - is it the viewer's?
        """Return the opening tag of the picture's frame; for its `own` player it has the highest rank."""
        shown = {"data_n": moment.n, "data_kind": moment.kind, "data_square": moment.square or None}
        played = {"data_rank": 1 if own else show.rank, "data_ms": stays, "data_sound": _pick_sound(moment, show)}
        return render_open_tag("div", class_=kind, hidden=True, aria_hidden="true", **shown, **played)

    who = moment.who[0] if len(moment.who) == 1 else ""
    return join_markup(
        context.render_own_or_other(who, render_opening) if who else render_opening(own=False), drawn, DIV_END
    )


def _pick_sound(moment: Moment, show: BeatStyle) -> str:
    """Return the name of the sound to be played with a moment: that of its kind, but instead of the sound of money or a
    win `bomb` if money was only lost, and instead of that of money `tap` if nobody gained or lost any; the end of the
    game always sounds as a win.
    """
    ways = {_find_sum_colour(each) for each in moment.sums if each.sign}
    if (
        show.sound in ("cash", "win")
        and (ways or show.sound == "cash")
        and "big" not in ways
        and moment.kind != "crown"
    ):
        return "bomb" if ways else "tap"
    return show.sound


def _find_colour_kind(context: PageContext, moment: Moment) -> str:
    """Return the CSS classes that give a moment's picture its colour: the moment's kind (marked if somebody falls
    through a chosen door), or for an opened square the kind of what lies there, or if that is no longer shown whether
    money was won or lost.
    """
    if moment.kind != "open":
        return "doors bad9" if moment.kind == "doors" and _list_fallen(moment) else moment.kind
    cell = _find_moment_cell(context, moment)
    return (
        find_square_kind(cell) if cell else next((_find_sum_colour(each) for each in moment.sums if each.sign), "event")
    )


def _find_sum_colour(money: Sum) -> str:
    """Return the colour class for a sum of money: `big` for a gain, else `loss`."""
    return "big" if money.amount * money.sign > 0 else "loss"


def _find_moment_board(context: PageContext, moment: Moment) -> Board | None:
    """Return the board on which a moment (an event worth showing large) happened, or None if its table is no longer
    shown or has no board.
    """
    panels = context.shown.view.panels if context.shown.view else []
    return next((panel.board for panel in panels if panel.id == moment.table), None)


def _find_moment_cell(context: PageContext, moment: Moment) -> Any:
    """Return the cell that lies on the square which a moment opens, or None if it opens none or its board is no longer
    shown.
    """
    board = _find_moment_board(context, moment) if moment.square else None
    return board.cells.get(moment.square) if board else None


def _find_own_note(context: PageContext, moment: Moment) -> SquareNote | None:
    """Return the viewer's private note on the square that a moment opens (what they alone had known of it), or None."""
    view = context.shown.view
    return view.own.notes.get(moment.table, {}).get(moment.square) if view and view.own and moment.square else None


# -- what is shown of it


def _render_moment_players(context: PageContext, moment: Moment, headline: str = "") -> Child:
    """Render whom a moment (an event worth showing large) is about: several by their names, one with their sign and
    `headline` or, without that, who opens which square or only the name; None if it is about nobody.
    """
    who = moment.who
    if not who:
        return None
    if len(who) > 1:
        return h("div", h("b", context.reader.format_value(list(who))), class_="who")
    title = headline or (_format_opening(context, moment) if moment.square else context.format_number(who[0]))
    return h("div", players.render_player_token(context, who[0]), h("b", title), class_="who")


def _format_opening(context: PageContext, moment: Moment) -> str:
    """Return the words above the picture of an opened square: who opens which square, and whether they win or lose the
    sum shown below, or that it is a bomb. The moment must be about somebody.
    """
    who, n, sums = moment.who[0], moment.square, [each for each in moment.sums if each.sign]
    if moment.kind == "bomb":
        return f"{context.say('{who} opens {n}', who=who, n=n)}: {_format_moment_title(context, moment)}"
    if len(sums) != 1 or list(sums[0].who) != [who] or not sums[0].amount:
        return context.say("{who} opens {n}", who=who, n=n)
    if _is_loss(sums[0]):
        return context.say("{who} opens {n} and loses", who=who, n=n)
    return context.say("{who} opens {n} and wins", who=who, n=n)


def _is_loss(money: Sum) -> bool:
    """Return whether this sum of money was lost."""
    return money.amount * money.sign < 0


def _is_loss_in_title(moment: Moment) -> bool:
    """Return whether a moment's title says that its player loses the only sum, which then stands below it without a
    minus.
    """
    titled = moment.square and (moment.kind != "bomb" or moment.has_beat("out", moment.who))
    sums = moment.sums if titled else []
    return len(sums) == 1 and _is_loss(sums[0]) and list(sums[0].who) == moment.who


def _render_moment_lines(context: PageContext, lines: Sequence[MomentLine], most: int = LINES) -> Child:
    """Render these lines in words as one paragraph, at most `most` of them; None if they have none."""
    words = [said for each in lines if (said := format_line_words(context, each.told))][:most]
    return h("p", " ".join(words)) if words else None


def _render_plain_moment(context: PageContext, moment: Moment) -> Child:
    """Render a moment (an event worth showing large) that has no special picture: player, icon, sums, title, bomb
    owners and other lines.
    """
    what = _format_moment_title(context, moment)
    sums = (
        _render_sums(context, moment.sums, pot=moment.kind == "bombed", signed=not _is_loss_in_title(moment))
        or _render_lost_pot(context, moment)
        or _render_booster(moment)
    )
    same = len(moment.sums) == 1 and not any(map(str.isalpha, what))  # an amount, of which a line tells more
    note = _find_own_note(context, moment)
    tag = h("span", context.format_words(note.words), class_="tag") if note else None
    owners = _render_bomb_owners(context, moment, tag)
    look = _find_colour_kind(context, moment)
    headline = _format_headline(context, moment)
    title = headline if moment.kind in ENDS and what and len(moment.sums) < 2 else ""  # the sum stands below it
    heard = [*moment.before, *moment.lines[_count_redundant_lines(moment) :]]
    return [
        pictures.render_confetti_rain() if moment.kind in ("roof", "reached") else None,
        _render_moment_players(context, moment, title),
        _render_opened_door(moment, render_icon(MOMENT_ICONS.get(look, look), "pic")),
        _render_spared(context, moment) if moment.kind == "bomb" else None,
        sums,
        _render_headline(headline or what)
        if not title and (headline or (what and not same and moment.kind != "bomb"))
        else None,
        owners,
        None if owners else tag,
        _render_booster_rule(context, moment) or render_rule_start(context, what)
        if moment.kind == "open" and not same  # a sum explains itself
        else None,
        _render_moment_lines(context, [each for each in heard if not (headline and each.kind)][-1 if title else 0 :]),
    ]


def _render_headline(text: str) -> Child:
    """Render what happened in large letters: its first sentence; further ones stand below it in small letters."""
    first, *more = SENTENCE_END.split(text)
    return [h("h2", first), h("p", " ".join(more)) if more else None]


def _render_opened_door(moment: Moment, sign: Markup) -> Markup:
    """Render the sign of what a player found; for an opened square it stands, with the square's number, in an open
    door.
    """
    return h("div", h("b", moment.square), sign, class_="dr9") if moment.kind == "open" and moment.square else sign


def _format_headline(context: PageContext, moment: Moment) -> str:
    """Return what happened in one plain sentence, with the name; an empty string for a small event, one about nobody or
    several players, or an opened square (unless its player finds a booster there), as the picture's title says that.
    """
    what, who = _format_moment_title(context, moment), moment.who
    booster = next((each for each in moment.lines if each.kind == "booster"), None)
    if booster and moment.kind == "open" and booster.who == who:
        return format_told(booster.told, context.reader)
    if moment.square or moment.kind in SMALL or len(who) != 1:
        return ""
    if moment.kind == "won" and what and len(moment.sums) == 1:
        return context.say("{who} wins in {game}", who=who, game=what)
    if moment.kind == "lost" and what:
        if _find_lost_pot(context, moment):
            return context.say("{who} loses in {game}", who=who, game=what)
        return context.say("{who} wins nothing in {game}", who=who, game=what)
    return format_told(moment.head.told, context.reader)


def _render_booster(moment: Moment) -> Child:
    """Render the percentage of the booster that was found in a moment (an event worth showing large); None if none
    was found.
    """
    found = [each for each in moment.lines if each.kind == "booster" and each.beat and each.beat.what]
    percent = found[0].read_beat_fact("what") if found else None
    return h("div", f"+{percent}%", class_="sum num", data_count=percent) if percent else None


def _render_lost_pot(context: PageContext, moment: Moment) -> Child:
    """Render the money that a player held in a lost minigame before its last move took everything, without a minus, as
    its title says that it is lost; None if that was nothing, or for other moments.
    """
    pot = _find_lost_pot(context, moment)
    return h("div", pot, class_="sum num", data_count=int(_keep_digits(pot))) if pot else None


def _find_lost_pot(context: PageContext, moment: Moment) -> str:
    """Return, as text, the money that a player held in a minigame before its last move took everything; empty if that
    was nothing, or if the moment is no lost minigame.
    """
    ended = moment.ended_table if moment.kind == "lost" else None
    pot = context.format_words(ended.pot) if ended else ""
    return pot if int(_keep_digits(pot) or "0") else ""


def _render_booster_rule(context: PageContext, moment: Moment) -> Child:
    """Render a sentence about what the booster found in a moment does for its finder from now on; None if none was
    found, or if the moment is not about one player only.
    """
    now = next(
        (found for each in moment.lines if each.kind == "booster" and (found := each.read_beat_fact("total"))), 0
    )
    if not now or len(moment.who) != 1:
        return None
    said = context.say("From now on, all cash that {who} finds counts {n}% more.", who=moment.who, n=now)
    return h("p", said, class_="rule")


def _format_moment_title(context: PageContext, moment: Moment) -> str:
    """Return the name of the square, card or thing that was opened, played or sold in a moment (an event worth showing
    large), or an empty string.
    """
    beat = moment.head.beat
    said = moment.head.facts.get(beat.what) if beat and beat.kind != "booster" else None
    cell = _find_moment_cell(context, moment)
    face = said or (cell.face if cell else "")
    return context.format_number(face) if face else ""


def _render_spared(context: PageContext, moment: Moment) -> Child:
    """Render, for a moment that is an opened bomb, whether the player who opened it is out (and loses the sum below) or
    stays in.
    """
    if not moment.has_beat("out", moment.who):
        return h("h2", context.say("{who} stays in!", who=moment.who), class_="spared")
    if not _is_loss_in_title(moment):
        return h("h2", context.say("{who} is out!", who=moment.who))
    return h("h2", context.say("{who} is out and loses", who=moment.who))  # the sum stands below


def render_rule_start(context: PageContext, face: str) -> Child:
    """Render the first sentence of the rule of the thing called `face`, such as what was found on a square, without the
    name; None if it has no rule.
    """
    rule = context.find_rule(face) if face else None
    said = context.format_words(rule).removeprefix(f"{face}: ") if rule else ""
    return h("p", SENTENCE_END.split(said)[0], class_="rule") if said else None


def _count_redundant_lines(moment: Moment) -> int:
    """Return how many of a moment's first lines its picture already says, so that they are left out: 1 if it ends a
    minigame whose last picture is known, or opens a square and either tells a single sum (and is no bomb) or the host
    has no words of their own for it; else 0.
    """
    told = moment.head.told
    if moment.kind in ENDS and moment.ended_table:
        return 1
    if moment.square and len(moment.sums) == 1 and moment.kind != "bomb":
        return 1
    return int(bool(moment.square) and not (isinstance(told, ToldLine) and told.said))


def _render_bomb_owners(context: PageContext, moment: Moment, note: Child) -> Markup | None:
    """Render the signs and names of the players who had hidden a bomb that was found; None if nobody had. The viewer's
    private `note` on its square stands as a badge beside their own sign if they are one of them, otherwise at the end.
    """
    owners = next((each.list_names(each.beat.other) for each in moment.lines if each.beat and each.kind == "owned"), [])
    you = context.shown.you
    signs = [
        h(
            "li",
            players.render_player_token(context, who),
            h("b", context.format_words(who)),
            note if who == you else None,
            class_="yours" if who == you else None,
        )
        for who in owners
    ]
    rest = None if you in owners else note
    return (
        h("ul", h("li", context.say("Hidden by")), signs, h("li", rest) if rest else None, class_="whose")
        if signs
        else None
    )


def _render_sums(context: PageContext, sums: Sequence[Sum], *, pot: bool = False, signed: bool = True) -> Child:
    """Render sums of money: one large (a loss with a minus if `signed`, and as gone if it is a lost `pot`), several as
    a list with their owners; None if there are none.
    """
    if not sums:
        return None
    if len(sums) == 1:
        return _render_large_sum(context, sums[0], pot=pot, signed=signed)
    return _render_sum_list(context, sums)


def _render_sum_list(context: PageContext, sums: Sequence[Sum]) -> Markup:
    """Render several sums of money, the first six at most, as a list, each with the player who wins or loses it."""
    rows = [h("li", _render_named_tokens(context, each.who), _render_amount(context, each)) for each in sums[:SUMS]]
    return h("ul", rows, class_="faces moves")


def _render_named_tokens(context: PageContext, who: Sequence[str]) -> Child:
    """Render sign and name of each of these players."""
    return [[players.render_player_token(context, each), context.format_words(each)] for each in who]


def _render_amount(context: PageContext, money: Sum) -> Markup:
    """Render a sum of money, with a minus if it was lost and in the colour of a gain or loss."""
    way = None if not money.sign else "up" if money.amount * money.sign >= 0 else "down"
    return h("b", context.format_money(money.amount * (money.sign or 1)), class_=way)


def _render_large_sum(context: PageContext, money: Sum, *, pot: bool = False, signed: bool = True) -> Markup:
    """Render one sum of money, a loss with a minus if it is `signed`; a pot that was lost is gone, which no minus says:
    nobody owes it.
    """
    shown = context.format_money(money.amount * (money.sign or 1 if signed and not pot else 1))
    shown = context.say("{amount} gone", amount=shown) if pot else shown
    paper = "" if money.sign else " paper"
    return h(
        "div", shown, class_=f"sum num{paper}{' long' if len(shown) > LONG_SUM else ''}", data_count=abs(money.amount)
    )


def _keep_digits(text: str) -> str:
    """Return only the digits of a text, by which a title and a sum can be compared."""
    return "".join(letter for letter in text if letter.isdigit())


# -- those that have a picture of their own


def _render_unopened_squares(context: PageContext, moment: Moment) -> Child:
    """Render, for the end of a round, what lay under the squares that nobody opened, the bombs that nobody found with
    who had hidden them, and the sums told with it.
    """
    shown = [each for each in moment.lines if each.kind == "rest"]
    squares = [
        found for each in shown for phrase in each.read_beat_fact("what") if (found := read_phrase_facts(phrase))
    ]
    items = [
        h("li", h("b", square.get("n", "")), " ", context.format_words(square.get("face", "")))
        for square in sorted(squares, key=lambda square: int(square.get("n", 0)))
    ]
    unfound = [pair for each in shown for pair in each.read_beat_fact("bombs")]
    bombs = [
        h("li", render_icon("bomb"), players.render_player_token(context, str(who)), h("b", n)) for who, n in unfound
    ]
    return [
        h("h2", context.say("What was under the other squares")),
        h("ul", bombs, class_="whose") if bombs else None,
        h("ul", items, class_="under"),
        _render_sum_list(context, moment.sums) if moment.sums else None,
    ]


def _render_doors(context: PageContext, moment: Moment) -> Child:
    """Render all doors of a choice such as Blammo, open, with the one that the player chose marked, the sums told, and
    who is out or, if nobody is, the other lines.
    """
    facts = moment.head.facts
    behind: dict[int, Words] = {facts["n"]: facts["face"]}
    for other in map(read_phrase_facts, facts["others"]):
        behind[other["n"]] = other.get("face", "")
    chosen = "chosen bad9" if _list_fallen(moment) else "chosen"
    items = [
        h("li", h("b", n), h("span", context.format_words(behind[n])), class_=chosen if n == facts["n"] else None)
        for n in sorted(behind)
    ]
    title = context.say("{who} opens door {n}: {face}", who=moment.who, n=facts["n"], face=facts["face"])
    tokens = [players.render_player_token(context, who) for who in moment.who]
    return [
        h("div", tokens, h("b", title), class_="who"),
        h("ul", items, class_="fates"),
        _render_sums(context, moment.sums),
        _render_out(context, moment) or _render_moment_lines(context, moment.lines[1:]),
    ]


def _list_fallen(moment: Moment) -> list[str]:
    """Return who is out of the round after a moment, without repeats."""
    return list(dict.fromkeys(who for each in moment.lines if each.kind == "out" for who in each.who))


def _render_out(context: PageContext, moment: Moment) -> Child:
    """Render a sentence that says who is out after a moment, and that it costs nothing if no more was told; None if
    nobody is.
    """
    out = _list_fallen(moment)
    free = not moment.sums and all(each.kind for each in moment.lines)
    return (
        [
            h("h2", context.say("{who} {n:is|are} out of the round!", who=out, n=len(out))),
            h("p", context.say("No money is lost.")) if free else None,
        ]
        if out
        else None
    )


def _render_outcome(context: PageContext, moment: Moment) -> Child:
    """Render the result of a player's choice behind one large door, such as Square 00."""
    what, sums = _format_moment_title(context, moment), moment.sums
    same = len(sums) == 1 and _keep_digits(what) == str(abs(sums[0].amount))
    return [
        _render_moment_players(context, moment),
        render_icon("door", "pic knock"),
        h("h2", what) if not same else None,
        _render_sums(context, sums),
        _render_moment_lines(context, moment.lines, 1),  # the rest is of what comes next
    ]


def _render_round_start(context: PageContext, moment: Moment) -> Child:
    """Render the start of a round: its name (or, if it has none, what was told), and its players in turn order."""
    what = _format_moment_title(context, moment)
    seats = [h("li", players.render_player_token(context, who), context.format_words(who)) for who in moment.who]
    words = None if what else _render_moment_lines(context, moment.lines[:1])
    return [render_icon("door", "pic"), h("h2", what) if what else words, h("ol", seats, class_="faces")]


def _render_cycle_end(context: PageContext, moment: Moment) -> Child:
    """Render the end of a cycle: what is over and what begins next, who leads with how much, and who has climbed or
    fallen.
    """
    total = _read_amount(moment.head)
    tokens = [players.render_player_token(context, each) for each in moment.who]
    leads = context.say("{who} {n:leads|lead}", who=list(moment.who), n=len(moment.who))
    amount = (
        h("div", context.format_money(total), class_="sum num", data_count=total) if isinstance(total, int) else None
    )
    first, *more = SENTENCE_END.split(format_told(moment.head.told, context.reader))  # what is over; then who leads
    over = h("div", h("h2", first) if more else None, _render_next(context, moment), class_="over9")
    who = h("div", tokens, h("b", leads), ending.render_lead(context), class_="who")
    return [over, who, amount, ending.render_movements(context)]


def _render_next(context: PageContext, moment: Moment) -> Child:
    """Render what begins after the end of a cycle, from the next line of the same moment and table; None if none was
    told with it.
    """
    begins = [each for each in moment.lines[1:] if each.told.table == moment.table]
    return h("p", context.format_told(begins[0].told), class_="next9") if begins else None


def _render_victory(context: PageContext, moment: Moment) -> Child:
    """Render the end of the game: who has won, and with how much."""
    who = moment.who
    tokens = [players.render_player_token(context, each) for each in who]
    return [
        render_icon("trophy", "pic"),
        h("div", tokens, class_="who") if tokens else None,
        h("h2", ending.format_winners(context, who)),
        _render_sums(context, moment.sums) if who else None,
        _render_moment_lines(context, moment.lines),
    ]


Picture = Callable[[PageContext, Moment], Child]

SCENES: dict[BeatKind, Picture] = {
    "doors": _render_doors,
    "outcome": _render_outcome,
    "begins": _render_round_start,
    "cycle": _render_cycle_end,
    "rest": _render_unopened_squares,
    "crown": _render_victory,
}


def _read_amount(line: MomentLine) -> int | None:
    """Return the first sum of money that the line tells, or None if it tells none."""
    return next((each.amount for each in line.sums), None)
