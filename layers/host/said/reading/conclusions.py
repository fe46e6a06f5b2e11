"""What a sentence comes to whose answers have been weighed: one answer, or none where something doubts or revises it. Pure."""

# ruff: noqa: E501 - patterns are easier to read in one line each

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.text import LazyPattern
from host.said.reading.afterthoughts import is_doubtful_beside
from host.said.reading.thoughts import Thoughts, Weighed
from host.said.reading.vocabulary import (
    CHOOSING_WORDS,
    NEGATIONS,
    POLITE_WORDS,
    REVISION_WORDS,
    list_words,
)
from host.said.reading.weights import (
    ASIDE,
    ASKED,
    CLEAR,
    COUNTED,
    DENIED,
    DOUBTED,
    GONE,
    LOOSE,
    PLANNED,
    REVISION,
)

SAYING = frozenset(["said", "says"])
SHORT_CLAUSE = 3  # words
WORDS_OF_OPTIONS = frozenset(["dice", "die", "thanks", "thank", "you"])
WISHING = frozenset(["but", "then", "if", "would", "could", "might", "let", "use", "first"])
SETTLING = list_words(
    "so final finally definitely decided locking ok okay fine let's gonna i'll settle",
)


def find_conclusion(thoughts: Thoughts) -> str | int | None:
    """Return the one answer that a sentence means in the end, after its corrections; None if it means none or
    several, or leaves it in doubt.
    """
    weighed = drop_taken_back(thoughts)
    clear = [each for each in weighed if each.weight == CLEAR]
    values = {each.mention.value for each in clear}
    if not clear:
        return None
    last = clear[-1]
    if len(values) > 1:
        first = [each for each in clear if each.clause != last.clause]
        same = {each.mention.value for each in clear if each.clause == last.clause}
        if _is_in_order(thoughts, weighed, last):
            return None
        ended = any(clause.words in SETTLED_AFTER for clause in thoughts.clauses[last.clause + 1 :]) and last.alone
        ends = ended or _is_confirmed(weighed, last) or last.concludes or (last.alone and _is_repeated(thoughts, last))
        if not (ends and first and len(same) == 1):
            return None
        values = {last.mention.value}
    (value,) = values
    repeated = last.alone and _is_repeated(thoughts, last)  # “5 looks good but 9 looks better, 9”
    beside = [each for each in weighed if not (repeated and each.clause < last.clause)]
    beside = [each for each in beside if not _is_overruled(thoughts, each, last)]
    if any(_is_contradiction(thoughts, each, last) for each in beside) or is_doubtful_beside(thoughts, last.clause):
        return None
    return value


def _is_in_order(thoughts: Thoughts, weighed: Sequence[Weighed], last: Weighed) -> bool:
    """Return whether `last`, the last mention that is plainly meant, only follows another number with “then”, so that
    neither is the one answer: “9 then 10”.
    """
    before = weighed[weighed.index(last) - 1]
    numbers = isinstance(before.mention.value, int) and isinstance(last.mention.value, int)
    words = thoughts.clauses[last.clause].words
    return numbers and before.weight == CLEAR and words in (["then"], ["and", "then"], ["then", "please"])


def _is_overruled(thoughts: Thoughts, each: Weighed, last: Weighed) -> bool:
    """Return whether the mention `each`, which is denied or called gone, does not count because `last`, the last one
    plainly meant, overrules it: “5 was mine last time, so 5 again”, “Bob said not to take 5 but I'm taking 5”.
    """
    again = each.mention.value == last.mention.value and last.alone and isinstance(last.mention.value, int)
    said = each.weight == DENIED and {*thoughts.clauses[each.clause].words} & SAYING
    return each.clause < last.clause and bool(said or (each.weight == GONE and (last.concludes or again)))


def _is_contradiction(thoughts: Thoughts, each: Weighed, last: Weighed) -> bool:
    """Return whether the mention `each` (words that could be an answer) makes it unclear whether `last`, the last one
    plainly meant, is still the answer.
    """
    other, later = each.mention.value != last.mention.value, each.clause > last.clause
    if (
        is_conditional(thoughts, each)
        and other
        and isinstance(each.mention.value, int)
        and isinstance(last.mention.value, int)
    ):
        return True  # “4 but if 4 is bad then 5”
    if each.weight in (ASKED, DOUBTED):
        return _is_left_open(thoughts, each, last)
    if each.weight in (ASIDE, PLANNED):
        words = thoughts.clauses[each.clause].words
        return other and later and ("only" in words or _is_advice(thoughts, each))
    if each.weight == COUNTED:
        beside = other and each.clause == last.clause
        return beside and (_is_next_to(thoughts, last, each) or _is_revised_before(thoughts, last, each))
    if each.weight in (DENIED, GONE):
        return not other or (each.clause >= last.clause and _is_retracting(thoughts, each))
    judged = isinstance(last.mention.value, str) and last.concludes and each.clause < last.clause
    judged |= (
        (isinstance(last.mention.value, str) or each.mention.spoken)
        and later
        and _is_whole(thoughts, last)
        and _is_chat(thoughts, each)
    )
    return each.weight == LOOSE and other and each.mention.sure and not judged  # “47 is quite high, so lower”


