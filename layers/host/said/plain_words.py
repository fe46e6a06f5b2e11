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
from host.said.answers import Choice, replace_coordinates

MAX_SENTENCE_LENGTH = 300  # characters; more than that is a story
UNIT_WORDS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
UNIT_WORDS += " seventeen eighteen nineteen"
TENS = " ".join(f"{stem}ty" for stem in ["twen", "thir", "for", "fif", "six", "seven", "eigh", "nine"])
ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
ORDINALS += " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
NUMBER_WORD_VALUES = {word: n for n, word in enumerate(UNIT_WORDS.split())} | {
    word: 20 + 10 * n for n, word in enumerate(TENS.split())
}
ORDINAL_NUMBERS = {word: n for n, word in enumerate(ORDINALS.split())}
TIMES = {"k": 10**3, "thousand": 10**3, "m": 10**6, "million": 10**6, "bn": 10**9, "billion": 10**9}

SPELT = re.compile(
    rf"\b({'|'.join(TENS.split())})[\s-]({'|'.join(UNIT_WORDS.split()[1:10])})\b|\b({'|'.join(NUMBER_WORD_VALUES)})\b"
)
ORDINAL_PATTERN = re.compile(rf"\b(the\s+)?({'|'.join(ORDINAL_NUMBERS)})\b(?:\s+one\b)?")
LONE = re.compile(r"^\W*one\W*$|\b(?:square|number|box|field|tile)\s+one\b")  # or it may be “this one”
SENTENCE_NUMBER_PATTERN = re.compile(
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
PARTIAL_COORDINATE_PATTERN = re.compile(
    r"\b(?:row|column|col|line)\b|(?<![\w'])[b-h](?![\w'])"
)  # “row B, 5” may be 5, or B5
LATE_APOLOGY_PATTERN = re.compile(
    r"^\W*(?:oh\W+|so\s+)?sorry\b(?=\W*(?:[,!.:…-]|for\b))|\bsorry,? (?:i'm|i am|im) (?:so )?late\b|\bsorry to keep "
    r"you waiting\b|\b(?:sorry )?(?:for|about) (?:the|my) (?:long |late |slow )?(?:wait|delay|reply|answer)\b"
)
JOINED_NUMBER_PATTERN = re.compile(r"\b(number|square|box|field|tile)(?=\d)", re.IGNORECASE)
FACE = re.compile(r"(?<!\w)[:;]-?[)(dp](?!\w)")
QUOTES = str.maketrans(dict.fromkeys('*_~`"“”„«»=→', " ") | {"’": "'", "‘": "'"} | dict.fromkeys("()[]{}<>", ";"))
NUMERO = str.maketrans({"№": "#"})
BREAK = re.compile(r"[;!…|\n]|\.+(?=\s|$)|,(?=\s|$)|\s[-–]+\s|—|(?<=\d)[-–](?=[a-z])")
DOUBT = re.compile(
    r"\b(?:not|never|nope|no|wait|or|either|instead|rather|actually|oops|sorry|kidding|joking|jk|scratch|unless|if"
    r"|maybe|perhaps|was|were|said|says)\b|n't\b"
)
BECAUSE = re.compile(r"(?:because|cause|'cause|cuz|coz|as|since|and|so|it's|its)\b")
CHOOSING_PATTERN = re.compile(r"\b(?:pick|take|choose|select|answer|go(?:ing)?\s+(?:with|for)|square|number)\b")

LEADING_PHRASES = (
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


def _compile_phrases(text: str) -> re.Pattern[str]:
    """Compile a list of phrases into one pattern, the longest first."""
    longest_first = sorted(text.split("|"), key=len, reverse=True)
    return re.compile(rf"(?:{'|'.join(map(re.escape, longest_first))})(?![\w'])[\s:]*")


BEFORE, AFTER = _compile_phrases(LEADING_PHRASES), _compile_phrases(TRAIL)


class FoundAnswer(NamedTuple):
    """An answer and its position in a sentence."""

    value: str | int
    start: int
    end: int


def parse_sentence(form: Form, options: Sequence[Choice], board: Board | None, text: str) -> object | None:
    """Parse the answer that a sentence can only mean; None if it is not clear."""
    tame = LATE_APOLOGY_PATTERN.sub(" ", normalise_sentence(_join_coordinates(text, board)))
    if not tame or len(tame) > MAX_SENTENCE_LENGTH or "?" in tame or form.kind == "text" or form.words:
        return None
    if board is not None and ANY.search(tame):
        return None
    found = _find_answers(form, options, tame)
    if found is None or (board is not None and _has_stray_coordinate(found, tame)):
        return None
    if form.kind == "several":
        return _parse_answer_list(found, tame)
    values = {each.value for each in found}
    return found[0].value if len(values) == 1 and any(_is_sole_answer(each, tame) for each in found) else None


def is_number_answer(text: str) -> bool:
    """Return whether this text names exactly one number, whatever is asked."""
    return isinstance(parse_sentence(Form("number"), [], None, text), int)


def seems_like_answer(options: Sequence[Choice], text: str) -> bool:
    """Return whether this text may be meant as an answer although it is not understood."""
    tame = normalise_sentence(text)
    return bool(re.search(r"\d", tame) or CHOOSING_PATTERN.search(tame) or any(_iter_labels(options, tame)))


def _join_coordinates(text: str, board: Board | None) -> str:
    """Join a square's row and column where they are written apart: “B 4” becomes B4, and so its number."""
    if board is None:
        return text
    text = ACROSS.sub(lambda found: replace_coordinates(f"{found[1]}{found[2]}", board), text)
    text = DOWN.sub(lambda found: replace_coordinates(f"{found[2] or found[4]}{found[1] or found[3]}", board), text)
    return FIELD.sub(
        lambda found: found[0] if ANY.match(found[0]) else replace_coordinates(f"{found[1]}{found[2]}", board), text
    )


def _has_stray_coordinate(found: Sequence[FoundAnswer], tame: str) -> bool:
    """Return whether a row or column name stands beside a number, so that the number may be half a coordinate."""
    left = "".join(" " if any(each.start <= at < each.end for each in found) else c for at, c in enumerate(tame))
    return any(isinstance(each.value, int) for each in found) and bool(PARTIAL_COORDINATE_PATTERN.search(left))


def normalise_sentence(text: str) -> str:
    """Normalise a sentence: lower case, no accents, emoticons or quotes, numbers in figures."""
    marked = JOINED_NUMBER_PATTERN.sub(
        r"\1 ", text[: 2 * MAX_SENTENCE_LENGTH].translate(NUMERO).replace("n°", "#").replace("N°", "#")
    )
    text = unicodedata.normalize("NFKC", marked).translate(QUOTES).casefold()
    kept = "".join(
        c if c.isascii() or c.isalnum() or c in "£…–—" else " " for c in text if not unicodedata.combining(c)
    )
    kept = LONE.sub(lambda found: found[0].replace("one", "1"), kept)
    kept = ORDINAL_PATTERN.sub(_replace_ordinal, SPELT.sub(_replace_number_word, kept))
    return re.sub(r" +", " ", FACE.sub(" ", kept)).strip()


def _replace_number_word(found: re.Match[str]) -> str:
    if found[3] == "one":
        return found[0]
    return str(
        NUMBER_WORD_VALUES[found[3]] if found[3] else NUMBER_WORD_VALUES[found[1]] + NUMBER_WORD_VALUES[found[2]]
    )


def _replace_ordinal(found: re.Match[str]) -> str:
    """Replace an ordinal by its number, except a bare “first” or “second”, which may mean something else."""
    n = ORDINAL_NUMBERS[found[2]]
    return str(n) if n > 2 or found[1] else found[0]


def _find_answers(form: Form, options: Sequence[Choice], tame: str) -> list[FoundAnswer] | None:
    """Find all answers that are named, in order; None if there is none or a number cannot be made out."""
    labels = list(_iter_labels(options, tame))
    numbers = [each for each in _iter_numbers(tame) if not any(one.start <= each.start < one.end for one in labels)]
    taken = [*labels, *numbers]
    left = "".join(c for at, c in enumerate(tame) if not any(one.start <= at < one.end for one in taken))
    if any(c.isdigit() for c in left):
        return None
    if form.kind != "number" and all(isinstance(each.value, str) for each in options):
        return labels if labels and not numbers else None
    return sorted(taken, key=lambda each: each.start) or None


def _iter_numbers(tame: str) -> Iterator[FoundAnswer]:
    for found in SENTENCE_NUMBER_PATTERN.finditer(tame):
        yield FoundAnswer(int(found[1].replace(",", "")) * TIMES.get(found[2], 1), found.start(), found.end())


def _iter_labels(options: Sequence[Choice], tame: str) -> Iterator[FoundAnswer]:
    """Yield the options named by their words, the longest label first, so that “no deal” is not “deal”."""
    words = {normalise_sentence(word): option.value for option in options for word in _list_option_names(option)}
    free = tame
    for word in sorted(filter(None, words), key=len, reverse=True):
        for found in re.finditer(rf"(?<![\w']){re.escape(word)}(?![\w'])", free):
            yield FoundAnswer(words[word], found.start(), found.end())
            free = f"{free[: found.start()]}{chr(0) * len(word)}{free[found.end() :]}"


def _list_option_names(option: Choice) -> list[str]:
    named = [option.label, *([option.value] if isinstance(option.value, str) else [])]
    return [name for name in named if not name.strip().isdigit()]


def _is_sole_answer(one: FoundAnswer, tame: str) -> bool:
    """Return whether only filler words stand around this answer in its clause, and no doubt stands elsewhere.
    A word or name may be meant for another player: unless it is clearly chosen, the other clauses must be
    empty.
    """
    start, end = _find_clause(one, tame)
    before, after = tame[start : one.start], _strip_phrases(tame[one.end : end].lstrip(" :"), AFTER)
    reason = BECAUSE.match(after)
    if _strip_phrases(before.lstrip(), BEFORE) or (after and not reason):
        return False
    elsewhere = f"{tame[:start]};{tame[end:]}"
    chosen = isinstance(one.value, int) or CHOOSING_PATTERN.search(before)
    return not DOUBT.search(f"{elsewhere};{after}") and bool(chosen or _is_filler(elsewhere))


def _is_filler(text: str) -> bool:
    """Return whether a text holds only filler phrases."""
    return not any(_strip_phrases(_strip_phrases(part.lstrip(), BEFORE), AFTER) for part in BREAK.split(text))


def _find_clause(one: FoundAnswer, tame: str) -> tuple[int, int]:
    """Return the start and end of the clause in which this answer stands."""
    start, end = 0, len(tame)
    for found in BREAK.finditer(tame):
        if found.end() <= one.start:
            start = found.end()
        elif found.start() >= one.end:
            end = found.start()
            break
    return start, end


def _strip_phrases(text: str, phrases: re.Pattern[str]) -> str:
    """Remove all such phrases from the beginning of a text."""
    while found := phrases.match(text):
        text = text[found.end() :]
    return text.strip(" .:#'+-")


def _parse_answer_list(found: list[FoundAnswer], tame: str) -> list[str | int] | None:
    """Return several answers in their order if only commas and the like stand between them; else None."""
    between = [tame[one.end : other.start] for one, other in pairwise(found)]
    joined = all(re.fullmatch(r"[\s,;/&+-]*(?:(?:and|then)\b\s*)*", each) for each in between)
    whole = FoundAnswer(0, found[0].start, found[-1].end)
    return [each.value for each in found] if joined and _is_sole_answer(whole, tame) else None
