"""Weighs one mention of an answer by the words of its clause: is it meant, doubted, denied, only told of …? Pure.

The rules stand in groups; `WEIGHTS`, at the end, tries them in its own order, and the first that applies counts.
"""

# ruff: noqa: E501 - patterns are easier to read in one line each

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.kernel.text import LazyPattern
from host.said.reading.clauses import QUESTION_STARTS, Clause, Mention
from host.said.reading.vocabulary import (
    A_PLAYER,
    ASIDE_AFTER,
    CHOOSING_WORDS,
    CONNECTIVES,
    DOUBTS,
    ELSEWHERE_WORDS,
    FILLERS,
    FIRST_PERSON,
    HARMLESS_IF,
    JUDGING_WORDS,
    KNOWN_WORDS,
    LABELLED_BY,
    NEGATIONS,
    OR_WORDS,
    OTHERS,
    PAST_PLANS,
    POLITE_WORDS,
    REVISION_PHRASES,
    SOFT_DOUBTS,
    UNIT_NOUNS,
    VERBS_OF_LIFE,
    WORD_CONNECTIVES,
    list_words,
)

CLEAR, LOOSE, DENIED, ASKED, DOUBTED = "clear", "loose", "denied", "asked", "doubted"
ASIDE, PLANNED, COUNTED, GONE = "aside", "planned", "counted", "gone"  # of others; once meant; a number of things; over
MOST_STRANGE = 3  # unknown words before a number that one asks for
MOST_BESIDE = 4  # words beside a number that an unknown one ends
NO_VERBS_OF_CHOICE = KNOWN_WORDS | VERBS_OF_LIFE


class Surroundings(NamedTuple):
    """The words around a mention in its clause: before it (without a correction), and after it up to the next one."""

    mention: Mention
    clause: Clause
    left: list[str]
    right: list[str]
    since: int  # how many words of `left` stand before the previous mention
    more: bool  # does another mention follow?

    @property
    def preceding_word(self) -> str:
        """The last word before the mention, though another mention may stand between them; empty if there is none."""
        return self.left[-1] if self.left else ""

    @property
    def is_number(self) -> bool:
        """Whether the mention is a number or amount in figures, not one in words such as “all in”."""
        return isinstance(self.mention.value, int) and not self.mention.spoken

    @property
    def is_chosen(self) -> bool:
        """Whether the words before the mention end in a choice: “ok deep breath I'll go for” 5."""
        at = max((n for n, word in enumerate(self.left) if word in CHOOSING_WORDS), default=-1)
        told = 0 < at < MOST_STRANGE and self.left[0] not in KNOWN_WORDS  # “Bob please open 9”
        return at >= 0 and not told and all(word in FILLERS for word in self.left[at:])

    @property
    def follower(self) -> str:
        """The first word after the mention that may change what is meant: it is neither a mere filler nor after the
        beginning of another phrase; empty if there is none.
        """
        connectives = CONNECTIVES if self.is_number or self.mention.wide else WORD_CONNECTIVES
        for word in self.right:
            if word in ASIDE_AFTER:
                return word
            if word in connectives:
                return ""
            if word not in FILLERS and not (word in NEGATIONS and self.mention.value == "No"):
                return "" if self._is_exclaimed(word) else word
        return ""

    def _is_exclaimed(self, word: str) -> bool:
        """Return whether an unknown short word after a number is only an exclamation at the end (“12 hein”), and not
        a thing that the number counts (“9 cats”).
        """
        short = len(word) < 5 and word.isalpha() and not word.endswith("s") and word not in NO_VERBS_OF_CHOICE
        after = self.right[self.right.index(word) + 1 :]
        ended = not after and len(self.clause.words) <= MOST_BESIDE
        return self.is_number and short and (ended or (self.is_chosen and after[:1] != [] and after[0] in CONNECTIVES))


def _take_right(clause: Clause, at: int) -> tuple[list[str], bool]:
    """Return the words of a clause after the mention that is part number `at`, up to the next mention of something
    else, and whether there is such a one.
    """
    right, here = list[str](), clause.parts[at]
    for part in clause.parts[at + 1 :]:
        if isinstance(part, Mention) and isinstance(here, Mention) and part.value == here.value:
            continue
        if isinstance(part, Mention):
            return right, True
        right.append(part)
    return right, False


