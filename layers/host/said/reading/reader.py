"""The reader of every door: what a text means to somebody who is asked these questions and may make these plays. Pure.

The place says how it was said: `private` (a message to the bot), `reply` (to the bot's post), `page` (a text field) or
`group` (among others). Among others only what is plainly said to the host counts.
"""

# ruff: noqa: E501 - patterns are easier to read in one line each

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from engine.kernel import Form
from engine.kernel.view import Board
from host.said.answers import Choice, parse_form_answer, replace_coordinates
from host.said.reading import conclusions, sentences
from host.said.reading.language import (
    MILLIONS_AND_THOUSANDS,
    QUARTER_VALUES,
    QUARTERS,
    iter_amounts,
    normalise_sentence,
)
from host.said.reading.readable import (
    ANSWER,
    ASK_HOST,
    CHOICE_BY_CHANCE,
    GROUP,
    NOTHING,
    PLAY,
    REPLY,
    TALK,
    UNCLEAR,
    ReadablePlay,
    ReadableQuestion,
    Reading,
)
from host.said.reading.small_talk import find_talk_topic

MAX_READ_LENGTH = 600  # characters; a longer text is no answer
MAX_SUGGESTIONS = 2
MARKED_ANSWER = re.compile(r"\s*[/!]?\s?(?:pick|choose|answer|select|seal|bomb)(?:@\w+)?[\s:]+(?=\S)", re.IGNORECASE)
COMMAND_MARK = re.compile(r"\s*[/!]\s?(?=\w)")
COMMAND_NAME = re.compile(r"(\w+)@\w+")
MENTION = re.compile(r"\s*@\w{0,40}bot\b[\s,:]*", re.IGNORECASE)
QUOTED_QUESTION = re.compile(r"\s*> ?Your (?:turn|bid)\b[^\n?]*(?:\?|[.!](?=\s))")  # the answer is in the quote's line
QUOTE_LINE = re.compile(r"^\s*>(?!!).*$", re.MULTILINE)


def read_text(
    text: str,
    place: str,
    questions: Sequence[ReadableQuestion] = (),
    plays: Sequence[ReadablePlay] = (),
    players: Sequence[str] = (),
) -> Reading:
    """Find what a message means, given the writer's open questions and available plays."""
    mentioned = MENTION.match(text) is not None
    text = unwrap_text(text)
    if not text or len(text) > MAX_READ_LENGTH:
        return Reading(NOTHING)
    marked = COMMAND_MARK.match(text) is not None
    plain = COMMAND_NAME.sub(r"\1", COMMAND_MARK.sub("", text)) if marked else text
    aloud = place == GROUP and not marked and not mentioned
    if not marked and not aloud and (at := _find_text_question(questions)) >= 0:
        return Reading(ANSWER, text, at)
    played = read_play(plain, plays, players, aloud=aloud)
    if played or aloud:
        return played or _read_aside(plain, questions)
    if ADDED.fullmatch(text):
        return Reading(NOTHING)
    answered = _read_answer_to_any(plain, questions)
    if answered and place == REPLY and not marked and _is_given_away(questions[answered.question], text):
        return Reading(UNCLEAR, question=answered.question)
    return answered or _read_talk(plain, questions)


ADDED = re.compile(r"\s*\+\s?\d{1,3}\W*")  # “+1” agrees with somebody
OWN_BOMB = re.compile(r"\b(?:my|the) bomb (?:goes|is|shall|should|in|on|under)\b", re.IGNORECASE)
MEANT_SECRET = re.compile(r"\b(?:bomb|seal|hid(?:e|ing)|put|plac|plant|bury|drop|pick)", re.IGNORECASE)


KEYCAPS = re.compile("[\ufe0f\u20e3]")  # what makes a button of a digit


def unwrap_text(text: str) -> str:
    """Return a message without the lines it quotes and the bot's name at its start."""
    said = KEYCAPS.sub("", QUOTE_LINE.sub("", text)).strip()
    if not said and "\n" not in text.strip() and (quoted := QUOTED_QUESTION.match(text)):
        said = text[quoted.end() :].rpartition("closed. ")[2].strip()
    return MENTION.sub("", said, count=1) if MENTION.match(said) else said


def _is_given_away(question: ReadableQuestion, text: str) -> bool:
    """Return whether a message in public names a square for a secret question without saying that
    it is for the secret.
    """
    return question.secret and question.board is not None and not MEANT_SECRET.search(text)


