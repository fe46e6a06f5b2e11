"""The reader of every door: what a text means to somebody who is asked these questions and may make these plays. Pure.

The place says how it was said: `private` (a message to the bot), `reply` (to the bot's post), `page` (a text field) or
`group` (among others). Among others only what is plainly said to the host counts.
"""

# ruff: noqa: E501 - patterns are easier to read in one line each

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from engine.kernel import Form
from engine.kernel.text import LazyPattern
from host.said.answers import Choice, parse_form_answer, replace_coordinates
from host.said.reading.afterthoughts import is_doubtful_beside, is_taken_back
from host.said.reading.clauses import EVERYDAY, Mention
from host.said.reading.conclusions import (
    drop_taken_back,
    find_conclusion,
    find_referred,
    is_conditional,
)
from host.said.reading.host_talk import (
    is_passing_remark,
    is_whether_question,
    names_no_place,
    rewrite_question,
    speaks_to_host,
    strip_address,
)
from host.said.reading.language import MAX_SENTENCE_LENGTH, normalise_sentence
from host.said.reading.mentions import (
    ALL_THE_SAME,
    ANY_FOUR,
    ANY_PATTERN,
    IN_PHRASEBOOK,
    LAST_NUMBER,
    WORD,
    asks_to_choose,
    find_mentions,
    find_misspelt,
    is_left_to_chance,
    is_yes_or_no,
    list_option_phrases,
)
from host.said.reading.only_answer import find_only_answer
from host.said.reading.plays import read_play
from host.said.reading.readable import (
    ANSWER,
    ASK_HOST,
    CHOICE_BY_CHANCE,
    GROUP,
    MAX_SUGGESTIONS,
    NOTHING,
    REPLY,
    TALK,
    UNCLEAR,
    ReadablePlay,
    ReadableQuestion,
    Reading,
)
from host.said.reading.rewording import SLASHED, prepare_sentence, spell_out_order
from host.said.reading.small_talk import find_asked_about, find_talk_topic
from host.said.reading.thoughts import Thoughts, Weighed, read_thoughts
from host.said.reading.vocabulary import ANSWERS_ABROAD, FILLERS, KNOWN_WORDS, UNIT_NOUNS, list_words
from host.said.reading.weights import ASIDE, ASKED, CLEAR, COUNTED, DENIED, DOUBTED, GONE, LOOSE, PLANNED

MAX_READ_LENGTH = 600  # characters; a longer text is no answer
NEXT_ONE = LazyPattern(r"\W*(?:and |the |my |then )*next(?: ones?| 1)?\W{1,3}(?=\d)", re.IGNORECASE)
LIST, SAYS_LIST = "list", re.compile(r"\b(?:list|later|away|asleep)\b", re.IGNORECASE)
MARKED_ANSWER = LazyPattern(
    r"\s*[/!]?\s?(?:pick|choose|answer|select|seal|bomb|bid|open|jump)(?:@\w+)?[\s:]+(?=\S)", re.IGNORECASE
)
COMMAND_MARK = LazyPattern(r"\s*[/!]\s?(?=\w)")
COMMAND_NAME = LazyPattern(r"(\w+)@\w+")
MENTION = LazyPattern(r"(?<!\w)\s*@\w{0,40}bot\b[\s,:]*", re.IGNORECASE)
CALLED_BOT = LazyPattern(  # “hey bot, …”, “bot: …”
    r"\s*(?:(?:host|bot) (?=(?:who|who's|whos|what|what's|how|when|whose|which|where|show|please|help)\b)|(?:hey|hi|hello|hallo|yo|oi|ok|okay|dear|mister|mr)[\s,.]+(?:host|bot)\b|(?:host|bot)\s?[,:])[\s,:!]*(?=\S)",
    re.IGNORECASE,
)
QUOTED_QUESTION = LazyPattern(r"\s*> ?Your (?:turn|bid)\b[^\n?]*(?:\?|[.!](?=\s))")  # the answer is in the quote's line
QUOTE_LINE = LazyPattern(r"^\s*>(?!!|\s?\d{1,3}\s*$).*$", re.MULTILINE)
ADDED = LazyPattern(r"\s*\+\s?\d{1,3}\W*")  # “+1” agrees with somebody
MEANT_SECRET = LazyPattern(
    r"\b(?:(?:don'?t|do not|never) (?:you )?tell|secret|bomb|seal|hid(?:e|ing)|put|plac|plant|bury|drop|pick|s+h+(?!\w)|psst|hush|(?:write|send|type|answer|say) it here)|🤫",
    re.IGNORECASE,
)
OWN_BOMB = LazyPattern(
    r"\b(?:my|the) bomb (?:goes|is|shall|should|in|on|under|at)\b|^\W*bomb (?:is )?(?:at|in|on|under|behind)\b|^\W*(?:seal|bomb) [a-h]?\d",
    re.IGNORECASE,
)
KEYCAPS = LazyPattern("[\ufe0f\u20e3]")  # what makes a button of a digit