def _list_words_before(clause: Clause, at: int) -> list[list[str]]:
    """Return the words of a clause before part number `at`, as one list for each stretch between mentions."""
    parts: list[list[str]] = [[]]
    for part in clause.parts[:at]:
        if isinstance(part, str):
            parts[-1].append(part)
        else:
            parts.append([])
    return parts


REVISION = LazyPattern(
    rf"^(?:(?:but |and |so |oh |ah |eh )*(?:oops|sorry|no|wait|argh|ugh)[\s,.!]*i (?:wanted|want|meant|said)(?: to (?:say|write|type|put|pick|press))?\b[\s,.!…]*|(?:but |and |so )?(?:please |can i |could i |may i |i'd like to |i want to |let me |now |i )*(?:change|switch|swap|move|changed|switched|swapped|moved|changing|switching|swapping|moving|correct|amend|update) (?:(?:it|that|this|mine|my \w+) )?(?:to|into|for)\b[\s,.!…]*|(?:(?:eh|oh|ah|ach|och|hm|haha|hmm|ok)[\s,.!…]*)*(?:(?:{'|'.join(sorted(map(re.escape, REVISION_PHRASES.split('|')), key=len, reverse=True))})(?![\w'])[\s,.!…]*)+)"
)


def strip_revision(words: Sequence[str]) -> list[str]:
    """Return words without the correction (such as “no wait”) at their beginning."""
    text = " ".join(words)
    found = REVISION.match(text)
    return text[found.end() :].split() if found else list(words)


# -- asked or doubted


PAST_INTENTS = [["was", verb] for verb in ("gonna", "going", "about", "thinking", "tempted", "hoping")]
STATEMENTS = (
    *(["would", verb] for verb in ("be", "like", "love", "prefer", "rather", "go", "take", "pick", "choose")),
    ["has", "to"],
    ["has", "gotta"],
    *(["should", verb] for verb in ("be", "like", "prefer", "love")),
    *(["will", verb] for verb in ("be", "go", "take", "stay", "stop", "have", "pick", "choose", "try", "open", "keep")),
    *PAST_INTENTS,
)  # “will go lower” asks nothing
SO_GOOD = LazyPattern(
    r"^(?:would|could|will) (?:you|ya|u) (?:please|kindly|be (?:so )?(?:good|kind|nice|sweet)|be a|mind)\b"
)
ASKS_WHAT = LazyPattern(
    r"\b(?:tell me|let me know|(?<!don't )know|wonder|wondering) (?:what|what's|who|who's|if|when|whether|how)\b|^(?:any )?(?:thoughts|opinions|views) (?:on|about)|^(?:do )?(?:you|ya) (?:think|reckon|mean|guess)\b\b"
)
LATER_THAN_NOW = frozenset(["after", "later", "when", "if", "anytime", "whenever"])


def _is_asked(around: Surroundings) -> bool:
    """Return whether a mention is asked about and not given as an answer: its clause asks something, or the words
    before it begin like a question and are neither a polite request nor a statement.
    """
    left = [word for word in around.left if word not in ("so", "ok", "okay", "and", "but", "eh", "hm", "well")]
    if left[:1] == ["what"] and left[1:2] and left[1] in FIRST_PERSON and "is" in left:
        left = []  # “what I will do is hide it in 5”
    if "please" in around.clause.words and left[:2] in (["would", "you"], ["will", "you"]):
        left = []  # “would you open 9 for me please”
    if left == ["can", "i"] and not around.is_number and {*around.right[:1]} & LATER_THAN_NOW:
        return True  # “can I stop after 3”
    if ASKS_WHAT.search(" ".join(left)):
        return True
    named = left == ["is"] and not around.right  # “my final answer, Chris, is C”
    return around.clause.asks or (bool(left) and not named and left[0] in QUESTION_STARTS and not _is_statement(left))


def _is_statement(left: Sequence[str]) -> bool:
    """Return whether words that begin like a question ask nothing: “will go lower”, “would you be so good as to”."""
    return [*left[:2]] in STATEMENTS or [*left] == ["do"] or SO_GOOD.search(" ".join(left)) is not None


AFTER_DISBELIEF = (
    ["as", "if"],
    ["yeah", "right"],
    ["yea", "right"],
    ["like", "hell"],
    ["my", "arse"],
    ["my", "ass"],
    ["my", "foot"],
    ["my", "bum"],
)


