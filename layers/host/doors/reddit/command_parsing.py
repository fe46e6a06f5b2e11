"""Parses a comment into the commands that it holds. Pure.

People quote, chat, and write the same thing in many ways. A command that is marked (by `!`, by our name, or in quotes
or backquotes) may stand anywhere; an unmarked one counts only where a sentence begins with it, and never in a question.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

MAX_COMMENT_LENGTH = 10_000  # characters of a comment that are looked at; Reddit takes no more
LONGEST_LINE = 300  # a longer one is read in pieces, a sentence or more each
SENTENCE_ENDS = (". ", "! ", "? ", "… ")
WITHIN = "→ "  # before a piece that begins within a sentence, where no command begins
MAX_COMMANDS = 12  # commands in one comment
MAX_UNKNOWN_WORDS = 4  # words that we are told in so few are a command, even if we do not know it

ANSWER_WORDS = {"pick", "choose", "answer", "select"}  # with a square, or with words
WORDED = "answer"
SECRET_WORDS = {"seal", "bomb"}
ON_SQUARES = {"lock", "peek"} | SECRET_WORDS
MOVE_WORDS = "|".join(sorted(ANSWER_WORDS | ON_SQUARES))
WITH_WORDS = {"use", "list", "rules", "new", "kick", "vote", "standin", "predict"}
WITH_WORD = {"link", "extend", "bots", "here"}
CONFIRMED_WORDS = {"leave", "endgame", "forget"}  # with nothing, or with yes; of several games with its number
BARE_WORDS = {
    "join",
    "begin",
    "score",
    "mystuff",
    "help",
    "stop",
    "start",
    "pause",
    "resume",
    "unlink",
    "games",
    "privacy",
}
BARE_WORDS |= {"messages", "board", "standin", "new", "link", "rules", "bots", "stats", "predict", "seals", "leaders"}
BARE_WORDS |= {"report"}
LOUD = {"next", "usual", "pack", "today"}  # everybody says these, so they count only where they are marked

SHORT_NUMBER_PATTERN = r"\d{1,3}(?!\w)"
FIELD = r"[a-z]\d{1,2}(?!\w)"
LETTERED = re.compile(FIELD, re.IGNORECASE)
BARE = re.compile(SHORT_NUMBER_PATTERN)
SQUARE = re.compile(rf"(?:{FIELD}|{SHORT_NUMBER_PATTERN})", re.IGNORECASE)
REVOKED = r"(?:edit|no|wait|sorry|oops|actually|i mean|make it|make that)\b"
JOINED_PATTERN = (
    rf"[\s,&+/:-]|\.(?=\d)|[.!;…–—]+\s*(?={REVOKED})|{REVOKED}|(?:and|or|to|not|maybe|perhaps|rather|instead of)\b"
)
DOUBTED = rf"[\s,]*(?:or|not|instead of)\b[\s,]*(?:{MOVE_WORDS})\s"
STOP_PATTERN = r"(?:then\s+)?stop\W*$"  # after squares an answer, too, and not the command
MORE_ANSWER = re.compile(
    rf"(?:(?:{JOINED_PATTERN}){{0,8}}|{DOUBTED})[a-z]?\d|(?:{JOINED_PATTERN}){{0,8}}{STOP_PATTERN}", re.IGNORECASE
)
GREAT = re.compile(r"\s*(?:%|(?:hundred|thousand|million|billion)\b)", re.IGNORECASE)  # no such number is a square
OVER = re.compile(r"\s+(?:was|were|would|had|wasn[’']?t)\b", re.IGNORECASE)  # what has been is no move
QUOTED_TEXT = re.compile(r"`{1,3}([^`]+)`{1,3}|[\"“„«]([^\"“”„«»]+)[\"”“»]")
LIST_BULLET = re.compile(r"^(?:[-+*]|\d{1,2}[.)])\s+(?=\D)")
ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!>~^|/\"'])")
MARKUP = re.compile(r"\*{1,3}|~~|^#{1,6}\s*|>!|!<")
EMPHASIS = re.compile(r"(?<![\w/\\])(_{1,3})(?=\w)(.*?)(?<=[^\s\\_])\1(?!\w)")  # names may begin or end with one
MARKDOWN_LINK = re.compile(r"!\[[^\]]*\]\([^)]*\)|\[([^\]]*)\]\([^)]*\)")  # of a picture nothing is left
FACE = r"(?:[\u2300-\u2bff\U0001f000-\U0001f51e\U0001f520-\U0001faff\ufe0f]|[:;][-']?[()DPp](?!\w))"
LAUGHED = re.compile(rf"(?:stop|help)\s*{FACE}", re.IGNORECASE)  # is said of a joke
GLUED = re.compile(rf"^({MOVE_WORDS})[\s:]*#?\s*(?={SQUARE.pattern})", re.IGNORECASE)
TO_A_SQUARE = re.compile(rf"\b(choose|pick|select) you\W+(?={SQUARE.pattern})", re.IGNORECASE)  # “I choose you, 5”
EDITED = re.compile(rf"^edit(?:ed)?:\s*(?={SHORT_NUMBER_PATTERN}\W*$)", re.IGNORECASE)
CLAUSE = re.compile(rf"(?!(?<=\d){MORE_ANSWER.pattern})(?:[,;:.!…–—]+(?:\s|$)|\s-\s)", re.IGNORECASE)
SHOUT = re.compile(r"(?:^|\s)!\s?(?=\w)")
STRUCK = re.compile(r"(?<!~)~~(?!~)(?:(?!\n[ \t]*\n).)*?~~", re.DOTALL)  # never more than a paragraph
TALKED_ABOUT = re.compile(
    r"\b(?:you|your|if|when|not|never|should|could|would|might|example|wrote|write|writes|says?|said|means?|or)\b|n[’']t\b|\?",
    re.IGNORECASE,
)
LEADING_WORDS = re.compile(
    r"(?:(?:(?:let’?'?s|let me|i will|i would like to|i want to|i’?'?ll|i’?'?d like to|i’?'?d|i am|i’?'?m|i|okay|ok|hey"
    r"|hi|hello|bot|well|so|then|now|and|um|hmm|yes|yep|alright|right|please|plz|pls|going to|gonna|go with|go for|go)"
    rf"\b|{FACE})\s*)+",
    re.IGNORECASE,
)
DOUBT = re.compile(r"(?:this\b ?)?(?:\d{1,2}\b ?)?(?:[a-z]+)?")  # which question, and what is wrong with it
SURELY = re.compile(r"yes|[0-9a-f]{8}(?: yes)?", re.IGNORECASE)
NEXT_COMMAND_LEAD = re.compile(
    rf"(?:[\s&+/,;:.!…–—-]|(?:and|but|then|also|plus|or|not|rather|instead|better)\b|{REVOKED})*", re.IGNORECASE
)
THANKS = r"(?<![\w-])(?:please|plz|pls|thanks|thank you|thx|bot)\b"
POLITE = re.compile(rf"(?<![\s.!,;])[\s.!,;]*(?:{THANKS}[\s.!]*)*$", re.IGNORECASE)
PACK = re.compile(r"(!?)\s?pack\b(.*)", re.IGNORECASE)
CHEER = re.compile(rf"(?:[\s.!,;]|{THANKS}|{FACE})*", re.IGNORECASE)

COMMAND_WORDS = ANSWER_WORDS | ON_SQUARES | WITH_WORDS | WITH_WORD | CONFIRMED_WORDS | BARE_WORDS
WORDLESS = (BARE_WORDS | CONFIRMED_WORDS) - WITH_WORDS - WITH_WORD
ON = rf"(?:{MOVE_WORDS})\s+{SQUARE.pattern}"
THEN = re.compile(rf"(?:(?:(?:and|then|&|\+)\s+)+(?:(?:{'|'.join(sorted(BARE_WORDS))})\b|{ON})\s*)+", re.IGNORECASE)


class WrittenCommand(Struct, frozen=True):
    """A command: its word, the text after it, whether it was marked as a command, and whether the bot was named.

    A line without a command, in what was said to us, has an empty word.
    """

    word: str
    rest: str = ""
    marked: bool = False
    called: bool = False


def parse_comment(
    body: str, bot: str, others: Collection[str] = (), *, direct: bool = False, to_us: bool = False
) -> list[WrittenCommand]:
    """Return the commands in a comment in order, without duplicates. With `direct` (it replies to the thread itself or
    to the bot) a comment that is only a number is an answer (`pick`); what is said to `others` (names of players) is
    skipped; with `to_us` a line without a command is returned as one whose word is empty. `bot` is the name of the
    bot's account.
    """
    own = list(iter_own_lines(body))
    if direct and len(own) == 1 and (bare := _parse_bare_number(own[0])):
        return [WrittenCommand("pick", bare)]
    found: dict[tuple[str, str], WrittenCommand] = {}
    for line in own:
        to, *more = CLAUSE.split(line)
        addressed = any(more) and _parse_addressee(to) in others  # a name alone may answer
        loose = [WrittenCommand("", _strip_thanks(line))] if to_us and not addressed else []
        for said in list(iter_line_commands(line, bot, others)) or loose:
            found.setdefault((said.word, said.rest.casefold()), said)
    return [said for said in found.values() if said.word or said.rest]


def parse_pasted_pack(body: str, *, private: bool) -> WrittenCommand | None:
    """Return the command to add a pack of quiz questions, which the comment's first line gives, with the questions in
    the lines below it, or None. In a public comment (not `private`) it must begin with `!` and have lines below it.
    """
    written = [ESCAPED.sub(r"\1", line.strip()) for line in body[:MAX_COMMENT_LENGTH].splitlines()]
    first, *below = [line for line in written if line and not line.startswith(("```", "~~~"))] or [""]
    found = PACK.fullmatch(first.strip("` "))
    if found is None or not (private or (below and found[1])):
        return None
    return WrittenCommand("pack", "\n".join([found[2].strip(), *below]), marked=True)


def _parse_bare_number(line: str) -> str:
    """Return the number (of at most three digits) of a line that contains nothing else but thanks, smileys and
    punctuation; else an empty string.
    """
    plain = _remove_markup(line).removeprefix("#")
    bare = BARE.match(plain)
    return bare[0] if bare and CHEER.fullmatch(plain, bare.end()) else ""


def iter_own_lines(body: str) -> Iterator[str]:
    """Yield the lines of a comment (of its first 10,000 characters) that its writer has written, without quotes, code
    blocks and what is struck through; a long line comes in pieces.
    """
    block = False
    for raw in STRUCK.sub(" ", body[:MAX_COMMENT_LENGTH].replace("\t", "    ")).splitlines():
        line = _remove_unprintable(raw.replace("&#x200B;", ""))
        fence = line.lstrip().startswith(("```", "~~~"))
        block ^= fence and not re.match(r"\s*```[^`]+```", line)
        quote = line.lstrip().startswith(">") and not line.lstrip().startswith(">!")  # that would be a spoiler
        if line.strip() and not quote and not block and not fence and not line.startswith("    "):
            yield from _iter_line_pieces(line.strip())


def _iter_line_pieces(line: str) -> Iterator[str]:
    """Yield a line, a long one in pieces, cut at the end of a sentence where possible; a piece that begins within a
    sentence gets an arrow before it, so that no command begins there.
    """
    while len(line) > LONGEST_LINE:
        ended = max(line.rfind(end, 0, LONGEST_LINE) for end in SENTENCE_ENDS) + 1
        cut = ended or line.rfind(" ", len(WITHIN), LONGEST_LINE) + 1 or LONGEST_LINE
        yield line[:cut].strip()
        line = line[cut:].strip() if ended else f"{WITHIN}{line[cut:].strip()}"
    if line:
        yield line


def _remove_unprintable(line: str) -> str:
    """Return a line without invisible characters, which could split words or imitate our own marks."""
    return "".join(c if c.isprintable() else " " for c in line if c.isprintable() or c.isspace())


def iter_line_commands(line: str, bot: str, others: Collection[str] = ()) -> Iterator[WrittenCommand]:
    """Yield the commands in one line of a comment: first quoted ones, then those at the start of sentences, then those
    after `!`. Skip what is said to `others` (names of players). If there is none, a short line that names the bot and
    is no question is a command itself, whatever its first word.
    """
    name = re.escape(bot).replace("_", r"\\?_")  # editors put a sign before it
    ours = re.compile(rf"(?<![\w/])/?u/{name}(?![\w-])[,:]?", re.IGNORECASE)
    called = ours.search(line) is not None
    line = MARKDOWN_LINK.sub(r"\1", ours.sub(" ", line)).strip()
    quoted = [said for found in QUOTED_TEXT.finditer(line) for said in _parse_quoted(found, line, others)]
    plain = _remove_markup(QUOTED_TEXT.sub(" , ", line) if quoted else line)
    head, *shouts = SHOUT.split(plain)
    shouted = [said for shout in shouts for said in _iter_exclaimed(shout)]
    found = [*quoted, *_iter_unmarked(head, others, marked=called), *shouted]
    yield from (replace(said, called=called) for said in found)
    if called and not found and plain and len(plain.split()) <= MAX_UNKNOWN_WORDS and "?" not in plain:
        word, _, rest = plain.partition(" ")
        yield WrittenCommand(word.casefold().strip(".,!"), rest, marked=True, called=True)


def _remove_markup(line: str) -> str:
    """Return a line without Markdown for bold, italics, lists, headings and the like; “edit: 5” becomes “pick 5”, and
    “I choose you, 5” loses its “you”.
    """
    bare = MARKUP.sub("", ESCAPED.sub(r"\1", EMPHASIS.sub(r"\2", LIST_BULLET.sub("", line)))).strip()
    return TO_A_SQUARE.sub(r"\1 ", EDITED.sub("pick ", bare))


def _parse_quoted(found: re.Match[str], line: str, others: Collection[str]) -> list[WrittenCommand]:
    """Return the commands in the quotes or backquotes that `found` has matched in `line`; none if the words around them
    only talk about them or address another player, if it is one command word amid other words, or only a square in
    quotation marks.
    """
    text = (found[1] or found[2]).strip().lstrip("!").strip()
    around = f"{line[: found.start()]} {line[found.end() :]}"
    said, left = _parse_leading_command(text, marked=True)
    if said is None or (not found[1] and SQUARE.fullmatch(text)) or not (said.rest or CHEER.fullmatch(around)):
        return []
    to = CLAUSE.split(line[: found.start()])[-2:]
    if TALKED_ABOUT.search(around) or _parse_addressee(to[0]) in others:
        return []
    return [said, *_iter_unmarked(left, others, marked=True)]


def _iter_exclaimed(text: str) -> Iterator[WrittenCommand]:
    """Yield the commands of a text that followed `!`; its first word is a command even if it is unknown."""
    said, left = _parse_leading_command(text, marked=True)
    if said is None:
        word, _, rest = text.partition(" ")
        said = WrittenCommand(word.casefold().rstrip(".,:;!"), rest, marked=True)
        left = rest if said.word in WORDLESS else ""
    yield said
    yield from _iter_unmarked(left, (), marked=False)


def _iter_unmarked(text: str, others: Collection[str], *, marked: bool) -> Iterator[WrittenCommand]:
    """Yield commands at the start of sentences, except in questions and in what is said to one of the players `others`.
    With `marked` (surely meant for the bot) more words count as commands.
    """
    said, left = _parse_leading_command(text, marked=marked)  # words may have commas of their own
    if said is not None:
        yield said
    addressed = False
    for clause, end in _iter_clauses(text if said is None else left):
        here = list(_iter_leading_commands(clause, marked=marked))
        if not addressed:
            yield from here
        addressed = _parse_addressee(clause) in others or (addressed and bool(here) and not set(end) & set(".!…;"))


def _iter_clauses(text: str) -> Iterator[tuple[str, str]]:
    """Yield the clauses of a text, each with the punctuation mark that ends it."""
    start = 0
    for end in CLAUSE.finditer(text):
        yield text[start : end.start()].strip(), end[0]
        start = end.end()
    yield text[start:].strip(), ""


def _iter_leading_commands(clause: str, *, marked: bool) -> Iterator[WrittenCommand]:
    """Yield the commands at the start of a clause: “pick 17 and lock 9” holds two. With `marked` (surely meant for the
    bot) more words count as commands.
    """
    while clause:
        said, left = _parse_leading_command(clause, marked=marked)
        if said is None and (lead := LEADING_WORDS.match(clause)):
            said, left = _parse_leading_command(clause[lead.end() :], marked=marked)
        if said is None:
            return
        yield said
        clause = left


def _parse_addressee(clause: str) -> str:
    """Return the clause as a name (lower case, without u/), to see whether it addresses a player."""
    return clause.strip().casefold().removeprefix("/").removeprefix("u/")


def _parse_leading_command(text: str, *, marked: bool) -> tuple[WrittenCommand | None, str]:
    """Return the command at the start of a text, or None, and the text after it, which is empty if the command takes it
    all or there is none. With `marked` (surely meant for the bot) more words count as commands; without, nothing in a
    text with a question mark.
    """
    if not marked and ("?" in text or LAUGHED.match(text)):
        return None, ""
    word, _, rest = GLUED.sub(r"\1 ", text, count=1).partition(" ")
    word, rest = word.casefold().rstrip(".,:;!"), _strip_thanks(rest)
    if not rest or THEN.fullmatch(rest):
        known = word in BARE_WORDS or word in CONFIRMED_WORDS or (marked and word in LOUD)
        said = (
            WrittenCommand(word, "", marked)
            if known
            else _parse_square_answer(word, SQUARE if marked else LETTERED, marked=marked)
        )
        return said, _skip_conjunctions(rest)
    return _parse_command_with_words(word, rest, marked=marked)


def _parse_command_with_words(word: str, rest: str, *, marked: bool) -> tuple[WrittenCommand | None, str]:
    """Return the command that this word makes with `rest`, the words after it, and what is left of them after an answer
    that is only a square; None and an empty string if they do not fit the word.
    """
    square = SQUARE.match(rest)
    if square and OVER.match(rest[square.end() :]):
        return None, ""
    if square and word in ANSWER_WORDS | ON_SQUARES and _is_complete_answer(word, rest[square.end() :], marked=marked):
        return WrittenCommand(word, square[0].upper(), marked), _skip_conjunctions(rest[square.end() :])
    fits = (
        word in ANSWER_WORDS | WITH_WORDS
        or (word in ON_SQUARES and square is not None)
        or (word in WITH_WORD and " " not in rest)
        or (word in CONFIRMED_WORDS and SURELY.fullmatch(rest) is not None)
        or (word == "messages" and rest.casefold() in ("on", "off"))
        or (word == "report" and DOUBT.fullmatch(rest.casefold()) is not None)
        or (marked and (word in ("usual", "pack", "today") or (word, rest.casefold()) == ("next", "off")))
    )
    return WrittenCommand(word, rest, marked) if fits else None, ""


def _is_complete_answer(word: str, left: str, *, marked: bool) -> bool:
    """Return whether the answer to the command `word` ends after the square at its start: not if more squares or a unit
    (such as million) follow in `left`, nor, for `answer`, if words other than a further command follow.
    """
    if MORE_ANSWER.match(left) or GREAT.match(left):
        return False
    then = _skip_conjunctions(left)
    return word != WORDED or not then or any(_iter_leading_commands(then, marked=marked))


def _skip_conjunctions(left: str) -> str:
    """Return the text after a command without the conjunctions and punctuation at its start, so that it begins with the
    next command, if there is one.
    """
    lead = NEXT_COMMAND_LEAD.match(left)
    return left[lead.end() :] if lead else left


def _parse_square_answer(text: str, kind: re.Pattern[str], *, marked: bool) -> WrittenCommand | None:
    """Return the command that picks a square if the text matches the pattern `kind` of a square and nothing else, or
    None.
    """
    bare = text.strip(" .!")
    return WrittenCommand("pick", bare.upper(), marked) if kind.fullmatch(bare) else None


def _strip_thanks(rest: str) -> str:
    """Return a text without thanks at its end and surrounding punctuation; an empty string if nothing else is left."""
    if CHEER.fullmatch(rest):
        return ""
    polite = POLITE.search(rest)
    return (rest[: polite.start()] if polite else rest).strip(" .!;:\"'“”`")