def read_text(
    text: str,
    place: str,
    questions: Sequence[ReadableQuestion] = (),
    plays: Sequence[ReadablePlay] = (),
    players: Sequence[str] = (),
) -> Reading:
    """Return what a message means: an answer, a play, a question to the host, small talk, something unclear to ask back
    about, or nothing. Given are the kind of place in which it was written, the writer's open questions, the plays they
    can make, and the players' names.
    """
    mentioned = MENTION.search(text) is not None or CALLED_BOT.match(text) is not None
    text = unwrap_text(text)
    if not text or len(text) > MAX_READ_LENGTH:
        return Reading(NOTHING)
    marked = COMMAND_MARK.match(text) is not None
    plain = COMMAND_NAME.sub(r"\1", COMMAND_MARK.sub("", text)) if marked else text
    aloud = place == GROUP and not marked and not mentioned
    if not marked and not aloud and (at := _find_text_question(questions)) >= 0:
        return Reading(ANSWER, text, at)
    played = read_play(plain, plays, players, aloud=aloud)
    if played and not aloud and (played.name == LIST or NEXT_ONE.match(plain)) and not SAYS_LIST.search(plain):
        played = _read_answer_in_order(plain, questions) or played
    if played or aloud:
        return played or _read_aside(plain, questions, players)
    if ADDED.fullmatch(text):
        return Reading(NOTHING)
    elsewhere = _is_begun_by_play(plain, plays) or is_said_to_player(plain, players, questions)
    heard = [replace(each, aloud=True) for each in questions] if place == REPLY and not marked else questions
    answered = None if elsewhere else _read_answer_to_any(plain, heard)
    at_will = answered is not None and answered.value == CHOICE_BY_CHANCE and ALL_THE_SAME.fullmatch(text)
    if answered and place == REPLY and not marked and (at_will or _is_given_away(questions[answered.question], text)):
        value = answered.value
        said = (str(value),) if isinstance(value, int) else ()
        return Reading(UNCLEAR, question=answered.question, suggestions=said)
    talk = _read_talk(plain, questions, aside=is_said_to_player(plain, players, questions))
    if elsewhere and not answered and ASKS_ADVICE.search(normalise_sentence(text)):
        talk = _read_attempt(plain, questions)
    about_player = str(talk.value).casefold() in {each.casefold() for each in players}
    return answered or (_read_attempt(plain, questions) if about_player else talk)


def _is_begun_by_play(text: str, plays: Sequence[ReadablePlay]) -> bool:
    """Return whether a message begins with the name of a play, such as “order three”, and for a play about squares also
    has a figure: then it answers no question.
    """
    said = re.findall(r"[a-z0-9]+", text.casefold())
    named = [re.findall(r"[a-z0-9]+", each.key.casefold()) for each in plays]
    squares = re.search(r"\d", text) is not None
    return any(
        said[: len(name)] == name and (squares or not play.board) for name, play in zip(named, plays, strict=True)
    )


ASKS_ADVICE = LazyPattern(  # “Cat what do you say, 7 or 12?”
    r"\b(?:what (?:do|would) (?:you|u|ya) (?:say|think|reckon|do|pick|choose|take|open|play|bid|put)|should i|shall i|help me)\b.*\d"
)
TO_A_PLAYER = (
    r"^\W*(?:(?:haha|lol|omg|oh|eh|hey|hi|sorry|well|no|yes|ok|okay|and|but|wow|please|come on|dear|mate|good luck)\W+)*"
    r"(?:%s)\W+(?:%s)(?![\w'])"
)
ASKS_PLAYER = "hurry|wake up|shut up|come on|good luck|calm down|relax|well played|why|what|how|when|where|who|do you|did you|are you|were you|have you|will you|would you|can you|don't|stop"
TELLS_WHAT = (  # “say yes, Bob”
    r"^\W*(?:(?:please|just|now|come on|then|go on|so|and|ok|haha|lol|oh|again)\W+)*(?:say|try|shout|tell (?:them|him|her|us))\b[^.!?;]{1,40}\W(?:%s)\W*$"
)
CHEERS_PLAYER = r"^\W*(?:keep going|go on|come on|well done|good luck|hurry up|wake up|stop it|relax|calm down|go|nice one|no way|be safe|stay safe)\W+(?:%s)\W*$"
TELLS_PLAYER = f"{ASKS_PLAYER}|you|your|you're|you've|you'll|better|pick|take|open|choose|do|say|try|go for|hurry|wake|shut|well played|nice"


def is_said_to_player(text: str, players: Sequence[str], questions: Sequence[ReadableQuestion]) -> bool:
    """Return whether a message speaks to a player by name: “Bob you were so lucky with 8”, “say yes, Bob”."""
    names = [re.escape(each.casefold()) for each in players if len(each) > 1]
    names = [each for each in names if text.casefold().find(each) >= 0]
    if not names:
        return False
    people = any(each.people for each in questions)
    if not people and re.match(TELLS_WHAT % "|".join(names), normalise_sentence(text)):
        return True
    if not people and re.match(CHEERS_PLAYER % "|".join(names), normalise_sentence(text)):
        return True
    said = ASKS_PLAYER if people else TELLS_PLAYER
    return re.match(TO_A_PLAYER % ("|".join(names), said), normalise_sentence(text)) is not None


def unwrap_text(text: str) -> str:
    """Return a message without the lines it quotes (a quoted number alone, “> 5”, stays, as it may be the answer), the
    first @name of a bot and the signs that make buttons of digits; if it is one line that quotes “Your turn” or “Your
    bid”, what stands behind that question.
    """
    said = KEYCAPS.sub("", QUOTE_LINE.sub("", text)).strip()
    if not said and "\n" not in text.strip() and (quoted := QUOTED_QUESTION.match(text)):
        said = text[quoted.end() :].rpartition("closed. ")[2].strip()
    return MENTION.sub("" if MENTION.match(said) else ", ", said, count=1).strip(" ,")


MOST_BARE = 4  # words; more of them say what is meant


def _is_given_away(question: ReadableQuestion, text: str) -> bool:
    """Return whether a message that others can read only names a square for a secret question, so that it may be meant
    otherwise.
    """
    bare = len(WORD.findall(normalise_sentence(text))) < MOST_BARE
    return question.secret and question.board is not None and bare and not MEANT_SECRET.search(text)