def _is_doubted(around: Surroundings) -> bool:
    """Return whether it is left open whether a mention is meant: by words in its clause such as “maybe”, “or” or an
    “if” that is not mere politeness, or because it is only supposed (“if I open 7 …”) or a limit.
    """
    words, last = around.clause.words, around.preceding_word
    lone = sum(isinstance(each, Mention) for each in around.clause.parts) < 2
    later = not around.is_number and "more" in around.left and {*around.left} & {"1", "one", "another"}
    if later or _is_supposed(around) or around.right in AFTER_DISBELIEF:
        return True  # “one more and I stop”, “5 as if”
    doubted = any(
        (word in OR_WORDS and not (lone and word == "o")) or (word in DOUBTS and word not in SOFT_DOUBTS)
        for word in words
    )
    return doubted or ("if" in words and not is_harmless_condition(around.clause)) or _is_limit(around, last)


def is_harmless_condition(clause: Clause) -> bool:
    """Return whether the “if” in this clause, which must have one, is only politeness, or what the rules check anyway:
    “if it's free”.
    """
    words = [each if isinstance(each, str) else "" for each in clause.parts]
    condition = words[words.index("if") :]
    cut = next((n for n, word in enumerate(condition) if word in CHOOSING_WORDS or not word), len(condition))
    cut = cut if "" in condition else len(condition)  # “5 if I may”, “if I may take 5”
    if condition[1:2] == [""] or {*condition[1:2]} & (CHOOSING_WORDS - MODALS_OF_POLITENESS):
        return False  # “higher if lower was low”
    harmless = FILLERS if "" in condition else POLITE_WORDS
    return all(word in HARMLESS_IF or word in harmless for word in condition[:cut])


SUPPOSING = frozenset(["if", "suppose", "supposing", "say", "imagine", "assume", "assuming"])
MOST_SUPPOSED = 6  # words from “if” to what is supposed
MODALS_OF_POLITENESS = frozenset(["must", "gotta", "may", "can", "could", "had", "have", "need", "feel", "like"])


def _is_supposed(around: Surroundings) -> bool:
    """Return whether a mention is only what the writer might do, and what then: “if I open 7 do I lose my turn”."""
    parts = around.clause.parts
    at = parts.index(around.mention)
    begun = next((n for n in range(at - 1, -1, -1) if parts[n] == "if" or (n == 0 and parts[0] in SUPPOSING)), -1)
    if begun < 0:
        return False
    doing = parts[begun + 2 : at]
    named = not around.is_number and around.right != [] and not doing  # “if I stop do I …”
    return (
        parts[begun + 1 : begun + 2] in (["i"], ["we"], ["you"])
        and at - begun < MOST_SUPPOSED
        and (named or (doing[:1] != [] and doing[0] in CHOOSING_WORDS and doing[0] not in MODALS_OF_POLITENESS))
    )


LIMITS = frozenset(
    [
        "up to",
        "at least",
        "at most",
        "more than",
        "less than",
        "about",
        "around",
        "roughly",
        "not over",
        "next to",
        "near",
        "near to",
        "close to",
        "beside",
        "opposite",
        "minimum of",
        "maximum of",
    ]
)
LIMITS_OF_MONEY = LIMITS | {"over", "under", "above", "below", "than"}


def _is_limit(around: Surroundings, last: str) -> bool:
    """Return whether a number is only a limit, an estimate or a neighbour of what is meant: “up to 4 million”, “about
    30”, “next to 8”.
    """
    if around.left[-2:] == ["next", "to"] and "my" in around.left:
        return False  # “set my next to 18”
    limits = LIMITS_OF_MONEY if around.mention.wide else LIMITS
    return (around.is_number and last in limits) or " ".join(around.left[-2:]) in LIMITS


def _is_hardly(around: Surroundings) -> bool:
    """Return whether a negation before “so”, “that”, “too” or “very” only weakens a mention, so that it is no refusal:
    “not so high”.
    """
    return around.preceding_word in ("so", "that", "too", "very") and any(
        word in NEGATIONS for word in around.left[-2:-1]
    )


# -- refused, called bad, or over


