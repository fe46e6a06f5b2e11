"""Finds the words of a sentence that could be answers to a question: numbers, names, amounts, yes and no. Pure."""

# ruff: noqa: E501 - patterns and phrases are easier to read in one line each

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from msgspec.structs import replace

from engine.kernel.text import LazyPattern
from engine.kernel.view import Board
from host.said.answers import Choice, replace_coordinates
from host.said.reading.clauses import Mention
from host.said.reading.language import SPELT_LETTERS, iter_amounts, iter_slips, normalise_sentence
from host.said.reading.numbers import UNIT_WORDS
from host.said.reading.phrasebook import PHRASES, list_phrases
from host.said.reading.places import replace_places
from host.said.reading.readable import ReadableQuestion
from host.said.reading.vocabulary import (
    ANY_HELPERS,
    ANY_WORDS,
    BESIDE_WEAK_WORDS,
    FILLERS,
    IDIOMS_OF_DOUBT,
    KNOWN_WORDS,
    NO_WORDS,
    POLITE_WORDS,
    STAY_WORDS,
    SYNONYMS,
    TAKE_WORDS,
    WEAK_WORDS,
    YES_WORDS,
    list_words,
)

TIMES = {"k": 10**3, "thousand": 10**3, "m": 10**6, "million": 10**6, "bn": 10**9, "billion": 10**9}
NUMBER_MENTION = LazyPattern(
    r"(?<![\w%-])(?<!\d[.,:/])(?:no\.\s?|nr\.?\s?|[#£$€]){0,4}(\d{1,3}(?:,\d{3})+|\d{1,15})(?:st|nd|rd|th)?"
    rf"(?:\s?({'|'.join(TIMES)}))?(?![\w%]|[.,:/]\d|-\d|-(?:minute|second|hour|month|something|storey|letter|metre|speed|pound|digit|vingt)s?)"
)
FIELD = LazyPattern(r"(?<![\w'])([a-z])[\s-]{1,3}(\d{1,2})(?!\w)", re.IGNORECASE)
SPELT_FIELD = LazyPattern(  # “c one”; but “d one” within a sentence may be “the one”
    rf"(?:(?<=^)|(?<=[,.;] )|(?<=\band )|(?<=\bthen )|(?<=\bbomb on )|(?<=\bbomb at ))([b-h])[\s-]({'|'.join(UNIT_WORDS[1:10])})(?=\W*$|[,.;!]| and\b| then\b| please\b| pls\b)",
    re.IGNORECASE,
)
ANY_FOUR = LazyPattern(
    r"(?<!^)\ba\s+[1-9]\b(?!\W?\d)|^a\s+[1-9]\W*$", re.IGNORECASE
)  # “a 4” may be the square A4, or any four
BEFORE_YOU = LazyPattern(r"\bb4(?= (?:you|u|i|we|he|she|they|it|the)\b)", re.IGNORECASE)
NTHS = "first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th|middle|far right|far left|rightmost|leftmost|right end|left end|all the way (?:to the |on the )?right|all the way (?:to the |on the )?left"
FROM_RIGHT = r"(?:[ -](?:to|from) last|[ -]last| (?:one |square |door )?(?:counting )?from (?:the )?(?:right|end|back)(?: (?:hand )?(?:side|end))?)"
COUNTED_PLACE = rf"(?:{NTHS})(?:{FROM_RIGHT})?"
ACROSS = LazyPattern(
    r"\brow\s+([a-z])\b\W{0,3}(?:and\s+)?(?:column|col|number|no|seat|place|position|door|square|box|spot)\.?\s*(\d{1,2})\b"
    r"|\b([a-z])\s+(?:row\W{0,3})?(?:column|col)\.?\s*(\d{1,2})\b",
    re.IGNORECASE,
)
DOWN = LazyPattern(
    r"\b(?:column|col)\.?\s*(\d{1,2})\b\W{0,3}(?:of\s+|in\s+)?(?:the\s+)?row\s+([a-z])\b"
    r"|\b(\d{1,2})(?:st|nd|rd|th)\s+(?:column|one|square|door)?\W{0,3}(?:of\s+|in\s+)?(?:the\s+)?row\s+([a-z])\b",
    re.IGNORECASE,
)
NTH_OF_ROW = LazyPattern(
    rf"\b(?:row ([a-e])|([a-e]) row|([a-e]))\W{{1,3}}(?:(?:there|then|and|in) (?=the\b)|(?:on|at|to) (?=(?:the )?(?:far|all|right|left)))?(?:the )?({COUNTED_PLACE})(?: one| square| door| column)?(?: along| across)?\b"
    rf"|\b(?:the )?({COUNTED_PLACE})(?: one| square| door| column)?(?: along| across)? (?:in|of|on) (?:the )?(?:row ([a-e])|([a-e]) row)\b",
    re.IGNORECASE,
)
NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
LEFT_END = LazyPattern(r"far left|leftmost|left end|all the way .*left")
COUNTED_FROM_RIGHT = LazyPattern(rf"(?P<n>.+?){FROM_RIGHT}")
NTH_OPTION = LazyPattern(
    r"\b(?:the )?(?P<n>first|second|third|fourth|1st|2nd|3rd|4th|last) (?:one|option|choice|answer|name|person|player)\b(?: (?:of|on|in|from) (?:the|your|this) (?:list|options|answers|choices))?",
    re.IGNORECASE,
)
NTH_ALONE = LazyPattern(
    r"^\W*(?:the )?(?P<n>first|second|third|fourth|1st|2nd|3rd|4th|last)(?=\W*(?:please|pls|thanks)?\W*$)",
    re.IGNORECASE,
)
LAST_NUMBER = LazyPattern(
    r"\b(?:the )?(?:very )?(?:last|final)(?: one| square| door| closed one| closed square| number)?(?! (?:row|column|time|week|night|year|chance|turn|round|word|season|game))\b"
)
WORD = LazyPattern(r"[a-z0-9']+")
NUMBER_WORDS = {"one": "1", "single": "1", "dices": "dice", "die": "dice", "stopping": "stop"}
COLOURLESS = frozenset(["with", "the", "a", "an", "of", "to", "and", "roll", "dice", "take", "money"])