def _read_answer_in_order(text: str, questions: Sequence[ReadableQuestion]) -> Reading | None:
    """Return a reading with the squares in a message as the answer to the first of these questions that takes several
    and that it answers, or None.
    """
    for at, question in enumerate(questions):
        value: object | None = read_squares_in_order(question, text) if question.most > 1 else None
        if value is None and question.form.kind == "several":
            value = read_answer(question, text)
        if value is not None:
            return Reading(ANSWER, value, at)
    return None


def _read_answer_to_any(text: str, questions: Sequence[ReadableQuestion]) -> Reading | None:
    """Return a reading with the answer in a message to the first of these questions that it answers, or None."""
    for at, question in enumerate(questions):
        value: object | None = read_squares_in_order(question, text) if question.most > 1 else None
        if value is None:
            value = read_answer(question, text)
        if value is not None:
            return Reading(ANSWER, value, at)
    return None


ASKS_TO_ASK = LazyPattern(
    r"\b(?:can|may|could) i ask (?:you )?(?:something|a question|anything)\b|tell me everything|\bwhat (?:should|would|shall|could|can) (?:i|you) ask\b|\b(?:pick|choose|ask|think of|find) (?:a|1|one|any|some) question for me\b",
    re.IGNORECASE,
)
ASKED_PLACES = ("anywhere", "in row A")


def _read_talk(text: str, questions: Sequence[ReadableQuestion], *, aside: bool = False) -> Reading:
    """Return what a message that is no answer means: small talk, a question to the host of the game, or something
    unclear to ask back about.
    """
    topic, about = find_talk_topic(text)
    to_host = next((at for at, each in enumerate(questions) if each.to_host), -1)
    if topic == "help" and BETWEEN_ANSWERS.search(text) and (back := _read_attempt(text, questions)).kind == UNCLEAR:
        return back
    if topic in ("who", "turn", "score") and "?" not in text and re.search(r"\d", text):
        back = _read_attempt(text, questions)  # “16 or 18, the committee is still out”
        topic = "" if back.kind == UNCLEAR and back.suggestions else topic
    if topic and SOMEBODY_WHO.match(text) and any(each.people for each in questions):
        topic = ""
    if not (topic or aside):
        asked = "" if to_host >= 0 and rewrite_question(text) else find_asked_about(text)
        topic = asked if to_host < 0 or asked in NEVER_FOR_HOST else ""
    if topic or aside:
        return Reading(TALK, about, name=topic) if topic else Reading(NOTHING)
    return _read_attempt(text, questions) if to_host < 0 else _read_host_question(text, to_host)


BETWEEN_ANSWERS = LazyPattern(r"\bor\b.*\bhelp\W*$", re.IGNORECASE)  # “B? or C? help”
SOMEBODY_WHO = LazyPattern(r"\W*(?:the (?:one|person|player|guy) (?:who|that|with)|whoever)\b", re.IGNORECASE)
NEVER_FOR_HOST = ("help", "time", "turn", "board")  # who may ask the host one question does not spend it on these


def _read_host_question(text: str, at: int) -> Reading:
    """Return the question to the host of the game that a message asks (ASK_HOST); a question back (UNCLEAR), with
    suggestions if there are any, if it only names a thing without a place, asks what to ask, or asks about players;
    nothing if it is no question. `at` is the index of the question that it answers.
    """
    if ASKS_TO_ASK.search(text):
        return Reading(UNCLEAR, question=at)
    if names_no_place(text):
        suggestions = tuple(f"{text.strip(' ?!.')} {where}" for where in ASKED_PLACES)
        return Reading(UNCLEAR, question=at, suggestions=suggestions)
    asks = speaks_to_host(text) or is_whether_question(text)
    if PUT_BY_SOMEBODY.search(text) or (not asks and OF_A_PLAYER.match(text)):
        plain = rewrite_question(text)
        return Reading(UNCLEAR, question=at, suggestions=(plain,) if plain else ())
    return Reading(ASK_HOST, strip_address(text), at) if asks else Reading(NOTHING)


PUT_BY_SOMEBODY = LazyPattern(  # it asks for players' bombs or for any: “did anybody put a bomb at 8”
    r"\b(?:any|some)(?:one|body)(?: else)? (?:\w+ )?(?:put|hid|hide|place|plant|seal|bury|buried|drop)\w*\b",
    re.IGNORECASE,
)
OF_A_PLAYER = LazyPattern(
    r"\W*(?:is|are|was|does|did|has|will|can) (?!this\b|that\b|you\b|u\b)\w+ \w+(?: \w+)?\W*$", re.IGNORECASE
)


def _find_text_question(questions: Sequence[ReadableQuestion]) -> int:
    """Return the index of the only open question if it accepts any text, else -1."""
    return 0 if len(questions) == 1 and questions[0].form.kind == "text" else -1


FOR_ME = LazyPattern(r"\W*\d{1,2} for me(?=\W|$)", re.IGNORECASE)
GO_ON = LazyPattern(r"\b(?:go|play|carry) on without me\b", re.IGNORECASE)


ASKS_PEOPLE = LazyPattern(  # and not the host
    r"\W*(?:(?:hey|hi|so|um|guys|ok|sorry)\W+)*(?:(?:does |do )?(?:any|some)(?:one|body) (?:here )?(?:know|remember|got|have|seen?)|(?:any|does any) of you)\b|\W*who'?s up\b|.*\b(?:any|some)(?:one|body) (?:here )?(?:know|knows|remember)\W*$|.*\b(?:go|turn) is it, i\b",
    re.IGNORECASE,
)