def _read_answer_to_any(text: str, questions: Sequence[ReadableQuestion]) -> Reading | None:
    """Return the answer in a message to the first of these questions that it answers, or None."""
    for at, question in enumerate(questions):
        value: object | None = read_squares_in_order(question, text) if question.most > 1 else None
        if value is None:
            value = read_answer(question, text)
        if value is not None:
            return Reading(ANSWER, value, at)
    return None


def _read_talk(text: str, questions: Sequence[ReadableQuestion]) -> Reading:
    """Return what a message means that is no answer: small talk, a question to the host, or something unclear."""
    topic, about = find_talk_topic(text)
    if topic:
        return Reading(TALK, about, name=topic)
    for at, question in enumerate(questions):
        if question.to_host:
            return Reading(ASK_HOST, strip_address(text), at) if speaks_to_host(text) else Reading(NOTHING)
    return _read_attempt(text, questions)


def _find_text_question(questions: Sequence[ReadableQuestion]) -> int:
    """Return the index of the only open question if it accepts any text, else -1."""
    return 0 if len(questions) == 1 and questions[0].form.kind == "text" else -1


def _read_aside(text: str, questions: Sequence[ReadableQuestion]) -> Reading:
    """Return what a message among others in a group means: an answer that is marked as one, small talk that plainly
    asks the host, or nothing.
    """
    named = MARKED_ANSWER.match(text)
    own = FOR_ME.match(text)
    if named or own:
        answered = _read_answer_to_any(text[named.end() :] if named else text, questions)
        if answered:
            return answered
    asks = "?" in text or "host" in text.casefold() or WHOSE_TURN.match(text) or GO_ON.search(text)
    topic, about = find_talk_topic(text) if asks else ("", "")
    return Reading(TALK, about, name=topic) if topic and topic not in ("pause", "help") else Reading(NOTHING)


FOR_ME = re.compile(r"\W*\d{1,2} for me(?=\W|$)", re.IGNORECASE)
WHOSE_TURN = re.compile(r"\W*(?:whose|who'?s) (?:turn|go|move) is it\b", re.IGNORECASE)


GO_ON = re.compile(r"\b(?:go|play|carry) on without me\b", re.IGNORECASE)


def _read_attempt(text: str, questions: Sequence[ReadableQuestion]) -> Reading:
    """Return what to ask back if a message seems meant as an answer, with at most two suggestions; else nothing."""
    for at, question in enumerate(questions):
        if question.form.kind == "text":
            continue
        named = sentences.list_named_answers(question.form, question.options, question.board, text)
        labels = {each.value: each.label for each in question.options}
        spoken = (
            any(isinstance(value, int) for value in named)
            or ATTEMPT.search(text.casefold())
            or len(text.split()) < 4
            or sentences.QUESTION_START.match(text.casefold())
        )
        if (
            named
            and spoken
            and not re.search(
                r"\b\d+ ?(?:min|sec|hour|day|week|year|people|of us|times?\b)|\b(?:in|at|until|till|by|there are|there were) \d+\b",
                text.casefold(),
            )
        ):
            as_said = question.board is not None  # “5”, and not the “A5” of the board
            found = tuple(str(value if as_said else labels.get(value, value)) for value in named[:MAX_SUGGESTIONS])
            return Reading(UNCLEAR, question=at, suggestions=found)
        if amounts := _list_named_amounts(question, text):
            return Reading(UNCLEAR, question=at, suggestions=tuple(amounts[:MAX_SUGGESTIONS]))
        if seems_attempted(question, text) or _is_part_of_label(question, text):
            found = tuple(str(each.label) for each in question.options[:MAX_SUGGESTIONS])
            return Reading(UNCLEAR, question=at, suggestions=found)
        if question.board is not None and NO_SUCH_SQUARE.search(text.casefold()):
            return Reading(UNCLEAR, question=at)
    return Reading(NOTHING)


AMOUNT_LABEL = re.compile(r"(\D{0,3})\d[\d,]*")


def _list_named_amounts(question: ReadableQuestion, text: str) -> list[str]:
    """List the amounts that an unclear bid mentions and that can be bid, in the form of the offered ones."""
    if not question.money or not seems_attempted(question, text):
        return []
    sign = next((found[1] for each in question.options if (found := AMOUNT_LABEL.fullmatch(each.label))), "")
    named = [value for value, *_ in iter_amounts(simplify_amount(normalise_sentence(text)))]
    return [f"{sign}{value:,}" for value in dict.fromkeys(named) if 0 <= value <= question.money]