AS_IN_DOG = LazyPattern(  # “D for dog 4”
    rf"(?<![\w'])()([a-e]) (?:for|as in|like in|like) [a-z]+,? ([1-9]\b|(?:{'|'.join(UNIT_WORDS[1:10])})\b)",
    re.IGNORECASE,
)
HEARD_FIELD = LazyPattern(  # “be four”, “bomb on bee 4”, dictated
    rf"(^\W*|\b(?:on|at|in|under|behind|open|take|pick|choose|to(?! (?:be|see|sea)\b)) (?!be [1-9])|\b(?=(?:bee|cee|dee)\b))({'|'.join(sorted(SPELT_LETTERS, key=len, reverse=True))}) ((?<!^see )(?<!^be )[1-9]|{'|'.join(UNIT_WORDS[1:10])})(?=\W*(?:$|[.,;!]|(?:please|pls|thanks|thank|full stop|exclamation)\b))",
    re.IGNORECASE,
)

HEARD_BEFORE = LazyPattern(  # “before please”, dictated
    r"^\W*before (?=(?:please|pls)\W*(?:$|\W(?:sorry\W+)?(?:i'?m |i am |this is |it'?s )?(?:dictat\w+|by voice)))",
    re.IGNORECASE,
)


def join_coordinates(text: str, board: Board | None) -> str:
    """Return a text in which each square is a number (9 for B4 on a board five wide): coordinates, in one piece, apart
    or in words (“B4”, “B 4”, “row B, column 4”, “the last in row B”), and places such as “top left corner” or “left of
    8” are replaced; unchanged without a board (None).
    """
    if board is None:
        return text
    text = HEARD_FIELD.sub(_write_field, AS_IN_DOG.sub(_write_field, text))
    text = SPELT_FIELD.sub(lambda found: f"{found[1]}{UNIT_WORDS.index(found[2].casefold())}", text)
    text = replace_places(replace_coordinates(HEARD_BEFORE.sub("b4 ", BEFORE_YOU.sub("before", text)), board), board)
    text = NTH_OF_ROW.sub(lambda found: _join_nth_of_row(found, board), text)
    text = ACROSS.sub(lambda found: replace_coordinates(f"{found[1] or found[3]}{found[2] or found[4]}", board), text)
    text = DOWN.sub(lambda found: replace_coordinates(f"{found[2] or found[4]}{found[1] or found[3]}", board), text)
    return FIELD.sub(lambda found: _join_field(found, board), text)


def _write_field(found: re.Match[str]) -> str:
    """Return the square that a spelt letter and a number name, with what stands before: “on b4” for “on bee four”."""
    letter, number = found[2].casefold(), found[3].casefold()
    digit = number if number.isdecimal() else UNIT_WORDS.index(number)
    return f"{found[1]}{SPELT_LETTERS.get(letter, letter)}{digit}"


def _join_field(found: re.Match[str], board: Board) -> str:
    """Return the number of the square that a letter and a number name together (“B 4”), as text; the words as they
    were if they may mean something else (“a 15” is “the 15”).
    """
    joined = replace_coordinates(f"{found[1]}{found[2]}", board)
    lone = found[1] in "ae" or ord(found[1].casefold()) >= ord("a") + board.rows  # “o 11”
    return found[0] if ANY_FOUR.match(found[0]) or (lone and not joined.isdigit()) else joined


def _join_nth_of_row(found: re.Match[str], board: Board) -> str:
    """Return the number of the square that words such as “the third in row B” name, as text; the words as they were if
    “a” is only an article (“a second”), or if they name both ends of the row.
    """
    row = next(each for each in (found[1], found[2], found[3], found[6], found[7]) if each)
    word = (found[4] or found[5]).casefold()
    bare = not (found[1] or found[2] or found[6] or found[7])
    if bare and row.casefold() == "a":  # “a second” is an article
        return found[0]
    counted = COUNTED_FROM_RIGHT.fullmatch(word)
    if counted and LEFT_END.match(counted["n"]):  # “far left last” names both ends
        return found[0]
    return replace_coordinates(
        f"{row}{_count_across(counted['n'] if counted else word, board, back=bool(counted))}", board
    )


def _count_across(word: str, board: Board, *, back: bool) -> int:
    """Return the number of the column that a word such as “second” or “last” names, counted from the right with `back`."""
    if word == "middle":
        return (board.columns + 1) // 2
    at_right = word == "last" or word.startswith(("far right", "rightmost", "right end")) or word.endswith("right")
    n = board.columns if at_right else 1 if LEFT_END.match(word) else NTH.get(word) or int(word[0])
    return board.columns + 1 - n if back and not at_right else n


def replace_nth_option(options: Sequence[Choice], text: str) -> str:
    """Return a text with “the second one” replaced by that option's value, where the options are words; of answers with
    lifelines beside them only the answers are counted.
    """
    words = [each for each in options if isinstance(each.value, str)]
    if len(words) != len(options) or not words or is_yes_or_no(options):
        return text
    words = [
        each for each in words if each.label.startswith(f"{each.value}: ")
    ] or words  # of answers, not of lifelines beside them

    def name(found: re.Match[str]) -> str:
        """Return the value of the option that the ordinal counts; the words as they were if there are not so many."""
        n = len(words) if found["n"].casefold() == "last" else NTH.get(found["n"].casefold()) or int(found["n"][0])
        return str(words[n - 1].value) if n <= len(words) else found[0]

    return NTH_ALONE.sub(name, NTH_OPTION.sub(name, text))