REFUSING = LazyPattern(
    r"\b(?:refus(?:e|ed|ing) to|rul(?:e|ed|ing) out|scrap|strike|cross(?:ed|ing)? out|done with|gone off|had enough of|dislike|away with|keep your|losing (?:on|with|at))\b"
)
VERBS_DENIED = (["is"], ["was"], ["would"], ["it's"], ["will"], ["seems"])


def _is_denied(around: Surroundings) -> bool:
    """Return whether a mention is refused: a negation stands between it and the mention before (“not 5”), or behind it
    (“5 is not …”) if no other follows, or a verb such as “rule out” before it.
    """
    right = around.right
    after = around.mention.value != "No" and any(
        word in NEGATIONS and word not in ("no", "nein", "non") for word in right[:1]
    )
    later = right[:1] in VERBS_DENIED and any(word in NEGATIONS for word in right[1:3])
    refused = REFUSING.search(" ".join(around.left)) is not None
    return (
        refused
        or any(word in NEGATIONS for word in around.left[around.since :])
        or (not around.more and (after or later))
    )


UNWANTED = LazyPattern(  # “5 is the last thing I'd pick”, “9 can get lost”
    r"(?:is|are|would be|will be) (?:(?:(?:the|my) )?(?:very )?last (?:choice|resort|(?:thing|place|option|square|door|number|one) (?:i'd|i would|i|on|to))\b|out of the question|off the (?:table|menu|list|cards)|not an option)|(?:would|will) (?:kill|ruin|finish|bankrupt|be the death of) (?:me|us)\b|can (?:get lost|go away|stay|rot|keep|do one)\b"
)
SEEMING = frozenset(["is", "seems", "looks", "sounds", "feels", "would"])
LATENESS = frozenset(["late", "delayed", "cancelled", "full"])  # “the 12 is late again” is a bus
FOLLY = list_words("mad stupid silly foolish dumb suicide daft idiotic reckless")


def _is_judged(around: Surroundings) -> bool:
    """Return whether a mention is called bad or too much: “50 sounds greedy”."""
    seems = around.right[:1] != [] and around.right[0] in SEEMING
    bad = (
        {*around.right[1:5]} & JUDGING_WORDS
        or {*around.right[1:3]} & LATENESS
        or ({*around.right[:4]} & FOLLY and around.right[0] == "would")
        or ("too" in around.right[1:4] and around.right[-1] != "too")
    )
    return (seems and not around.more and bool(bad)) or UNWANTED.match(" ".join(around.right)) is not None


ANSWERED_AT = list_words("answer reply decide respond")
FEARS = list_words("scared afraid terrified frightened wary sick tired suspicious")


OVER = ("is open anyway", "would have been", "could have been", "should have been")


def _is_gone(around: Surroundings) -> bool:
    """Return whether it is said of a mention that it is over, bad or feared (“5 is gone”, “7 is cursed”, “I'm scared of
    7”), or only when something is done (“I'll answer at 6”).
    """
    if " ".join(around.right[:3]) in OVER:
        return True
    if around.is_number and around.preceding_word == "of" and {*around.left[-2:-1]} & FEARS:
        return True  # “I'm so scared of 7”
    if around.is_number and around.left[-1:] == ["at"] and {*around.left[-2:-1]} & ANSWERED_AT:
        return True  # “I'll answer at 6”
    if around.is_number and around.left in (["rip"], ["r", "i", "p"]):
        return True
    return around.follower in ASIDE_AFTER or (bool({*around.right[:2]} & {"is", "being"}) and "bomb" in around.right)


def _is_given(around: Surroundings) -> bool:
    """Return whether a number only ends a clause that begins with “after”, “since”, “given” or “seeing” and chooses
    nothing: “after that disaster on 14”.
    """
    started = [word for word in around.left[:2] if word in ("after", "since", "given", "seeing")]
    return (
        bool(started)
        and around.is_number
        and around.follower == ""
        and not around.is_chosen
        and around.clause.parts[-1] is around.mention
    )


# -- a number of something


COSTING = frozenset(["owe", "owes", "owed", "cost", "costs"])  # “you owe me 20”


