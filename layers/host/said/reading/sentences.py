"""Finds the one answer that a sentence can only mean: “I'll take 5!” is 5, “5 or 6” is nothing. Pure.

This is for words that were said to us about a question. An answer cannot be taken back, so words that could mean
something else mean nothing here: every word beside the answer must be one that people put around answers, another
sentence may hold neither a second answer nor a doubt, and a question is no answer.
"""

# ruff: noqa: E501 - patterns are easier to read in one line each

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

from engine.kernel import Form
from engine.kernel.view import Board
from host.said.answers import Choice, replace_coordinates
from host.said.reading.conclusions import (
    find_amount_option,
    find_concluded_option,
    find_idiom_option,
    find_lifeline,
    find_ordinal_option,
    find_payer,
    iter_conclusions,
)
from host.said.reading.language import MAX_SENTENCE_LENGTH, UNIT_VALUES, normalise_sentence
from host.said.reading.phrases import (
    ANY_PHRASES,
    LEADING_PHRASES,
    NO_PHRASES,
    REVISIONS,
    TRAILING_PHRASES,
    YES_PHRASES,
)
from host.said.reading.places import expand_squares, replace_places
from host.said.reading.readable import CHOICE_BY_CHANCE

TIMES = {"k": 10**3, "thousand": 10**3, "m": 10**6, "million": 10**6, "bn": 10**9, "billion": 10**9}
SENTENCE_NUMBER_PATTERN = re.compile(
    r"(?<![\w%-])(?<!\d[.,:/])(?:no\.\s?|nr\.?\s?|[#£$€]){0,4}(\d{1,3}(?:,\d{3})+|\d{1,15})(?:st|nd|rd|th)?"
    rf"(?:\s?({'|'.join(TIMES)}))?(?![\w%]|[.,:/]\d|-\d)"
)
FIELD = re.compile(r"(?<![\w'])([a-z])[\s-]{1,3}(\d{1,2})(?!\w)", re.IGNORECASE)
ANY_FOUR = re.compile(r"\ba\s+\d", re.IGNORECASE)  # “a 4” may be the square A4, or any four
ACROSS = re.compile(
    r"\brow\s+([a-z])\b\W{0,3}(?:and\s+)?(?:column|col|number|no)\.?\s*(\d{1,2})\b"
    r"|\b([a-z])\s+(?:row\W{0,3})?(?:column|col)\.?\s*(\d{1,2})\b",
    re.IGNORECASE,
)
DOWN = re.compile(
    r"\b(?:column|col)\.?\s*(\d{1,2})\b\W{0,3}(?:of\s+|in\s+)?(?:the\s+)?row\s+([a-z])\b"
    r"|\b(\d{1,2})(?:st|nd|rd|th)\s+(?:column|one|square|door)?\W{0,3}(?:of\s+|in\s+)?(?:the\s+)?row\s+([a-z])\b",
    re.IGNORECASE,
)
NTH_OF_ROW = re.compile(
    r"\b(?:row ([a-e])|([a-e]) row|([a-e]))\W{1,3}(?:the )?(first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th)"
    r"(?: one| square| door| column)?\b"
    r"|\b(?:the )?(first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th)(?: one| square| door| column)?"
    r" (?:in|of|on) (?:the )?(?:row ([a-e])|([a-e]) row)\b",
    re.IGNORECASE,
)
NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
PARTIAL_COORDINATE_PATTERN = re.compile(
    r"\b(?:row|column|col|line)\b|(?<![\w'])[b-h](?![\w'])"
)  # “row B, 5” may be 5, or B5
LATE_APOLOGY_PATTERN = re.compile(
    r"^\W*sorry,? (?:i |i've )?(?:was|been|fell) (?:asleep|away|busy|at work|out)\b[\s,.!]*|^\W*(?:oh\W+|so\s+)?sorry\b(?=\W*(?:[,!.:…-]|for\b))|\bsorry,? (?:i'm|i am|im) (?:so )?late\b|\bsorry to keep "
    r"you waiting\b|\b(?:sorry )?(?:for|about) (?:the|my) (?:long |late |slow )?(?:wait|delay|reply|answer)\b"
)
BREAK = re.compile(r"(?<=\d) (?=(?:lol|haha|hehe)\b)|[;!…|\n]|\.+(?=\s|$)|,(?=\s|$)|\s[-–]+\s|—|(?<=\d)[-–](?=[a-z])")
DOUBT = re.compile(
    r"\b(?:not|never|nope|no|wait|or|either|instead|rather|actually|oops|sorry|kidding|joking|jk|scratch|unless|if"
    r"|maybe|perhaps|was|were|said|says|forget|cancel|hypothetically|tempted|almost|nearly)\b|n't\b"
)
BECAUSE = re.compile(
    r"(?:because|cause|'cause|cuz|cos|coz|bc|as|since|and|so|it's|its|for|that's|just like|like|in honou?r of|why|"
    r"weil|"
    r"my|i'm|i am|i feel|i have|i like|i love|i trust|i think)\b"
)
STRONG_BECAUSE = re.compile(r"(?:because|cause|'cause|cuz|cos|coz|bc|as|since|weil)\b")
CHOOSING_PATTERN = re.compile(
    r"\b(?:pick|take|choose|select|answer|go(?:ing)?\s+(?:with|for)|square|number|bomb|seal|hide|put|open|vote)\b"
)
POLITE_REQUEST = re.compile(
    r"(?:(?:hi|hello|hey|please|host|bot|so|ok)\W+){0,3}(?:can|could|may|would|will) (?:i|we|"
    r"you) (?:please )?(?:have|get|"
    r"take|say|open|pick|choose|try|go with|go for|put|hide|seal|place|select|reveal|use)\b"
)
TAG_QUESTION = re.compile(
    r"[\s,;.!-]+(?:ok|okay|please|why not|alright|all right|is that ok|is that okay|shall we|ja|yeah|pls)\s?\?+\s*$"
)
QUESTION_START = re.compile(
    r"\W*(?:is|are|am i|should|shall i|what(?! an?\b)|which|who|whose|when|where|why|how|does|did|was|were|has|"
    r"have you|do you|"
    r"do i|would it|will it|can it|could it|any idea|anyone)\b"
)
POLITE_TAIL = re.compile(
    r",? if (?:i (?:may|can|still can)|you (?:please|would|don'?t mind|can))(?=[\s.!]*$)|(?<=\d)\?(?= (?:thank you|thanks|please)\b)"
)
LEAD_TO_LIST = re.compile(r"^(?!.*\b(?:not|but)\b)[a-z' ,.]{1,40}:\s*(?=\d)")
REPEATED_WORD = re.compile(r"\b(stop|higher|lower|safe|split|yes|roll)(?:[ !.]+\1\b)+")
DOUBLED = re.compile(r"\b(\d{1,3})(?:[!.]?\s+\1\b(?![.,]\d))+")
TRAILING_INSTEAD = re.compile(r"(\d)\s+instead(?! of)")
NEGATED = re.compile(r"\b(?:not|never|no more|anything but|everything but|instead of|rather than|except|without)\s$")
NEGATED_CLAUSE = re.compile(r"\b(?:not|n't|never|anything but)\b")
LAST_ONE = re.compile(
    r"(?:the )?(?:very )?(?:last|final)(?: one| square| door| closed one| closed square| choice| option)?"
)
WORD = re.compile(r"[a-z0-9']+")