# -- what the sentence mentions


def find_mentions(question: ReadableQuestion, tame: str) -> list[Mention]:
    """Return everything in a normalised sentence that could be an answer to this question (its mentions), in order."""
    if question.money is not None:
        return find_amounts(question.money, tame)
    if is_yes_or_no(question.options):
        return find_yes_or_no(question.options, tame)
    words = find_option_words(question, tame)
    taken = [(each.start, each.end) for each in words]
    numbers = question.form.kind == "number" or any(isinstance(each.value, int) for each in question.options)
    found = [
        each
        for each in (
            iter_numbers(tame, board=question.board is not None and question.form.kind != "number") if numbers else ()
        )
        if not any(start <= each.start < end for start, end in taken)
    ]
    return sorted([*words, *found], key=lambda each: each.start)


def iter_numbers(tame: str, *, board: bool = False) -> Iterator[Mention]:
    """Yield each number of a normalised sentence as a mention; on a `board` amounts of money and numbers of four digits
    and more are left out.
    """
    for found in NUMBER_MENTION.finditer(tame):
        if board and (found[2] or len(found[1]) > 3 or found[0][0] in "£$€"):
            continue  # money is no square
        yield Mention(int(found[1].replace(",", "")) * TIMES.get(found[2], 1), found.start(), found.end())


def find_phrases(phrases: Iterable[tuple[str, str | int]], tame: str) -> list[Mention]:
    """Return a mention, with the phrase's value, of each place where one of these phrases stands in a sentence; the
    longest are found, and returned, first, so that “no deal” is not taken for “deal”.
    """
    found, free = list[Mention](), tame
    for phrase, value in sorted((each for each in phrases if each[0] in tame), key=lambda each: -len(each[0])):
        if phrase not in free:
            continue
        for each in re.finditer(rf"(?<![\w'£$€.,]){re.escape(phrase)}(?![\w'])", free):
            found.append(Mention(value, each.start(), each.end(), wide=" " in phrase))
            free = f"{free[: each.start()]}{chr(0) * len(each[0])}{free[each.end() :]}"
    return found


HOMOPHONES = {
    "no": "know noh naw",
    "yes": "yea yas jes",
    "higher": "hire hyer hier",
    "lower": "loer lowa lore",
    "safe": "save saved saif",
    "split": "splits spit",
    "a": "hey eh ay",
    "b": "be bee",
    "c": "see sea si cee",
    "d": "dee the",
    "1": "won",
    "2": "too to tu tow",
    "4": "for fore fur",
    "8": "ate",
}
HOMOPHONE_VALUES = {word: meant for meant, words in HOMOPHONES.items() for word in words.split()}


AROUND_A_HOMOPHONE = POLITE_WORDS | list_words(
    "it's its is final answer i'll go with take choose pick letter option eh definitely obviously surely"
)


def resolve_homophone(question: ReadableQuestion, tame: str) -> str:
    """Return the option that a text probably means if its only word of weight is another that sounds like it, as
    dictation writes it (“know” for no, “see” for C), or a slip of the thumb in it; else the text.
    """
    words = [each for each in WORD.findall(tame) if each not in AROUND_A_HOMOPHONE]
    word = words[0] if len(words) == 1 else ""
    meant = HOMOPHONE_VALUES.get(word, "")
    known = {str(each.value).casefold() for each in question.options} | {
        each.label.casefold() for each in question.options
    }
    near = [each for each in sorted(known) if len(word) == len(each) > 2 and word in iter_slips(each)]
    if len(near) == 1 and word not in KNOWN_WORDS and word not in known:
        return near[0]  # “yed”, “Bpb”
    return meant if meant in known and word not in known else tame


# -- words


def list_option_phrases(question: ReadableQuestion) -> list[tuple[str, str | int]]:
    """List all phrases by which a sentence can name an option of the question whose value is a word, each with that
    value: its label, parts of the label, and words that mean the same. Options that are numbers have none.
    """
    return list(_list_phrases(tuple(question.options), people=question.people))


@lru_cache(64)
def _list_phrases(options: tuple[Choice, ...], *, people: bool) -> tuple[tuple[str, str | int], ...]:
    """Return the phrases that name each of these options whose value is a word, with its value: its full names and,
    unless the options are players (`people`), single words of its label that no other option has, and words that mean
    the same. Cached.
    """
    words = [each for each in options if isinstance(each.value, str)]
    found = {name: each.value for each in words for name in _list_names(each)}
    parts = {each.value: _split_label(each) for each in words}
    for each in words if not people else ():
        others = set().union(*(parts[value] for value in parts if value != each.value))
        for word in _list_other_words(parts[each.value] - others - COLOURLESS, alone=len(words) == len(options)):
            found.setdefault(word, each.value)
    return tuple(found.items())


SPOKEN_LETTERS = {"b": "bee", "c": "cee", "d": "dee", "g": "gee", "j": "jay", "k": "kay", "q": "queue", "t": "tee"}


def _list_names(option: Choice) -> list[str]:
    """List the full names of an option, normalised: its label with and without what is in brackets, its value, and of
    “B: K2” also “K2”, each also as it is spoken or dictated; none that is only a number.
    """
    letter, _, answer = option.label.partition(": ")
    names = [option.label, re.sub(r"\(.*?\)", "", option.label), str(option.value)]
    plain = [normalise_sentence(each) for each in [*names, answer if letter == option.value else ""]]
    plain += [re.sub(r"(?<=[a-z])(?=\d)", " ", each) for each in plain] + [
        re.sub(r"(?<=[a-z])(?=\d)", "-", each) for each in plain
    ]  # “k two”
    plain += [
        f"{SPOKEN_LETTERS[each[0]]} {each[1:]}" for each in plain if each[:1] in SPOKEN_LETTERS and each[1:].isdigit()
    ]
    plain += [SPOKEN_LETTERS[each] for each in plain if each in ("c", "d")]
    plain += [f"{each[:-1]}{said}" for each in plain if each.endswith(" 2") for said in ("too", "to")]  # dictated
    return [each for each in plain if each and not each.isdecimal()]