def _is_next_to(thoughts: Thoughts, last: Weighed, each: Weighed) -> bool:
    """Return whether a mention follows the last clear one with no word but “to” between them, so that both may be a name
    or a range: “7 11 shop”, “9 to 5”.
    """
    parts = thoughts.clauses[last.clause].parts
    at, after = parts.index(last.mention), parts.index(each.mention)
    return at < after and parts[at + 1 : after] in ([], ["to"])


def _is_whole(thoughts: Thoughts, each: Weighed) -> bool:
    """Return whether the clause of a mention says nothing but this answer: “two dice”, “no thank you dear”."""
    words = thoughts.clauses[each.clause].words
    return all(word in POLITE_WORDS or word in WORDS_OF_OPTIONS for word in words)


def _is_chat(thoughts: Thoughts, each: Weighed) -> bool:
    """Return whether the clause of a mention is longer than three words and only talks on, without a correction or a
    wish: “… last chance before my stop”.
    """
    parts = thoughts.clauses[each.clause].parts
    words = [word for word in thoughts.clauses[each.clause].words if word not in POLITE_WORDS]
    corrects = not words or {*words} & (REVISION_WORDS | WISHING)
    return not corrects and len(parts) > SHORT_CLAUSE


def is_conditional(thoughts: Thoughts, each: Weighed) -> bool:
    """Return whether a mention stands after an “if” in its clause."""
    parts = thoughts.clauses[each.clause].parts
    return "if" in parts[: parts.index(each.mention)]


def _is_left_open(thoughts: Thoughts, each: Weighed, last: Weighed) -> bool:
    """Return whether the mention `each`, which is asked about or doubted, leaves it open whether `last`, the last one
    plainly meant, is the answer; it does not if what comes after it settles that.
    """
    asked, other = each.weight == ASKED, each.mention.value != last.mention.value
    settled = last.alone or (last.concludes and (asked or _settles(thoughts, last)))
    conditional = {*thoughts.clauses[each.clause].words} & {"if", "unless"}
    again = not (asked or other or conditional)  # “I'm thinking 7. Yeah, 7”
    counts = not asked or other or each.clause > last.clause
    return counts and not ((settled or again) and each.clause < last.clause)


def _is_repeated(thoughts: Thoughts, last: Weighed) -> bool:
    """Return whether `last` ends the sentence and only repeats an earlier mention, with others between them: “5 looks
    good but 9 looks better, 9”.
    """
    before = [each.mention.value for each in thoughts.weighed if each.clause < last.clause]
    said_at_last = len(thoughts.weighed) > 1 and thoughts.weighed[-2].mention.value == last.mention.value
    ends = last is thoughts.weighed[-1] and (
        isinstance(last.mention.value, int) or said_at_last
    )  # not “yes. no. yes. no.”
    return ends and last.mention.value in before and len({*before}) > 1


def _is_confirmed(weighed: Sequence[Weighed], last: Weighed) -> bool:
    """Return whether the last mention, alone in its clause, repeats the one before it, as in “no … but yes. Yes”."""
    before = weighed[-2] if len(weighed) > 1 else last
    return last is weighed[-1] and last.alone and before.mention.value == last.mention.value and before.weight == CLEAR


def _is_retracting(thoughts: Thoughts, each: Weighed) -> bool:
    """Return whether the “no” before a mention may also take back the mention before it: “4, no, 5”."""
    return each.weight == DENIED and bool({*thoughts.clauses[each.clause].words} & {"no", "nah", "nope", "nein", "non"})


def _is_advice(thoughts: Thoughts, each: Weighed) -> bool:
    """Return whether the clause of a mention quotes somebody else, whom the writer does not ignore: “my wife says 9”."""
    ignored = any("ignor" in word for clause in thoughts.clauses for word in clause.words)
    return not ignored and bool({*thoughts.clauses[each.clause].words} & {"says", "say", "thinks", "wants", "reckons"})


