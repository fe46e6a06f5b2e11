"""Weighs what a sentence says about the answers that it mentions: “5, no wait, 6” is 6, “5 or 6” is nothing. Pure.

The finder of mentions (`mentions.py`) says which words could be answers. Here the sentence is cut into clauses, and each
mention is weighed by the words around it in its clause. One that is clear, and that nothing contradicts, is the answer.
"""

# ruff: noqa: E501 - patterns are easier to read in one line each

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from engine.kernel.text import LazyPattern
from host.said.reading.vocabulary import (
    A_PLAYER,
    ASIDE_AFTER,
    CHOOSING_WORDS,
    CONCLUDING_WORDS,
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
    REASONS,
    REVISION_PHRASES,
    SOFT_DOUBTS,
    UNIT_NOUNS,
    VERBS_OF_LIFE,
    WORD_CONNECTIVES,
    list_words,
)

CLEAR, LOOSE, DENIED, ASKED, DOUBTED = "clear", "loose", "denied", "asked", "doubted"
ASIDE, PLANNED, COUNTED, GONE = "aside", "planned", "counted", "gone"  # of others; once meant; a number of things; over
LINKING_WORDS = list_words(
    "is it's im i'm was are am be that's he's she's feel feeling me think hope very and just ever even",
)
TOKEN = LazyPattern(r"[^\W\d_]+(?:'[^\W\d_]+)*'?|'[^\W\d_]+|\d+(?:[.,:/]\d+)*%?[^\W_]*|[^\w\s]")
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
HARD_BREAKS = frozenset(".!?;:…|–—()\n")
SOFT_BREAKS = frozenset([",", "but", "though", "tho", "however", "aber", "pero", "mais", "mas", "ma", "ale", "maar"])
INTERJECTIONS = frozenset(["um", "eh", "hm", "er", "well", "ok", "okay"])
SPLITTING_SO = frozenset(["so", "then"])
REVISION = LazyPattern(
    rf"^(?:(?:but |and |so |oh |ah |eh )*(?:oops|sorry|no|wait|argh|ugh)[\s,.!]*i (?:wanted|want|meant|said)(?: to (?:say|write|type|put|pick|press))?\b[\s,.!…]*|(?:but |and |so )?(?:please |can i |could i |may i |i'd like to |i want to |let me |now |i )*(?:change|switch|swap|move|changed|switched|swapped|moved|changing|switching|swapping|moving|correct|amend|update) (?:(?:it|that|this|mine|my \w+) )?(?:to|into|for)\b[\s,.!…]*|(?:(?:eh|oh|ah|ach|och|hm|haha|hmm|ok)[\s,.!…]*)*(?:(?:{'|'.join(sorted(map(re.escape, REVISION_PHRASES.split('|')), key=len, reverse=True))})(?![\w'])[\s,.!…]*)+)"
)
SO_GOOD = LazyPattern(
    r"^(?:would|could|will) (?:you|ya|u) (?:please|kindly|be (?:so )?(?:good|kind|nice|sweet)|be a|mind)\b"
)
POLITE_REQUEST = LazyPattern(
    rf"^(?:(?:{'|'.join(sorted(map(re.escape, POLITE_WORDS)))}|so|ok|okay|and|then|well|eh|excuse|pardon|me)\b\W*)*(?:would it be (?:possible|okay|ok|alright|fine)|(?:can|could|may|would|will|might|shall) (?:i|we|you|u|ya))\b"
)
TAGS = frozenset(["ok", "okay", "please", "yeah", "alright", "thanks"])  # “5 ok?”
QUESTION_STARTS = list_words(
    "is are am should shall which who whose whos when where why how does did was were has do would will what whats",
    "what's any",
)
LIFE = (  # what has the words of an answer and is none: “walking the dog”
    r"keep(?:ing)? my (?:money|cash) (?:safe|in|under|where)\b|no thanks to \w+,? (?:we|i|you)\b|(?:leaving|leave|going|go|heading|off|walking|driving|up) (?:up )?(?:for|to) (?:work|school|bed|class|lunch|dinner|sleep|the (?:gym|shops?|pub|office|doctor|dentist|airport|station|toilet|loo|bathroom))|"
    r"(?:walk|walking|walked) (?:the|my|our|his|her) dogs?|my phone (?:just |now )?(?:is|was|died|has|fell|broke|needs|keeps)|(?:coming|going|run|running|fell|falling) (?:up|down) the (?:stairs|road|street|hill)|(?:is|are) getting (?:higher|lower)(?: and (?:higher|lower))?|"
    r"i'm down for (?:whatever|anything|it)|split (?:my|his|her) \w+|split up (?:with|from)|(?:back|home|ready|there|done|here) in (?:an?|one|two|1|2|3)\b|(?:one|1|two|2|both|all) of (?:my|our|his|her|their) (?!dice|die)\w+|(?:get|getting|got|stand|wake|cheer|grow|man|messed|mess|dress|wash|clean|tidy) up|coming up (?:in|now|soon)|(?:calm|sit|lie|slow|lay|settle) down|splitting headache|(?:get|gets|got|getting|arrive|arrived|travel|fly|come|came|are|is|be|drive)(?: back)? home safe|(?:get|got|arrived|travel|fly|drive) (?:there |back |here )?safe|(?:stay|keep|be|drive) safe(?= (?:everyone|everybody|all|guys|out there|friends|folks|people)\b)|take it easy|\d+ down,? (?:and )?\d+ to go|stay(?:ing)? (?:with|at) (?:my|our|a|the) (?!game|table|round)\w+|down with (?:the|a) \w+|(?:taking|going on|having|went on) a (?:\w+ )?walk|high five|what's up"
)
EVERYDAY = LazyPattern(rf"\b(?:{LIFE})\b")
HARMLESS_PHRASES = LazyPattern(
    rf"\b(?:{LIFE})\b|"
    r"\b(?:bien sur|how (?:do|does|would) (?:you|one|i|we) (?:even )?(?:spell|write|pronounce) (?:that|it)|(?:start|begin) somewhere|this (?:weekend|week|time|evening|month|year|morning)|(?:you|ya) (?:absolute |bunch of |big |silly |little |bloody |utter |total )?(?:cowards?|muppets?|fools?|losers?|idiots?|clowns?|animals|beaut(?:y|ies)|legends?|cheats?|cheaters?|snakes?|noobs?|nerds?|donkeys?|turkeys?|rascals?|scallywags|maniacs?|monsters?|lot|people)(?=\W*$)|(?:e )?nao (?:conta|fala|diga|conte|contes)(?: \w+){0,3}|(?:y )?no (?:se lo |le )?(?:digas|cuentes|diga)(?: \w+){0,3}|(?:et )?ne (?:le )?(?:dis|dites)(?: \w+){0,3}|non dir(?:lo|glielo)(?: a nessuno)?|niet (?:verder )?vertellen|zeg het (?:tegen )?niemand|(?:sag|sags|sagt)(?: es)? (?:keinem|niemandem|nicht)|has been calling (?:me|my name|to me)|is calling (?:me|my name)|has my name (?:on|all over) it|(?:to|until|till) the (?:bitter |very )end|(?:save|keep)(?: it| my money)? for later|no more,? no less|go big or go home|sink or swim|do or die|make or break|ready or not|rain or shine|win or lose|like it or not|one way or another|sooner or later|live or die|for better or (?:for )?worse|nothing beats|(?:\w+ )?me says|between (?:us|the (?:2|two) of us)|among(?:st)? us|see (?:you|ya) (?:all )?later|take it or leave it|all day(?: long| every day|(?=\W*$))|every time|any day(?: of the week)?|every day of the week|at the end of the day|better late than never|now or never|if (?:it is|it's|it isn't|it would not be|it wouldn't be|that is|that's)(?: not)?(?: too much| any| too big| much)*(?: of)?(?: an?)? (?:trouble|bother|hassle|inconvenience|problem|imposition|difficulty)\b(?: for you| to you)?|b right back|for a walk|no way (?:that|this|he|she|it|they|you) (?:just |really |actually )?(?:\w+ed|did|was|were|got|won|saw|said|knew|went|came|made|took|lost|hit)\b|i (?:actually |totally |do )?know (?:this|that|it)(?: (?:1|one))?(?=,? (?:its|it's|it is|that's|for sure|haha)\b)|over and out|over it|up (?:late|early|all night|since)|(?:one|1|two|2|both|all) of (?:us|you|them) (?:are|is|will|left|have|has)|(?:i'm|i am|we are|we're|you're|you are|he's|she's) (?:the |my )?number (?:one|1)|deal with (?:it|that|him|her)|(?:let's|let me|let us|i want to|i wanna|gonna|show me|i'd like to) (?:see |find out |check |know |discover )?what(?:'s| is)(?: hiding| lying| lurking| waiting)?(?= (?:behind|under|in|at|inside|below|beneath))|(?:do not|does not|don't|dont|doesn't|couldn't|idc|i could not) (?:really )?(?:care|mind|matter|ask|worry|panic|rush me|laugh|judge(?: me)?|tell (?:\w+ ?){1,2}|tell|peek|hate me|be (?:mad|angry|cross))|"
    r"(?:mad|crazy|silly|stupid|rude|daft|foolish|dumb|fool) not to|(?:my|the) (?:gut|heart|head|belly|wallet|bank account|instinct|instincts|horoscope|brain|inner voice|gut feeling|stars)(?: \w+)? (?:says?|tells me|said|whispers)|"
    r"(?:let's|let me|we'll|i) see\b(?: what happens)?|would be (?:a |an |the |my )?(?:very )?(?:good|nice|great|sensible|perfect|fine|lovely|best|wise|cool|ideal|reasonable)(?: \w+)?|unlucky for some(?: \w+){0,4}|if (?:it|its|it's|this|that|thats|that's|i|i'm|we) (?:[a-z']+ ){0,3}?(?:bomb|die|dies|explodes?|blows? up|wrong|lose|boom|dead)\b[^.,;!?]*|(?<!i )(?<!we )(?<!i'd )(?<!\bso )(?:do not|don't) (?:you )?(?:look|tell|ask|laugh|judge|peek|cry|worry|panic|cheat|spy|watch|shout|blame|hate|shoot|fail|let|move|wait|forget|kill|blow|explode|betray|even|@)\b|not sure why|(?:don't|do not) know why|everyone knows(?: that)?|everybody knows(?: that)?|no idea why|dunno why|idk why|no clue why|(?:good|bad|great|nice|strong|weird) (?:feeling|feelings|vibes?) about|why not|no (?:wahala|stress|sweat|drama|bother|problemo|shame|choice|rush|hurry|lie|jokes?|kidding|excuses|surrender|retreat|turning back|going back|looking back|time to (?:lose|waste)|time like the present|contest|question about it|two ways about it|hesitation|second thoughts|messing(?: about)?|faffing|mercy|prisoners|need to (?:think|ask|wait)|hay problema|doubt|problem|probs|worries|biggie|offence|offense|regrets|pressure|fear|risk|guts|pain|cap|joke|matter what|one)|not (?:gonna|going to) lie|can't wait|cant wait|can't go wrong|"
    r"or so (?:he|she|they|i|it|people|the \w+) (?:says?|said|thinks?|claims?|told|seems?|am told|hear|reckons?)|or so (?:i'm|i've been|i am) told|(?:might|may) as well|(?:wouldn't|would not) mind(?: having| trying| taking| a)?|(?:can't|cannot|couldn't) (?:resist|go past|get past|look past|beat|stop thinking (?:of|about))|under (?:the|a) bus|or else\b|or bust\b|or i(?:'ll| will) (?:cry|scream|riot|die|explode)|or whatever(?: \w+){0,4}|not even|not too (?:bad|late)|never (?:fails?|lets? me down|mind)|nvm|not a doubt|fingers crossed|no one (?:ever |will |would )?\w+|nobody (?!open\b|take\b|pick\b|choose\b|touch\b)(?:ever |will |would )?\w+|nothing personal|no hard feelings|can't (?:lose|miss|be wrong)|"
    r"sorry (?:i'm |i am |im |for (?:the |my |being )?|about (?:the |my )?|to (?:keep|have) |so |i was |was |i've been |been )(?:so |very |kept you |you )?\w+(?: (?:reply|answer|waiting|wait|work|class|bed))?)"
)