SAID_OF_BOMBS = LazyPattern(r"\W*bomb (?:on|at|in|is|behind|under)\b", re.IGNORECASE)


def _read_aside(text: str, questions: Sequence[ReadableQuestion], players: Sequence[str]) -> Reading:
    """Return what a message among others in a group means: an answer that is marked as one, small talk that plainly
    asks the host, or nothing.
    """
    named = MARKED_ANSWER.match(text)
    own = FOR_ME.match(text)
    if named or own:
        if named and SAID_OF_BOMBS.match(text, named.start()):
            return Reading(NOTHING)
        meant = [n for n, each in enumerate(questions) if not (named and _is_of_other_kind(each, named))]
        answered = _read_answer_to_any(text[named.end() :] if named else text, [questions[n] for n in meant])
        if answered:
            return answered._replace(question=meant[answered.question])
    if text.rstrip(" ?!.").rpartition(" ")[2].casefold() in {each.casefold() for each in players if len(each) > 1}:
        return Reading(NOTHING)  # “until when are you there, May?”
    asks = "?" in text or "host" in text.casefold() or GO_ON.search(text)
    topic, about = find_talk_topic(text) if asks and not ASKS_PEOPLE.match(text) else ("", "")
    return Reading(TALK, about, name=topic) if topic and topic not in ("pause", "help") else Reading(NOTHING)


# -- answers


def read_answer(question: ReadableQuestion, text: str) -> object | None:
    """Return the answer to one question in a message: an exact option, or else the only one that the sentence can mean;
    a list if the question takes several, CHOICE_BY_CHANCE if the writer leaves it to chance, None if there is none. To
    a question that is put to the host, only passing is an answer.
    """
    text = unwrap_text(text)
    exact = parse_exact_answer(question, text)
    if exact is not None or ADDED.fullmatch(text):
        return exact
    named = MARKED_ANSWER.match(text)
    if (
        named
        and not _is_of_other_kind(question, named)
        and (exact := parse_exact_answer(question, text[named.end() :])) is not None
    ):
        return exact
    if question.to_host:
        options = (each.value for each in question.options if each.value == "pass")
        return next(options, None) if is_passing_remark(text) else None
    read = _read_sentence(question, text)
    return read if isinstance(read, list) or _is_possible(question, read) else None


def _is_of_other_kind(question: ReadableQuestion, named: re.Match[str]) -> bool:
    """Return whether a message that begins with “seal” or “bomb” (its beginning is `named`) cannot answer this
    question, because the question is not secret and so asks for no bomb of one's own.
    """
    return "seal" in named[0].casefold() or "bomb" in named[0].casefold() if not question.secret else False


NEGATIVE_AMOUNT = LazyPattern(r"(?<![\w.,)])(?:[-\u2212\u2013]|negative )[£$€]?\d", re.IGNORECASE)  # no bid


def _read_sentence(question: ReadableQuestion, text: str) -> object | None:
    """Return the answer to a question in a text that is no exact option, by reading it as a sentence; None if there
    is none.
    """
    late = question.board is not None and not question.secret and OWN_BOMB.search(text)  # or it is for somebody else
    worded = question.form.kind == "text" or (question.form.words and question.money is None)
    negative = question.money is not None and NEGATIVE_AMOUNT.search(text)
    if late or worded or negative or len(text) > 2 * MAX_SENTENCE_LENGTH:
        return None
    tame = prepare_sentence(question, text)
    if not tame or len(tame) > MAX_SENTENCE_LENGTH:
        return None
    if question.form.kind != "several":
        return _read_one(question, tame)
    values = _read_several(question, tame)
    return values if values and _fits_several(question, values) else None


def _read_one(question: ReadableQuestion, tame: str) -> object | None:
    """Return the one answer that a normalised sentence gives to a question, or None; CHOICE_BY_CHANCE if the writer
    leaves it to chance.
    """
    if HESITANT.search(tame):
        return None
    mentions = find_mentions(question, tame)
    if question.money is None and not is_yes_or_no(question.options) and is_left_to_chance(tame):
        chance = [found.span() for found in ANY_PATTERN.finditer(tame)]
        named = [each for each in mentions if not any(start <= each.start < end for start, end in chance)]
        if not named:
            return CHOICE_BY_CHANCE
    if question.board is not None and (
        SUM.fullmatch(tame)
        or any(each.search(tame) for each in (SLASHED, PART_OF_ONE))
        or ANY_FOUR.search(tame)
        or _has_stray_coordinate(mentions, tame)
    ):
        return None
    thoughts = read_thoughts(tame, mentions)
    possible = [each for each in thoughts.weighed if _is_possible(question, each.mention.value)]
    if possible and all(each.weight in (LOOSE, COUNTED) for each in thoughts.weighed if each not in possible):
        thoughts.weighed = possible  # “I am 70, so let's try 13”
    value: object | None = find_conclusion(thoughts)
    value = find_referred(thoughts) if value is None else value
    if value is not None:
        return value
    tries = (_find_other_of_two, _find_extreme, _find_described, _find_only, _find_given_away)
    return next((found for find in tries if (found := find(question, tame, thoughts)) is not None), None)


HESITANT = LazyPattern(
    r"^\W*eh\W+i (?:think|believe|suppose)\b|\bi (?:think|believe|suppose)\W+though\b|\b[2-9] bombs\b|\bsaid (?:nobody|no ?one)\b|\bbut\W*$"
)