def _compile_phrases(text: str) -> re.Pattern[str]:
    """Compile a list of phrases into one pattern, the longest first."""
    longest_first = sorted(set(text.split("|")), key=len, reverse=True)
    return re.compile(rf"(?:{'|'.join(map(re.escape, longest_first))})(?![\w'])[\s:=]*")


BEFORE, AFTER = _compile_phrases(LEADING_PHRASES), _compile_phrases(TRAILING_PHRASES)
REVISION = re.compile(rf"(?:^|(?<=[\s,;:.!…–—-]))(?:{_compile_phrases(REVISIONS).pattern})")
AFFIRMING = _compile_phrases("it's|it is|my answer is|the answer is|i say|i'm sure it's|i know it's")
YES, NO, ANY = (_compile_phrases(phrases) for phrases in (YES_PHRASES, NO_PHRASES, ANY_PHRASES))


class FoundAnswer(NamedTuple):
    """An answer and its position in a sentence."""

    value: str | int
    start: int
    end: int


def parse_sentence(
    form: Form, options: Sequence[Choice], board: Board | None, text: str, *, people: bool = True
) -> object | None:
    """Parse the one answer that a sentence can mean; return None if it is not clear. With `people`, names of players
    count as answers.
    """
    if len(text) > 2 * MAX_SENTENCE_LENGTH or form.kind == "text" or form.words:
        return None
    if form.kind == "choice" and (counted := find_ordinal_option(options, text)) is not None:
        return counted
    tame = LATE_APOLOGY_PATTERN.sub(" ", normalise_sentence(join_coordinates(text, board)))
    tame = remove_polite_question_mark(POLITE_TAIL.sub("", tame))
    tame = LEAD_TO_LIST.sub("", tame) if form.kind == "several" else tame
    tame = expand_squares(tame, board) if form.kind == "several" and board is not None else tame
    tame = REPEATED_WORD.sub(r"\1", tame)
    tame = tame if form.kind == "several" else DOUBLED.sub(r"\1", tame)
    if not tame or len(tame) > MAX_SENTENCE_LENGTH:
        return None
    plain = "?" not in tame and (not QUESTION_START.match(tame) or ANY.fullmatch(tame.strip(" .!")) is not None)
    if is_yes_or_no(options):
        return _parse_yes_or_no(options, tame.rstrip(" ?")) if plain or tame.strip(" ?!.") == "why not" else None
    clear = _parse_plain_sentence(form, options, board, tame, people=people) if plain else None
    if clear is None:
        clear = _parse_conclusion(form, options, tame, people=people)
    return (
        clear if clear is not None or not plain else _parse_choosing_clause(form, options, board, tame, people=people)
    )