def _is_part_of_label(question: ReadableQuestion, text: str) -> bool:
    """Return whether a short text is part of an option's label, such as “roll” where one or two dice can be rolled."""
    words = set(re.findall(r"[a-z0-9']+", normalise_sentence(text))) - {"the", "a"}
    labels = [
        set(normalise_sentence(each.label.replace("dice", "the dice")).split())
        for each in question.options
        if isinstance(each.value, str)
    ]
    if (
        question.form.kind != "several"
        and len(words) == 1
        and labels
        and not question.people
        and text.strip().isdecimal()
    ):
        return len(labels) == len(question.options) > 2  # a bare number for choices in words
    return len(words) < 4 and any(words <= label for label in labels)


def seems_attempted(question: ReadableQuestion, text: str) -> bool:
    """Return whether a message seems to be about the writer's choice without naming one."""
    tame = normalise_sentence(text)
    if question.money and any(True for _ in iter_amounts(tame)):
        return not re.search(r"\b\d+ ?(?:min|sec|hour|day|week|year|people|times?\b)", tame)
    return bool(HESITATION.search(tame))


NO_SUCH_SQUARE = re.compile(
    r"^\W*\d{1,4}\W*$|\b(?:my bomb|pick|choose|open|hide|seal|let's do|go with|try)\b[^.!?]*\b\d{1,4}\b"
)
ATTEMPT = re.compile(
    r"\bor\b|\?|\bnot\b|n.t\b|\bmaybe\b|\bsorry\b|\b(?:pick|choose|take|answer|vote|i think|perhaps)\b"
)
HESITATION = re.compile(
    r"\b(?:in )?2 minds\b|\bhalf of me\b|\bon the fence\b|\b(?:more|less) than \w+$|\byes\b.*\bno\b|\bno\b.*\byes\b|\bwhatever \w+ bids?\b|\b\w+ bids? plus\b|\b(?:not sure|i'm unsure|unsure|hard choice|tough (?:one|choice)|can't decide|cannot decide|undecided|"
    r"yeah right|anyone but|whoever|steal|or nothing|no idea|don't know|dunno|idk|"
    r"which (?:one|square|door)? ?should|what should|what would you|maybe|perhaps|corner|the middle|either|both|"
    r"all of them|none of them|"
    r"the same|same as|next to|not that one|neither|left|higher number|row [a-e]|column \d|"
    r"pick|choose|select|an even|an odd|a low|a high|it depends|depends)\b"
)

# -- answers


def read_answer(question: ReadableQuestion, text: str) -> object | None:
    """Return the answer to one question in a message: an exact option, or else the only one that
    the sentence can mean.
    """
    text = unwrap_text(text)
    exact = parse_exact_answer(question, text)
    if exact is not None or ADDED.fullmatch(text):
        return exact
    if text.strip("🎲 ") == "" and any("dice" in each.label for each in question.options):
        text = f"{text.count('🎲')} dice"
    named = MARKED_ANSWER.match(text)
    if named and (exact := parse_exact_answer(question, text[named.end() :])) is not None:
        return exact
    if question.money:
        return read_amount(question, text)
    form = Form() if question.to_host and question.form.words else question.form
    coordinates = replace_coordinates(text, question.board)
    late = question.board is not None and not question.secret and OWN_BOMB.search(text)  # or it is for somebody else
    value = (
        None
        if late
        else _read_extreme_number(form, text)
        or sentences.parse_sentence(form, question.options, question.board, coordinates, people=question.people)
    )
    if question.to_host and not _is_option(question, value):
        return PASSING_REMARK.fullmatch(normalise_sentence(text)) and _find_pass_option(question)
    if isinstance(value, list):
        return value if _fits_several(question, value) else None
    return value if _is_possible(question, value) else None


LOWEST = re.compile(
    r"(?:the )?(?:lowest|smallest|least|min(?:imum)?)(?: number| one| possible| please|(?: jump)?(?: you've got)?\\b[^\\d?]{0,40})*"
)
HIGHEST = re.compile(
    r"as (?:far|high|much|many) as (?:i can|possible)(?: go)?|(?:the )?(?:highest|biggest|largest|most|max(?:imum)?)(?: number| one| possible| please)*"
)


def _read_extreme_number(form: Form, text: str) -> object | None:
    """Return the number that a text leaves to chance, or asks for as the lowest or highest possible; None if it does
    neither.
    """
    if form.kind != "number":
        return None
    tame = normalise_sentence(text).strip(" .!")
    if sentences.ANY.fullmatch(tame):
        return CHOICE_BY_CHANCE
    return form.low if LOWEST.fullmatch(tame) else form.high if HIGHEST.fullmatch(tame) else None


TORN_NUMBER = re.compile(r"\W*\d\s+\d\W*")  # “1 9” may be 19