class Mention(Struct, frozen=True):
    """An answer that words of a sentence could mean, with their position in it."""

    value: str | int
    start: int
    end: int
    sure: bool = True  # does it mean this and nothing else?
    wide: bool = False  # is it said in several words, so that more may follow?
    spoken: bool = False  # is it a number said in everyday words: “all”, “nothing”?


class Clause(Struct):
    """A part of a sentence: its words, with each mention as one of them."""

    parts: list[str | Mention]
    asks: bool = False
    reason: bool = False

    @property
    def words(self) -> list[str]:
        """The words without the mentions."""
        return [each for each in self.parts if isinstance(each, str)]


class Weighed(Struct):
    """A mention and what its clause makes of it."""

    mention: Mention
    weight: str
    clause: int
    alone: bool = False
    concludes: bool = False


class Thoughts(Struct):
    """A sentence cut into clauses, with every mention weighed."""

    clauses: list[Clause]
    weighed: list[Weighed]

    def list_values(self, *weights: str) -> list[str | int]:
        """List the answers that are mentioned with one of these weights (such as CLEAR or DENIED), in order, each
        only once.
        """
        return list(dict.fromkeys(each.mention.value for each in self.weighed if each.weight in weights))


def split_clauses(tame: str, mentions: Sequence[Mention]) -> list[Clause]:
    """Cut a normalised sentence into clauses at its signs and at words such as “but” and “because”."""
    clauses, now = list[Clause](), Clause([])

    def finish(*, reason: bool = False) -> None:
        nonlocal now
        if now.parts:
            clauses.append(now)
        now = Clause([], reason=reason)

    begun = 0
    parts = _iter_parts(tame, mentions)
    for (part, spaced), (after, _) in zip(parts, [*parts[1:], ("", False)], strict=False):
        word = part if isinstance(part, str) else ""
        if is_start_of_choice(now, word, after):
            finish()
        if word in HARD_BREAKS or (word == "-" and (spaced or _has_mention_at_end(now))):
            finish()
            begun = _end_sentence(clauses, begun, word)
        elif word in SOFT_BREAKS or (word in SPLITTING_SO and _may_split(now, word)):
            finish()
            now.parts += [word] if word != "," else []
        elif word in REASONS:
            finish(reason=True)
        elif word not in ("'", '"', "=", "*", "~", "#"):
            now.parts.append(part)
    finish()
    return clauses


