"""The host's line book against the lines that are bound: what is left out stands with its reason in docs/voice.md."""

import re
from pathlib import Path

from engine.rulesets import RULESETS
from host.core import host_voice

DOCS = Path(__file__).parents[2] / "docs" / "voice.md"
NAMED = re.compile(r"`([a-z0-9.]+/[A-Za-z0-9.@]+)`")
SINGLE = re.compile(r"`([a-z0-9.]+/[A-Za-z0-9.@]+)/([0-9]+)`")

# How many lines the book has for those events of which not all are bound.
LINES = {"bomb.left/any": 3, "quiz.host/any": 2}

# The events of the book, each with the circumstances for which it has lines.
BOOK = {
    "table.open": "any rematch any@L",
    "join": "first any champion full bot late",
    "lobby.wait": "alone any long last any@L",
    "begin": "any two many rematch bot",
    "cycle.begin": "first any close gap brink",
    "seal.ask": "any caught own",
    "seal.done": "any again",
    "seal.some": "any one",
    "seal.all": "any super wild",
    "turn": "any first duel two bombed double brink bot any@L",
    "turn.own": "any lead last peek two",
    "cash.minus": "any first run3 lost boost near",
    "cash.six": "any first run3 near bombed boost two final",
    "cash.seven": "any first run3 big.r big.c big.s lead last near bombed boost hypno brink final",
    "standing": "lead newlead leadback up back down tie close gap",
    "booster": "any only firstb more most small cap",
    "minigame": "any more played fast duel",
    "hidden": "any first more",
    "hidden.used": "any again",
    "ev.take": "any self again lost",
    "ev.share": "any up down all",
    "ev.climb": "any tortoise last lead salary nothing",
    "ev.fall": "any lost nothing",
    "ev.board": "eclipse spike metamorphosis over lockdown minefield sweep row list boost",
    "ev.shield": "immunity protect immunise sob sobback used defuse deflect",
    "ev.gift": "card given givenlead givenout all games chamber rocket",
    "ev.grab": "any siphon reparations nothing",
    "ev.seat": "swap worm nowhere invite revive",
    "ev.turn": "double box hypno wake fold skip",
    "ev.stake": "zone zonelast zoneover schaden paid tag split quick payday",
    "ev.ask": "any none",
    "ev.bank": "ring offer deal no won",
    "bomb": ("any first firstb own again revenge b2b lead duel outowner twice house bot botowner brink final any@L"),
    "bomb.left": "any cost duel",
    "bomb.yours": "any first again fizzle own won",
    "mut.burnout": "any own",
    "mut.bankrupt": "any own nothing",
    "mut.fizzle": "any revenge own house again",
    "mut.cluster": "double triple quad house big.s",
    "autobomb": "any own gone any@P",
    "miss": "any any@P",
    "peek": "any first same any@P",
    "lock": "any lifted",
    "out": "any six protected",
    "blammo": "beat1 block other you threat",
    "knife": "beat1 bright dark real",
    "deadlock": "set beat1 beat2",
    "votes": "beat1 beat2 all most",
    "sq00.ask": "any lost won",
    "sq00": "beat1 must double prize game mystery nothing keep",
    "win": "any bombwin win2 dry firstwin last bot",
    "win.clear": "any many nobody",
    "bonus": "any boost zone big.s",
    "round.end": "closed under pairs survived best",
    "mini.start": "any best new",
    "mini.step": "good bad edge stop",
    "mini.end": "any boost record nothing",
    "mega": "start any beat1 top bomb stop",
    "super": "any empty access",
    "brink": "any touch touch2 fallen",
    "cycle.end": "any lead same close",
    "victory": "beat1 beat2 close",
    "remind": "one two three",
    "wait": "any long any@L",
    "pause": "pause resume credit extend",
    "stand": "votes in back leave kick take",
    "call": "ask right wrong any",
    "lamp": "any seal mini fate win stop end",
    "no": "turn open locked settled range choice secret peeked out watch unsealed self stopped word many",
    "quiz": (
        "start ask ask@P easy safe lockin@C beat1 beat2 climb alone fall fallall walk walkfar half "
        "aud call silent bluff@P top tease end"
    ),
    "quiz.host": "any",
    "deluxe": ("bomb dud zone zoneover beat1 right wrong multi jackbeat jackpot strike deck deckwin hunt trash"),
    "bn": ("auction beat1 sold seller tie over spin1 redred mixed green power security counter hq hqexact last won"),
}

# Bound under a name of our own.
ELSEWHERE = {
    "pause/pause": "pause/any",
    "pause/resume": "resume/any",
    "pause/credit": "credit/any",
    "pause/extend": "extend/any",
    "super/access": "access/any",
    "ev.ask/any": "ev.ask/asked",
    "peek/any@P": "peek.own/any",
    "join/late": "chair/joins",
    "bn/mixed": "bn/needles",
}


def bound():
    voices = [*(rules.voice for rules in RULESETS.values() if rules.voice), host_voice.HOST_VOICE]
    return {f"{event}/{why}" for voice in voices for event, shelf in voice.book.items() for why in shelf}


def in_book():
    return {f"{event}/{why}" for event, circumstances in BOOK.items() for why in circumstances.split()}


def rows():
    """What the page gives a reason for: rows of a table, with the names in the first cell."""
    return [line.split("|") for line in DOCS.read_text("utf-8").splitlines() if line.startswith("| `")]


def left_out():
    return {name: row[2].strip() for row in rows() for name in NAMED.findall(row[1])}


def test_every_event_of_the_book_is_bound_or_left_out_for_a_reason():
    assert set(ELSEWHERE) <= in_book()
    assert set(ELSEWHERE.values()) <= bound()
    assert in_book() - bound() - ELSEWHERE.keys() == left_out().keys()
    assert all(left_out().values())


def test_a_single_line_that_is_left_out_has_its_reason():
    books = [rules.voice.book for rules in RULESETS.values() if rules.voice]
    for name, many in LINES.items():
        event, why = name.split("/")
        (lines,) = [book[event][why] for book in books if event in book]
        reasons = {int(number): row[2].strip() for row in rows() for of, number in SINGLE.findall(row[1]) if of == name}
        assert sorted(reasons) == [*range(len(lines) + 1, many + 1)], name
        assert all(reasons.values()), name


def test_the_book_has_73_events():
    assert len(BOOK) == 73
