"""What a find has to say, worked out from the plain sentences alone: who, where, what, how much, and what it leaves."""

import re
from itertools import pairwise

from engine.kernel import PUBLIC, format_text
from engine.kernel.text import format_short_money
from engine.kernel.voice import build_spoken_phrases, join_phrases
from engine.minigames import events as minigame_events
from engine.notation import parse_transcript
from engine.notation.layout import begin_transcript_game
from engine.notation.run import _Replay
from engine.race import events as race_events
from engine.rulesets import RULESETS
from engine.season7 import events
from engine.season7.rules import SEASON7
from engine.season7.voice import SEASON7_VOICE
from engine.season7.voice.narrator import BLOWS
from tests.season7.voiced_transcripts import TRANSCRIPTS, memory_of
from workshop.simulate.voice import find_line_text

SELECTS = events.SquareOpened.id
BOMBS = {events.BombFound.id, events.AutoBombed.id}
# What begins something else than the find that was told before it.
BORDERS = {
    event.id
    for event in (
        events.AutoBombed,
        events.MinigameStarted,
        events.CycleBegun,
        events.SuperRoundSeated,
        events.CycleOver,
        events.TargetReachedTogether,
        events.TargetReached,
        events.RaceWon,
        events.BurnoutOver,
        events.RoundEntered,
        events.PlacesChanged,
        events.RoundChanged,
        events.PeekShown,
        events.RoundBegun,
        events.RoundOver,
        events.RestShown,
        events.BuriedShown,
        events.RoundClosed,
        events.SpellOver,
        events.WinBonusWorked,
        events.WinBonusTeased,
        events.BonusKept,
        events.BonusStaked,
        events.BonusGone,
        events.LockdownBegun,
        events.DoubleDipDue,
        events.HypnosisOver,
        events.WinZoneEntered,
        events.WinZoneLeft,
        events.BuriedSeen,
        events.LeftoverUseless,
        events.LeftoverForNobody,
        events.LeftoverEffect,
        events.FastForwardSet,
        events.TagNamed,
        events.TagWon,
        events.DeadlockSet,
        events.DeadlockDecides,
        events.ForfeitDue,
        events.KnifeEdgeWon,
        events.MissForgiven,
        events.BombFound,
        events.TurnMissed,
        events.HiddenUsed,
        events.Folded,
        events.ProtectionOver,
        events.RoundReopened,
        events.CastleStood,
        race_events.MinigameOver,
        race_events.Peeked,
        race_events.LockedIn,
        race_events.LocksLifted,
        minigame_events.BiscuitBombFound,
        minigame_events.LightLit,
        minigame_events.TrapClueGiven,
        minigame_events.LedgeStepped,
        minigame_events.SecondChancePunched,
        minigame_events.KnockedOut,
        minigame_events.SlipPunched,
        minigame_events.DiceRolled,
    )
}
TO_DO = """{n} finds are no single line that says all; the first says {words}, of {told}, and lacks {lacks}.
Of a square that the voice has not learned it reads one sentence, and the money right after it. One that tells more
needs a function of its own, a `@hears(…)` in engine/season7/voice/squares.py, with lines in lines.txt beside it.
"""
ORDINALS = {1: "st", 2: "nd", 3: "rd"}
LEADS = re.compile(r"lead|front|First again|first time|1st\b", re.IGNORECASE)