GIVEN = list_words("after since given seeing now because with")


def is_start_of_choice(clause: Clause, word: str, after: str | Mention) -> bool:
    """Return whether a word begins what is chosen after what is only its reason: “since 8 is gone I'll take 9”."""
    given = clause.reason or any(each in GIVEN for each in clause.words[:2])
    chosen = isinstance(after, str) and (after in CHOOSING_WORDS or after == "will")
    return word in ("i'll", "i'm", "i", "let's", "we'll", "imma") and given and chosen and has_mention(clause)


def _may_split(clause: Clause, word: str) -> bool:
    """Return whether “so” or “then” begins a new clause at this place of a sentence: it does after a mention of an
    answer, but not in “not so high” or “I'm so late”.
    """
    last = clause.parts[-1] if clause.parts else ""
    linked = isinstance(last, str) and (last in NEGATIONS or last in LINKING_WORDS or last in ("and", "ok", "okay"))
    return has_mention(clause) or (word == "so" and bool(clause.parts) and not linked)


def _has_mention_at_end(clause: Clause) -> bool:
    """Return whether the last part of a clause is a mention of an answer."""
    return bool(clause.parts) and isinstance(clause.parts[-1], Mention)


def has_mention(clause: Clause) -> bool:
    """Return whether a clause mentions an answer."""
    return any(isinstance(each, Mention) for each in clause.parts)