TAKEN_BACK = re.compile(
    r"^\W*(?:no(?! one)|nope|wait|actually|sorry|instead|rather|or|scratch|oops|hang on|hold on|on second)\b"
    r"|\b(?:or|maybe|perhaps|unless|instead|rather|kidding|joking|forget|cancel|said|says|not sure|unsure)\b"
)
NAMES_OTHERS = re.compile(
    r"\b(?:had|has|took|takes|picked|picks|chose|opened|got|went|nobody|no one|everybody|always|never)\b"
)


def _parse_choosing_clause(
    form: Form, options: Sequence[Choice], board: Board | None, tame: str, *, people: bool
) -> object | None:
    """Parse the only clause of a sentence that chooses, if the others take nothing back and choose nothing else; else
    None.
    """
    if form.kind not in ("choice", "number") or people or (board and PARTIAL_COORDINATE_PATTERN.search(tame)):
        return None
    clauses = [each.strip() for each in BREAK.split(tame) if each.strip(" .,")]
    read = [_parse_plain_sentence(form, options, board, each, people=people) for each in clauses] if clauses[1:] else []
    chosen = {value for value in read if value is not None and value != CHOICE_BY_CHANCE}
    if len(chosen) != 1:
        return None
    squares = any(isinstance(value, int) for value in chosen)
    for clause, value in zip(clauses, read, strict=True):
        named = {each.value for each in _find_answers(form, options, clause) or ()}
        loose = value is None and (
            TAKEN_BACK.search(clause)
            or (not named <= chosen and not NAMES_OTHERS.search(clause))
            or (squares and _has_stray_number(clause, named))
        )
        if loose:
            return None
    return chosen.pop()


def _has_stray_number(clause: str, named: set[str | int]) -> bool:
    """Return whether a clause contains a number although it names no option, square or the like (`named` is empty), so
    that its meaning is unclear.
    """
    return bool(re.search(r"\d", clause)) and not named


def _parse_conclusion(form: Form, options: Sequence[Choice], tame: str, *, people: bool) -> object | None:
    """Parse a sentence with several thoughts by its last one, or one that counts (“the first”) or describes an option;
    else None.
    """
    if form.kind != "choice":
        return None
    names = [(normalise_sentence(name), each.value) for each in options for name in _list_option_names(each)]
    labels = dict(names)
    names += [(word, labels[label]) for word, label in SYNONYMS.items() if label in labels]
    tries = (
        find_payer(tame, names) if people else find_idiom_option(options, tame),
        find_lifeline(options, tame),
        find_concluded_option(options, tame, names),
        find_amount_option(options, tame),
    )
    return next((value for value in tries if value is not None), None)


def _parse_plain_sentence(
    form: Form, options: Sequence[Choice], board: Board | None, tame: str, *, people: bool
) -> object | None:
    """Parse a sentence that is no question: a clear answer, one corrected in a second thought, a negation or a
    description; else None.
    """
    clear = _parse_clear_sentence(form, options, board, tame, people=people)
    if clear is None and (revised := find_revised_part(tame)) is not None:
        clear = _parse_clear_sentence(form, options, board, revised, people=people)
    if clear is None:
        clear = _parse_negation(form, options, tame)
    return clear if clear is not None else _parse_described_option(form, options, tame, people=people)


def remove_polite_question_mark(tame: str) -> str:
    """Return a sentence without the question mark of a merely polite request: “can I have 5?”, “5, ok?”."""
    tame = TRAILING_INSTEAD.sub(r"\1", TAG_QUESTION.sub("", tame))
    asked, _, answer = tame.rpartition("? ")
    if asked and answer and not re.search(r"\d", asked) and len(answer) < 20:  # “You know what? 18.”
        tame = answer
    return tame.rstrip(" ?") if POLITE_REQUEST.match(tame) and "?" not in tame.rstrip(" ?!.") else tame


