"""Finds what somebody comes to at the end of several thoughts: “Bob wanted 17. I take 18.” Pure, and linear in time.

Only the last words count, and only if they are plainly a choice: a word that concludes (“so 11”, “then 10”) or a
sentence of its own after what others said or what is not wanted. Words of doubt before them make them mean nothing.
"""

# ruff: noqa: E501 - patterns are easier to read in one line each

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from host.said.answers import Choice
from host.said.reading.language import iter_amounts, normalise_sentence

CONCLUDING = (
    r"(?:(?:so )?(?:you|i)'d be (?:mad|crazy|silly|stupid|a fool) not to(?: (?:go|take|say|pick))?|so(?: then)?|then|ok(?:ay)?(?: then)?|yes|yeah|final answer:?|final:?|locking in|lock in|i'?m locking in|"
    r"i (?:pick|take|choose|go with)|i'?ll (?:take|go with|pick)|(?:it'?s|it is|it has|has|have)? ?(?:got to be|gotta be)|"
    r"it has to be|it must be|it'?s)"
)
CONCLUSION = re.compile(
    rf"(?:^|[\s,.!?;:…-]){CONCLUDING}[\s,:]+(?:(?:square|number|door|the|with|for|go with|go for|i'll take|put it (?:on|under)) )*(?P<said>[^.!?;:,]{{1,40}}?)"
    r"(?:,? (?:please|thanks|thank you|then|final answer|it is|for me|lol|haha))*[\s.!]*$"
)
FINAL_ANSWER = re.compile(r"(?:^|[.!?;…]\s+)(?P<said>[^.!?;,]{1,40}),? final answer[\s.!]*$")
LAST_SENTENCE = re.compile(r"[.!?…]\s+(?P<said>[^.!?,;]{1,40})[\s.!]*$")
UNDECIDED = re.compile(
    r"\b(?:maybe|perhaps|unless|if|whether|hope|or|either|doubt|not sure|unsure|wonder|don'?t know|dunno|"
    r"don'?t think|tempted|wait|later|kidding if|almost|would be|could be|might)\b"
)
ATTRIBUTED = re.compile(
    r"\b(?:said|says|thinks?|claims?|told \w+|hopes?|guess|suppose|asked|asks|not|n't)\W*(?:that\W*)?$"
)
SEE_YOU = re.compile(r"\b(?:see you|meet|at \d|until \d|till \d|by \d)")
SET_ASIDE = re.compile(
    r"\b(?:not|never|dont|won'?t|wanted|wants|said|says|took|takes|picked|chose|gone|taken|tried|\w+n't|had|loves?|likes?)\b"
)
COUNTED_THINGS = re.compile(r"\b(?:people|of us|min|minutes?|hours?|days?|weeks?|years?|times?)\b")
ORDINAL_CHOICE = re.compile(
    r"^\W*(?:i (?:believe|think|guess|say|take|pick|choose)[\s,]+|i'?ll (?:take|pick|say) |it'?s |it is |my answer is |that )*"
    r"(?:the )?(?P<n>first|second|third|fourth|1st|2nd|3rd|4th) (?:one|option|choice|answer|name)"
    r"(?:[\s,.!]|please|dear|thanks|thank you|bot|host|for me)*$"
)
ORDINAL_VALUES = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
LIFELINE_PATTERNS = {
    "50:50": re.compile(
        r"\b(?:take|remove|drop|eliminate)\b.{0,12}\b(?:two|2) (?:wrong|bad) (?:ones|answers)|\b(?:two|2) wrong (?:ones|answers) away"
    ),
    "phone": re.compile(
        r"^(?:i'?ll |i will |let me |please |can i |i want to )*(?:call|phone|ring) (?:my|a) (?!answer|number)\w+\b"
    ),
}


def iter_conclusions(tame: str) -> Iterator[str]:
    """Yield the final words of a sentence with several thoughts if they are plainly a choice, such as “I take 18” in
    “Bob wanted 17. I take 18.”.
    """
    for pattern in (CONCLUSION, FINAL_ANSWER):
        found = pattern.search(tame)
        before = tame[: found.start()] if found else ""
        if found and not (UNDECIDED.search(before) or ATTRIBUTED.search(before) or SEE_YOU.search(before)):
            yield found["said"].strip()
    last = LAST_SENTENCE.search(tame)
    if last and _is_set_aside(tame[: last.start() + 1]):
        yield last["said"].strip()


