"""The host's line book against the lines that are bound: each of its lines that is said has its event."""

from engine.rulesets import RULESETS
from host.core import host_voice

# The events of the book, each with the circumstances for which its lines are said.
BOOK = {
    "table.open": "any",
    "join": "first any bot late",
    "lobby.wait": "last",
    "begin": "any two many bot",
    "cycle.begin": "first any close gap brink",
    "seal.ask": "any caught own",
    "seal.done": "any",
    "seal.all": "any super wild",
    "turn": "any first duel two bombed double brink bot",
    "turn.own": "any lead last two",
    "cash.minus": "any first run3 lost boost near",
    "cash.six": "any first run3 near bombed boost two final",
    "cash.seven": "any first run3 big.r big.c big.s lead last near bombed boost hypno brink final",
    "standing": "lead newlead leadback up back down tie close",
    "booster": "any only firstb more most small cap",
    "minigame": "any more played fast duel",
    "hidden": "any",
    "hidden.used": "any again",
    "ev.take": "any self again lost",
    "ev.share": "any up all",
    "ev.climb": "any tortoise last lead salary nothing",
    "ev.fall": "any lost nothing",
    "ev.board": "eclipse spike metamorphosis over lockdown minefield sweep row list boost",
    "ev.shield": "immunity protect immunise sob sobback used defuse deflect",
    "ev.gift": "card given givenlead givenout games chamber rocket",
    "ev.grab": "any siphon reparations nothing",
    "ev.seat": "swap worm nowhere invite revive",
    "ev.turn": "double box hypno wake fold skip",
    "ev.stake": "zone zoneover schaden paid tag split quick payday",
    "ev.ask": "any none",
    "ev.bank": "ring deal no won",
    "bomb": "any first firstb own again revenge b2b lead duel outowner twice house bot botowner brink final",
    "bomb.left": "any cost duel",
    "bomb.yours": "any first again fizzle won",
    "mut.burnout": "any own",
    "mut.bankrupt": "any own nothing",
    "mut.fizzle": "any revenge own house again",
    "mut.cluster": "double triple quad house big.s",
    "autobomb": "any own gone",
    "miss": "any",
    "peek": "any first same any@P",
    "lock": "any lifted",
    "out": "six",
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
    "mini.end": "any boost record nothing",
    "mega": "start any beat1 top bomb stop",
    "super": "any empty access",
    "brink": "any touch touch2 fallen",
    "cycle.end": "any lead same close",
    "victory": "beat1 beat2 close",
    "pause": "pause resume credit extend",
    "stand": "votes in leave kick take",
    "call": "ask",
    "quiz": "start ask easy beat1 climb alone fall walk half aud call silent top end",
    "quiz.host": "any",
    "deluxe": "bomb dud zone zoneover beat1 right wrong multi jackpot strike deck hunt trash",
    "bn": "auction beat1 sold seller tie over spin1 redred mixed green power security counter hq hqexact last won",
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


def test_every_event_of_the_book_is_bound():
    assert set(ELSEWHERE) <= in_book()
    assert set(ELSEWHERE.values()) <= bound()
    assert in_book() - bound() - ELSEWHERE.keys() == set()