class Finds:
    """All finds of one game, with what their lines lack."""

    def __init__(self, game, memory=None):
        self.game, self.memory = game, memory or SEASON7_VOICE.build_memory({})
        self.found, self.wrong = 0, []
        self.bombs, self.vague = 0, []
        self.lines = []
        self.totals = {who: player.total for who, player in game.state.players.items()}

    def hear(self, told):
        """One input: whatever was found in it stands on one line that says it all."""
        said = SEASON7_VOICE.speak(self.memory, told)
        public = [(n, each) for n, each in enumerate(told) if each.to == PUBLIC]
        self.blows(public, said)
        at = 0
        while at < len(public):
            n, each = public[at]
            if each.what != SELECTS:
                self.move(each)
                at += 1
                continue
            end = at + 1
            while end < len(public) and public[end][1].what != SELECTS and public[end][1].what not in BORDERS:
                end += 1
            self.find(n, public[at:end], said)
            at = end

    def blows(self, public, said):
        """Of each bomb that has a line of its own: this names the victim, the owner and the square."""
        for (n, each), (_, then) in pairwise(public):
            line = said.lines.get(n, [None])[0]
            if each.what not in BOMBS or line is None or line.id.split("/")[0] not in BLOWS:
                continue
            self.bombs += 1
            owners = then.facts.get("owners", [])
            names = [each.facts["who"], str(each.facts["n"]), *([] if each.facts["who"] in owners else owners[:1])]
            text = format_text(find_line_text(SEASON7, line.id), line.facts)
            self.vague += [text] if not all(re.search(rf"\b{re.escape(name)}\b", text) for name in names) else []

    def move(self, each):
        """A total as it is after this sentence."""
        if "start" in each.facts:
            self.totals[each.facts["who"]] = each.facts["start"]
        if each.deed in ("won", "lost"):
            self.totals[each.facts["who"]] += each.facts["amount"] * (1 if each.deed == "won" else -1)

    def find(self, n, sentences, said):
        """One find: its line, and all that this must say."""
        self.found += 1
        head = sentences[0][1].facts
        before, amounts = dict(self.totals), []
        for _, each in sentences:
            self.move(each)
            if each.deed in ("won", "lost"):
                amounts.append(each.facts["amount"])
        lines = [
            join_phrases(parts)
            for parts in build_spoken_phrases(said.lines.get(n, ()), lambda name: find_line_text(SEASON7, name))
        ]
        words = [format_text(line.text, line.facts) for line in lines]
        also = [
            format_text(each.text, each.facts)
            for k, each in sentences[1:]
            if k in said.lines or (said.by.get(k) is None)
        ]
        self.lines += words[:1]
        lacks = [] if len(words) == 1 and not also else [f"{len(words)} lines and {also}"]
        text = " ".join(words)
        lacks += [name for name in (head["who"], str(head["n"])) if not re.search(rf"\b{re.escape(name)}\b", text)]
        lacks += [] if finder(text, head["who"], head["n"]) else ["who opened it"]
        face = (
            format_text(head["face"].text, head["face"].facts) if hasattr(head["face"], "facts") else str(head["face"])
        )
        lacks += [face] if "£" not in face and "Booster" not in face and face not in text else []
        listed = [
            one for _, each in sentences for fact in each.facts.values() if isinstance(fact, list) for one in fact
        ]
        once = "£" in face or "Free Play" in text or head["face"] in listed
        lacks += [f"{face} twice"] if not once and text.count(face) > 1 else []
        lacks += [
            f"£{amount:,}"
            for amount in amounts
            if not {f"£{amount + d:,}" for d in (-1, 0, 1)} & {one.lstrip("-") for one in sums(text)}
        ]
        lacks += self.left(before, text)
        if lacks:
            self.wrong.append((lacks, words, [format_text(each.text, each.facts) for _, each in sentences]))

    def left(self, before, text):
        """New totals, and places where they have changed, of everybody whose total has."""
        lacks = []
        for who, total in self.totals.items():
            if total == before.get(who, total):
                continue
            whole = f"{'-' if total < 0 else ''}£{abs(total):,}"  # said once, if it is what was found
            short = rf"(?<![-\d]){re.escape(format_short_money(total))}(?![\d,.]*\d)"
            if whole not in sums(text) and not re.search(short, text):
                lacks.append(f"total of {who}")
            was, now = place(before, who), place(self.totals, who)
            if was != now and f"{now}{ORDINALS.get(now, 'th')}" not in text and not (now == 1 and LEADS.search(text)):
                lacks.append(f"place {now} of {who}")
        return lacks


def finder(text, who, n):
    """Does one sentence say that they opened this square? Who *plays it after a win* may have found it or not."""
    return any(
        all(re.search(rf"\b{re.escape(each)}\b", sentence) for each in (who, str(n)))
        for sentence in re.split(r"(?<=[.!?]) (?=[A-Z0-9£])", text)
    )


def lacks_nothing(wrong):
    """No find lacks anything; if one does, what is to be done."""
    assert not wrong, TO_DO.format(n=len(wrong), lacks=wrong[0][0], words=wrong[0][1], told=wrong[0][2])


def sums(text):
    """All amounts of a text."""
    return set(re.findall(r"-?£[0-9,]*[0-9]", text))


def place(totals, who):
    """Equal totals share a place."""
    return 1 + sum(each > totals[who] for each in totals.values())


def of_transcript(name):
    """The finds of a transcript."""
    script = parse_transcript((TRANSCRIPTS / name).read_text("utf-8"), RULESETS)
    running, first = _Replay(script, RULESETS["season7"], ""), begin_transcript_game(script, RULESETS["season7"], {})
    heard = Finds(first, memory_of(first.state))
    for step in script.steps:
        running.play_step(step)
        if running.outcome.happened[-1].refused is None:
            heard.hear(running.game.told)
    return heard