def _is_counted(around: Surroundings) -> bool:
    """Return whether a number counts or measures something (minutes, people, points out of ten) and so is no answer."""
    away = "back" in around.left or {"be", "there"} <= {*around.left}  # “I'll be there in 5”
    owed = {*around.left} & COSTING or (around.preceding_word == "in" and away)
    if around.preceding_word in LABELLED_BY or owed:
        return around.is_number
    if around.is_number and _is_of_life(around):
        return True
    rated = around.left[:2] == ["i'm", "a"] or (
        around.preceding_word == "a" and {*around.right[:1]} & {"for", "out"} and not around.is_chosen
    )
    out_of = rated or around.right[:2] == ["out", "of"] or around.left[-2:] == ["out", "of"]
    units = UNIT_NOUNS if around.is_number else UNIT_NOUNS - {"of", "x"}
    return out_of or (around.right[:1] != [] and around.right[0] in units)


AND_SAYS = tuple(["and", "i", verb] for verb in ("say", "pick", "take", "choose"))
DWELLING = LazyPattern(r"\bi (?:live|lived|work|worked|park|parked|sleep) (?:at|in|on)\b")  # “I live at number 12”
AMOUNTS_OF_LIFE = frozenset(["battery", "temperature", "speed", "fever"])


def _is_of_life(around: Surroundings) -> bool:
    """Return whether a number is an age, a bus, a battery or a turn: “30 and still single”, “I take the 12 to work”."""
    if around.left[-1:] in (["i'm"], ["am"]) and around.more and around.right in AND_SAYS:
        return True  # “I'm 15 and I say 50”
    needed = around.preceding_word == "need" and around.right[:1] == ["to"]  # “I need 5 to think”
    dwells = DWELLING.search(" ".join(around.left)) is not None
    going = dwells or (
        around.right[:1] == ["to"] and {*around.right[1:2]} & {"work", "school", "town", "uni", "college"}
    )
    turns = around.preceding_word == "turn" and around.right[:1] == ["already"]
    aged = around.right[:2] in (["and", "still"], ["and", "counting"])
    return bool(needed or going or turns or aged or {*around.left} & AMOUNTS_OF_LIFE)


DAYTIMES = list_words(
    "tomorrow tonight morning evening afternoon noon monday tuesday wednesday thursday friday saturday sunday"
)


def _is_time(around: Surroundings) -> bool:
    """Return whether a number is a time of day and no answer: a word such as “until” or “around” stands before it, or
    “at” in a clause with a time (“tomorrow at 5”).
    """
    if around.preceding_word == "at" and {*around.left} & DAYTIMES:
        return True  # “I'll hide it tomorrow at 5”
    return around.preceding_word in ELSEWHERE_WORDS and around.preceding_word != "at" and not around.is_chosen


IRREGULAR_PLURALS = frozenset(["men", "women", "children", "mice", "feet", "teeth", "geese", "people"])


def _is_of_a_thing(around: Surroundings) -> bool:
    """Return whether a noun follows a number: “9 reindeer”."""
    last = around.right[-1:]  # “2 little ducks”
    things = (
        bool(last)
        and around.right[0] not in CONNECTIVES
        and last[0] not in KNOWN_WORDS
        and (last[0].endswith("s") or last[0] in IRREGULAR_PLURALS)
        and not around.is_chosen
    )
    told = things and around.clause.parts[0] is around.mention and len(around.right) <= MOST_STRANGE
    if around.more and around.right and around.right[0] not in KNOWN_WORDS and around.right[0].endswith("s"):
        return around.is_number  # “me and the 2 dogs choose 11”
    named = around.follower != "" and around.follower == around.right[0]
    return around.is_number and not around.more and (named or told)


# -- of another player or another time


VOTED = list_words(
    "called texted phoned wrote sent told said asked thinks wants says voted chose answered played moved replied picked already keeps always never often"
)
CHOSEN_AS = list_words(
    "one it who victim best right correct final due next what enough plenty fine first ok okay",
)


def _is_described(around: Surroundings) -> bool:
    """Return whether a sentence only describes the mentioned name or word, or tells what it did, and does not choose
    it: “Bob is funny”, “Bob voted already”.
    """
    if isinstance(around.mention.value, str) and not around.left and {*around.right[:1]} & VOTED:
        return around.mention.value.casefold() not in ("yes", "no", "stop")  # “Bob voted already”
    told = not around.is_number and around.right[:1] in VERBS_DENIED[:1]
    left = [word for word in around.left if word not in ("the", "my", "our")]
    return told and not around.more and not {*around.right} & (CHOOSING_WORDS | CHOSEN_AS) and not left