def _is_set_aside(before: str) -> bool:
    """Return whether every number in the text before a conclusion is what others take or the writer does not want, so
    that only the conclusion counts.
    """
    clauses = [each for each in re.split(r"[,;.!?]", before) if re.search(r"\d", each)]
    aside = bool(clauses) and all(SET_ASIDE.search(each) for each in clauses)
    return aside and not UNDECIDED.search(before) and not COUNTED_THINGS.search(before)


def find_concluded_option(options: Sequence[Choice], tame: str, names: Iterable[tuple[str, str | int]]) -> object:
    """Return the option that the last thought of a sentence names by itself; None if there is none."""
    if SEQUENCE.search(tame):
        return None
    known = dict(names) | {str(each.value): each.value for each in options if isinstance(each.value, int)}
    for said in iter_conclusions(tame):
        plain = said.removeprefix("# ").strip(" '#")
        if plain in known:
            return known[plain]
    return None


SEQUENCE = re.compile(r"\b\d{1,2}\W+(?:and )?then \d")  # “16, then 6, then 1” are several


def find_ordinal_option(options: Sequence[Choice], text: str) -> object:
    """Return the option that words such as “the first one” mean; None if the text has none or an option is no word."""
    found = ORDINAL_CHOICE.match(text.casefold())
    words = [each.value for each in options if isinstance(each.value, str)]
    if not found or len(words) != len(options) or ORDINAL_VALUES[found["n"]] > len(words):
        return None
    return words[ORDINAL_VALUES[found["n"]] - 1]


def find_lifeline(options: Sequence[Choice], tame: str) -> object:
    """Return the lifeline (help in the quiz) that a sentence describes, or None."""
    if "?" in tame or UNDECIDED.search(tame) or re.search(r"\bnot\b|n't\b", tame):
        return None
    values = {each.value for each in options}
    return next((key for key, words in LIFELINE_PATTERNS.items() if key in values and words.search(tame)), None)


IDIOMS = {
    "safe": re.compile(r"\W*better safe than sorry(?: as (?:my )?\w+ (?:\w+ )?(?:says|said|used to say))?[^\w?]*"),
    "split": re.compile(r"\W*(?:fair's fair\W+)?(?:half each|half and half|we go halves|let's go halves)[^\w?]*"),
}


def find_idiom_option(options: Sequence[Choice], tame: str) -> object:
    """Return the option that an idiom stands for, such as “better safe than sorry”, or None."""
    meant = [word for word, saying in IDIOMS.items() if saying.fullmatch(tame)]
    return next((each.value for each in options if each.label.casefold() in meant), None)


def find_payer(tame: str, names: Sequence[tuple[str, str | int]]) -> object:
    """Return the only player of whom a sentence says that they shall pay, or to whom it says sorry; else None."""
    if "?" in tame or UNDECIDED.search(tame) or re.search(r"\b(?:not|never|said|says|thinks)\b|n't\b", tame):
        return None
    named = {value for name, value in names if re.search(rf"(?<![\w']){re.escape(name)}(?![\w'])", tame)}
    if len(named) != 1:
        return None
    for name, value in names:
        who = re.escape(name)
        pays = re.search(rf"(?<![\w']){who} (?:shall|should|must|has to|will|can) pay\b", tame)
        if pays or re.match(rf"\W*(?:so |i'm )?sorry,? {who}(?![\w'])", tame):
            return value
    return None


KEPT_AMOUNT = re.compile(
    r"\b(?:(?:good|fine|okay|content) with|keep|keeping|take|taking|will do|is enough|is plenty|bank|banking|happy with|walk with|stop)\b"
)


def find_amount_option(options: Sequence[Choice], tame: str) -> object:
    """Return the only option with an amount of money if the sentence is about keeping just that amount, such as “my
    3.9m”.
    """
    if "?" in tame or not KEPT_AMOUNT.search(tame) or re.search(r"\b(?:not|no|or|if|never)\b|n't\b", tame):
        return None
    named = [
        (amount, each.value)
        for each in options
        for amount, *_ in iter_amounts(normalise_sentence(each.label))
        if isinstance(each.value, str) and re.search(r"\d{1,3}(?:,\d{3})+", each.label)
    ]
    said = {amount for amount, *_ in iter_amounts(tame)}
    if len(named) != 1 or len(said) != 1:
        return None
    ((amount, value),) = named
    return value if 0.97 * amount <= said.pop() <= 1.01 * amount else None