def _iter_parts(tame: str, mentions: Sequence[Mention]) -> list[tuple[str | Mention, bool]]:
    """List the words, punctuation marks and mentions (words that could be answers) of a sentence in order, each with
    whether a space stands before it.
    """
    found = list[tuple[str | Mention, bool]]()
    at = 0
    for mention in [*sorted(mentions, key=lambda each: each.start), None]:
        end = mention.start if mention else len(tame)
        for token in TOKEN.finditer(tame, at, end):
            found.append((token[0], tame[token.start() - 1 : token.start()] in (" ", "")))
        if mention:
            found.append((mention, True))
            at = mention.end
    return found


def _end_sentence(clauses: Sequence[Clause], begun: int, sign: str) -> int:
    """Mark the clauses since `begun` if a question mark ends them; return where the next sentence begins."""
    if sign == "?":
        _mark_question(clauses[begun:])
    return len(clauses) if sign in (".", "!", "?", ";", "…", "\n") else begun


def _mark_question(clauses: Sequence[Clause]) -> None:
    """Mark these clauses, the end of a sentence with a question mark, as asking something, unless they are a polite
    request (“can I have 5?”); if only a tag asks (“5, ok?”), mark no more than the tag.
    """
    text = " ".join(word for clause in clauses for word in clause.words)
    last = " ".join(clauses[-1].words) if clauses else ""
    if POLITE_REQUEST.match(text) or POLITE_REQUEST.match(last.removeprefix("so ")):
        return
    if clauses and clauses[-1].words[-1:] and clauses[-1].words[-1] in TAGS and text.split()[0] not in QUESTION_STARTS:
        return
    aside = len(clauses) > 1 and not has_mention(clauses[-1])  # “5, ok?”, “4, but do not tell anybody, ok?”
    for clause in clauses[-1:] if aside else clauses:
        clause.asks = True


def read_thoughts(tame: str, mentions: Sequence[Mention]) -> Thoughts:
    """Cut a normalised sentence into clauses, and judge for each mention (word that could be an answer) by the words
    around it whether the writer means it.
    """
    kept = [(each.start, each.end) for each in mentions if isinstance(each.value, str)]
    sign = " " if tame.startswith(("why ", "how ")) else ","

    def hide(found: re.Match[str]) -> str:
        held = any(start <= found.start() and found.end() <= end for start, end in kept)
        return found[0] if held else f"{sign}{' ' * (len(found[0]) - 1)}"

    plain = HARMLESS_PHRASES.sub(hide, tame)
    mentions = [each for each in mentions if plain[each.start : each.end].strip(" ,")]
    clauses = split_clauses(plain, mentions)
    weighed = list[Weighed]()
    for n, clause in enumerate(clauses):
        for at, part in enumerate(clause.parts):
            if isinstance(part, Mention):
                weight = find_weight(clause, at, part, earlier=bool(weighed))
                called = isinstance(part.value, str) and weight == CLEAR and _is_spoken_to(clauses, n)
                dropped = (
                    isinstance(part.value, str) and clause.words[:1] == ["but"] and len(clause.parts) == 2
                )  # “…, but no”
                concludes = dropped or _is_conclusion(clauses, n, at)
                alone = (
                    all(word in POLITE_WORDS or word in INTERJECTIONS for word in clause.words)
                    and _count_mentions(clause) == 1
                )
                weighed.append(Weighed(part, ASIDE if called else weight, n, alone, concludes))
    for here, after in pairwise(weighed):
        if after.weight in (DENIED, GONE) and here.weight == CLEAR and _is_judged_together(clauses, here, after):
            here.weight = after.weight
    return Thoughts(clauses, [each for each in weighed if each.weight != DENIED or each.mention.sure])


