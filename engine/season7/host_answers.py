"""Ask the Host: yes/no questions about the board and the players, answered from the true state.

A question is one line. It may be typed whole, in people's own words (`host_questions.py`), or put together from
choices; both end in the same few claims:

    bomb | Ann's bomb | category 3 | Gift Card | £250,000 | Defuse | hidden square
        and then  anywhere | in row B | in column 3 | on square 7
    Ann holds Defuse
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.kernel import Question
from engine.kernel.errors import Unclear, Withdrawn
from engine.kernel.question import Form, Option
from engine.kernel.text import Phrase, Words, phrase
from engine.race import table
from engine.season7 import events, tables
from engine.season7.host_offers import find_nearest_questions
from engine.season7.host_questions import HostClaim, HostQuestion, parse_host_question
from engine.season7.host_vocabulary import (
    AMOUNT,
    ANY_BOOSTER,
    ANY_HIDDEN,
    ANY_MINIGAME,
    ANYBODY,
    ANYBODY_BUT,
    ANYWHERE,
    AT_LEAST,
    AT_MOST,
    BIGGEST_CASH,
    BOMB,
    BOOSTER,
    CASH,
    CATEGORY,
    EXACTLY,
    HIDDEN,
    HOLDS,
    LIST,
    PERCENT,
    RICHER,
    SHAPES,
    SQUARE,
    STATE,
    TOTAL,
    WHOSE,
    is_within_limit,
)
from engine.season7.state import Draft, RoundTable, Season7Cell, Season7Player, Season7Round

PASS, AGAIN, UNSURE = "pass", "start again", "unsure"
QUESTION_KINDS = {
    BOMB: "Is there a bomb …?",
    CATEGORY: "Is there a square of this kind: …?",
    SQUARE: "Is there a square of this name …?",
    HIDDEN: "Is there a hidden square …?",
    HOLDS: "Does a player hold …?",
    WHOSE: "Is a player's bomb …?",
    PASS: "Ask nothing",
}
CATEGORIES_BY_NAME = (5, 6, 7, 8)  # categories whose squares are offered by name; amounts are typed


# -- the script


async def ask_the_host(t: RoundTable, _finder: str) -> None:
    """All players still in may ask the host one yes/no question each. The host answers each truthfully, and
    everybody hears it.

    Play the square; who found it does not matter. Only note who may ask: the round then asks them for their questions,
    before the next turn.
    """
    t.tell(events.HostAsked())
    t.round.askers += t.list_living()


async def ask_for_host_questions(t: RoundTable) -> None:
    """Ask every player who may put a yes-or-no question to the host to choose it in parts or to type it. Take the first
    answer of anybody, one part or a whole question, which is answered to all; the caller asks again until all have put
    theirs. If nobody is left to answer, all their questions are dropped.
    """
    r = t.round
    text = (
        "Ask the host: choose your question step by step, or type it, for example “bomb in row B” or “Gift Card "
        "anywhere”."
    )
    asked = t.put_questions(
        Question(key="ask_the_host.question", text=text, lapse=PASS, form=Form(words=True)),
        dict.fromkeys(r.askers),
        lambda who: list_question_steps(t, t.seat(who).draft),
    )
    for question in asked:
        question.typed = partial(spell_typed_question, t, question.who)
        question.asks_back = t.seat(question.who).draft[:1] != [UNSURE]
    try:
        reply = await t.ask_first_of(asked)
    except Withdrawn:
        for who in r.askers:
            r.seats[who].draft = []
        r.askers = []
        return
    if take_question_step(t, reply.who, t.seat(reply.who).draft, reply.value):
        t.seat(reply.who).draft = []
        r.askers.remove(reply.who)


def spell_typed_question(t: RoundTable, who: str, words: str) -> str:
    """Return a player's typed question to the host in the standard wording, in which it is stored and parsed again.
    Raise Unclear (an Illegal) if it cannot be understood, Illegal if a square in it is open, or a row, column, square
    or player in it does not exist.
    """
    return str(understand_host_question(t.round, words, who))


def understand_host_question(r: Season7Round, words: str, who: str = "") -> HostQuestion:
    """Parse a typed question to the host into its meaning, as `who` asks it; raise Unclear (an Illegal) if it cannot be
    understood, Illegal if a square it names is open, or a row, column, square or player does not exist.
    """
    return parse_host_question(r, words, who)


def take_question_step(t: RoundTable, who: str, draft: Draft, said: str | int) -> bool:
    """Add to a player's question (`draft`) the part just chosen or typed, or clear it; answer it to everybody when it
    is complete, or offer the two nearest questions if it is unclear. Return whether this player is done: answered, or
    asking nothing, which is announced. Raise Illegal if a square in it is open or does not exist.
    """
    if said == PASS:
        t.tell(events.NothingAsked(who=who))
        return True
    if said == AGAIN:
        draft.clear()
        return False
    if draft[:1] != [UNSURE] and any(option.value == said for option in list_question_steps(t, draft)):
        draft.append(said)
        if list_question_steps(t, draft):
            return False
        said = join_question_steps(draft)
    try:
        answer_host_question(t, who, understand_host_question(t.round, str(said), who))
    except Unclear:
        draft[:] = [UNSURE, *map(str, ask_back_unclear(t, who, str(said)))]
        return False
    return True


def ask_back_unclear(t: RoundTable, who: str, words: str) -> list[HostQuestion]:
    """Announce that a player's question to the host was not understood, and which two questions are nearest; return
    these two, to be offered instead.
    """
    near = find_nearest_questions(t.round, words, who)
    t.tell(events.QuestionUnclear(who=who, first=format_host_question(near[0]), second=format_host_question(near[1])))
    return near


# -- step by step


def list_question_steps(t: RoundTable, draft: Draft) -> list[Option]:
    """Return the choices for the next part of `draft`, a half-built question to the host (its kind, if it is empty), or
    the questions nearest to one typed unclearly; “Start again” follows all but the kinds. None when it is complete.
    """
    if not draft:
        return [Option(kind, label) for kind, label in QUESTION_KINDS.items()]
    if draft[0] == UNSURE:
        near = [understand_host_question(t.round, str(words)) for words in draft[1:]]
        again = [Option(AGAIN, "Start again"), Option(PASS, QUESTION_KINDS[PASS])]
        return [
            *(Option(str(asked), phrase("{question:C}?", question=format_host_question(asked))) for asked in near),
            *again,
        ]
    steps = list_next_parts(t.round, draft)
    return [*steps, Option(AGAIN, "Start again")] if steps else []


def list_next_parts(r: Season7Round, draft: Draft) -> list[Option]:
    """Return the choices for what `draft`, a half-built question to the host, still lacks: the player it is about, the
    thing looked for, or the part of the board; none when it is complete.
    """
    kind, step = draft[0], len(draft)
    if kind in (HOLDS, WHOSE) and step == 1:
        return _build_name_options(r.order)
    if kind == HOLDS:
        return _build_name_options(tables.HIDDEN_SQUARES) if step == 2 else []
    if kind in (CATEGORY, SQUARE) and step == 1:
        categories = tables.SQUARES_BY_CATEGORY if kind == CATEGORY else CATEGORIES_BY_NAME
        return [Option(f"category {c}", tables.CATEGORY_NAMES[c]) for c in categories]
    if kind == SQUARE and step == 2:
        return _build_name_options(tables.SQUARES_BY_CATEGORY[int(str(draft[1])[-1])])
    if kind == HIDDEN and step == 1:
        return [Option(ANY_HIDDEN, "any hidden square"), *_build_name_options(tables.HIDDEN_SQUARES)]
    return [] if draft[-1] in _list_place_values(r) else _list_place_options(r)


def _build_name_options(names: Sequence[str]) -> list[Option]:
    """Build an answer option for each of these names, labelled as it is."""
    return [Option(name, name) for name in names]


def _list_place_values(r: Season7Round) -> set[str | int]:
    """Return the values of all options for the part of the board that a question to the host is about."""
    return {option.value for option in _list_place_options(r)}


def _list_place_options(r: Season7Round) -> list[Option]:
    """Return the answer options for the part of the board that a question to the host is about: anywhere, rows,
    columns and closed squares.
    """
    letters = [chr(ord("A") + row) for row in range(r.rows)]
    lines = [Option(f"row {letter}", phrase("row {letter}", letter=letter)) for letter in letters]
    lines += [Option(f"column {n}", phrase("column {n}", n=n)) for n in range(1, r.columns + 1)]
    return [*_build_name_options(["anywhere"]), *lines] + [
        table.build_square_option(n, r.columns) for n in r.list_closed_squares()
    ]


def join_question_steps(draft: Draft) -> str:
    """Return the text of the question to the host that these chosen parts (`draft`, which must be complete) make, to be
    parsed as if it had been typed.
    """
    kind, last = draft[0], draft[-1]
    if kind == HOLDS:
        return f"{draft[1]} holds {last}"
    where = f"on square {last}" if isinstance(last, int) else last
    what = BOMB if kind == BOMB else f"{draft[1]}'s bomb" if kind == WHOSE else draft[-2]
    return f"{what} {where}"


# -- the question, as it is read out

BOARD_PART_TEXTS = {
    "row": "in row {which}",
    "column": "in column {which}",
    "square": "on square {which}",
    "next": "next to square {which}",
    "corner": "in a corner",
    "middle": "in the middle",
}
SHAPED = {
    (AMOUNT, False): "is there cash of {limit} {n:£} {where}",
    (AMOUNT, True): "is it true that there is no cash of {limit} {n:£} {where}",
    (PERCENT, False): "is there a booster of {limit} {n}% {where}",
    (PERCENT, True): "is it true that there is no booster of {limit} {n}% {where}",
    (BOOSTER, False): "does {about} have a booster of {limit} {n}%",
    (BOOSTER, True): "is it true that {about} does not have a booster of {limit} {n}%",
    (TOTAL, False): "is the total of {about} {limit} {n:£}",
    (TOTAL, True): "is it true that the total of {about} is not {limit} {n:£}",
    (BIGGEST_CASH, False): "is the biggest cash {where}",
    (RICHER, False): "is {about} richer than {limit}",
    (RICHER, True): "is it true that {about} is not richer than {limit}",
    (STATE, False): "is {about} {limit}",
    (STATE, True): "is it true that {about} is not {limit}",
}
NOUNS = {
    BOMB: "{n:bomb|bombs}",
    CATEGORY: "{n:square|squares} of {what}",
    CASH: "{n:cash square|cash squares}",
    SQUARE: "{n:square|squares} with {what}",
    HIDDEN: "{n:square|squares} hiding {what}",
    WHOSE: "{n:bomb|bombs} of {about}",
}
COUNTED_TEXTS = {
    AT_LEAST: "{n:is|are} there at least {n} {noun} {where}",
    AT_MOST: "{n:is|are} there at most {n} {noun} {where}",
    EXACTLY: "{n:is|are} there exactly {n} {noun} {where}",
}
NOT_COUNTED = {
    AT_LEAST: "{n:is|are} there fewer than {n} {noun} {where}",
    AT_MOST: "{n:is|are} there more than {n} {noun} {where}",
    EXACTLY: "is it true that there {n:is|are} not exactly {n} {noun} {where}",
}
NAMED_TEXTS = {  # of a name there is or is not one
    SQUARE: "is {what} {where}",
    HIDDEN: "is {what} hidden {where}",
    WHOSE: "is {about}'s bomb {where}",
    HOLDS: "does {about} hold {what}",
}
NOT_NAMED = {
    SQUARE: "is it true that {what} is not {where}",
    HIDDEN: "is it true that {what} is not hidden {where}",
    WHOSE: "is {about}'s bomb anywhere but {where}",
    HOLDS: "is it true that {about} does not hold {what}",
}
NOBODY_HOLDS = "is it true that {about} holds {what}"
SOME = "is there a {noun} {where}"
NONE_TEXT = "is it true that there is no {noun} {where}"
ONE_OF_IT, NONE_OF_IT = "is there {what} {where}", "is it true that there is no {what} {where}"
SOME_CASH, NO_CASH = "is there cash {where}", "is it true that there is no cash {where}"
IN_CATEGORY, NOT_IN_CATEGORY = "is {square} in {what}", "is it true that {square} is not in {what}"
JOINED_TEXTS = {"and": "{first}, and {second}", "or": "{first}, or {second}"}
HOLDINGS = {ANY_HIDDEN: "a hidden square", ANY_MINIGAME: "a minigame", ANY_BOOSTER: "a booster"}


def format_host_question(asked: HostQuestion) -> Phrase:
    """Return a player's question to the host as a full sentence, to be read to everybody."""
    parts = [format_claim(claim) for claim in asked.claims]
    return phrase(JOINED_TEXTS[asked.join], first=parts[0], second=parts[1]) if asked.join else parts[0]


