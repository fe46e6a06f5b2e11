"""Finds the one answer that a sentence can only mean: “I'll take 5!” is 5, “5 or 6” is nothing. Pure.

This is for words that were said to us about a question. Whatever could mean something else means nothing here, for an
answer cannot be taken back: so every word beside the answer must be one that people put around answers, another
sentence may hold neither a second answer nor a doubt, and a question is no answer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.kernel import Form
from engine.kernel.view import Board
from host.said.answers import Choice, numbered

LONGEST = 300  # characters; whoever writes more tells a story
UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
UNITS += " seventeen eighteen nineteen"
TENS = " ".join(f"{stem}ty" for stem in ["twen", "thir", "for", "fif", "six", "seven", "eigh", "nine"])
ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
ORDINALS += " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
WORTH = {word: n for n, word in enumerate(UNITS.split())} | {word: 20 + 10 * n for n, word in enumerate(TENS.split())}
PLACES = {word: n for n, word in enumerate(ORDINALS.split())}
TIMES = {"k": 10**3, "thousand": 10**3, "m": 10**6, "million": 10**6, "bn": 10**9, "billion": 10**9}

SPELT = re.compile(rf"\b({'|'.join(TENS.split())})[\s-]({'|'.join(UNITS.split()[1:10])})\b|\b({'|'.join(WORTH)})\b")
PLACED = re.compile(rf"\b(the\s+)?({'|'.join(PLACES)})\b(?:\s+one\b)?")
LONE = re.compile(r"^\W*one\W*$|\b(?:square|number|box|field|tile)\s+one\b")  # or it may be “this one”
NUMBER = re.compile(
    r"(?<![\w%-])(?<!\d[.,:/])(?:no\.\s*|nr\.?\s*|[#£$])*(\d{1,3}(?:,\d{3})+|\d{1,15})(?:st|nd|rd|th)?"
    rf"(?:\s?({'|'.join(TIMES)}))?(?![\w%]|[.,:/]\d|-\d)"
)
FIELD = re.compile(r"(?<![\w'])([a-z])[\s-]+(\d{1,2})(?!\w)", re.IGNORECASE)
ANY = re.compile(r"\ba\s+\d", re.IGNORECASE)  # “a 4” may be the square A4, or any four
ACROSS = re.compile(r"\brow\s+([a-z])\b\W*(?:and\s+)?(?:column|col)\.?\s*(\d{1,2})\b", re.IGNORECASE)
DOWN = re.compile(
    r"\b(?:column|col)\.?\s*(\d{1,2})\b\W*(?:of\s+|in\s+)?row\s+([a-z])\b"
    r"|\b(\d{1,2})(?:st|nd|rd|th)\s+column\W*(?:of\s+|in\s+)?row\s+([a-z])\b",
    re.IGNORECASE,
)
HALF = re.compile(r"\b(?:row|column|col|line)\b|(?<![\w'])[b-h](?![\w'])")  # “row B, 5” may be 5, or B5
LATE = re.compile(
    r"^\W*(?:oh\W+|so\s+)?sorry\b(?=\W*(?:[,!.:…-]|for\b))|\bsorry,? (?:i'm|i am|im) (?:so )?late\b|\bsorry to keep "
    r"you waiting\b|\b(?:sorry )?(?:for|about) (?:the|my) (?:long |late |slow )?(?:wait|delay|reply|answer)\b"
)
STUCK = re.compile(r"\b(number|square|box|field|tile)(?=\d)", re.IGNORECASE)
FACE = re.compile(r"(?<!\w)[:;]-?[)(dp](?!\w)")
QUOTES = str.maketrans(dict.fromkeys('*_~`"“”„«»=→', " ") | {"’": "'", "‘": "'"} | dict.fromkeys("()[]{}<>", ";"))
NUMERO = str.maketrans({"№": "#"})
BREAK = re.compile(r"[;!…|\n]|\.+(?=\s|$)|,(?=\s|$)|\s[-–]+\s|—|(?<=\d)[-–](?=[a-z])")
DOUBT = re.compile(
    r"\b(?:not|never|nope|no|wait|or|either|instead|rather|actually|oops|sorry|kidding|joking|jk|scratch|unless|if"
    r"|maybe|perhaps|was|were|said|says)\b|n't\b"
)
BECAUSE = re.compile(r"(?:because|cause|'cause|cuz|coz|as|since|and|so|it's|its)\b")
ASKS = re.compile(r"\b(?:pick|take|choose|select|answer|go(?:ing)?\s+(?:with|for)|square|number)\b")

LEAD = (
    "i'll go with|i will go with|i'll go for|i'd go with|i'd go for|let's go with|lets go with|let's go for|"
    "let us go with|let me go with|i'm going with|i'm going for|i am going with|im going with|i'm gonna|"
    "im gonna|i'm picking|i'm choosing|i'm taking|i'm feeling|i'm opening|i am picking|i am choosing|"
    "i am taking|i'll have|i'll say|i'd say|i would say|i would like|i'd like|i think it's|i think it is|"
    "i think|i guess|i reckon|i feel like|i feel|i want|i wanna|i choose|i pick|i take|i say|i select|"
    "i chose|i bet on|i vote for|i'll|ill|i will|i'd|let me have|let me try|let me|let's try|let's do|"
    "let's open|let's say|let's|lets|gonna|going with|going for|going to|go with|go for|go|give me|gimme|"
    "try|trying|take|taking|pick|picking|choose|choosing|select|selecting|open|opening|play|betting on|"
    "bet on|hit|like|love|say|feeling|my final answer is|my answer is|my answer|my choice is|my choice|"
    "my pick is|my pick|my number is|my number|my square is|my square|my move is|my move|my guess is|"
    "my guess|mine is|mine's|answer is|final answer|the answer is|answer|choice|move|square number|square|"
    "box|field|tile|number|numero|nr|has to be|have to be|got to be|gotta be|must be|"
    "it has to be|it's gotta be|it must be|it'll be|it's|it is|is|be|the|a|for|on|with|then|and|so|"
    "now|well|ok|okay|k|alright|all right|right|yes|yeah|yep|yup|sure|um|uhm|hm|hmm|hmmm|uh|er|"
    "ah|oh|hey|hi|hello|bot|host|please|pls|plz|just|definitely|certainly|obviously|surely|clearly|"
    "of course|today|me|i|come on|do|i have a good feeling about|"
    "i've a good feeling about|a good feeling about|good feeling about|make it|make that|put me down for|"
    "put me on|can i have|could i have|may i have|can i get|could i get|i would go with|i would go for|"
    "i would take|i shall take|i shall|gotta go with|gotta take|i have to go with|i have to take|"
    "have to go with|open up|show me|all in on|going|my lucky number is|my lucky number|my lucky|"
    "lucky number|lucky|lol|haha|erm|that'll be|that will be|that would be|my turn|mine"
)
TRAIL = (
    "to me|please|pls|plz|thanks|thank you|thx|ty|cheers|bot|host|then|now|today|again|i think|"
    "i guess|i say|i reckon|it is|it's|is it|for me|for the win|ftw|for sure|for luck|for now|looks good|"
    "looks nice|sounds good|seems good|feels good|feels right|feels lucky|is good|is fine|is lucky|"
    "is my final answer|is my answer|is my choice|is my pick|is my number|is my lucky number|is my guess|"
    "is my move|is my square|is the one|is mine|is what i want|is what i pick|all the way|baby|ok|okay|"
    "of course|definitely|obviously|final answer|final|square|lol|haha|one|good luck|my lucky number|"
    "lucky number|wish me luck|fingers crossed|here we go|let's go|lets go|pounds|quid|dollars|bucks|me|"
    "i choose|i pick|i'll take|will do|i suppose|it shall be|it must be|it will be|would be my choice|"
    "would be my pick|looks safe|seems safe|feels safe"
)


def _phrases(text: str) -> re.Pattern[str]:
    longest_first = sorted(text.split("|"), key=len, reverse=True)
    return re.compile(rf"(?:{'|'.join(map(re.escape, longest_first))})(?![\w'])[\s:]*")


BEFORE, AFTER = _phrases(LEAD), _phrases(TRAIL)


class FoundAnswer(NamedTuple):
    """An answer where it stands in a sentence."""

    value: str | int
    start: int
    end: int


def meaning(form: Form, options: Sequence[Choice], board: Board | None, text: str) -> object | None:
    """What this answers to a question of this form; nothing, if it is not clear."""
    tame = LATE.sub(" ", plain(_fields(text, board)))
    if not tame or len(tame) > LONGEST or "?" in tame or form.kind == "text" or form.words:
        return None
    if board is not None and ANY.search(tame):
        return None
    found = _mentions(form, options, tame)
    if found is None or (board is not None and _half_a_field(found, tame)):
        return None
    if form.kind == "several":
        return _in_order(found, tame)
    values = {each.value for each in found}
    return found[0].value if len(values) == 1 and any(_alone(each, tame) for each in found) else None


def number(text: str) -> bool:
    """Does this name one number, whatever is asked?"""
    return isinstance(meaning(Form("number"), [], None, text), int)


def attempted(options: Sequence[Choice], text: str) -> bool:
    """May this be meant as an answer, though we do not understand it?"""
    tame = plain(text)
    return bool(re.search(r"\d", tame) or ASKS.search(tame) or any(_labelled(options, tame)))


def _fields(text: str, board: Board | None) -> str:
    """A square's row and column together, where they are written apart: “B 4” is B4, and so its number."""
    if board is None:
        return text
    text = ACROSS.sub(lambda found: numbered(f"{found[1]}{found[2]}", board), text)
    text = DOWN.sub(lambda found: numbered(f"{found[2] or found[4]}{found[1] or found[3]}", board), text)
    return FIELD.sub(lambda found: found[0] if ANY.match(found[0]) else numbered(f"{found[1]}{found[2]}", board), text)