def _is_judged_together(clauses: Sequence[Clause], here: Weighed, after: Weighed) -> bool:
    """Return whether what is said of a mention is also said of the one joined to it: “5 and 6 were bad”."""
    parts = clauses[here.clause].parts
    at = parts.index(here.mention)
    joined = here.clause == after.clause and parts[at + 1 : at + 3] == ["and", after.mention]
    return joined and at == 0 and isinstance(here.mention.value, int)


def _count_mentions(clause: Clause) -> int:
    return sum(isinstance(each, Mention) for each in clause.parts)


def _is_conclusion(clauses: Sequence[Clause], n: int, at: int) -> bool:
    """Return whether words such as “so”, “then” or “final answer” stand before a mention, so that it is what the
    writer has decided.
    """
    clause = clauses[n]
    after_so = n > 0 and clauses[n - 1].words[-1:] == ["so"]
    left = [each for each in clause.parts[:at] if isinstance(each, str)]
    return after_so or "final" in clause.words or any(word in CONCLUDING_WORDS for word in left)


def _is_spoken_to(clauses: Sequence[Clause], n: int) -> bool:
    """Return whether clause number `n` is only the name of a player who is spoken to in the next clause, and so no
    answer: “Bob, you are next”.
    """
    after = clauses[n + 1].words if n + 1 < len(clauses) else []
    return len(clauses[n].parts) == 1 and after[:1] in (["you"], ["your"], ["you're"])


class Surroundings(NamedTuple):
    """The words around a mention in its clause: before it (without a correction), and after it up to the next one."""

    mention: Mention
    clause: Clause
    left: list[str]
    right: list[str]
    since: int  # how many words of `left` stand before the previous mention
    more: bool  # does another mention follow?

    @property
    def before(self) -> str:
        """The word directly before the mention."""
        return self.left[-1] if self.left else ""

    @property
    def is_number(self) -> bool:
        """Whether the mention is a number in figures."""
        return isinstance(self.mention.value, int) and not self.mention.spoken

    @property
    def is_chosen(self) -> bool:
        """Whether the words before the mention end in a choice: “ok deep breath I'll go for” 5."""
        at = max((n for n, word in enumerate(self.left) if word in CHOOSING_WORDS), default=-1)
        told = 0 < at < MOST_STRANGE and self.left[0] not in KNOWN_WORDS  # “Bob please open 9”
        return at >= 0 and not told and all(word in FILLERS for word in self.left[at:])

    @property
    def follower(self) -> str:
        """The first word after the mention that neither changes nothing nor begins another phrase."""
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


