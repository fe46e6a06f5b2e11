"""How the host of the quiz ladder speaks: who climbs in one line, who falls and from where, and a finale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import field

from engine.kernel.event import Event
from engine.kernel.recap import CROWN_WEIGHT, FALL_WEIGHT, MONEY_WEIGHT
from engine.kernel.text import Told, phrase
from engine.kernel.voice import Holds, Narrators, SceneNarrator, SceneVoice, ScoreMemory, read_voice_lines
from engine.ladder import events

HIGH = 9  # from which question on a fall is a great one


class LadderMemory(ScoreMemory, omit_defaults=True):
    """What is remembered of a game on the ladder."""

    prizes: dict[str, int] = field(default_factory=dict)  # by card, what its question is worth
    climbers: list[str] = field(default_factory=list)  # who is still on the ladder in this round
    rung: int = 0  # of the last question whose answer was shown
    asked: int = 0  # how many questions of this round were put
    outs: int = 0  # of this round
    right: int = 0  # how many were right about the last question, and of how many
    of: int = 0
    amount: int = 0  # what that question was worth


LADDER_NARRATORS = Narrators[SceneNarrator]()
Leaving = events.ClimberFell | events.ClimberSilent | events.MoneyTaken | events.WinningsKept | events.TopReached


@LADDER_NARRATORS.register(events.QuestionAsked)
def narrate_question(voice: SceneNarrator, asked: events.QuestionAsked) -> None:
    """Add to the host's commentary a line that asks a quiz question, worded differently for the easy first one and when
    only one player is left on the ladder, and count the question for later lines.
    """
    memory = voice.memory
    memory.count("questions")
    facts = asked.list_facts()
    del facts["card"]
    alone = memory.climbers[0] if len(memory.climbers) == 1 and len(memory.totals) > 1 else ""
    names = ["easy" * (memory.asked == 1 and memory.round > 0), "ask.lone" * bool(alone)]
    voice.say("quiz", *names, "ask", **facts, **({"who": alone} if alone else {}))


@LADDER_NARRATORS.register(events.RightAnswerShown)
def narrate_answer(voice: SceneNarrator, shown: events.RightAnswerShown) -> None:
    """Add to the host's commentary a line about the right answer and why it is right; it names the source where its
    licence asks for that, else it may say whether nobody or only one had it.
    """
    facts = {"letter": shown.letter, "answer": shown.answer, "why": shown.why}
    if shown.credit:
        voice.say("quiz", "right.credit", **facts, credit=shown.credit)
        return
    names = ["right.none" * (shown.asked > 1 and not shown.right), "right.one" * (shown.asked > 1 == shown.right)]
    voice.say("quiz", *names, "right", **facts)


@LADDER_NARRATORS.register(events.ClimbedOn)
def narrate_climb(voice: SceneNarrator, climbed: events.ClimbedOn) -> None:
    """Add to the host's commentary one line about all who climb on by the same answer, and what they have won so far,
    and count their right answers for later lines; the announcements of the others, wherever they stand, are taken with
    it and get no lines of their own.
    """
    memory, names = voice.memory, [climbed.who]
    memory.count(f"right {climbed.who}")
    while more := voice.find(events.ClimbedOn, letter=climbed.letter):
        names.append(more.who)
        memory.count(f"right {more.who}")
    alone, everybody = memory.right == 1 < memory.of, 1 < len(names) == memory.of
    facts = {"who": names, "n": len(names), "letter": climbed.letter, "amount": memory.amount}
    voice.say("quiz", "alone" * alone, "all" * everybody, "climb", **facts)


@LADDER_NARRATORS.register(
    events.ClimberFell, events.ClimberSilent, events.MoneyTaken, events.WinningsKept, events.TopReached
)
def narrate_leaving(voice: SceneNarrator, leaving: Leaving) -> None:
    """Add to the host's commentary a line about a player whose climb ends by the event `leaving`: how, with how much
    money, and in which place. Remember how they did for the lines at the end of the game.
    """
    memory, who, amount = voice.memory, leaving.who, leaving.amount
    memory.keep_best("climb", amount, who)
    standing = voice.format_standing(who, amount)
    facts = {"who": who, "letter": leaving.letter, "amount": amount, "standing": standing}
    match leaving:
        case events.ClimberFell():
            names = [
                "fall.high" * (memory.rung >= HIGH),
                "fall.last" * (not memory.climbers and len(memory.totals) > 1),
                "fall.first" * (memory.outs == 1 and len(memory.totals) > 1),
                "fall",
            ]
        case events.MoneyTaken():
            memory.count(f"walks {who}")
            names = ["walk.good" * (memory.of > 1 and not memory.right), "walk"]
        case events.TopReached():
            memory.count(f"right {who}")
            names = ["top"]
        case events.WinningsKept():
            names = ["keep"]
        case _:
            names = ["gave"]
    voice.say("quiz", *names, **facts)


@LADDER_NARRATORS.register(events.GameWon)
def narrate_game_won(voice: SceneNarrator, won: events.GameWon) -> None:
    """Add to the host's commentary lines about who has won the game, after how many questions, the best climb, and who
    was right or took the money most often; none if nobody has won.
    """
    memory = voice.memory
    if not won.who:
        return
    alone, facts = len(won.who) == 1, dict[str, Any](who=won.who, amount=won.amount)
    others = sorted((total, who) for who, total in memory.totals.items() if who not in won.who)
    if alone and others and won.amount > others[-1][0]:
        facts |= {"gap": won.amount - others[-1][0], "other": others[-1][1]}
    voice.say("quiz", "end.gap" * ("gap" in facts), "end" if alone else "share", **facts)
    voice.say("quiz", "end.how", questions=memory.counts.get("questions", 0))
    if "climb" in memory.best:
        amount, who = memory.best["climb"]
        voice.say("quiz", "end.best", amount=amount, who=who)
    for name in ("right", "walks"):
        who, n = memory.find_most(f"{name} ")
        if who and n > 1:
            voice.say("quiz", f"end.{name}", who=who, n=n)


PRIZE_STAKES = (  # true of one question, and of several in one message
    "Now you can win {amount:$}.",
    "Right answers now lead to {amount:$}.",
    "Right answers are now worth {amount:$}.",
    "The next sum to win is {amount:$}.",
    "Players with right answers now reach {amount:$}.",
    "Players now climb for up to {amount:$}.",
    "Right answers now bring {amount:$}.",
)


class HostOfTheLadder(SceneVoice):
    """The voice of the host in the quiz ladder."""

    book, heard = read_voice_lines(__spec__)
    memory = LadderMemory
    narrators = LADDER_NARRATORS
    when: ClassVar[Mapping[str, Holds]] = {"somebody_there": lambda called, _: bool(called.friend)}

    def list_stakes(self, memory: Any) -> list[Told]:
        """List wordings, of which a recap tells one, of how much the questions asked now can win at most; empty if
        nobody climbs or nothing is asked.
        """
        amount = next(reversed(memory.prizes.values()), 0)
        return [Told(text, {"amount": amount}) for text in PRIZE_STAKES] if amount and memory.climbers else []

    def list_players_out(self, memory: LadderMemory) -> list[str]:
        """Return, as the commentary remembers it, who takes part but does not climb (any more) in the round that is
        played now; nobody while no one climbs.
        """
        return [each for each in memory.totals if memory.climbers and each not in memory.climbers]

    def note_event(self, memory: LadderMemory, event: Event) -> None:
        """Update what the commentary remembers of the game after a public event: who climbs, what each question was
        worth, what everybody has won, and what may be told as the moment of the day.
        """
        note_ladder_headline(memory, event)
        match event:
            case events.RoundBegun(round=number):
                memory.round, memory.fresh, memory.asked, memory.outs, memory.rung = number, 0, 0, 0, 0
                memory.prizes.clear()
            case events.ClimbersNamed(order=order) | events.LoneClimberNamed(order=order):
                memory.climbers = list(order)
                for who in order:
                    memory.add_player(who)
            case events.PlayerJoined(who=who):
                memory.add_player(who)
            case events.OpeningQuestionsDealt():
                memory.asked = 1  # none of them stands alone
            case events.QuestionAsked(card=card, amount=amount):
                memory.asked += 1
                memory.prizes[card] = amount
            case events.RightAnswerShown(card=card, rung=rung, right=right, asked=asked):
                memory.rung, memory.right, memory.of = rung, right, asked
                memory.amount = memory.prizes.get(card, 0)
            case (
                events.ClimberFell(who=who, amount=amount)
                | events.ClimberSilent(who=who, amount=amount)
                | events.MoneyTaken(who=who, amount=amount)
                | events.WinningsKept(who=who, amount=amount)
                | events.TopReached(who=who, amount=amount)
            ):
                memory.outs += 1
                memory.climbers = [each for each in memory.climbers if each != who]
                memory.add_money(who, amount)
            case events.PlayerLeft(who=who) | events.PlayerShownOut(who=who):
                memory.climbers = [each for each in memory.climbers if each != who]
                memory.remove_player(who)


def note_ladder_headline(memory: LadderMemory, event: Event) -> None:
    """Offer what this one event tells (the top, a fall, money taken, or how many were right) as the moment of the day,
    which the next recap tells; the weightiest one offered stays.
    """
    match event:
        case events.TopReached(who=who, amount=amount):
            words = phrase("{who} has reached the top and won {amount:$}", who=who, amount=amount)
            memory.note_headline(CROWN_WEIGHT, words, amount)
        case events.ClimberFell(who=who, amount=amount):
            words = phrase("{who} has fallen with a wrong answer, and keeps {amount:$}", who=who, amount=amount)
            memory.note_headline(FALL_WEIGHT, words, amount)
        case events.MoneyTaken(who=who, amount=amount):
            words = phrase("{who} has taken {amount:$} and stopped", who=who, amount=amount)
            memory.note_headline(MONEY_WEIGHT, words, amount)
        case events.RightAnswerShown(card=card, right=right, asked=asked) if asked:
            amount = memory.prizes.get(card, 0)
            words = phrase(
                "{right} of {asked} players answered the question for {amount:$} right",
                right=right,
                asked=asked,
                amount=amount,
            )
            memory.note_headline(1, words, amount)


LADDER_VOICE = HostOfTheLadder()