GREETINGS = list_words(
    "poor good hi hello hey hiya hallo hola ciao bonjour salut thanks thank you thx ty cheers love welcome luck morning evening night well done played",
    "nice congrats congratulations bravo gg lol haha wow omg happy birthday dear legend classic unlucky bad hard",
)
PRAISING, PRAISED = (
    list_words("good nice bad hard poor lovely unlucky classic"),
    list_words("one move shot try game call job"),
)
REMARKS = list_words(
    "haha lol wow omg gg wp nice good great cool awesome bravo congrats brb afk omw gtg bbl bbs ttyl top big"
)
FAVOURITE = LazyPattern(r"my (?:lucky|favourite|favorite|fave|fav) (?:number|digit) is")


def _is_greeted(around: Surroundings) -> bool:
    """Return whether the mentioned player is only greeted, praised or pitied, and so is no answer: “thanks Bob”."""
    named = isinstance(around.mention.value, str) and around.mention.value.casefold() not in ("yes", "no")
    greets = all(
        word in GREETINGS or (word in PRAISED and before in PRAISING)  # “nice try Bob”, and not “try Bob”
        for before, word in pairwise(("", *around.left))
    )
    return named and bool(around.left) and greets


def _is_remarked(around: Surroundings) -> bool:
    """Return whether a number only follows laughter, praise or a goodbye, or is called a favourite, so that it may be
    no answer: “lol 7”, “brb 5”.
    """
    remarked = bool(around.left) and {*around.left} <= REMARKS
    return (
        around.is_number
        and not around.mention.wide
        and (remarked or FAVOURITE.fullmatch(" ".join(around.left)) is not None)
    )


REPORTING = frozenset(["told", "said", "promised"])
HABIT = LazyPattern(  # “I always hide mine in 13”, “my usual bid is 3 million”
    r"\b(?:i|i've) (?:almost |nearly |pretty much |have )?(?:always|usually|normally|generally|typically|often|mostly|sometimes|rarely|seldom|hardly ever|only ever|tend to)\b(?!.*\b(?:so|today|now|again|this time)\b)|^(?:(?:almost|nearly) )?(?:most|every|each) (?:games?|times?|rounds?|seasons?|weeks?|days?)\b.*\bi\b|^on \w+days\b.*\bi\b|\bmy (?:usual|normal|regular|standard) \w+ is\b|\bmy \w+ (?:always|usually|tends? to)\b"
)
LAST_TIME = LazyPattern(
    r"once\b(?! (?:and for all|in|more|again)\b)|(?!like|as|since|than)(?:\w+ ){0,2}last (?:time|week|round|game|season|year|month|night)\b"
)
ANOTHER_TIME = LazyPattern(  # “next week I take 9”, “almost pressed 9”, “in Bob's place I would open 9”
    rf"\b(?!.*\bit(?:'s| has) (?:gotta|to) be$)(?:(?:next|last|another) (?:time|week|weekend|night|year|month|game|season)(?!$)|tomorrow|yesterday|dare (?:you|ya|him|her|them|{A_PLAYER})|in (?:{A_PLAYER}'s?|his|her|your|their) (?:place|shoes)|(?:almost|nearly) (?:\w{{2,}}ed|took|chose|went|hit|said|put|hid|picked|did))\b"
)


def _is_planned(around: Surroundings) -> bool:
    """Return whether the writer only tells what they meant to do earlier, do at other times, own, or have told others:
    “I was going to take 5”, “my usual bid is 3 million”.
    """
    if (
        any(word in REPORTING for word in around.left)
        or around.left[:2] in PAST_INTENTS
        or _is_conceded(around)
        or _is_owned(around)
        or ANOTHER_TIME.search(" ".join(around.left))
        or LAST_TIME.match(" ".join(around.right))
        or HABIT.search(" ".join(around.left))
    ):
        return True
    others = [n for n, word in enumerate(around.left) if word in OTHERS]
    if not others or not any(word in FIRST_PERSON for word in around.left):
        return bool(others) and any(word in PAST_PLANS for word in around.left[others[0] :]) and _is_own(around, others)
    return not _is_own(around, others) or any(word in PAST_PLANS for word in around.left[others[0] :])