def find_weight(clause: Clause, at: int, mention: Mention, *, earlier: bool = False) -> str:
    """Return how a mention (part number `at` of a clause) is meant, by the words before and after it: clear,
    doubted, denied, counted …; `earlier` says that the sentence mentions something before it.
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


def _is_asked(around: Surroundings) -> bool:
    """Return whether a mention stands in a question, so that it is asked about and not given as an answer."""
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


def _is_doubted(around: Surroundings) -> bool:
    """Return whether words in the clause of a mention, such as “maybe”, “or” or “if”, leave it open whether it is
    meant.
    """
    words, last = around.clause.words, around.before
    lone = sum(isinstance(each, Mention) for each in around.clause.parts) < 2
    later = not around.is_number and "more" in around.left and {*around.left} & {"1", "one", "another"}
    if later or _is_supposed(around) or around.right in AFTER_DISBELIEF:
        return True  # “one more and I stop”, “5 as if”
    doubted = any(
        (word in OR_WORDS and not (lone and word == "o")) or (word in DOUBTS and word not in SOFT_DOUBTS)
        for word in words
    )
    return doubted or ("if" in words and not is_harmless_condition(around.clause)) or _is_limit(around, last)


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


def _is_limit(around: Surroundings, last: str) -> bool:
    """Return whether a number is only a limit: “up to 4 million”, “about 30”."""
    if around.left[-2:] == ["next", "to"] and "my" in around.left:
        return False  # “set my next to 18”
    limits = LIMITS_OF_MONEY if around.mention.wide else LIMITS
    return (around.is_number and last in limits) or " ".join(around.left[-2:]) in LIMITS


def _is_hardly(around: Surroundings) -> bool:
    """Return whether a negation only weakens a mention, so that it is no refusal: “not so high”."""
    return around.before in ("so", "that", "too", "very") and any(word in NEGATIONS for word in around.left[-2:-1])


def _is_denied(around: Surroundings) -> bool:
    """Return whether a negation before or after a mention says that it is not meant: “not 5”."""
    right = around.right
    after = around.mention.value != "No" and any(
        word in NEGATIONS and word not in ("no", "nein", "non") for word in right[:1]
    )
    later = right[:1] in VERBS_DENIED and any(word in NEGATIONS for word in right[1:3])
    return any(word in NEGATIONS for word in around.left[around.since :]) or (not around.more and (after or later))


def _is_counted(around: Surroundings) -> bool:
    """Return whether a number counts or measures something (minutes, people, points out of ten) and so is no answer."""
    away = "back" in around.left or {"be", "there"} <= {*around.left}  # “I'll be there in 5”
    owed = {*around.left} & COSTING or (around.before == "in" and away)
    if around.before in LABELLED_BY or owed:
        return around.is_number
    if around.is_number and _is_of_life(around):
        return True
    out_of = around.right[:2] == ["out", "of"] or around.left[-2:] == ["out", "of"]
    units = UNIT_NOUNS if around.is_number else UNIT_NOUNS - {"of", "x"}
    return out_of or (around.right[:1] != [] and around.right[0] in units)


def _is_of_life(around: Surroundings) -> bool:
    """Return whether a number is an age, a bus, a battery or a turn: “30 and still single”, “I take the 12 to work”."""
    if around.left[-1:] in (["i'm"], ["am"]) and around.more and around.right in AND_SAYS:
        return True  # “I'm 15 and I say 50”
    needed = around.before == "need" and around.right[:1] == ["to"]  # “I need 5 to think”
    going = around.right[:1] == ["to"] and {*around.right[1:2]} & {"work", "school", "town", "uni", "college"}
    turns = around.before == "turn" and around.right[:1] == ["already"]
    aged = around.right[:2] in (["and", "still"], ["and", "counting"])
    return bool(needed or going or turns or aged or {*around.left} & AMOUNTS_OF_LIFE)


def _is_insisting(around: Surroundings) -> bool:
    """Return whether the writer repeats an answer that they gave before: “I said 9!!”."""
    left = [word for word in around.left if word not in ("already", "just", "but")]
    return left in INSISTING and all(word in ("already", "twice", "before", "ok", "okay") for word in around.right)


def _is_planned(around: Surroundings) -> bool:
    """Return whether the writer only tells what they meant to do earlier or have told others: “I was going to take
    5”.
    """
    if (
        any(word in REPORTING for word in around.left)
        or around.left[:2] in PAST_INTENTS
        or _is_conceded(around)
        or _is_owned(around)
        or ANOTHER_TIME.search(" ".join(around.left))
    ):
        return True
    others = [n for n, word in enumerate(around.left) if word in OTHERS]
    if not others or not any(word in FIRST_PERSON for word in around.left):
        return bool(others) and any(word in PAST_PLANS for word in around.left[others[0] :]) and _is_own(around, others)
    return not _is_own(around, others) or any(word in PAST_PLANS for word in around.left[others[0] :])


def _is_owned(around: Surroundings) -> bool:
    """Return whether a number follows “I have” or the like, so that it is what the writer owns and no answer: “I
    have 12”.
    """
    return isinstance(around.mention.value, int) and [*around.left] in OWNING


def _is_conceded(around: Surroundings) -> bool:
    """Return whether the writer only says what they would do at another time: “normally I would stay”."""
    return around.left[:1] != [] and around.left[0] in AT_OTHER_TIMES and "would" in around.left


def _is_own(around: Surroundings, others: Sequence[int]) -> bool:
    return any(word in FIRST_PERSON for word in around.left[others[-1] + 1 :])


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


def _is_given(around: Surroundings) -> bool:
    """Return whether a mention only stands in what is the case already: “after that disaster on 14”."""
    started = [word for word in around.left[:2] if word in ("after", "since", "given", "seeing")]
    return (
        bool(started)
        and around.is_number
        and around.follower == ""
        and not around.is_chosen
        and around.clause.parts[-1] is around.mention
    )


def _is_gone(around: Surroundings) -> bool:
    """Return whether it is said of a mention that it is over, or bad: “5 is gone”, “7 is cursed”."""
    if " ".join(around.right[:3]) in ("would have been", "could have been", "should have been"):
        return True
    if around.is_number and around.before == "of" and {*around.left[-2:-1]} & FEARS:
        return True  # “I'm so scared of 7”
    if around.is_number and around.left in (["rip"], ["r", "i", "p"]):
        return True
    return around.follower in ASIDE_AFTER or (bool({*around.right[:2]} & {"is", "being"}) and "bomb" in around.right)


def _is_judged(around: Surroundings) -> bool:
    """Return whether a mention is called bad or too much: “50 sounds greedy”."""
    seems = around.right[:1] != [] and around.right[0] in SEEMING
    bad = (
        {*around.right[1:5]} & JUDGING_WORDS
        or {*around.right[1:3]} & LATENESS
        or ({*around.right[:4]} & FOLLY and around.right[0] == "would")
        or ("too" in around.right[1:4] and around.right[-1] != "too")
    )
    return seems and not around.more and bool(bad)


def _is_time(around: Surroundings) -> bool:
    """Return whether a word such as “until” or “around” stands before a number, so that it is a time of day and no
    answer.
    """
    if around.before == "at" and {*around.left} & DAYTIMES:
        return True  # “I'll hide it tomorrow at 5”
    return around.before in ELSEWHERE_WORDS and around.before != "at" and not around.is_chosen


def _is_of_a_thing(around: Surroundings) -> bool:
    """Return whether a noun follows a number: “9 reindeer”."""
    last = around.right[-1:]  # “2 little ducks”
    things = (
        bool(last)
        and around.right[0] not in CONNECTIVES
        and last[0] not in KNOWN_WORDS
        and last[0].endswith("s")
        and not around.is_chosen
    )
    told = things and around.clause.parts[0] is around.mention and len(around.right) <= MOST_STRANGE
    if around.more and around.right and around.right[0] not in KNOWN_WORDS and around.right[0].endswith("s"):
        return around.is_number  # “me and the 2 dogs choose 11”
    named = around.follower != "" and around.follower == around.right[0]
    return around.is_number and not around.more and (named or told)


def _is_described(around: Surroundings) -> bool:
    """Return whether a sentence only describes the mentioned name or word, and does not choose it: “Bob is funny”."""
    if isinstance(around.mention.value, str) and not around.left and {*around.right[:1]} & VOTED:
        return around.mention.value.casefold() not in ("yes", "no", "stop")  # “Bob voted already”
    told = not around.is_number and around.right[:1] in VERBS_DENIED[:1]
    left = [word for word in around.left if word not in ("the", "my", "our")]
    return told and not around.more and not {*around.right} & (CHOOSING_WORDS | CHOSEN_AS) and not left


def _is_greeted(around: Surroundings) -> bool:
    """Return whether the mentioned player is only greeted or thanked, and so is no answer: “thanks Bob”."""
    named = isinstance(around.mention.value, str) and around.mention.value.casefold() not in ("yes", "no")
    return named and bool(around.left) and {*around.left} <= GREETINGS


def _is_clear(around: Surroundings) -> bool:
    """Return whether a mention is plainly the writer's answer: only words of choosing, politeness or filling stand
    around it.
    """
    aged = around.is_number and around.before in ("am", "i'm", "im")
    aged |= around.before == "turning" and bool({*around.right} & WHEN_ONE_IS_OLDER)
    placed = around.left[-2:] == ["bomb", "at"] and all(word in PLACED_BY for word in around.left)
    met = around.left[-2:] == ["me", "at"] and "for" not in around.left[-3:-2]  # “call me at 7”
    at = around.before == "at" and (met or not around.is_chosen) and not placed
    wanted = around.right[:2] == ["is", "what"] and around.right[2:3] in (["i"], ["i'd"], ["i'll"], ["i'm"], ["we"])
    if around.is_number and (wanted or " ".join(around.right[:2]) in PRAISE) and not around.clause.reason:
        return True
    loose = (around.follower and not around.more) or at or aged
    return not loose and (
        placed or around.is_chosen or all(word in FILLERS for word in around.left) or _is_said_strangely(around)
    )


def _is_said_strangely(around: Surroundings) -> bool:
    """Return whether the unknown words before a number say what the writer does with it, so that it is the answer:
    “I'd like to conceal it in 5”, “please deposit the device in field 18”.
    """
    strange = [word for word in around.left if word not in FILLERS]
    if not around.is_number or not strange or len(strange) > MOST_STRANGE or {*strange} & NO_VERBS_OF_CHOICE:
        return False
    begun = next((n for n, word in enumerate(around.left) if word in strange), 0)
    labelled = around.before in NUMBERED or (around.before == "the" and around.left[-2:-1] != ["in"])
    spoken = {*around.left[:begun]} & SPEAKING_FOR_ONESELF
    return bool(spoken) and (labelled or around.left[begun - 1] in BEFORE_A_VERB)


def _is_past(around: Surroundings) -> bool:
    """Return whether a word in the past tense (ending in -ed) stands before a mention, so that it is over."""
    ended = around.follower and not around.more
    return not ended and any(word.endswith("ed") and len(word) > 4 and word not in FILLERS for word in around.left)


PAST_INTENTS = [["was", verb] for verb in ("gonna", "going", "about", "thinking", "tempted", "hoping")]
STATEMENTS = (
    *(["would", verb] for verb in ("be", "like", "love", "prefer", "rather", "go", "take", "pick", "choose")),
    ["has", "to"],
    ["has", "gotta"],
    *(["should", verb] for verb in ("be", "like", "prefer", "love")),
    *(["will", verb] for verb in ("be", "go", "take", "stay", "stop", "have", "pick", "choose", "try", "open", "keep")),
    *PAST_INTENTS,
)  # “will go lower” asks nothing
ASKS_WHAT = LazyPattern(
    r"\b(?:tell me|let me know|(?<!don't )know|wonder|wondering) (?:what|what's|who|who's|if|when|whether|how)\b"
)
ANOTHER_TIME = LazyPattern(  # “next week I take 9”, “almost pressed 9”, “in Bob's place I would open 9”
    rf"\b(?:(?:next|last|another) (?:time|week|weekend|night|year|month|game|season)(?!$)|tomorrow|yesterday|dare (?:you|ya|him|her|them|{A_PLAYER})|in (?:{A_PLAYER}'s?|his|her|your|their) (?:place|shoes)|(?:almost|nearly) (?:\w{{2,}}ed|took|chose|went|hit|said|put|hid|picked|did))\b"
)
MOST_SUPPOSED = 6  # words from “if” to what is supposed
MODALS_OF_POLITENESS = frozenset(["must", "gotta", "may", "can", "could", "had", "have", "need", "feel", "like"])
MOST_STRANGE = 3  # unknown words before a number that one asks for
MOST_BESIDE = 4  # words beside a number that an unknown one ends
NO_VERBS_OF_CHOICE = KNOWN_WORDS | VERBS_OF_LIFE
NUMBERED = frozenset(["number", "door", "square", "no", "nr", "no.", "nr.", "#", "box", "upon", "under", "behind"])
SPEAKING_FOR_ONESELF = FIRST_PERSON | {"my", "please", "after"}
BEFORE_A_VERB = frozenset(
    ["to", "i'll", "let's", "please", "we'll", "gonna", "wanna", "will", "shall", "lemme", "gotta", "must"]
)
PLACED_BY = frozenset(["my", "the", "bomb", "at", "ok", "okay", "please", "hi", "hello"])  # “bomb at 7”
INSISTING = (["i", "said"], ["i", "told", "you"])  # “I said 9!!”
AT_OTHER_TIMES = frozenset(["normally", "usually", "ordinarily", "generally", "typically", "otherwise"])
CHOSEN_AS = list_words(
    "one it who victim best right correct final due next what enough plenty fine first ok okay",
)
OWNING = (["i", "have"], ["i've"], ["i've", "got"], ["we", "have"])  # “I have 12 million”
FOLLY = list_words("mad stupid silly foolish dumb suicide daft idiotic reckless")
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
AND_SAYS = tuple(["and", "i", verb] for verb in ("say", "pick", "take", "choose"))
FEARS = list_words("scared afraid terrified frightened wary sick tired suspicious")
SUPPOSING = frozenset(["if", "suppose", "supposing", "say", "imagine", "assume", "assuming"])
THIRD_PERSON = list_words("takes opens chooses votes bids picks hides goes")
LATER_THAN_NOW = frozenset(["after", "later", "when", "if", "anytime", "whenever"])
AMOUNTS_OF_LIFE = frozenset(["battery", "temperature", "speed", "fever"])
LATENESS = frozenset(["late", "delayed", "cancelled", "full"])  # “the 12 is late again” is a bus
VOTED = list_words(
    "called texted phoned wrote sent told said asked thinks wants says voted chose answered played moved replied picked already keeps always never often"
)
GREETINGS = list_words(
    "poor good hi hello hey hiya hallo hola ciao bonjour salut thanks thank you thx ty cheers love welcome luck morning evening night well done played",
    "nice congrats congratulations bravo gg lol haha wow omg happy birthday dear",
)
TOLD_OF_OTHERS = LazyPattern(  # “9 is where Cat hid hers”, “9 would be hilarious for Bob”
    rf"^(?:is|was|must be) (?:where|what|who|the one) (?:that )?(?!i\b|i'll\b|i'm\b|we\b|you\b)|^(?:belongs to|is for) {A_PLAYER}\b|^(?:\w+ )?{A_PLAYER} (?:would|will|says?|said)\b|^would .*\b(?:for|kill|annoy|suit) {A_PLAYER}\b"
)
MODALS = frozenset(["should", "will", "must", "could", "would", "can", "shall"])
COSTING = frozenset(["owe", "owes", "owed", "cost", "costs"])  # “you owe me 20”


REPORTING = frozenset(["told", "said", "promised"])
PRAISE = frozenset(f"is {word}" for word in ("optimal", "best", "ideal", "perfect", "mine", "it"))
WHEN_ONE_IS_OLDER = list_words("tomorrow today tonight soon next year week month monday friday saturday sunday")
DAYTIMES = list_words(
    "tomorrow tonight morning evening afternoon noon monday tuesday wednesday thursday friday saturday sunday"
)
SEEMING = frozenset(["is", "seems", "looks", "sounds", "feels", "would"])
VERBS_DENIED = (["is"], ["was"], ["would"], ["it's"], ["will"], ["seems"])
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
    (ASIDE, _is_given),
    (GONE, _is_gone),
    (COUNTED, _is_time),
    (COUNTED, _is_of_a_thing),
    (CLEAR, _is_clear),
    (PLANNED, lambda around: _is_past(around) and around.left[:1] == ["i"]),
)


def _take_right(clause: Clause, at: int) -> tuple[list[str], bool]:
    """Return the words of a clause after a mention, up to the next mention, and whether there is a next one."""
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


def strip_revision(words: Sequence[str]) -> list[str]:
    """Return words without the correction (such as “no wait”) at their beginning."""
    text = " ".join(words)
    found = REVISION.match(text)
    return text[found.end() :].split() if found else list(words)


def is_harmless_condition(clause: Clause) -> bool:
    """Return whether an “if” in this clause is only politeness, or what the rules check anyway: “if it's free”."""
    words = [each if isinstance(each, str) else "" for each in clause.parts]
    condition = words[words.index("if") :]
    cut = next((n for n, word in enumerate(condition) if word in CHOOSING_WORDS or not word), len(condition))
    return all(word in HARMLESS_IF or word in FILLERS for word in condition[:cut])