def format_claim(claim: HostClaim) -> Phrase:
    """Return one claim of a question to the host as the words of a sentence, such as “are there at least two bombs in
    row A”.
    """
    kind, square = claim.kind, claim.where.startswith("square ")
    if square and claim.how == EXACTLY and claim.n == 1:
        return format_claim(claim._replace(how=""))  # one square has one of it, or none
    if kind in SHAPES:
        where = _format_board_part(claim.where)
        return phrase(SHAPED[kind, claim.no], about=claim.about, limit=claim.what, n=claim.n, where=where)
    if kind == CATEGORY and square and not claim.how:
        text = NOT_IN_CATEGORY if claim.no else IN_CATEGORY
        return phrase(text, square=claim.where, what=_format_claim_thing(claim))
    facts = {
        "about": _format_claim_player(claim),
        "what": _format_claim_thing(claim),
        "where": _format_board_part(claim.where),
        "n": claim.n,
    }
    if claim.how:
        noun = _format_claim_noun(claim, claim.n)
        return phrase(NOT_COUNTED[claim.how] if claim.no else COUNTED_TEXTS[claim.how], noun=noun, **facts)
    if texts := _find_uncounted_texts(claim):
        return phrase(texts[claim.no], **facts)
    return phrase(NONE_TEXT if claim.no else SOME, noun=_format_claim_noun(claim, 1), **facts)