def _list_other_words(own: set[str], *, alone: bool) -> list[str]:
    """List the words of a label that no other label has, and the words that mean the same; numbers only where all
    options are words (`alone`).
    """
    words = [word for word in own if word.isalpha() and len(word) > 2 and word not in FILLERS - {"call", "ask"}]
    words += [said for said, key in SYNONYMS if key in own and (alone or not said.isdecimal())]
    return words + [word for word in own & {"1", "2"} if alone]


def _split_label(option: Choice) -> set[str]:
    """Return the words of an option's label and value as a set, with number words in figures."""
    plain = normalise_sentence(f"{option.label.replace(',', '')} {option.value}")
    return {NUMBER_WORDS.get(word, word) for word in [*WORD.findall(plain), *(["50:50"] if "50:50" in plain else [])]}


def find_option_words(question: ReadableQuestion, tame: str) -> list[Mention]:
    """Return mentions of the options of a question that a sentence names in words: by a label, a part of one, a word
    that means the same, an amount in a label, or “me” where the writer is an option.
    """
    phrases = list_option_phrases(question)
    if not phrases:
        return []
    found = [each for each in find_phrases(phrases, tame) if not _is_common_word(tame, each)]
    found += _find_kept_amounts(question, tame)
    if question.people and question.own is not None:
        found += [Mention(question.own, each.start(), each.end()) for each in MYSELF.finditer(tame)]
    return found


MYSELF = LazyPattern(
    r"(?<![\w'])(?:myself|my ?self|mich(?: selbst)?|mir|moi(?:[ -]meme)?|a mi|yo mismo|yo misma|me stesso|mijzelf|(?:it's|its|it is|that's|that is) me|(?<=[:;] )me|^me(?! too| neither| either))(?![\w'])|"
    r"^(?:(?:ok|okay|so|well|just|please|fine|hey|bot|host|eh|then|yes) )*(?:(?:pick|choose|take|nominate|vote for|send) me(?= (?:please|then|instead)\b|\W*(?:$|[,.;!]))|put me down(?: for (?:it|this|that))?(?=\W*$)|i'll do (?:it|this)(?=\W*$)|i(?:'ll)? volunteer(?=\W*(?:$|[,.;!])))(?!.*\b(?:dare|regret|see what|try)\b)"
)


def _find_kept_amounts(question: ReadableQuestion, tame: str) -> list[Mention]:
    """Return mentions of options whose label contains an amount of money, where a sentence says this amount or one up
    to 3 % less or 1 % more: “my 3.9 million” for “stop with £3,968,000”.
    """
    labelled = [
        (amount, each.value)
        for each in question.options
        if isinstance(each.value, str) and re.search(r"\d,\d{3}", each.label)
        for amount, *_ in iter_amounts(normalise_sentence(each.label))
        if amount >= 1000
    ]
    if not labelled:
        return []
    return [
        Mention(value, start, end, sure=False, wide=True)
        for said, start, end in iter_amounts(tame)
        for amount, value in labelled
        if 0.97 * amount <= said <= 1.01 * amount
    ]


AFTER_THE_LETTER = list_words(
    "please pls thanks is gets deserves pays should must because final it for lol then obviously definitely i cos or and",
    "now haha no only lock sorry all day she he this po lang na abeg mate letter number player all",
)


def _is_common_word(tame: str, mention: Mention) -> bool:
    """Return whether a mention of a name or letter is used here as an everyday word, and so is no answer: “a nice
    one”, “may I”, “will you”.
    """
    word, after = tame[mention.start : mention.end], tame[mention.end :]
    if word == "a":
        follows = re.match(r"\s*([a-z0-9']+)", re.sub(r"^\s*of course\b\W*", "", after))
        return follows is not None and follows[1] not in AFTER_THE_LETTER
    if (
        word == "may"
        and tame[: mention.start].endswith(("you ", "i ", "we ", "they ", "one "))
        and re.match(r" [a-z]", after)
    ):
        return True
    if word in ("may", "will"):
        return bool(re.match(r" (?:god|they|i|we|you|be|as|have|the|not|it)\b(?!')", after))
    if word in ("leave", "call", "ring", "walk", "ask", "drop"):
        return bool(re.match(r" (?:it|me|him|her|us|you|them|this|that)\b(?! out)", after))
    if word == "enough":
        return tame[: mention.start].endswith(("is ", "'s ", "one ", "1 "))
    hyphened = len(word) == 1 and re.match(r"-[a-z]{2}", after) is not None  # “d-day”
    return hyphened or (word in ("i", "u") and len(tame) > 1) or AS_A_WORD.match(f"{word}{after}") is not None


AS_A_WORD = LazyPattern(  # “b careful”, “c ya”
    r"b (?:careful|good|nice|there|back|right|quick|my guest|happy|safe|brave|patient)\b|c (?:ya|you)\b(?! (?:know|see|can|lot|idiots?)\b)|c (?:the|that)\b"
)
DOUBLED = LazyPattern(r"([b-df-hj-np-tv-z])\1+")  # “Catt”


@lru_cache(2048)
def _compute_nearness(word: str, name: str) -> float:
    """Return how alike two words are, from 0 to 1."""
    return SequenceMatcher(None, word, name).ratio()


def _list_nicknames(name: str) -> tuple[str, ...]:
    """Return usual short forms of a name, such as Bobby and Bobbie for Bob."""
    return (f"{name}{name[-1]}y", f"{name}{name[-1]}ie", f"{name}ie", f"{name}y", f"{name}e")