def _parse_clear_sentence(
    form: Form, options: Sequence[Choice], board: Board | None, tame: str, *, people: bool = True
) -> object | None:
    """Parse a sentence that names one answer without doubt; None if it names several or hesitates."""
    if board is not None and ANY_FOUR.search(tame):
        return None
    found = _find_answers(form, options, tame)
    if found is None or (board is not None and _has_stray_coordinate(found, tame)):
        return None
    if form.kind == "several":
        return _parse_answer_list(found, tame)
    values = {each.value for each in found}
    if len(values) == 1 and not people and not DOUBT.search(tame) and any(_stands_alone(each, tame) for each in found):
        return found[0].value
    return found[0].value if len(values) == 1 and any(is_sole_answer(each, tame) for each in found) else None


def find_revised_part(tame: str) -> str | None:
    """Return what follows the last correction in a sentence (“5, no wait, 6”), or None if there is none."""
    found = [each for each in REVISION.finditer(tame) if each.start()]
    return tame[found[-1].end() :].strip(" ,.:;!…-") if found else None


def _parse_negation(form: Form, options: Sequence[Choice], tame: str) -> object | None:
    """Parse a sentence that says which option is not meant: the answer is the other of two, or the one named beside it;
    else None.
    """
    if form.kind == "several":
        return None
    found = _find_answers(form, options, tame) or []
    denied = [each for each in found if NEGATED.search(tame[: each.start])]
    meant = [each for each in found if each not in denied]
    if denied and len({each.value for each in meant}) == 1:
        left = tame
        for each in reversed(denied):
            before = NEGATED.search(left[: each.start])
            left = f"{left[: before.start() if before else each.start]};{left[each.end :]}"
        return _parse_clear_sentence(form, options, None, left)
    if len(options) == 2 and len(denied) == 1 and not meant:
        rest = f"{NEGATED.sub('', tame[: denied[0].start])} {WITH_THEM.sub('', tame[denied[0].end :])}"
        other = next(each.value for each in options if each.value != denied[0].value)
        return other if _is_filler(rest) else None
    return None


WITH_THEM = re.compile(r"\bwith (?:him|her|them|you)\b")


def _parse_described_option(form: Form, options: Sequence[Choice], tame: str, *, people: bool) -> object | None:
    """Parse “random”, “the last one”, a part of a label that only one option has, or a misspelt label; else None."""
    if form.kind not in ("choice", "several") or not options:
        return None
    kept = form.kind == "several" and find_amount_option(options, tame) is not None
    if kept or STOPPING.fullmatch(NO_MORE.sub("", tame)) or I_STOP.match(tame):
        return _find_stop(form, options)
    if form.kind == "several":
        return None
    core = _strip_fillers(tame)
    parts = [part.strip(" .!,") for part in BREAK.split(tame)]
    if (
        (any(parts) and all(ANY.fullmatch(part) for part in parts if part))
        or ANY.fullmatch(core)
        or ANY.fullmatch(tame.strip(" .!,"))
    ):
        return CHOICE_BY_CHANCE
    numbers = [each.value for each in options if isinstance(each.value, int)]
    if len(numbers) == len(options) and LAST_ONE.fullmatch(core or tame):
        return max(numbers)
    return None if DOUBT.search(tame) else _find_described_word(options, tame, core, people=people)


I_STOP = re.compile(
    r"^(?:ok(?:ay)?,? |no,? )?(?:i'?m|i am|i'?ll|i will|i'?d rather|let'?s|i)\s+(?:gonna |going to |just )?"
    r"(?:stop|stopping|walk(?:ing)? away|cash(?:ing)? out|bank(?:ing)?(?: it)?|quit(?:ting)?)\b"
    r"(?!.*\b(?:or|not|if|unless|maybe|when)\b)"
)


def _find_stop(form: Form, options: Sequence[Choice]) -> object | None:
    """Return the option that stops or declines (keep, walk, stop), or None unless exactly one does."""
    stops = [each.value for each in options if isinstance(each.value, str) and STOP_LABEL.match(each.label)]
    stop = stops[0] if len(stops) == 1 else None
    return [stop] if stop and form.kind == "several" else stop