def _half_a_field(found: Sequence[FoundAnswer], tame: str) -> bool:
    """Does a number stand beside a row, so that it may be a column of it?"""
    left = "".join(" " if any(each.start <= at < each.end for each in found) else c for at, c in enumerate(tame))
    return any(isinstance(each.value, int) for each in found) and bool(HALF.search(left))


def plain(text: str) -> str:
    """Small letters without marks, faces and quotes, and numbers in figures."""
    marked = STUCK.sub(r"\1 ", text[: 2 * LONGEST].translate(NUMERO).replace("n°", "#").replace("N°", "#"))
    text = unicodedata.normalize("NFKC", marked).translate(QUOTES).casefold()
    kept = "".join(
        c if c.isascii() or c.isalnum() or c in "£…–—" else " " for c in text if not unicodedata.combining(c)
    )
    kept = LONE.sub(lambda found: found[0].replace("one", "1"), kept)
    kept = PLACED.sub(_placed, SPELT.sub(_worth, kept))
    return re.sub(r" +", " ", FACE.sub(" ", kept)).strip()


def _worth(found: re.Match[str]) -> str:
    if found[3] == "one":
        return found[0]
    return str(WORTH[found[3]] if found[3] else WORTH[found[1]] + WORTH[found[2]])


def _placed(found: re.Match[str]) -> str:
    """“Second” by itself may be a moment, and “first” what comes before something else."""
    n = PLACES[found[2]]
    return str(n) if n > 2 or found[1] else found[0]