def _find_uncounted_texts(claim: HostClaim) -> tuple[str, str] | None:
    """Return the templates for a claim that counts nothing and for its opposite; None if they need a noun, such as “is
    there a bomb in row A”.
    """
    kind = claim.kind
    if kind == CASH:
        return SOME_CASH, NO_CASH
    booster = kind == SQUARE and tables.parse_booster(claim.what) is not None
    if booster or (kind == SQUARE and tables.format_with_article(claim.what) != tables.format_square(claim.what)):
        return ONE_OF_IT, NONE_OF_IT
    if kind == HOLDS and _is_about_anybody(claim):
        return NAMED_TEXTS[kind], NOBODY_HOLDS
    if (kind in NAMED_TEXTS and claim.what != ANY_HIDDEN) or kind == HOLDS:
        return NAMED_TEXTS[kind], NOT_NAMED[kind]
    return None


def _is_about_anybody(claim: HostClaim) -> bool:
    """Return whether a claim in a question to the host is about “anybody”, or “anybody but” one player."""
    return claim.about == ANYBODY or claim.about.startswith(ANYBODY_BUT)


def _format_claim_player(claim: HostClaim) -> Words:
    """Return the words for the player whom a question to the host is about: a name, “anybody” or “anybody but Ann”, of
    which “not” makes “nobody” where it is asked who holds something.
    """
    nobody = claim.no and claim.kind == HOLDS
    if claim.about == ANYBODY:
        return "nobody" if nobody else claim.about
    but = claim.about.removeprefix(ANYBODY_BUT)
    return phrase("nobody but {who}" if nobody else "anybody but {who}", who=but) if but != claim.about else claim.about