def _find_described_word(options: Sequence[Choice], tame: str, core: str, *, people: bool) -> object | None:
    """Return the option that a part of its label, or its misspelt label, names; None if it is unclear."""
    words = [each for each in options if isinstance(each.value, str)]
    if not words or NEGATED_CLAUSE.search(tame):
        return None
    if people:
        return _find_option_by_part(words, tame) or _find_misspelt_option(words, core) or _find_longer_name(words, core)
    return (
        _find_option_by_part(words, tame) or _find_option_by_clause(words, tame) or _find_misspelt_option(words, core)
    )


def _find_longer_name(options: Sequence[Choice], core: str) -> object | None:
    """Return the player whose name was typed with one letter too many at its end, such as “Anne” for Ann; else None."""
    found = [each.value for each in options if len(core) > 3 and _is_longer_name(core, normalise_sentence(each.label))]
    return found[0] if len(found) == 1 else None


def _is_longer_name(core: str, name: str) -> bool:
    nickname = len(name) > 2 and core in (f"{name}{name[-1]}y", f"{name}{name[-1]}ie", f"{name}ie", f"{name}y")
    return nickname or (core[-1:] != "s" and core[:-1] == name)


def _find_option_by_clause(options: Sequence[Choice], tame: str) -> object | None:
    """Return the option that one clause of a sentence names alone, if the others are only a few words about it (“both,
    dale!”); else None.
    """
    clauses = [each.strip(" .") for each in BREAK.split(MISTRUST.sub("", tame)) if each.strip(" .")]
    found = [(_find_option_by_part(options, each), each) for each in clauses]
    named = [(value, each) for value, each in found if value is not None and not ANY.fullmatch(each)]
    others = sum(len(each.split()) for value, each in found if value is None)
    return named[0][0] if len(named) == 1 and others <= 3 else None


MISTRUST = re.compile(r"\b(?:i )?(?:don'?t|cannot|can'?t) (?:trust|believe) \w+")


STOP_LABEL = re.compile(r"(?:stop|take the money|walk|enough|leave)\b", re.IGNORECASE)
NO_MORE = re.compile(r"^(?:no|nao|nein)[,.!]+ ")
STOPPING = re.compile(
    r"(?:(?:i|i'll|i will|i'd|like to|want to|would|please|ok|okay|enough|now|so|well|then|and|let me|gonna|going to|i'm|am|thanks|thank you|that's|it|for me|"
    r"stop|stops|stopping|keep|keeping|mi fermo|je m'arrete|ich hore auf|me planto|ik stop|stop here|here|walk|walking|walk away|away|quit|quitting|take|taking|bank|cash|cash out|out|leave|leaving|go|home|go home|with|the|my|this|money|cash|prize|"
    r"parar|paro|aufhoren|basta|have|done|finished|happy|is|good|lol|haha|better|before|too late|it's|i have)(?:[\s,.!-]+|$))+"
)
SYNONYMS = {
    "up": "higher",
    "high": "higher",
    "down": "lower",
    "low": "lower",
    "call": "phone",
    "ring": "phone",
    "crowd": "audience",
}
SYNONYMS |= {"niedriger": "lower", "tiefer": "lower", "bajo": "lower", "abajo": "lower", "hoher": "higher"}
SYNONYMS |= {"lager": "lower", "omlaag": "lower", "mindre": "lower", "plus": "higher", "haut": "higher", "bas": "lower"}
SYNONYMS |= {"hoger": "higher", "omhoog": "higher", "mais": "higher", "menos": "lower", "wyzej": "higher"}
SYNONYMS |= {
    "publikum": "audience",
    "publico": "audience",
    "pubblico": "audience",
    "publiek": "audience",
    "fragen": "ask",
}
SYNONYMS |= {"alto": "higher", "arriba": "higher", "share": "split", "teilen": "split", "dice": "die"}
SYNONYMS |= {"public": "audience", "people": "audience", "throw": "roll", "friends": "friend", "halves": "50"}


def _find_option_by_part(options: Sequence[Choice], tame: str) -> object | None:
    """Return the only option whose label contains all words of the sentence apart from fillers; else None."""
    said = {_spell_number(word) for word in WORD.findall(ENOUGH.sub("", tame))} - FILLER_WORDS
    letter = said.copy().pop() if len(said) == 1 else ""
    if len(letter) == 1 and len(options) == 2 and letter.isalpha():
        begun = [each.value for each in options if each.label.casefold().startswith(letter)]
        return begun[0] if len(begun) == 1 else None
    named = [
        (each.value, {_spell_number(word) for word in WORD.findall(normalise_sentence(each.label.replace(",", "")))})
        for each in options
    ]
    if not said:
        return None
    found = [value for value, words in named if said <= words and any(len(word) > 1 or word.isdigit() for word in said)]
    return found[0] if len(found) == 1 else None