def _mentions(form: Form, options: Sequence[Choice], tame: str) -> list[FoundAnswer] | None:
    """All answers that are named; nothing, if there is none, or some number that is hard to make out."""
    labels = list(_labelled(options, tame))
    numbers = [each for each in _numbers(tame) if not any(one.start <= each.start < one.end for one in labels)]
    taken = [*labels, *numbers]
    left = "".join(c for at, c in enumerate(tame) if not any(one.start <= at < one.end for one in taken))
    if any(c.isdigit() for c in left):
        return None
    if form.kind != "number" and all(isinstance(each.value, str) for each in options):
        return labels if labels and not numbers else None
    return sorted(taken, key=lambda each: each.start) or None


def _numbers(tame: str) -> Iterator[FoundAnswer]:
    for found in NUMBER.finditer(tame):
        yield FoundAnswer(int(found[1].replace(",", "")) * TIMES.get(found[2], 1), found.start(), found.end())


def _labelled(options: Sequence[Choice], tame: str) -> Iterator[FoundAnswer]:
    """The options named by their words, the longest first, so that “no deal” is no “deal”."""
    words = {plain(word): option.value for option in options for word in _names(option)}
    free = tame
    for word in sorted(filter(None, words), key=len, reverse=True):
        for found in re.finditer(rf"(?<![\w']){re.escape(word)}(?![\w'])", free):
            yield FoundAnswer(words[word], found.start(), found.end())
            free = f"{free[: found.start()]}{chr(0) * len(word)}{free[found.end() :]}"


def _names(option: Choice) -> list[str]:
    named = [option.label, *([option.value] if isinstance(option.value, str) else [])]
    return [name for name in named if not name.strip().isdigit()]


def _alone(one: FoundAnswer, tame: str) -> bool:
    """Is there nothing around it in its clause but what people say around an answer, and no doubt elsewhere? A word or
    a name may also be said to somebody else: unless it is clearly chosen, there may be nothing elsewhere at all.
    """
    start, end = _clause(one, tame)
    before, after = tame[start : one.start], _stripped(tame[one.end : end].lstrip(" :"), AFTER)
    reason = BECAUSE.match(after)
    if _stripped(before.lstrip(), BEFORE) or (after and not reason):
        return False
    elsewhere = f"{tame[:start]};{tame[end:]}"
    chosen = isinstance(one.value, int) or ASKS.search(before)
    return not DOUBT.search(f"{elsewhere};{after}") and bool(chosen or _idle(elsewhere))


def _idle(text: str) -> bool:
    """Does this say nothing?"""
    return not any(_stripped(_stripped(part.lstrip(), BEFORE), AFTER) for part in BREAK.split(text))


def _clause(one: FoundAnswer, tame: str) -> tuple[int, int]:
    """Where the clause begins and ends in which this stands."""
    start, end = 0, len(tame)
    for found in BREAK.finditer(tame):
        if found.end() <= one.start:
            start = found.end()
        elif found.start() >= one.end:
            end = found.start()
            break
    return start, end


def _stripped(text: str, phrases: re.Pattern[str]) -> str:
    """What is left of this after all such phrases that it begins with."""
    while found := phrases.match(text):
        text = text[found.end() :]
    return text.strip(" .:#'+-")


def _in_order(found: list[FoundAnswer], tame: str) -> list[str | int] | None:
    """Several answers in a row, with nothing between them but commas and the like."""
    between = [tame[one.end : other.start] for one, other in pairwise(found)]
    joined = all(re.fullmatch(r"[\s,;/&+-]*(?:(?:and|then)\b\s*)*", each) for each in between)
    whole = FoundAnswer(0, found[0].start, found[-1].end)
    return [each.value for each in found] if joined and _alone(whole, tame) else None