OWNING = (
    ["i", "only", "have"],
    ["i", "only", "got"],
    ["i", "have"],
    ["i've"],
    ["i've", "got"],
    ["we", "have"],
)  # “I have 12 million”


def _is_owned(around: Surroundings) -> bool:
    """Return whether a number follows “I have” or the like, so that it is what the writer owns and no answer: “I
    have 12”.
    """
    return isinstance(around.mention.value, int) and [*around.left] in OWNING


AT_OTHER_TIMES = frozenset(["normally", "usually", "ordinarily", "generally", "typically", "otherwise"])


def _is_conceded(around: Surroundings) -> bool:
    """Return whether the writer only says what they would do at another time: “normally I would stay”."""
    return around.left[:1] != [] and around.left[0] in AT_OTHER_TIMES and "would" in around.left


def _is_own(around: Surroundings, others: Sequence[int]) -> bool:
    """Return whether the writer speaks of themselves again after the last word for other people (at the last of the
    positions `others`) before a mention: “Bob took 4, so I take” 5.
    """
    words = around.left[others[-1] + 1 :]
    done = words[1:2] if words[:1] in (["has"], ["had"]) else []  # “Bob has put in 3”
    return any(word in FIRST_PERSON and word not in done for word in words)


MODALS = frozenset(["should", "will", "must", "could", "would", "can", "shall"])
TOLD_OF_OTHERS = LazyPattern(  # “9 is where Cat hid hers”, “9 would be hilarious for Bob”
    rf"^(?:is|was|must be) (?:where|what|who|the one) (?:that )?(?!i\b|i'll\b|i'm\b|we\b|you\b)|^(?:belongs to|is for) {A_PLAYER}\b|^(?:\w+ )?{A_PLAYER} (?:would|will|says?|said)\b|^(?:he|she|they|theplayer) (?:said|says|goes|thinks|shouted|yelled|told|typed|wrote|whispered)\b|\b(?:they|people|everyone|everybody|some) (?:say|says|said)$|^would .*\b(?:for|kill|annoy|suit) {A_PLAYER}\b"
)


def _is_of_others(around: Surroundings) -> bool:
    """Return whether a mention belongs to what other people do, or to a reason, and so is no answer: “Bob took 5”,
    “because my son is 9”.
    """
    others = [n for n, word in enumerate(around.left) if word in OTHERS]
    modal = next((n for n, word in enumerate(around.left) if word in MODALS), 0)
    named = around.is_number and _is_done_by_other(around.left)
    named |= around.is_number and modal > 0 and around.left[modal - 1] not in FILLERS  # “Cat should open 7”
    named |= TOLD_OF_OTHERS.search(" ".join(around.right)) is not None
    return named or (bool(others) and not _is_own(around, others)) or around.clause.reason


THIRD_PERSON = list_words("takes opens chooses votes bids picks hides goes")


def _is_done_by_other(left: Sequence[str]) -> bool:
    """Return whether the words before a number tell what somebody does who is named: “bet Bob bids 5 million”, “I bet
    Bob is hiding in 5”.
    """
    for n, word in enumerate(left[1:], 1):
        other = left[n - 1] not in FILLERS and (n < 2 or left[n - 2] != "my")
        doing = word in ("is", "was") and left[n + 1 : n + 2] != [] and left[n + 1].endswith("ing")
        if other and (doing or word in THIRD_PERSON):
            return True
    return False


# -- the answer


INSISTING = (["i", "said"], ["i", "told", "you"])  # “I said 9!!”


def _is_insisting(around: Surroundings) -> bool:
    """Return whether the writer repeats an answer that they gave before: “I said 9!!”."""
    left = [word for word in around.left if word not in ("already", "just", "but")]
    return left in INSISTING and all(word in ("already", "twice", "before", "ok", "okay") for word in around.right)


WHEN_ONE_IS_OLDER = list_words("tomorrow today tonight soon next year week month monday friday saturday sunday")
PLACED_BY = frozenset(["my", "the", "bomb", "at", "ok", "okay", "please", "hi", "hello"])  # “bomb at 7”
PRAISE = frozenset(f"is {word}" for word in ("optimal", "best", "ideal", "perfect", "mine", "it"))