def _find_given_away(question: ReadableQuestion, tame: str, thoughts: Thoughts) -> object | None:
    """Return CHOICE_BY_CHANCE if a sentence names no answer but lets somebody or something else choose (“let fate
    decide”); else None.
    """
    chosen = question.board is not None or question.form.kind == "number"
    return CHOICE_BY_CHANCE if chosen and not thoughts.weighed and asks_to_choose(tame) else None


SAID_ABROAD = IN_PHRASEBOOK | ANSWERS_ABROAD


def _find_only(question: ReadableQuestion, tame: str, thoughts: Thoughts) -> object | None:
    """Return the only possible answer that a sentence names, if no other word in it can change its meaning; else
    None.
    """
    names = [each.label.casefold() for each in question.options] if question.people else []
    foreign = any(tame[each.mention.start : each.mention.end] in SAID_ABROAD for each in thoughts.weighed)
    unsure = question.aloud or "?" in tame or is_taken_back(thoughts, len(thoughts.clauses))
    value = None if unsure else find_only_answer(thoughts, names, foreign=foreign)
    in_range = (
        question.form.kind == "number" and isinstance(value, int) and question.form.low <= value <= question.form.high
    )
    paid = question.money is not None and isinstance(value, int) and value <= question.money
    return value if in_range or paid or _is_option(question, value) else None


SUM = LazyPattern(r"\W*\d+ ?[+*x^] ?\d+\W*")  # “2 + 2”
PART_OF_ONE = LazyPattern(r"\d and (?:a half|a quarter|3 quarters)\b")  # “9 and three quarters”
STRAY_COORDINATE = LazyPattern(
    r"\b(?:(?:row|column|col) ?(?:[a-h]|\d)?|line (?:[a-h]|\d))(?![\w'])(?! haha| lol)(?<!that row)(?<!the row)|(?<![\w'])[b-h](?![\w'])"
)  # “row B, 5” may be 5, or B5


def _has_stray_coordinate(mentions: Sequence[Mention], tame: str) -> bool:
    """Return whether the name of a row or column stands beside a number, which may then be half of a coordinate."""
    left = "".join(" " if any(each.start <= at < each.end for each in mentions) else c for at, c in enumerate(tame))
    return any(isinstance(each.value, int) for each in mentions) and STRAY_COORDINATE.search(left) is not None


def _find_other_of_two(question: ReadableQuestion, _: str, thoughts: Thoughts) -> object | None:
    """Return the other of two options if a sentence only says which one is not meant, else None."""
    denied = thoughts.list_values(DENIED) or _list_scorned(thoughts)
    if len(question.options) != 2 or len(denied) != 1 or thoughts.list_values(CLEAR, LOOSE, DOUBTED):
        return None
    doubtful = is_doubtful_beside(thoughts, len(thoughts.clauses))
    return None if doubtful else next(each.value for each in question.options if each.value != denied[0])


SCORN = LazyPattern(
    r"(?:no way|never|nah|nope|no|not a chance|no chance|as if|doubt it|i doubt it|(?:i )?don't think so|i think not|fat chance|not likely|pull the other one|hardly)\b"
)


def _list_scorned(thoughts: Thoughts) -> list[str | int]:
    """Return, as a list, the one answer that the sentence asks about and the next clause rejects (“higher? never”);
    empty if there is none.
    """
    asked = thoughts.list_values(ASKED)
    after = thoughts.clauses[thoughts.weighed[-1].clause + 1 :] if len(asked) == 1 else []
    return asked if after and SCORN.match(" ".join(after[0].words)) else []


LOWEST = LazyPattern(r"\b(?:lowest|smallest|least|minimum|min|shortest|tiniest|as (?:low|little|few|small|short) as)\b")
HIGHEST = LazyPattern(
    r"\b(?:highest|biggest|largest|most|maximum|max|all the way|full (?:distance|length|way)|whole (?:distance|way)|longest|furthest|farthest|as (?:far|high|much|many) as)\b"
)


def _find_extreme(question: ReadableQuestion, tame: str, thoughts: Thoughts) -> object | None:
    """Return the answer that a sentence describes as an extreme: the lowest or highest number, or the last square;
    None if it asks for none.
    """
    if (
        "?" in tame
        or thoughts.weighed
        or is_doubtful_beside(thoughts, len(thoughts.clauses))
        or re.search(r"\b(?:not|no more|less|over)\b", tame)
    ):
        return None
    if question.form.kind == "number":
        low, high = LOWEST.search(tame), HIGHEST.search(tame)
        return None if bool(low) == bool(high) else question.form.low if low else question.form.high
    numbers = [each.value for each in question.options if isinstance(each.value, int)]
    if numbers and len(numbers) == len(question.options) and question.board and (last := LAST_NUMBER.search(tame)):
        rest = WORD.findall(f"{tame[: last.start()]} {tame[last.end() :]}")
        open_already = "very" in last[0] and question.board.rows * question.board.columns not in numbers
        return max(numbers) if all(word in FILLERS for word in rest) and not open_already else None
    return None


def _find_described(question: ReadableQuestion, tame: str, thoughts: Thoughts) -> object | None:
    """Return the option to which all words of a sentence belong (also as one letter or misspelt), if it is only one;
    else None.
    """
    doubtful = "?" in tame or EVERYDAY.search(tame) or is_doubtful_beside(thoughts, len(thoughts.clauses))
    if thoughts.weighed or doubtful:
        return None
    words = [each for each in question.options if isinstance(each.value, str)]
    core = [word for word in WORD.findall(tame) if word not in FILLERS]
    if not words or not core or is_yes_or_no(words):
        return None
    labels = [(each.value, set(WORD.findall(normalise_sentence(each.label.replace(",", ""))))) for each in words]
    described = [value for value, label in labels if {*core} <= label and any(len(word) > 1 for word in core)]
    if len(described) == 1:
        return described[0]
    begun = [each.value for each in words if each.label.casefold().startswith(core[0])]
    if len(core) == 1 and len(core[0]) == 1 and len(words) == 2 and len(begun) == 1:
        return begun[0]
    names = {
        phrase: value
        for phrase, value in list_option_phrases(question)
        if len(phrase) > 2 and phrase not in IN_PHRASEBOOK
    }
    said = " ".join(core)  # what is spelt like an option was no answer, or it would have been found
    return find_misspelt(said, names) if len(core) < 4 and said not in names else None