def find_misspelt(word: str, names: dict[str, str | int]) -> str | int | None:
    """Return the value of that name in `names` of which a word is most likely a misspelling or a nickname; None if
    there is none, or several with different values are equally near.
    """
    near = [
        (1.0 if word in _list_nicknames(name) else _compute_nearness(word, name), value)
        for name, value in names.items()
        if abs(len(word) - len(name)) < 3
        and (word[0] == name[0] or word[0] + name[0] in ("kc", "ck"))
        and _is_misspelt(word, name)
    ]
    best = {value for ratio, value in near if ratio == max(each for each, _ in near)} if near else set()
    return best.pop() if len(best) == 1 else None


SOUNDS = (
    (r"ph", "f"),
    (r"sch", "s"),
    (r"ck|c|q", "k"),
    (r"oo|ou", "u"),
    (r"ee|ea|ie|y", "i"),
    (r"z", "s"),
    (r"(?<!^)h", ""),
    (r"(.)\1+", r"\1"),
)


@lru_cache(2048)
def _spell_as_heard(word: str) -> str:
    """Return a word respelt by its sound, so that words which sound alike become equal: “makaloo” and Makalu, “Kat”
    and Cat.
    """
    for pattern, letter in SOUNDS:
        word = re.sub(pattern, letter, word)
    return word


def _is_misspelt(word: str, name: str) -> bool:
    """Return whether a word is probably a misspelling or a nickname of this name: it sounds alike, is nearly the same
    (of four letters or more), has the same letters in another order, or is a usual short form.
    """
    if len(word) > 2 and _spell_as_heard(word) == _spell_as_heard(name):
        return True
    if DOUBLED.sub(r"\1", word) == DOUBLED.sub(r"\1", name):
        return True
    near = len(name) > 3 and _compute_nearness(word, name) >= (0.8 if len(name) > 4 else 0.85)
    return near or sorted(word) == sorted(name) or word in _list_nicknames(name)


def correct_spelling(question: ReadableQuestion, tame: str) -> str:
    """Return a sentence with misspelt words of the options, such as “heigher” or “freind”, spelt as they are there."""
    if not any(isinstance(each.value, str) for each in question.options) or is_yes_or_no(question.options):
        return tame
    names = _list_label_words(tuple(list_option_phrases(question)))
    return re.sub(
        r"(?<![\w'])[a-z]{4,}(?![\w'])",
        lambda found: (
            found[0]
            if found[0] in names or found[0] in KNOWN_WORDS
            else str(find_misspelt(found[0], names) or found[0])
        ),
        tame,
    )


MOST_SPACES = 3  # in a phrase whose words may be misspelt
IN_PHRASEBOOK = frozenset(phrase for meaning in PHRASES for phrase in list_phrases(meaning))  # never a slip's aim


@lru_cache(64)
def _list_label_words(phrases: tuple[tuple[str, str | int], ...]) -> dict[str, str | int]:
    """Return the words, of four letters or more, that stand in these phrases and of which others may be slips, each by
    itself as key and as value.
    """
    short = [phrase for phrase, _ in phrases if phrase not in IN_PHRASEBOOK and phrase.count(" ") < MOST_SPACES]
    words = {word for phrase in short for word in phrase.split()}
    return {word: word for word in words if word.isalpha() and len(word) > 3}


# -- yes and no


def is_yes_or_no(options: Sequence[Choice]) -> bool:
    """Return whether the options are yes and no."""
    return {each.label.casefold() for each in options} == {"yes", "no"} or {
        str(each.value).casefold() for each in options
    } == {"yes", "no"}


YES_NO_PHRASES = [
    (phrase, word)
    for phrases, word in ((YES_WORDS, "yes"), (NO_WORDS, "no"), (TAKE_WORDS, "yes"), (STAY_WORDS, "no"))
    for phrase in phrases.split("|")
]
PRESENT = LazyPattern(  # “yes I'm here” answers somebody else
    r"\W*(?:no|nope|nah)\W+i (?:have not|haven't|did not|didn't|was not|wasn't)\b(?! (?:had enough|finished|done|come)\b)|\W*(?:yes|yeah|yep|no|nope)\W{1,2}(?:(?:she|he|they)(?:'s| is| are| was| were| has| had| does| did| told| lives?| works?)|it(?:'s| is| was) (?:raining|snowing|sunny|cold|hot here|so hot|windy))\b(?!.*\b(?:yes|no|take|deal|deserves?|offer|money)\b)|\W*(?:yes|yeah|yep|yup|ok|okay|no)\W+(?:\w+\W+)?(?:coming|on my way)\W*$|\W*(?:yes|yeah|yep|yup|ok|okay|sure)\W+(?:i|i'm|we|we're|i've|i was|i am)\W+(?:just )?(?:here|saw|see|know|knew|heard|hear|read|listening|awake|alive|around|ready|thinking|looking|reading|waiting|understand|understood|remember|noticed)\b(?!.*\b(?:yes|no|take|stay|deal)\b)"
)
GO_ON_THEN = LazyPattern(r"\W*go on,? then\W*$")  # a reluctant yes in Britain; to others, to play on
BUT_LATER = LazyPattern(r"\bbut,? (?:not (?:yet|now|today|right now)|later)\b")  # “yes but not yet”
TO_ANYTHING = LazyPattern(  # “I never say no to cake”
    r"(?<=say no) to (?!(?:that|this|it|the|your|such|so|an? (?:\w+ )?(?:offer|deal|million)|money|cash|free)\b)"
)
ACTIONS = frozenset(f"{TAKE_WORDS}|{STAY_WORDS}".split("|"))
LEADING_WORDS = frozenset(["ok", "okay", "sure", "bet", "no problem"])
STRONG_NO = frozenset(
    ["no way", "not a chance", "no chance", "never", "hell no", "fat chance", "never ever", "not", "i'm not"]
)