def _format_claim_noun(claim: HostClaim, n: int) -> Phrase:
    """Return the noun for what a question to the host counts or looks for, in the singular or plural that `n` needs."""
    if claim.what == ANY_HIDDEN:
        return phrase("{n:hidden square|hidden squares}", n=n)
    return phrase(NOUNS[claim.kind], n=n, what=_format_claim_thing(claim), about=claim.about)


def _format_claim_thing(claim: HostClaim) -> Words:
    """Return the words for the thing that a question to the host asks about, with its article where it needs one."""
    kind, _, number = claim.what.partition(" ")
    if kind == CATEGORY:
        return phrase("the category {name}", name=tables.CATEGORY_NAMES[int(number)])
    several = claim.how or (claim.no and claim.kind == SQUARE)
    percent = tables.parse_booster(claim.what)
    if percent is not None and not several:
        return phrase("an {name}" if tables.is_said_with_an(percent) else "a {name}", name=claim.what)
    named = tables.format_square(claim.what) if several else tables.format_with_article(claim.what)
    return HOLDINGS.get(claim.what, named) if claim.kind == HOLDS else named


def _format_board_part(where: str) -> Words:
    """Return the words, such as “in row B”, for the code of a part of the board; a code that has none is returned
    unchanged.
    """
    kind, _, which = where.partition(" ")
    if kind.startswith(LIST):
        return phrase("on squares {all}", all=which.split("+"))
    return phrase(BOARD_PART_TEXTS[kind], which=which) if kind in BOARD_PART_TEXTS else where