ENDS_LIST = LazyPattern(
    r"(?<=\d)(?: please| pls)?\W{1,3}(?:(?:and|then|so) ){0,2}(?:(?:that's|that is|that'll be|that will be) (?:enough|it|all|plenty|everything)(?: for (?:me|now|today))?|enough|done|no more|nothing else|(?:save|keep|leave) the (?:rest|others)(?: for later)?|i'm done|basta|(?:that'll|that will|that should|should|will) do(?: (?:me|it|nicely|for (?:me|now|today)))?|e chega|chega|y basta|et c'est tout|das war's|das reicht|e basta|en dat is het|i koniec|(?:i|we|i'll|we'll|i will|let's) (?:stop|bank|cash out|quit)(?: there| here)?|(?:after|with) (?:this|that|these|those) (?:one )?i(?:'ll| will|'m| am)? (?:stop|done|out)|(?:i have|i've) had enough[^.,;!?]*)\W*$"
)
ANOTHER_ORDER = LazyPattern(r"\d\W+but \d{1,2} (?:first|last|before|after)\b")  # “9 10 11 but 12 first”
NO_MORE = LazyPattern(r"^\W*(?:no|nope|nah|nao|nein)\b\W*(?=(?:i|i'm|stop|that|enough)\b)")


def _read_several(question: ReadableQuestion, tame: str) -> list[object] | None:
    """Return the answers, in order, that a normalised sentence gives to a question for several, or the one option
    that stops; None if that is unclear.
    """
    tame = ENDS_LIST.sub("", NO_MORE.sub("", tame))
    if ANOTHER_ORDER.search(tame):
        return None
    mentions = find_mentions(question, tame)
    thoughts = read_thoughts(tame, mentions)
    for each in thoughts.weighed:
        if each.weight in (COUNTED, LOOSE) and _is_end_of_list(thoughts, each):
            each.weight = CLEAR
    if any(_is_torn_off(thoughts, at) for at in range(1, len(thoughts.weighed))):
        return None
    stops = [each.value for each in question.options if isinstance(each.value, str)] if question.board else []
    clear, denied = thoughts.list_values(CLEAR), thoughts.list_values(DENIED)
    stopped = {*clear} <= {*stops}
    doubtful = _is_list_doubtful(thoughts, stopped=stopped)
    if doubtful or (ANY_PATTERN.search(tame) and not stopped):  # “pick 6 for me, any”
        only = _find_only(question, tame, thoughts)
        return [only] if only in stops else None
    kept = [each for each in clear if each not in denied]
    if stops and kept[-1:] == stops and len(kept) > 1:
        kept = kept[:-1]  # “11, 12 and stop” ends the list
        clear = [each for each in clear if each not in stops]
    said = [each.mention.value for each in thoughts.weighed]
    again = said[: len(kept)] == said[len(kept) :] == kept  # “the whole of row D, so 16 to 20”
    twice = not again and len(kept) != sum(
        each.weight == CLEAR and each.mention.value not in denied and each.mention.value in kept
        for each in thoughts.weighed
    )
    revised = not denied and len(drop_taken_back(thoughts)) < len(thoughts.weighed)
    if stopped and twice:
        return [*kept]
    return None if twice or revised or (len(kept) > 1 and {*kept} & {*stops}) else [*kept] or None


def _is_list_doubtful(thoughts: Thoughts, *, stopped: bool) -> bool:
    """Return whether what a sentence says beside the answers of a list casts doubt on the list: a loose mention (unless
    the list is `stopped` and names it), a “but” before an answer, a condition, a question or an aside.
    """
    clear, denied = thoughts.list_values(CLEAR), thoughts.list_values(DENIED)
    but = any(
        each.weight == CLEAR and each.clause and thoughts.clauses[each.clause].words[:1] == ["but"]
        for each in thoughts.weighed
    )
    loose = any(each.weight == LOOSE and not (stopped and each.mention.value in clear) for each in thoughts.weighed)
    conditional = any(is_conditional(thoughts, each) for each in thoughts.weighed)
    return bool(
        loose
        or but
        or (conditional and len(clear + denied) > 1)
        or thoughts.list_values(ASKED, DOUBTED, ASIDE)
        or is_doubtful_beside(thoughts, len(thoughts.clauses))
    )


def _is_torn_off(thoughts: Thoughts, at: int) -> bool:
    """Return whether mention number `at`, which seems to count something or to be refused by the words after it,
    continues a list, so that it may belong to it: “5, 6 and 7 blah then”, “11 12 13 not the open one”.
    """
    before, here = thoughts.weighed[at - 1 : at + 1]
    parts = thoughts.clauses[here.clause].parts
    n = parts.index(here.mention)
    after = parts[n + 1 : n + 2]
    joined = parts[max(0, n - 2) : n] in ([before.mention, "and"], [before.mention, "&"])
    joined |= parts[n - 1 : n] == [before.mention]
    run = isinstance(before.mention.value, int) and here.mention.value == before.mention.value + 1
    if n == 0 and run and before.alone and here.weight == COUNTED:
        return True  # “11, 12, 13 people say I'm mad”
    counts = isinstance(after[0], str) and after[0] in UNIT_NOUNS if after else False
    return here.weight in (COUNTED, DENIED) and before.weight == CLEAR and joined and not counts