SETTLED_AFTER = (["that's", "it"], ["that's", "final"], ["final"], ["final", "answer"], ["done"], ["that's", "all"])
THIS_ONE = LazyPattern(r"^so (?:this|that)(?: one| 1)?(?: it is)?$")
TAKES_THAT = LazyPattern(
    r"\b(?:i|i'll|i'm|so|let's|please)\b.*\b(?:it|that|that one|the same|this|this one|them|him|her)\b|^(?:so )?(?:seriously )?(?:ask|take|pick|choose|use) (?:it|that|them|him|her)\b"
)


def find_referred(thoughts: Thoughts) -> str | int | None:
    """Return the one answer that other people took or that a question named, if a later clause of the sentence takes
    the same: “so I take it too”; else None.
    """
    weighed = [each for each in thoughts.weighed if each.weight != COUNTED]
    values = {each.mention.value for each in weighed}
    if len(values) != 1 or any(each.weight not in (ASIDE, PLANNED, ASKED) for each in weighed):
        return None
    later = thoughts.clauses[weighed[-1].clause + 1 :]
    taken = any(
        (
            THIS_ONE.search(" ".join(clause.words))
            or (TAKES_THAT.search(" ".join(clause.words)) and {*clause.words} & CHOOSING_WORDS)
        )
        and not {*clause.words} & NEGATIONS
        for clause in later
        if not clause.asks
    )
    return values.pop() if taken and not is_doubtful_beside(thoughts, len(thoughts.clauses)) else None


def _settles(thoughts: Thoughts, last: Weighed) -> bool:
    """Return whether the clause of `last`, the last mention that is plainly meant, has a word that ends the doubts
    before it: “so 5”, “final answer 5”.
    """
    words = thoughts.clauses[last.clause].words
    return bool({*words} & SETTLING)


def drop_taken_back(thoughts: Thoughts) -> list[Weighed]:
    """Return the mentions of a sentence from the last correction on; all of them if there is no correction, or if
    nothing clear follows it.
    """
    weighed = thoughts.weighed
    for at in range(len(weighed) - 1, 0, -1):
        each, before = weighed[at], weighed[at - 1]
        told = [] if before.weight == CLEAR else [earlier for earlier in weighed[:at] if earlier.weight == CLEAR]
        if each.weight == CLEAR and any(
            _is_revised_before(thoughts, earlier, each) or _is_seen_between(thoughts, earlier, each)
            for earlier in [before, *(told[-1:] if each.alone else [])]
        ):
            return weighed[at:]  # “14. no wait everybody takes 14. 16.”
    return weighed


OWN_MISTAKE = LazyPattern(  # “oh, second highest”, “ah damn, should read properly”
    r"^(?:(?:eh|hm|haha|wait|obviously|obv|clearly|definitely|of course|for sure|duh) )*(?:oh|ah|oops|argh|doh|aha)\b(?!.*\b(?:and|then|also|next)\b).*\b(?:second|third|fourth|last|[2-5]|highest|lowest|biggest|smallest|longest|shortest|oldest|youngest|odd|even|says|asks|asked|read|reading|misread|question|wrong|silly|stupid|dumb|daft|idiot|mistake|misunderstood)\b"
)
AFTER_A_MISTAKE: tuple[list[str], ...] = ([], ["it", "is"], ["then"], ["so"], ["of", "course"])


def _is_seen_between(thoughts: Thoughts, earlier: Weighed, each: Weighed) -> bool:
    """Return whether between two answers, of which the later one ends the sentence, the writer sees that the first was a
    mistake: “Everest obviously… oh, SECOND highest. K2”.
    """
    parts = [part for clause in thoughts.clauses[earlier.clause : each.clause + 1] for part in clause.parts]
    at = parts.index(each.mention)
    between = [part for part in parts[parts.index(earlier.mention) + 1 : at] if isinstance(part, str)]
    after = [part for part in parts[at + 1 :] if isinstance(part, str)]
    ends = each is thoughts.weighed[-1] and (after in AFTER_A_MISTAKE or all(word in POLITE_WORDS for word in after))
    said = each.mention.value in ("Yes", "No") or any(clause.asks for clause in thoughts.clauses)
    return ends and not said and OWN_MISTAKE.match(" ".join(between)) is not None


def _is_revised_before(thoughts: Thoughts, earlier: Weighed, each: Weighed) -> bool:
    """Return whether a correction such as “no wait” stands between these two neighbouring mentions."""
    between = list[str]()
    for n in range(earlier.clause, each.clause + 1):
        parts = thoughts.clauses[n].parts
        begin = parts.index(earlier.mention) + 1 if n == earlier.clause else 0
        end = parts.index(each.mention) if n == each.clause else len(parts)
        found = " ".join(part for part in parts[begin:end] if isinstance(part, str))
        between.append(found)
    return any(REVISION.match(part.strip()) for part in between if part) and earlier.mention != each.mention