# -- the truth


def answer_host_question(t: RoundTable, who: str, asked: HostQuestion) -> None:
    """Announce a player's question and the host's true answer to everybody."""
    yes = is_question_true(t, asked)
    t.tell(events.QuestionAnswered(who=who, question=format_host_question(asked), answer="Yes" if yes else "No"))


def is_question_true(t: RoundTable, asked: HostQuestion) -> bool:
    """Return whether the true answer to a question to the host is yes, by its one claim or its two claims joined by
    `and` or `or`.
    """
    truths = [is_claim_true(t, claim) for claim in asked.claims]
    return any(truths) if asked.join == "or" else all(truths)


def is_claim_true(t: RoundTable, claim: HostClaim) -> bool:
    """Return whether a claim about the closed squares of the board or about a player, made in a question to the host,
    is true; “anybody is not” is true if it is of one player at least, “nobody holds” if none does. Where a bomb lies,
    the square under it does not count, as with a Peek.
    """
    if claim.kind in (TOTAL, RICHER, STATE, BOOSTER):
        return any(_is_player_state_true(t, who, claim) != claim.no for who in _list_claim_players(t, claim))
    if claim.kind == HOLDS:
        return any(_has_holding(t.player(who), claim.what) for who in _list_claim_players(t, claim)) != claim.no
    r = t.round
    if claim.kind == BIGGEST_CASH:
        return _is_biggest_cash_in(r, claim.where)
    n = sum(
        _matches_claim(r.find_cell(n), claim) for n in r.list_closed_squares() if _is_in_board_part(r, n, claim.where)
    )
    true = {AT_LEAST: n >= claim.n, AT_MOST: n <= claim.n, EXACTLY: n == claim.n, "": n > 0}
    return true[claim.how] != claim.no


def _list_claim_players(t: RoundTable, claim: HostClaim) -> list[str]:
    """Return the players of whom a claim in a question to the host may be true: the one it names, or for “anybody”
    those still in the round, without the one it excepts; whether anybody is in or out is asked of all in the round.
    """
    if not _is_about_anybody(claim):
        return [claim.about]
    everybody = t.round.order if claim.kind == STATE and claim.what in ("in", "out") else t.list_living()
    return [who for who in everybody if f"{ANYBODY_BUT}{who}" != claim.about]