def _is_end_of_list(thoughts: Thoughts, each: Weighed) -> bool:
    """Return whether a number that seems to count something only ends a list before a last word: “1 2 4 5 speedrun”."""
    parts = thoughts.clauses[each.clause].parts
    at = parts.index(each.mention)
    after = [part for part in parts[at + 1 :] if isinstance(part, str)]
    exclaimed = bool(after) and after[0] not in UNIT_NOUNS and not after[0].endswith("s")
    exclaimed = exclaimed and all(word in FILLERS for word in after[1:])
    return at > 0 and isinstance(parts[at - 1], Mention) and exclaimed


def read_squares_in_order(question: ReadableQuestion, text: str) -> list[int] | None:
    """Return the squares in a message that answers a turn with a list, to be opened in that order; None unless it names
    at least two and one of them is closed.
    """
    board = question.board
    down = DOWNWARDS.fullmatch(text)
    if board is None or TORN_NUMBER.fullmatch(text) or (down and int(down[1]) > int(down[2])):
        return None
    every = [Choice(n, str(n)) for n in range(1, board.rows * board.columns + 1)]
    text = spell_out_order(text)
    said = read_answer(ReadableQuestion(Form("several", 2, question.most), every, board, others=question.others), text)
    squares = [each for each in said if isinstance(each, int)] if isinstance(said, list) else []
    if len(squares) > 1 and TORN_LIST.search(prepare_sentence(question, text)):
        return None
    return squares if len(squares) > 1 and any(_is_option(question, each) for each in squares) else None


TORN_LIST = LazyPattern(r"\d\b[^\d]*\?[^\d]*\d|\d\W+my \w+ (?:says?|tells?)\b")  # “13… taken? OK 12”
TORN_NUMBER = LazyPattern(r"\W*(?:\d\s+\d\W*|\d\d? ?/ ?\d\d?(?:\W*| (?!then|and)[^\W\d].*))")  # “1 9” may be 19
DOWNWARDS = LazyPattern(r"\W*(\d{1,2}) to (\d{1,2})\W*")  # “9 to 5” is a day at work


def is_number_answer(text: str) -> bool:
    """Return whether this text names exactly one number, whatever the question."""
    return isinstance(read_answer(ReadableQuestion(Form("number", 0, 10**15)), text), int)


def _is_option(question: ReadableQuestion, value: object) -> bool:
    """Return whether this value is one of the question's options."""
    return any(each.value == value for each in question.options)


def _is_possible(question: ReadableQuestion, value: object) -> bool:
    """Return whether the reader may take a value for an answer: an option, CHOICE_BY_CHANCE, any whole number where a
    number or an amount is asked (its range is for the rules to check), or a square of the board (which may be open
    already).
    """
    if value is None or value == CHOICE_BY_CHANCE or _is_option(question, value):
        return value is not None
    if question.form.kind == "number" or question.money is not None:
        return isinstance(value, int)
    board = question.board
    return board is not None and isinstance(value, int) and 1 <= value <= board.rows * board.columns


def _fits_several(question: ReadableQuestion, values: Sequence[object]) -> bool:
    """Return whether these values are a valid answer to a question for several: as many as it allows, all different,
    and all of one type.
    """
    low, high = question.form.low, question.form.high
    if len(values) > 1 and len({type(each) for each in values}) > 1:  # squares, and to stop
        return False
    return low <= len(values) <= max(high, 1) and len(set(map(str, values))) == len(values)


def parse_exact_answer(question: ReadableQuestion, text: str) -> object | None:
    """Return the answer whose value or label the text is, whatever its case, or None; a list for a question that takes
    several, any whole number for one that asks for a number, and only passing for one that is put to the host.
    """
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
    if form.kind == "number" and question.money is None:
        return int(word) if word.isdecimal() and word.isascii() and len(word) <= 15 else None
    for each in options:
        if question.to_host and each.value != "pass":
            continue  # “bomb” asks for a thing, but not where
        if word in (str(each.value).casefold(), each.label.casefold()):
            return each.value
    return None


# -- what is asked back

AMOUNT_LABEL = LazyPattern(r"(\D{0,3})\d[\d,]*")
HESITATION = LazyPattern(
    r"\b(?:2 minds|hesitate|jump|leap|hop|lifeline|think (?:about|over) it|good (?:offer|deal|place|spot|square|number|one)|hint|usual|prime|change my|as many|(?:double|twice|triple) what|a (?:low|high|small|big|good|nice|safe|lucky) (?:1|one)|a share|double digits?|i'd take|(?<!know )where (?:i|he|she|\w+) (?:always |usually |never )?(?:was|died|fell|blew|hid|had|goes|puts?|hides?|keeps?)|[a-h]\d|tell me everything|last time|very last|lowest|highest|corners?|keep going|halfway|half way|the other|how much (?:was|is) (?:it|that|the offer)|half of me|on the fence|more than|less than|plus 1|plus one|not sure|unsure|hard (?:choice|one)|tough (?:one|choice)|can't decide|cannot decide|undecided|"
    r"only if|only when|yeah right|yes but|yes and no|yes no|no yes|where \w+ will|wherever|anyone but|whoever|whichever|steal|or nothing|no idea|no clue|don't know|dont know|dunno|idk|"
    r"i think so|is this (?:for|the)|too much|somebody who|someone who|go on,? then|if it'?s worth|should i|what should|what would|maybe|perhaps|corner|the middle|either|both|all of them|none of them|"
    r"the same|same (?:as|place|spot|door|square|number|one)|where it was|as before|like before|as (?:little|few|low) as|next to|not that(?: one)?|not the ones?|keeping (?:my|the) money(?! in| under)|neither|left|higher number|row [a-e]|column \d|"
    r"not me|the one with|the one who|the one who's|richest|\d+ ?ish|dollars?|bucks|euros|quid|pick|choose|select|but which|some more|a few|nobody|noone|no one|none|very far|a (?:little|bit)|let me ask|even|odd|depends|whatever|somewhere|honestly)\b"
)
LONE_WORD = LazyPattern(  # that names no option, and is meant as an answer
    r"\W*(?:a )?(?:eh|(?:i )?(?:guess|suppose)(?: so)?|lot|lots|more|continue|one more|1 more|i call|call|fold|i fold|hold|far|close|pass|skip|same|equal|next|middle|twist|true|false|dunno|sideways|draw|tie|even|none|both|neither|0|100)\W*"
)