def find_yes_or_no(options: Sequence[Choice], tame: str) -> list[Mention]:
    """Return mentions of yes or no in a sentence, in order, each with the value of that one of the `options`, which
    must be yes and no; also where what is taken or refused says it: “I'm out”, “keep playing”. Return none if an idiom
    doubts it, or the word answers something else (“yes I'm here”).
    """
    if any(re.search(rf"(?<![\w']){re.escape(idiom)}(?![\w'])", tame) for idiom in IDIOMS_OF_DOUBT.split("|")):
        return []
    if PRESENT.match(tame) or BUT_LATER.search(tame) or GO_ON_THEN.match(tame):
        return []
    found = sorted(find_phrases(YES_NO_PHRASES, tame), key=lambda each: each.start)
    found = [each for each in found if not (each.wide and TO_ANYTHING.match(tame, each.end))]
    kept = list[Mention]()
    for at, each in enumerate(found):
        said = tame[each.start : each.end]
        before = found[at - 1] if at else None
        strong = before is not None and said in ACTIONS and tame[before.start : before.end] in STRONG_NO
        if strong and before and not re.search(r"[,.!?;]", tame[before.end : each.start]):
            kept = [*kept[:-1], Mention(before.value, before.start, each.end, wide=True)]  # “no way am I leaving”
            continue
        if (said in LEADING_WORDS or said.startswith("are you ")) and at + 1 < len(found):
            continue  # they only lead to what is said
        kept.append(each)
    kept = sorted([*kept, *_find_short_replies(tame)], key=lambda each: each.start)
    spoken = {tame[each.start : each.end] for each in kept}
    beside = WORD.findall(re.sub("|".join(map(re.escape, sorted(spoken, key=len, reverse=True))) or "$^", " ", tame))
    if spoken <= WEAK_WORDS and any(word not in BESIDE_WEAK_WORDS for word in beside):
        return []
    values = {str(each.value).casefold(): each.value for each in options} | {
        each.label.casefold(): each.value for each in options
    }
    return [Mention(values[str(each.value)], each.start, each.end, wide=each.wide) for each in kept]


SHORT_REPLIES = {
    "yes": LazyPattern(
        r"\b(?:i|we) (?:will|shall|do|would)(?=\s*(?:[.,!;]|$))|(?:(?<=^)|(?<=[.,!;:] )|(?<=\bso )|(?<=\band )|(?<=\bthen )|(?<=\bbut ))(?:i|i'll|i will|i shall|i must) (?:go|leave|quit|stop)(?: now)?(?=\s*(?:[.,!;]|$))|(?:(?<=^)|(?<=[.!;:] )|(?<=\bso )|(?<=money, )|(?<=enough, ))(?:i|i'll) (?:take|sell(?: it)?)(?=\s*(?:[.,!;]|$))|\b(?:(?:this|that|it) is (?:more than )?(?:enough|plenty)(?: for (?:me|us))?|plenty for (?:me|us)|(?:i'm|i am|we are|we're)(?: (?:very|so|really|quite))? happy with (?:this|that|it))(?=\s*(?:[.,!;]|$|thank))"
    ),
    "no": LazyPattern(
        r"\b(?:i|we) want more(?: money)?(?=\s*(?:[.,!;]|$))|\b(?:let's|lets|let us|we|i|i'll|we'll|i'd rather|rather) go on(?: please| then| playing)?(?=\s*(?:[.,!;]|$))|\b(?:i|we) (?:do not|don't) want(?: (?:it|that|this|to))?(?=\s*(?:[.,!;]|$))|\b(?:i|we) (?:won't|will not|shan't|shall not|don't|do not|wouldn't|would not)(?=\s*(?:[.,!;]|$))"
    ),
}


def _find_short_replies(tame: str) -> list[Mention]:
    """Return mentions of yes or no in short replies such as “I will” and “I won't” at the end of a clause."""
    return [
        Mention(word, found.start(), found.end(), wide=True)
        for word, pattern in SHORT_REPLIES.items()
        for found in pattern.finditer(tame)
    ]


# -- amounts

NOTHING_WORDS = (
    "skipping this one|skip this one|skipping this|skipping|passing on this one|passing on this|rather not|rather not bid|rather not bid at all|not bid|not bid at all|not going to bid|not gonna bid|won't be bidding|not bidding at all|don't want to bid at all|no bid at all|no bid this time|nowt|nuffin|nuthin|nothin|zippo|nil pois|diddly squat|diddly|squat|not one cent|not one penny|not a single cent|not a single penny|not a sausage|bugger all|sod all|hee haw|nae thing|naething|i fold|fold|folding|count me out|leave me out|sitting this out|i'll sit this one out|gar nichts|kein gebot|nix da|ich passe|passe|paso|no apuesto|passo|nao dou lance|sem lance|je passe|pas d'offre|rien du tout|niente offerta|helemaal niks|geen bod|ik pas|pasuje|zero zlotych|nah|na|nothing|zero|nil|none|nada|nic|niente|nichts|rien|niks|no bid|not bidding|don't bid|won't bid|do not bid|pass|skip|i'm out|im out|"
    "sit this one out|sit this out|sit it out|no thanks|no thank you|not a cent|not a penny|not a dollar|zilch|nought|naught|nope|no|nix|nothing at all|"
    "keep my cash|keep my dollars|keeping my money|keeping my cash|save my money|saving my money|sit out|not this time|no offer|no bid from me|not bidding this time|"
    "not interested|don't want to bid|don't want it|keep my money|null|cero|zip|sitting this one out|sitting out"
)
ALL_WORDS = (
    "shove it all in|the whole shebang|the whole bag|the whole kitty|the whole enchilada|the whole caboodle|the whole wallet|every last cent|every last penny|every last dollar|every single cent|every single penny|down to the last cent|all the dough|all the cash|all my cash|all my dough|all the way|the farm|bet the farm|the house|the whole amount|the full monty|full send|full amount|max amount|whole amount|hasta el ultimo centavo|todo lo que tengo|tudo o que tenho|alles was ich habe|das maximum|le maximum|tout ce que j'ai|tutto quello che ho|il massimo|alles wat ik heb|het maximum|wszystko co mam|maksimum|el maximo|o maximo|all in|all of it|all what i have|all that i have|all|everything|everything i have|everything i've got|all i have|all i've got|all my money|the max|max|the maximum|maximum|"
    "the limit|the full amount|the lot|the whole lot|as much as i can|as much as possible|every cent|every penny|every dollar|"
    "the whole thing|the whole pot|full whack|todo|tudo|alles|tout|tutto|wszystko|max bid|the full whack|all the money|max it out|the full 25|whole lot|"
    "go big|top bid|the most i can|the most"
)