def read_squares_in_order(question: ReadableQuestion, text: str) -> list[int] | None:
    """Return the squares in a message that answers a turn with a list, to be opened in that order; None unless it names
    at least two and one of them is closed.
    """
    board = question.board
    if board is None or TORN_NUMBER.fullmatch(text):
        return None
    every = [Choice(n, str(n)) for n in range(1, board.rows * board.columns + 1)]
    said = read_answer(ReadableQuestion(Form("several", 2, question.most), every, board), text)
    squares = [each for each in said if isinstance(each, int)] if isinstance(said, list) else []
    return squares if len(squares) > 1 and any(_is_option(question, each) for each in squares) else None


PASSING_REMARK = re.compile(
    r"(?:(?:nah|no|nope|thanks),? )?(?:(?:i'm|i am) (?:fine|good|ok|okay),? )?(?:no+|nothing|no thanks?(?: you)?|pass|i pass|skip|none|no questions?(?: from me)?|i have no questions?|"
    r"nothing to ask|"
    r"nothing thanks|no question thanks?|ask nothing|i don't have (?:a|any) questions?|not now)(?: please| thanks|"
    r" thank you|[\s,.!])*"
)


def _find_pass_option(question: ReadableQuestion) -> object | None:
    return next((each.value for each in question.options if each.value == "pass"), None)


def _is_option(question: ReadableQuestion, value: object) -> bool:
    return any(each.value == value for each in question.options)


def _is_possible(question: ReadableQuestion, value: object) -> bool:
    """Return whether a value can be an answer: an option, a number in range, or a square of the board (which may be
    open already).
    """
    if value is None or value == CHOICE_BY_CHANCE or _is_option(question, value):
        return value is not None
    if question.form.kind == "number":
        return isinstance(value, int)
    board = question.board
    return board is not None and isinstance(value, int) and 1 <= value <= board.rows * board.columns


def _fits_several(question: ReadableQuestion, values: Sequence[object]) -> bool:
    low, high = question.form.low, question.form.high
    if len(values) > 1 and len({type(each) for each in values}) > 1:  # squares, and to stop
        return False
    return low <= len(values) <= max(high, 1) and len(set(map(str, values))) == len(values)


def parse_exact_answer(question: ReadableQuestion, text: str) -> object | None:
    """Return the answer whose value or label the text is, or None."""
    form, options = question.form, question.options
    if form.kind == "several":
        values = parse_form_answer(form, options, [replace_coordinates(text, question.board)])
        numbered = [int(each) if isinstance(each, str) and each.isdecimal() else each for each in values]  # type: ignore[attr-defined]
        return (
            numbered
            if _fits_several(question, numbered) and all(_is_option(question, each) for each in numbered)
            else None
        )
    word = replace_coordinates(text, question.board).strip(" .!").casefold()
    if form.kind == "number" and not question.money:
        return int(word) if word.isdecimal() and word.isascii() and len(word) <= 15 else None
    for each in options:
        if word in (str(each.value).casefold(), each.label.casefold()):
            return each.value
    return None


def read_amount(question: ReadableQuestion, text: str) -> int | None:
    """Return the amount of money in a message, such as “12.5m”, “$2,000,000”, “3,2 Mio”, “all in”; None if it is
    unclear.
    """
    tame = ASIDE_QUESTION.sub("", simplify_amount(normalise_sentence(text)))
    tame = sentences.remove_polite_question_mark(tame)
    if "?" in tame or sentences.QUESTION_START.match(tame):
        return None
    parts = [tame, revised] if (revised := sentences.find_revised_part(tame)) else [tame]
    parts += conclusions.iter_conclusions(tame)
    for part in parts:
        if shared := SHARE_OF_MONEY.fullmatch(part):
            return question.money // (2 if shared[1] == "half" else 4)
        if NO_AMOUNT.fullmatch(part):
            return 0
        if ALL_AMOUNT.fullmatch(part) or _is_all_in_clauses(part):
            return question.money
        found = list(iter_amounts(part))
        kept = [each for each in found if not any(_is_within(each, other) for other in found if other is not each)]
        if len(kept) != 1:
            continue
        value, start, end = kept[0]
        named = sentences.FoundAnswer(value, start, end)
        if part[end:].lstrip().startswith("and"):
            continue
        if sentences.is_sole_answer(named, part):
            return value
    return None


CHEERS = re.compile(r"(?:go|yolo|lol|haha|let's go|come on|why not|baby|[\s.!])*")


def _is_all_in_clauses(part: str) -> bool:
    """Return whether a text says to bid everything, in every clause that does not only cheer: “everything, all of it,
    go go go”.
    """
    clauses = [each.strip() for each in part.split(",") if each.strip()]
    return any(map(ALL_AMOUNT.fullmatch, clauses)) and all(
        ALL_AMOUNT.fullmatch(each) or CHEERS.fullmatch(each) for each in clauses
    )