def _read_attempt(text: str, questions: Sequence[ReadableQuestion]) -> Reading:
    """Return a question back (UNCLEAR), with at most two suggestions, about the first question that a message may be
    meant to answer: it names an answer or a part of one, hesitates (“maybe”, “not sure”), or consists of a few unknown
    words. Else nothing.
    """
    for at, question in enumerate(questions):
        if question.form.kind == "text":
            continue
        tame = prepare_sentence(question, text)
        thoughts = read_thoughts(tame, find_mentions(question, tame))
        named = _list_attempted(question, thoughts)
        hesitates = LONE_WORD.fullmatch(tame) or HESITATION.search(tame) or HESITATION.search(normalise_sentence(text))
        begun = [] if question.people else re.split(r"[.!?]", tame)[:1]
        part = any(_is_part_of_label(question, each) for each in (tame, *begun))
        if not (named or hesitates or part or _is_unknown_answer(question, tame)):
            continue
        return Reading(UNCLEAR, question=at, suggestions=_suggest(question, named))
    return Reading(NOTHING)


def _list_attempted(question: ReadableQuestion, thoughts: Thoughts) -> list[str | int]:
    """List the answers that an unclear sentence may be about: those that it weighs itself, and with them or at its
    begin (“5 ignore me”) those of others.
    """
    counts = (COUNTED,) if question.form.kind == "several" else ()
    named = thoughts.list_values(CLEAR, LOOSE, DENIED, ASKED, DOUBTED, PLANNED, *counts)
    begun = thoughts.clauses[0].parts[0] if thoughts.weighed and not question.people else ""
    first = [begun.value] if isinstance(begun, Mention) and isinstance(begun.value, int) else []
    aside = [each for each in thoughts.list_values(ASIDE, GONE) if each in first]
    return named + [each for each in aside + thoughts.list_values(ASIDE) * bool(named) if each not in named]


MOST_UNKNOWN_WORDS = 3
BESIDE_UNKNOWN = list_words("the a an my of on in it is i to for go that no not")
AWAY_FROM_KEYBOARD = list_words("brb afk omw gtg bbl bbs ttyl")


def _is_unknown_answer(question: ReadableQuestion, tame: str) -> bool:
    """Return whether a text of a few words, of which the reader knows none, may be an answer that it has never heard, such
    as a mountain that is not offered.
    """
    words = WORD.findall(tame)
    unknown = [word for word in words if word not in KNOWN_WORDS and word not in AWAY_FROM_KEYBOARD]
    others = {*words} - {*unknown} - BESIDE_UNKNOWN
    return (
        question.board is None and "?" not in tame and bool(unknown) and not others and len(words) <= MOST_UNKNOWN_WORDS
    )


def _suggest(question: ReadableQuestion, named: Sequence[str | int]) -> tuple[str, ...]:
    """Return as at most two suggestions the answers that an unclear message mentions, as they can be typed; if the
    question has no more than two options, these in any case.
    """
    if question.money is not None:
        sign = next((found[1] for each in question.options if (found := AMOUNT_LABEL.fullmatch(each.label))), "")
        amounts = [
            f"{sign}{value:,}" for value in named if isinstance(value, int) and value <= (question.money or value)
        ]
        return tuple(amounts[:MAX_SUGGESTIONS])
    labels = {each.value: each.label for each in question.options}
    if 0 < len(labels) <= MAX_SUGGESTIONS:
        return tuple(map(str, labels.values()))
    known = [each for each in named if each in labels or (question.form.kind == "number" and not question.options)]
    as_said = question.board is not None  # “5”, and not the “A5” of the board
    return tuple(str(value if as_said else labels.get(value, value)) for value in known[:MAX_SUGGESTIONS])


def _is_part_of_label(question: ReadableQuestion, tame: str) -> bool:
    """Return whether a short text is only a part of an option's label (“roll” where one or two dice can be rolled),
    or a name or letter that is not among the options.
    """
    labels = [
        set(WORD.findall(normalise_sentence(each.label))) for each in question.options if isinstance(each.value, str)
    ]
    if not labels or len(labels) < len(question.options) - 1:
        return False
    part = {word for label in labels for word in label} - {"a", "the", "one", "of", "to", "or", "and"}
    words = [word for word in WORD.findall(tame) if word in part or word not in FILLERS]
    if re.fullmatch(r"\W*[a-z]\W*", tame) or (len(words) == 1 and question.people):
        return True
    numbered = len(labels) > 2 and all(word.isdecimal() or word in part for word in words)
    return 0 < len(words) < 4 and (numbered or any({*words} <= label for label in labels))