ENOUGH = re.compile(r"(?:'s| is| are) enough\b.*$")


def _spell_number(word: str) -> str:
    word = SYNONYMS.get(word, word)
    return {"one": "1", "both": "2", "single": "1", "double": "2", "stopping": "stop", "dices": "die"}.get(word, word)


def _find_misspelt_option(options: Sequence[Choice], core: str) -> object | None:
    """Return the only option whose name is nearly the one that was typed; else None."""
    near = [
        (SequenceMatcher(None, core, name).ratio(), each.value)
        for each in options
        for name in map(normalise_sentence, _list_option_names(each))
        if len(name) >= 4 and len(core) >= 4 and abs(len(name) - len(core)) < 3 and name[0] == core[0]
    ]
    close = {value for ratio, value in near if ratio >= 0.8}
    close |= {each.value for each in options if _is_anagram(core, normalise_sentence(each.label))}
    return close.pop() if len(close) == 1 else None


def _is_anagram(core: str, name: str) -> bool:
    """Return whether a short name was typed with two letters swapped."""
    return len(name) > 2 and core != name and core[:1] == name[:1] and sorted(core) == sorted(name)


# -- yes and no


def is_yes_or_no(options: Sequence[Choice]) -> bool:
    """Return whether the options are yes and no."""
    return {each.label.casefold() for each in options} == {"yes", "no"} or {
        str(each.value).casefold() for each in options
    } == {"yes", "no"}


def _parse_yes_or_no(options: Sequence[Choice], tame: str) -> object | None:
    if (strong := STRONG_YES_OR_NO.match(tame)) and not DOUBLE_NEGATION.search(tame[strong.end() :]):
        return _find_yes_or_no(options, "no" if strong["no"] else "yes")
    concluded = [_read_yes_or_no(each) for each in iter_conclusions(tame) if len(tame.split()) > 4]
    if len(concluded) == 1 and concluded[0] in (["yes"], ["no"]):
        return _find_yes_or_no(options, concluded[0][0])
    revised = find_revised_part(tame.rstrip(" .!")) or find_revised_part(LAST_NO.sub(" absolutely not", tame))
    for part in [tame, *([revised] if revised else [])]:
        read = {clause: _read_yes_or_no(clause) for clause in BREAK.split(part)}
        meant = {word for said in read.values() if "unsure" not in said for word in said}
        unsure = ";".join(clause for clause, said in read.items() if "unsure" in said)
        if len(meant) == 1 and not UNSETTLED.search(unsure):
            (word,) = meant
            return _find_yes_or_no(options, word)
    return None


def _find_yes_or_no(options: Sequence[Choice], word: str) -> object:
    return next(each.value for each in options if word in (each.label.casefold(), str(each.value).casefold()))


STRONG_YES_OR_NO = re.compile(
    r"^\W*(?:(?P<no>no way|no chance|not a chance|never in my life|hell no|absolutely not|over my dead body)"
    r"|(?P<yes>hell yes|hell yeah|yes please|absolutely|oh yes|yes yes|take it)(?! not))\b"
)
DOUBLE_NEGATION = re.compile(
    r"\b(?:yes|no|yeah|nope|maybe|perhaps|unless|if|wait|later|but|or|not|let(?:ting)?|slip|miss(?:ing)?|refus\w+|pass\w*|turn\w*|"
    r"say(?:ing)?|have it|take it|kidding)\b|n't\b"
)
LAST_NO = re.compile(r",? no\W*$")
UNSETTLED = re.compile(
    r"\b(?:yes|no|yeah|nope|maybe|perhaps|unless|if|wait|later|let me think|but|or|not sure|tempted|kidding)\b"
)


def _read_yes_or_no(clause: str) -> list[str]:
    """Return what one clause says, in order: `yes` and `no`, nothing if it says neither, with `unsure` at the end if it
    contains an unknown word.
    """
    left, found = clause.strip(" .:#'+-,"), list[str]()
    while left:
        kinds = ((NO, "no"), (YES, "yes"), (NEUTRAL, ""))
        best = max(((match.end(), word, match) for pattern, word in kinds if (match := pattern.match(left))), default=None,
                   key=lambda each: each[0])  # fmt: skip
        if best is None:
            return [*found, "unsure"] if not (found and BECAUSE.match(left) and not DOUBT.search(left)) else found
        if best[1]:
            found.append(best[1])
        left = left[best[0] :].strip(" .:#'+-,")
    return found