ASIDE_QUESTION = re.compile(r"(?<=\w)[.!] (?:and |also |so )?(?:how|who|what|when)\b[^.?!]*\?$")
SHARE_OF_MONEY = re.compile(
    r"(?:i bid |i'll bid |bid )?(?:a )?(half|quarter) (?:of )?(?:that|it|the max(?:imum)?|the limit|everything|it all|all i have|what i have|my money)[\s.!]*"
)


def simplify_amount(tame: str) -> str:
    """Return a sentence with amounts written as number and unit that are said in other ways: “USD 5”, “15. Million”,
    “quarter of a million”.
    """
    tame = re.sub(r"\b(?:usd|eur|gbp) ?(?=\d)", "", tame)
    tame = re.sub(r"\bmil+ion(?=s?\b)", "million", tame)
    tame = re.sub(r"(?<=\d)[.!] (?=(?:million|thousand)\b)", " ", tame)
    tame = re.sub(r"\bun (?=mill)", "1 ", tame)
    tame = QUARTERS.sub(lambda found: f"{found[1]}{QUARTER_VALUES[found[2]]} {found[3]}", tame)
    tame = MILLIONS_AND_THOUSANDS.sub(lambda found: f"{found[1]}.{int(found[2]):03} million", tame)
    tame = re.sub(r"\b(?:a )?quarter (?:of )?(?:a )?million\b", "250 thousand", tame)
    tame = re.sub(r"[,.] i(?:'ll| shall| will)? sit this (?:one )?out\b", "", tame)
    return re.sub(r"[,.]? (?:and )?not a (?:penny|cent|dollar|pound) (?:more|less)\b", "", tame)