def _is_clear(around: Surroundings) -> bool:
    """Return whether a mention is plainly the writer's answer: only words of choosing, politeness or filling stand
    around it.
    """
    aged = around.is_number and around.preceding_word in ("am", "i'm", "im")
    aged |= around.preceding_word == "turning" and bool({*around.right} & WHEN_ONE_IS_OLDER)
    placed = around.left[-2:] == ["bomb", "at"] and all(word in PLACED_BY for word in around.left)
    met = around.left[-2:] == ["me", "at"] and "for" not in around.left[-3:-2]  # “call me at 7”
    at = around.preceding_word == "at" and (met or not around.is_chosen) and not placed
    wanted = around.right[:2] == ["is", "what"] and around.right[2:3] in (["i"], ["i'd"], ["i'll"], ["i'm"], ["we"])
    if around.is_number and (wanted or " ".join(around.right[:2]) in PRAISE) and not around.clause.reason:
        return True
    loose = (around.follower and not around.more) or at or aged
    return not loose and (
        placed or around.is_chosen or all(word in FILLERS for word in around.left) or _is_said_strangely(around)
    )


NUMBERED = frozenset(["number", "door", "square", "no", "nr", "no.", "nr.", "#", "box", "upon", "under", "behind"])
SPEAKING_FOR_ONESELF = FIRST_PERSON | {"my", "please", "after"}
BEFORE_A_VERB = frozenset(
    ["to", "i'll", "let's", "please", "we'll", "gonna", "wanna", "will", "shall", "lemme", "gotta", "must"]
)


def _is_said_strangely(around: Surroundings) -> bool:
    """Return whether the unknown words before a number say what the writer does with it, so that it is the answer:
    “I'd like to conceal it in 5”, “please deposit the device in field 18”.
    """
    strange = [word for word in around.left if word not in FILLERS]
    if not around.is_number or not strange or len(strange) > MOST_STRANGE or {*strange} & NO_VERBS_OF_CHOICE:
        return False
    begun = next((n for n, word in enumerate(around.left) if word in strange), 0)
    labelled = around.preceding_word in NUMBERED or (around.preceding_word == "the" and around.left[-2:-1] != ["in"])
    spoken = {*around.left[:begun]} & SPEAKING_FOR_ONESELF
    return bool(spoken) and (labelled or around.left[begun - 1] in BEFORE_A_VERB)


def _is_past(around: Surroundings) -> bool:
    """Return whether a word in the past tense (ending in -ed) stands before a mention, so that it is over."""
    ended = around.follower and not around.more
    return not ended and any(word.endswith("ed") and len(word) > 4 and word not in FILLERS for word in around.left)


WEIGHTS: tuple[tuple[str, Callable[[Surroundings], bool]], ...] = (  # the first that applies counts
    (ASKED, _is_asked),
    (DOUBTED, _is_doubted),
    (LOOSE, _is_hardly),
    (DENIED, _is_denied),
    (DENIED, _is_judged),
    (COUNTED, _is_counted),
    (LOOSE, _is_described),
    (CLEAR, _is_insisting),
    (PLANNED, _is_planned),
    (ASIDE, lambda around: _is_of_others(around) and not _is_time(around)),
    (PLANNED, _is_greeted),
    (DOUBTED, _is_remarked),
    (ASIDE, _is_given),
    (GONE, _is_gone),
    (COUNTED, _is_time),
    (COUNTED, _is_of_a_thing),
    (CLEAR, _is_clear),
    (PLANNED, lambda around: _is_past(around) and around.left[:1] == ["i"]),
)


def find_weight(clause: Clause, at: int, mention: Mention, *, earlier: bool = False) -> str:
    """Return how a mention (part number `at` of a clause) is meant, by the words before and after it: the first of
    `WEIGHTS` (clear, doubted, denied, counted …) that applies, or `LOOSE`; `earlier` says that the sentence mentions
    something before it.
    """
    *parts, last = _list_words_before(clause, at)
    before = [word for n, words in enumerate(parts) for word in (strip_revision(words) if n else words)]
    left, since = [*before, *(strip_revision(last) if earlier else last)], len(before)
    right, more = _take_right(clause, at)
    kept = strip_revision(right)
    if len(kept) < len(right) and not more:
        kept = []  # “11 sorry fat thumb”
    around = Surroundings(mention, clause, left, kept, since, more)
    return next((weight for weight, applies in WEIGHTS if applies(around)), LOOSE)