NEUTRAL = _compile_phrases(
    "bhai|mano|amigo|please|thanks|thank you|i|will|i'll|i'd|the|money|cash|offer|and|round|this|it|to|bot|host|for me|then|now|"
    "lol|haha|hmm|hm|um|"
    "uh|well|oh|ah|ok then|my answer is|my answer|i say|i'd say|i think|final answer|of it|in|on|all|again|"
    "with it|with|"
    "run|out|want to|want|would like to|like to|enough|that|is|for sure|very much|a lot|man|mate|dear|dear host|sir|"
    "let me|let's|lets|playing|go|going|play|so|i'm|feeling|lucky|good|today|much|offer too low|is too low|too low|"
    "nice try|a|an|here|there|you|as well|love to|happily"
)


# -- finding


def is_number_answer(text: str) -> bool:
    """Return whether this text names exactly one number, whatever the question."""
    return isinstance(parse_sentence(Form("number"), [], None, text), int)


def seems_like_answer(options: Sequence[Choice], text: str) -> bool:
    """Return whether this text may be meant as an answer, although it was not understood."""
    tame = normalise_sentence(text)
    return bool(re.search(r"\d", tame) or CHOOSING_PATTERN.search(tame) or any(_iter_labels(options, tame)))


def list_named_answers(form: Form, options: Sequence[Choice], board: Board | None, text: str) -> list[str | int]:
    """List all answers that a text mentions, in order and each once, even if it is unclear which is meant."""
    tame = normalise_sentence(join_coordinates(text[: 2 * MAX_SENTENCE_LENGTH], board))
    found = [*_iter_labels(options, tame), *_iter_numbers(tame)]
    valid = {each.value for each in options}
    values = [each.value for each in sorted(found, key=lambda each: each.start)]
    return list(dict.fromkeys(value for value in values if value in valid or (form.kind == "number" and not options)))


def join_coordinates(text: str, board: Board | None) -> str:
    """Return a text with a square's row and column joined where they are written apart: “B 4” becomes B4 and then its
    number.
    """
    if board is None:
        return text
    text = replace_places(text, board)
    text = NTH_OF_ROW.sub(lambda found: _join_nth_of_row(found, board), text)
    text = ACROSS.sub(lambda found: replace_coordinates(f"{found[1] or found[3]}{found[2] or found[4]}", board), text)
    text = DOWN.sub(lambda found: replace_coordinates(f"{found[2] or found[4]}{found[1] or found[3]}", board), text)
    return FIELD.sub(
        lambda found: found[0] if ANY_FOUR.match(found[0]) else replace_coordinates(f"{found[1]}{found[2]}", board),
        text,
    )


def _join_nth_of_row(found: re.Match[str], board: Board) -> str:
    row = next(each for each in (found[1], found[2], found[3], found[6], found[7]) if each)
    word = (found[4] or found[5]).casefold()
    bare = not (found[1] or found[2] or found[6] or found[7])
    if bare and row.casefold() == "a":  # “a second” is an article
        return found[0]
    n = board.columns if word == "last" else NTH.get(word) or int(word[0])
    return replace_coordinates(f"{row}{n}", board)


def _has_stray_coordinate(found: Sequence[FoundAnswer], tame: str) -> bool:
    """Return whether the name of a row or column stands beside a number, which may then be half of a coordinate."""
    left = "".join(" " if any(each.start <= at < each.end for each in found) else c for at, c in enumerate(tame))
    return any(isinstance(each.value, int) for each in found) and bool(PARTIAL_COORDINATE_PATTERN.search(left))


def _find_answers(form: Form, options: Sequence[Choice], tame: str) -> list[FoundAnswer] | None:
    """Find all answers that a sentence names, in order; None if there is none or a number is unclear."""
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
    """Yield the options whose labels stand in a sentence, the longest label first, so that “no deal” is not taken for
    “deal”.
    """
    words = {normalise_sentence(word): option.value for option in options for word in _list_option_names(option)}
    free = tame
    for word in sorted(filter(None, words), key=len, reverse=True):
        for found in re.finditer(rf"(?<![\w']){re.escape(word)}(?![\w'])", free):
            if not _is_common_word(word, free[found.end() :]):
                yield FoundAnswer(words[word], found.start(), found.end())
                free = f"{free[: found.start()]}{chr(0) * len(word)}{free[found.end() :]}"


def _is_common_word(word: str, after: str) -> bool:
    """Return whether a player's name is used as an ordinary English word: “a nice one”, “may I”."""
    if word == "a":
        rest = _strip_phrases(after.lstrip(" :"), AFTER)
        return bool(rest) and not BECAUSE.match(rest) and not re.match(r"[\s.,;!:…(-]", after.lstrip(" ") or ".")
    return word in ("may", "will") and bool(re.match(r" (?:i|we|you|be|as|have|the|not)\b", after))