def _is_within(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return other[1] <= one[1] and one[2] <= other[2] and (other[1], other[2]) != (one[1], one[2])


POLITE_WORDS = r"(?:[\s,.!]|baby|yolo|lol|haha|for this one|please|thanks|thank you|for me|this time|it is|today|of it|then|host|bot|i bid|bid|my bid is|i'll bid|i'd bid|i offer|i say|i|i'm|go|going|we)*"
NO_AMOUNT = re.compile(
    rf"{POLITE_WORDS}(?:0|\$0|zero|nothing|no bid|no bid from me|don't bid|don't want to bid|won't bid|do not bid|pass|nil|none|not bidding(?: on (?:this|that|it))?(?: one)?|no thanks|not a (?:cent|dollar|penny)|"
    rf"i'll sit this one out|nada|nic|niente|nichts|rien|niks|skip){POLITE_WORDS}"
)
ALL_AMOUNT = re.compile(
    rf"{POLITE_WORDS}(?:all in|all of it|all|everything|everything i have|everything i've got|all i have|"
    rf"all i've got|all my money|the max(?:imum)?|max(?:imum)?|"
    rf"the limit|the full amount|the lot|the whole lot|as much as (?:i can|possible)|every (?:cent|penny|"
    rf"dollar))(?: i have| i've got)?{POLITE_WORDS}"
)

# -- plays

PLAY_WORDS = {
    "peek": r"(?:espiar(?: a| na| no)?|peek|peak|peep|spy|take a (?:peek|look|peep)|have a (?:peek|look|peep)|secretly look|sneak a (?:peek|"
    r"look)|look)(?:ing)?(?: please)?(?: secretly)?"
    r"(?: (?:at|under|on|behind|into|in|beneath|underneath))?",
    "lock": r"(?:lock|fix|lock in|lock it in|lock me in)(?:ing)?(?: please)?(?: (?:in|on|my next(?: selection| pick|"
    r" square| move)?(?: on| to| as| in)?|me in (?:for|on)|my next|at|onto))?",
}
PLAY_LEAD = (
    r"(?:(?:i'd like to|i would like to|i want to|i wanna|i will|i'll|ill|let me|please|can i|could i|may i|"
    r"can you|could you|host|hi|hello|hey|ok|okay|so|then|now|"
    r"i|let's|just|use my|use a|use the|my|a|the|bot|and|yes|first|next|to|want to|gonna|going to|i'm|i am|"
    r"would like to|like to|dear host|dear)[\s,:!]+)*"
)
TARGET_SQUARE = r"\s*[:=]?\s*(?:the )?(?:square |number |door |no\.? ?|nr\.? ?|box |#)*(?P<n>\d{1,3})(?!\w|[.,]\d)"
PLAY_END = re.compile(
    r"(?:(?:save|keep) it for me|[\s.,;:!…)(-]|if i (?:still )?(?:can|may)|if possible|then i(?:'ll| will)? (?:decide|choose)|please|pls|thanks|thank you|for me|bot|host|now|then|next|secretly|first|in|"
    r"as my next(?: one| selection| pick)?|for my next (?:turn|selection|pick|go)|"
    r"for next (?:time|turn)|for later|for the next (?:turn|round|selection)|my next (?:selection|pick)|next time|"
    r"before i (?:choose|decide|pick)|when it(?:'s| is) my turn|"
    r"as (?:the )?next|lol|haha|quickly|if i may|dear|mate|today|ok|okay|this time|the door|before my turn|"
    r"for now|will you|would you|to be safe|just in case|of mine)*"
)
SQUARE_PLAYS = {
    key: re.compile(rf"{PLAY_LEAD}(?:{words}){TARGET_SQUARE}(?P<end>.*)$", re.DOTALL)
    for key, words in PLAY_WORDS.items()
}
LOCK_BEHIND = re.compile(
    rf"{PLAY_LEAD}(?:lock|put|set|fix|have)\s+(?:square |number |door )?(?P<n>\d{{1,3}})\s+(?:in|down|as my next|"
    rf"for my next|locked|for next)\b(?P<end>.*)$"
)
NEXT_TURN = re.compile(
    rf"(?:for )?(?:my )?next (?:turn|time|go|pick)[\s,:]+(?:i want|i'll (?:take|open|have)|i'd like|please|open|take|pick)+{TARGET_SQUARE}"
    r"(?P<end>(?:[\s,.!]|please|save it for me|keep it for me|for me|thanks|thank you)*)$"
)
LIST_PATTERN = re.compile(
    rf"(?:please )?(?:put|note|write) (?:down )?for later:? (?P<later>\d.*)$|{PLAY_LEAD}(?:(?:make|set|change|save|update|leave|put|add|here is|here's|this is|new|put down|note|write|"
    rf"list|note down|keep|have)\s+)*(?:me )?(?:down )?(?:a |my |the |this |new )*(?:wish ?)?list"
    r"(?: of squares| to(?= \d)| to try| please| for later| as| is| to| be| shall be| should be| with|"
    r" goes)*\s*[:=-]?\s*(?P<all>\d.*)$"
    r"|(?:the |my )?next (?:ones?|squares|picks|doors|turns)(?: are| shall be|:)+\s*(?P<next>\d.*)$"
    r"|(?:put|add|set|save)\s+(?P<on>\d.*?)\s+(?:on|to|in|as) (?:my |the )list\b(?P<end>.*)$"
)
LIST_NUMBERS = re.compile(
    r"[\s,;:/&+>.-]*(?:(?:and|then|finally|next|square|also|plus|after that)[\s,]+)*(\d{1,3})(?!\w)"
)
USE_PATTERN = re.compile(
    rf"{PLAY_LEAD}(?:use|using|play|playing|activate|activating|trigger|spend|fire|cash in|make use of|apply|"
    rf"invoke|pull out)\s+(?:up )?(?:it\W*)?(?:my |the |a |an |that |one |"
    rf"your )*(?P<what>[a-z0-9&/' -]+?)(?P<end>[\s.,!?]*)$"
)
PREDICT_PATTERN = re.compile(
    rf"{PLAY_LEAD}(?:predict(?:ion)?(?:s|ing)?|i predict|my prediction|my guess|forecast|i bet|my bet|i think|"
    rf"i guess|i reckon|i say)\s*(?:is|:|that|on|it will be|it's|goes to|it is)*\s*(?:player )?(?P<who>[\w' ]+?)"
    r"(?P<falls>(?: (?:will|is|to|the|going|gonna|next|fall|falls|falling|to fall|goes|explode|explodes|out|go|be|"
    r"blow|blows|one|up|who|first|hit|hits|a|bomb|dies|die|gets|get|victim|down|boom))*)[\s.,!]*$"
)


def read_play(
    text: str, plays: Sequence[ReadablePlay], players: Sequence[str] = (), *, aloud: bool = False
) -> Reading | None:
    """Return the play that a message names, with its value, or None. With `aloud` (in a group) only a line that begins
    with the play's name counts.
    """
    board = next((each.board for each in plays if each.board is not None), None)
    raw = sentences.join_coordinates(replace_coordinates(text, board), board) if board else text
    tame = normalise_sentence(raw)
    if aloud and not re.match(r"(?:list|peek|lock|use|predict)\b", tame):
        return None
    bare = next((each for each in plays if each.key == tame.strip(" .!") and each.options), None)
    if bare and bare.form.kind == "choice":
        return Reading(UNCLEAR, name=bare.key, suggestions=(f"{bare.key} {bare.options[0].label}",))
    asking = "?" in tame and "please" not in tame
    tame = tame.replace("?", " ").strip()
    found = _read_list(tame, board) or _read_later_squares(tame) or _read_square_play(tame) or _read_use(tame, plays)
    found = found or _read_prediction(tame, players)
    if found and asking:  # “can I peek at 12?” may only ask whether that is allowed
        value = "" if found.value is None or isinstance(found.value, list) else f" {found.value}"
        return Reading(UNCLEAR, name=found.name, suggestions=(f"{found.name}{value}",))
    return found


def _read_square_play(tame: str) -> Reading | None:
    for key, pattern in (*SQUARE_PLAYS.items(), ("lock", LOCK_BEHIND), ("lock", NEXT_TURN)):
        found = pattern.match(tame)
        if found:
            end = sentences.BECAUSE.match(found["end"].strip(" ,.-"))
            whole = PLAY_END.fullmatch(found["end"]) or (end and not sentences.DOUBT.search(found["end"]))
            if whole and not re.search(r"\d", found["end"]):
                return Reading(PLAY, int(found["n"]), name=key)
            revised = re.fullmatch(rf"\W*(?:{sentences.REVISION.pattern})+{TARGET_SQUARE}\W*", found["end"])
            return Reading(PLAY, int(revised["n"]), name=key) if revised else None
    return None


SCRAP_REST = re.compile(r"\W*(?:and )?(?:scrap|drop|delete|forget|remove) the (?:rest|others|old ones?)\W*")
WHEN_AWAY = re.compile(
    r"\b(?:if i(?:'m| am| do not| don't| dont)|when(?:ever)? it comes|whenever|while i(?:'m| am)|off (?:hiking|camping|to bed)|asleep|away|sleeping)\b"
)
LATER_SQUARES = re.compile(r"\b(?:take|try|open|pick) (\d{1,2}(?:,? (?:and )?then \d{1,2})+)(?!\w|[.,]\d)")


def _read_later_squares(tame: str) -> Reading | None:
    """Return the list of squares to be opened in the writer's absence, as in “if I am asleep take 17 then 18”."""
    found = LATER_SQUARES.search(tame)
    if not found or not WHEN_AWAY.search(tame):
        return None
    numbers = [int(each) for each in re.findall(r"\d+", found[1])]
    whole = not re.search(r"\d", tame[: found.start()] + tame[found.end() :]) and len({*numbers}) == len(numbers)
    return Reading(PLAY, numbers, name="list") if whole else None


def _read_list(tame: str, board: Board | None) -> Reading | None:
    found = LIST_PATTERN.match(tame)
    if found is None:
        return None
    said, at, numbers = found["all"] or found["later"] or found["next"] or found["on"], 0, list[int]()
    while each := LIST_NUMBERS.match(said, at):
        numbers.append(int(each[1]))
        at = each.end()
    left = said[at:]
    ended = (
        PLAY_END.fullmatch(left)
        or re.fullmatch(r"(?: please)?,[^\d?]+", left)
        or SCRAP_REST.fullmatch(left)
        or re.match(r"\W*in (?:that|this) order", left)
    )
    most = board.rows * board.columns if board else 999
    fits = numbers and len(set(numbers)) == len(numbers) and max(numbers) <= most
    return Reading(PLAY, numbers, name="list") if fits and ended else None


def _read_use(tame: str, plays: Sequence[ReadablePlay]) -> Reading | None:
    found = USE_PATTERN.match(tame)
    wanted = _squeeze(found["what"]) if found else _squeeze(re.sub(r"\b(?:please|now|my|the)\b", "", tame))
    for play in plays:
        names = {_squeeze(normalise_sentence(each)) for each in (play.key, play.label.removeprefix("Use ")) if each}
        if wanted and (
            wanted in names
            or (found and _is_misspelt(wanted, names))
            or (found and any(wanted.startswith(name) and _is_polite(wanted[len(name) :]) for name in names if name))
        ):
            if not found and play.key in ("lock", "peek", "list"):
                continue
            return Reading(PLAY, None, name=play.key)
    return None


def _is_misspelt(wanted: str, names: set[str]) -> bool:
    """Return whether a word is a misspelt name of a play."""
    plain = re.sub(r"(?:please|now|thanks)+$", "", wanted)
    return any(len(name) > 6 and SequenceMatcher(None, plain, name).ratio() >= 0.88 for name in names)


def _squeeze(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text)


def _is_polite(text: str) -> bool:
    return (
        re.fullmatch(
            r"(?:please|now|thanks|thankyou|forme|item|card|here|then|this|time|round|turn|today|"
            r"and(?:open|pick|take)\d{1,2})*",
            text,
        )
        is not None
    )


FALLS_NEXT = re.compile(
    r"(?:i say |i bet |i think |i reckon |my prediction: )?(?P<who>[\w' ]{1,40}?) (?:is (?:the )?next(?: one)? (?:out|to go)|is (?:toast|doomed)|is out next|falls|will fall|explodes|will explode|is next to fall|will be next to fall|will be the next one (?:out|to fall)|goes boom)(?: next| first)?(?:, calling it|,? (?:lock|put) that in as my (?:guess|bet|prediction)|[\s.!]|,? ?put (?:me down for )?that(?: down as my prediction)?)*$"
)


def _read_prediction(tame: str, players: Sequence[str]) -> Reading | None:
    tame = tame.removeprefix("you/")  # “u/May”
    falls = FALLS_NEXT.match(tame)
    name = next((each for each in players if falls and each.casefold() == falls["who"].strip()), "")
    if name:
        return Reading(PLAY, name, name="predict")
    found = PREDICT_PATTERN.match(tame)
    if found is None or "not" in tame.split():
        return None
    fallen = re.search(
        r"\b(?:fall|falls|falling|explode|explodes|out|blow|blows|next|bomb|dies|victim|hit|hits|boom|down)\b",
        found["falls"],
    )
    if "predict" not in tame and not fallen:
        return None
    who = found["who"].strip()
    name = next((each for each in players if each.casefold() == who), "")
    return Reading(PLAY, name, name="predict") if name else None


# -- questions to the host

HOST_WORDS = re.compile(
    r"\b(?:bombs?|rows?|columns?|cols?|squares?|doors?|numbers?|category|hidden|minigames?|mini ?games?|boosters?|"
    r"boost|cash|money|negative|millions?|"
    r"safe|dangerous|deadly|anywhere|explode|survive|holds?|holding|hold|cards?|gift|event|vintage|changer|hides?|"
    r"figures?|secret|"
    r"(?:is|are|does) (?:there|anyone|anybody|it)|somewhere|[a-e][1-9]|failsafe|spectrum|defuse|revive|eclipse|"
    r"fold|corners?|middle|immune|protected|hypnoti[sz]ed|richer|poorer|ahead of|eliminated|still (?:in|alive|out)|"
    r"win zone|(?:is|are) \w+ (?:in|out))\b|[£$€%]|\d"
)


def speaks_to_host(text: str) -> bool:
    """Return whether a text mentions something that the host can be asked about."""
    return HOST_WORDS.search(normalise_sentence(text)) is not None


ASKED_OF_HOST = re.compile(r",? (?:do you know|please|thanks|thank you|pls)\W*$", re.IGNORECASE)
AMOUNT_IN_WORDS = re.compile(r"\bhalf a million\b|\ba million\b", re.IGNORECASE)


def _write_amounts(text: str) -> str:
    """Return a text with amounts of money written as digits where they are in words."""
    return AMOUNT_IN_WORDS.sub(lambda found: "£500,000" if "half" in found[0].casefold() else "£1,000,000", text)


def strip_address(text: str) -> str:
    """Return a question to the host without the greeting before it and talk after it, with amounts and some phrases in
    the words that the host knows.
    """
    asked, mark, comment = text.rpartition("?")
    text = asked + mark if mark and not HOST_WORDS.search(normalise_sentence(comment)) else text
    text = ASKED_OF_HOST.sub("", _write_amounts(text))
    text = re.sub(r"\b(?:anything|something|more money) (?:over|above)\b", "more than", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(?:anything|something) (?:under|below)\b", "less than", text, flags=re.IGNORECASE)
    text = re.sub(r"\bbiggest (?:money|prize|sum|amount)\b", "biggest cash", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(?:one|any) of the corners\b", "a corner", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(more|less) then\b", r"\1 than", re.sub(r"\bmil\b", "million", text))
    text = re.sub(r"\banything (?:nasty|bad|dangerous|deadly)\b", "a bomb", text)
    return (
        re.sub(
            r"^\s*(?:(?:my question (?:for|to) the host(?: is)?|would you be so kind as to tell me (?:whether|if)|can you tell me (?:whether|if)|hi|hello|hey|dear|ok|okay|so|please|um|hmm|host|bot)[\s,.!:]+)+",
            "",
            text,
            flags=re.IGNORECASE,
        )
        or text
    )