def _is_biggest_cash_in(r: Season7Round, where: str) -> bool:
    """Return whether a closed square in this part of the board holds the most money of all closed squares; where a bomb
    lies, the square under it does not count.
    """
    cells = {n: r.find_cell(n) for n in r.list_closed_squares()}
    sums = {n: value for n, cell in cells.items() if not cell.bombs and (value := tables.parse_cash(cell.face))}
    return any(value == max(sums.values()) and _is_in_board_part(r, n, where) for n, value in sums.items())


def _is_player_state_true(t: RoundTable, who: str, claim: HostClaim) -> bool:
    """Return whether a claim about this player, made in a question to the host, is true, whatever its “not” says: that
    they are in, out, immune, protected, in a Win Zone or hypnotised, that their total or their booster (if they have
    one) is within a limit, or that they are richer than another player.
    """
    player, seat = t.player(who), t.seat(who)
    if claim.kind == TOTAL:
        return is_within_limit(player.total, claim.what, claim.n)
    if claim.kind == BOOSTER:
        return bool(player.booster) and is_within_limit(player.booster, claim.what, claim.n)
    if claim.kind == RICHER:
        return player.total > t.player(claim.what).total
    states = {
        "in": seat.status == "in",
        "out": seat.status == "out",
        "immune": seat.immune,
        "protected": seat.protected,
    }
    return states.get(claim.what, bool(seat.win_zone if claim.what == "in a Win Zone" else seat.hypnotised))


def _has_holding(player: Season7Player, what: str) -> bool:
    """Return whether a player holds what a question to the host names: any hidden square, minigame or booster, Access,
    or the hidden square or minigame of this name.
    """
    any_of = {ANY_HIDDEN: player.hidden, ANY_MINIGAME: player.minigames, ANY_BOOSTER: player.booster}
    if what in any_of:
        return bool(any_of[what])
    return player.access if what == "Access" else what in player.hidden or what in player.minigames


def _is_in_board_part(r: Season7Round, n: int, where: str) -> bool:
    """Return whether square `n` lies in the part of the board that `where` names: a row, a column, the corners, the
    middle, beside a square, one of the squares listed, or anywhere.
    """
    kind, _, which = where.partition(" ")
    row, column = divmod(n - 1, r.columns)
    if kind == "row":
        return chr(ord("A") + row) == which
    if kind == "column":
        return str(column + 1) == which
    if kind == "next":
        return n in table.list_neighbours(r, int(which))
    if kind == "corner":
        return row in (0, r.rows - 1) and column in (0, r.columns - 1)
    if kind == "middle":
        return (row, column) == (r.rows // 2, r.columns // 2)
    return kind == ANYWHERE or str(n) in which.split("+")


def _matches_claim(cell: Season7Cell, claim: HostClaim) -> bool:
    """Return whether a square holds the thing that a question to the host asks about. Of a square with a bomb only the
    bomb counts, not what lies under it.
    """
    if claim.kind == WHOSE:
        return claim.about in cell.bombs
    if cell.bombs or claim.kind == BOMB:
        return bool(cell.bombs) and claim.kind == BOMB
    if claim.kind == HIDDEN:
        return cell.hidden == claim.what or (claim.what == ANY_HIDDEN and bool(cell.hidden))
    if claim.kind in (AMOUNT, PERCENT):
        value = tables.parse_cash(cell.face) if claim.kind == AMOUNT else tables.parse_booster(cell.face)
        return value is not None and is_within_limit(value, claim.what, claim.n)
    plain = {
        CASH: tables.parse_cash(cell.face) is not None,
        CATEGORY: claim.what == f"category {tables.find_category(cell.face)}",
    }
    return plain.get(claim.kind, cell.face == claim.what)