NOTHING_WORDS, ALL_WORDS = (
    "|".join([words, *list_phrases(meaning)]) for words, meaning in ((NOTHING_WORDS, "nothing"), (ALL_WORDS, "all"))
)

BARE_NUMBER = LazyPattern(r"\W*\d{1,3}\W*")
IN_COINS = LazyPattern(r"\s?(?:dollars?|bucks?|euros?|pounds?|quid|cents?|pence|tenner)\b")  # “5 dollars”: or millions?


SHARES = (("half", 2), ("quarter", 4), ("a quarter", 4), ("a half", 2), ("1/2", 2), ("a third", 3))
WHOLES = [
    "it",
    "that",
    "the max",
    "the maximum",
    "the limit",
    "everything",
    "it all",
    "all",
    "all i have",
    "what i have",
    "my money",
    "mine",
    "max",
]


def _list_amount_phrases(limit: int) -> list[tuple[str, int]]:
    """List the phrases that mean nothing and, unless `limit` is 0, everything or a share of it, each with the amount
    that it means.
    """
    nothing = [(phrase, 0) for phrase in NOTHING_WORDS.split("|")]
    if not limit:
        return nothing
    return [
        *nothing,
        *((phrase, limit) for phrase in ALL_WORDS.split("|")),
        *(
            (phrase, limit // 2)
            for phrase in (
                "half",
                "a half",
                "50%",
                "50 percent",
                "fifty percent",
                "la mitad",
                "metade",
                "la moitie",
                "die halfte",
                "la meta",
                "de helft",
                "polowe",
                "polowa",
            )
        ),
        *((f"{share}{of}{whole}", limit // n) for share, n in SHARES for of in (" ", " of ") for whole in WHOLES),
    ]


NO_BEFORE_AMOUNT = LazyPattern(
    r"(?:no|nope|nah|nein|non)\W+(?:wait\W+|make (?:it|that)\W+|actually\W+|rather\W+|seriously\W+|really\W+|honestly\W+|joking\W+|kidding\W+|jk\W+|just (?:joking|kidding)\W+)?[$£€]?\d"
)  # it corrects


CORRECTING = frozenset(["no", "nope", "nah", "nein", "non"])  # “10 million… no, my husband looks at me. 8 million”
NO_OF_TALK = LazyPattern(r",? (?:i|he|she|we|they|it|more|one|my|problem|worries|rush|hard)\b")
ALL_IS_WELL = LazyPattern(
    r"nothing (?:to (?!bid|offer|give|put)|but |much |special|new\b|wrong|personal|against)|all (?:folks|the best|of (?:you|us|them)|day|night|weekend)\b|max (?:is (?:my|a|the|our|his|her) (?!bid|offer|answer|choice|final|limit|price|number)|was|said|says|wants|has|thinks|did)\b|(?:all|everything)(?: is|'s)? (?:good|ok|okay|fine|clear|set|well|cool|quiet|right|great|gravy|done)\b"
)
ALL_OF_US = LazyPattern(
    r"\b(?:luck|that's|that is|you|thanks|hello|hi|bye|night|morning|cheers|sorry|best|love) all$"
)  # “5 million, good luck all”
PERCENT_OF = LazyPattern(
    r"(?<![\w.,])(\d{1,2}) ?(?:%|percent|per cent|pct) of (?:it|that|(?:my|the) (?:max|maximum|limit|bank|budget|total|balance|stack|cash|pot)|the max|everything|it all|all|my money|mine|what i have|the limit|all i have|my cash)\b"
)


def find_amounts(limit: int, tame: str) -> list[Mention]:
    """Return mentions of the amounts of money in a sentence, in order, in figures and in words such as “half of it” and
    “all in”, which are taken of `limit`, the highest amount on offer.
    """
    amounts = [Mention(value, start, end, wide=True) for value, start, end in iter_amounts(tame)]
    kept = [each for each in amounts if not any(_is_within(each, other) for other in amounts)]
    kept = [
        each
        for each in kept
        if not (BARE_NUMBER.fullmatch(tame[each.start : each.end]) and IN_COINS.match(tame, each.end))
    ]
    words = find_phrases(_list_amount_phrases(limit), tame)
    words = [each for each in words if not ALL_IS_WELL.match(tame, each.start)]
    words = [each for each in words if not (kept and ALL_OF_US.search(tame[: each.start + 3]))]
    shares = [each.span() for each in PERCENT_OF.finditer(tame)]
    words = [each for each in words if not any(start <= each.start < end for start, end in shares)]
    percents = PERCENT_OF.finditer(tame) if limit else ()
    words += [Mention(limit * int(each[1]) // 100, *each.span(), wide=True) for each in percents]
    words = [
        each
        for each in words
        if not (kept and NO_BEFORE_AMOUNT.match(tame, each.start) and kept[0].start < each.start)
        and not (kept and tame[each.start : each.end] in CORRECTING and kept[0].end < each.start < kept[-1].start)
        and not (kept and tame[each.start : each.end] in CORRECTING and NO_OF_TALK.match(tame, each.end))
    ]
    words = [
        replace(each, spoken=True)
        for each in words
        if not any(each.start < one.end and one.start < each.end for one in kept)
    ]
    return sorted([*kept, *words], key=lambda each: each.start)


def _is_within(one: Mention, other: Mention) -> bool:
    """Return whether one mention lies inside another, longer one."""
    return other.start <= one.start and one.end <= other.end and (other.start, other.end) != (one.start, one.end)


# -- chance

ALL_THE_SAME = LazyPattern(  # among others, a remark
    r"\W*(?:whatever|whichever|anything|any(?: ?(?:1|one|body))?(?: (?:here|there|else|up|around|home|online))?)\W*",
    re.IGNORECASE,
)

CHANCE_PHRASES = (  # “Math.random()”, “pick a number for me”
    r"(?:math\.)?rand(?:om|int)?(?:\.\w+)?\s?[(;][^)]*",
    r"(?:hide|put|place|plant|seal|do) (?:it|mine|that|the bomb|my bomb) for me",
    r"(?:choose|pick|select|decide|guess|find)(?: (?:a|any|some|one|just any))*(?: (?:number|square|door|one|box|amount))? for me",
)
ANY_PATTERN = LazyPattern(
    rf"(?<![\w'])(?:{'|'.join(CHANCE_PHRASES)}|{'|'.join(sorted(map(re.escape, ANY_WORDS.split('|')), key=len, reverse=True))})(?![\w'])"
)


DESCRIBED = LazyPattern(  # “wherever Bob is going” is no chance
    r"\b(?:which|wher|who|what)ever (?:one |square |number |door )?(?:is|has|are|was|\w+ (?:is|has|was|goes|went|hides?|hid)|nobody|everyone|everybody|people|others) (?!fine|ok|okay|easiest|easier|good|left|free|available|convenient|closest|nearest)\w|\bwhoever (?!(?:you|u|likes?|wants?|works|suits|is (?:fine|ok|okay|next|left)|comes up)\b)\w"
)
ASKED_TO_CHOOSE = LazyPattern(
    r"^(?:please |hey |hi |host |so )*(?:can|could|would|will) (?:you|the host|the bot|someone|somebody)\b"
)


ASKS_SOMETHING = LazyPattern(
    r"^(?:so |and |wait |eh |ok )*(?:(?:do|does|did|am|should|shall|must) (?:i|we|you|he|she|it)|why|when|how|who|has|have|is there|are there)\b"
)


def is_left_to_chance(tame: str) -> bool:
    """Return whether a clause of a sentence leaves the choice to chance or to the host (“no idea, surprise me”), and
    the sentence names no answer and excludes none.
    """
    tame = tame.rstrip("? ") if ASKED_TO_CHOOSE.match(tame) else tame
    if (
        "?" in tame
        or ASKS_SOMETHING.match(tame)
        or DESCRIBED.search(tame)
        or re.search(
            r"\d|\b(?:row|column|corner|edge|but|except|not)\b(?! care| mind| matter| fussed| bothered| fussy| picky| too)|n't (?:trust|want(?! to (?:know|look|see|think|decide|watch|hear|choose|pick|select))|like|pick|take|choose)\b",
            tame,
        )
        or not ANY_PATTERN.search(tame)
    ):
        return False
    return any(_is_only_chance(clause) for clause in re.split(r"[.,;!:…()–—]|\s-\s", tame))


CHOOSERS = LazyPattern(
    r"\b(?:you|u|ya|host|bot|fate|destiny|luck|chance|fortune|universe|gods?|computer|machine|algorithm|robot|heavens?|stars|spirits|coin|dice|muse)\b"
)
CHOOSING = LazyPattern(
    r"\b(?:choos\w+|pick|picks|picking|decid\w+|select|selects|selecting|speak|speaks|guide|guides|rule|rules|judge|call|choice|lead|draw|roll|spin|flip)\b"
)
ONES_OWN_CHOICE = LazyPattern(
    r"\b(?:i|i'll|i'd|let me|we|we'll)\b(?! (?:can't|cannot|can not|don't|do not|couldn't|am|was|really)\b)(?:\W+\w+){0,3}?\W+(?:choose|pick|decide|select|call|go|take)\b|\b(?:should|shall|must|would|did|do|are|were|have) (?:you|u|i)\b|\bfor (?:him|her|them)\b|\b(?:he|she|they|wife|husband)\b"
)
LETS_CHOOSE = LazyPattern(
    r"\b(?:let|leave|trust|could you|can you|would you|will you|please|have|ask|for me|you do|you make|your|the)\b|^\W*(?:you|u|fate|luck|destiny|host|bot)\b"
)


def asks_to_choose(tame: str) -> bool:
    """Return whether a sentence lets somebody or something else (the host, fate, a coin …) choose for the writer, and
    has no number, question mark or condition.
    """
    said = tame.rstrip("? ")
    if "?" in said or re.search(r"\d|\b(?:but|except|not|or|unless|if)\b(?! sure)", said):
        return False
    clauses = [
        each for each in re.split(r"[.,;!:…()–—]|\s-\s", said) if CHOOSERS.search(each) and CHOOSING.search(each)
    ]
    return bool(clauses) and all(
        LETS_CHOOSE.search(each) and not ONES_OWN_CHOICE.search(each) and len(each.split()) < MOST_TO_CHOOSE
        for each in clauses
    )


MOST_TO_CHOOSE = 9  # words that give a choice away


def _is_only_chance(clause: str) -> bool:
    """Return whether a clause leaves the choice to chance and says nothing else."""
    rest = [word for word in WORD.findall(ANY_PATTERN.sub(" ", clause)) if word not in ANY_HELPERS]
    return ANY_PATTERN.search(clause) is not None and len(rest) <= (len(clause.split()) > 3)