def _list_option_names(option: Choice) -> list[str]:
    named = [option.label, *([option.value] if isinstance(option.value, str) else [])]
    letter, _, answer = option.label.partition(": ")
    named += [answer] if answer and letter == option.value else []  # “B: K2” is K2 as well
    return [name for name in named if not name.strip().isdigit()]


def is_sole_answer(one: FoundAnswer, tame: str) -> bool:
    """Return whether only filler words stand around this answer in its clause, and no doubt anywhere. A word or name
    may mean another player, so unless it is clearly chosen, other clauses must be empty.
    """
    start, end = _find_clause(one, tame)
    before, after = tame[start : one.start], _strip_phrases(tame[one.end : end].lstrip(" :"), AFTER)
    reason = (BECAUSE if isinstance(one.value, int) else STRONG_BECAUSE).match(after)
    if _strip_phrases(before.lstrip(), BEFORE) or (after and not reason):
        return False
    elsewhere = f"{tame[:start]};{tame[end:]}"
    chosen = isinstance(one.value, int) or CHOOSING_PATTERN.search(before)
    if isinstance(one.value, str) and reason and not DOUBT.search(f"{elsewhere};{after}"):
        return _is_filler(elsewhere)
    return not DOUBT.search(f"{elsewhere};{after}") and bool(chosen or _is_filler(elsewhere))


def _stands_alone(one: FoundAnswer, tame: str) -> bool:
    """Return whether an option is all that its clause says, as in “I trust him, split”."""
    start, end = _find_clause(one, tame)
    before = _strip_phrases(tame[start : one.start].rpartition(":")[2].lstrip(), AFFIRMING)
    return isinstance(one.value, str) and not (before + tame[one.end : end]).strip(" .#'+-")


def _is_filler(text: str) -> bool:
    """Return whether a text consists only of filler phrases such as “please”."""
    return not any(_strip_phrases(_strip_phrases(part.lstrip(), BEFORE), AFTER) for part in BREAK.split(text))


def _strip_fillers(tame: str) -> str:
    """Return a sentence without filler phrases at its beginning and end."""
    parts = [_strip_phrases(part.strip(" ,"), BEFORE) for part in BREAK.split(tame)]
    left = [part for part in parts if part and _strip_phrases(part, AFTER)]
    return TRAILING.sub("", " ".join(left)).strip(" .:#'+-")


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
    """Return a text with all phrases of this pattern removed from its beginning."""
    at = 0
    while found := phrases.match(text, at):
        at = found.end()
    return text[at:].strip(" .:#'+-")


def _parse_answer_list(found: list[FoundAnswer], tame: str) -> list[str | int] | None:
    """Return several answers in order if only commas or the like stand between them; else None."""
    between = [tame[one.end : other.start] for one, other in pairwise(found)]
    joined = all(
        re.fullmatch(r"[\s,;/&+>.-]*(?:(?:and|then|also|plus|finally|next|after that)\b[\s,]*)*", each)
        for each in between
    )
    whole = FoundAnswer(0, found[0].start, found[-1].end)
    return [each.value for each in found] if joined and is_sole_answer(whole, tame) else None


TRAILING = re.compile(
    r"(?:\s+(?:please|thanks|thank you|then|now|for me|lol|haha|it is|ok|okay|bot|host|sir|mate|again|today))+$"
)
FILLER_WORDS = frozenset(
    [
        "i",
        "i'll",
        "i'd",
        "will",
        "would",
        "like",
        "want",
        "to",
        "go",
        "with",
        "for",
        "take",
        "choose",
        "pick",
        "select",
        "please",
        "thanks",
        "thank",
        "you",
        "my",
        "is",
        "it's",
        "it",
        "the",
        "a",
        "an",
        "and",
        "of",
        "then",
        "now",
        "ok",
        "okay",
        "let's",
        "lets",
        "me",
        "on",
        "do",
        "answer",
        "option",
        "think",
        "guess",
        "say",
        "going",
        "gonna",
        "just",
        "final",
        "definitely",
        "im",
        "i'm",
        "let",
        "us",
        "it's",
        "bitte",
        "por",
        "favor",
        "mas",
        "wir",
        "uns",
        "das",
        "so",
        "well",
        "hmm",
        "goes",
        "them",
        "um",
        "em",
        "that",
        "that's",
    ]
) - set(UNIT_VALUES)
