"""Parses a comment into the commands that it holds. Pure.

People quote, chat, and write the same thing in many ways. A command that is marked (by `!`, by our name, or in quotes
or backquotes) may stand anywhere; an unmarked one counts only where a sentence begins with it, and never in a question.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

LONGEST = 10_000  # characters of a comment that are looked at; Reddit takes no more
LONGEST_LINE = 300  # a longer one is read in pieces, a sentence or more each
SENTENCES = (". ", "! ", "? ", "… ")
WITHIN = "→ "  # before a piece that begins within a sentence, where no command begins
MOST = 12  # commands in one comment
SHORT = 4  # words that we are told in so few are a command, even if we do not know it

ANSWERS = {"pick", "choose", "answer", "select"}  # with a square, or with words
WORDED = "answer"
SECRETS = {"seal", "bomb"}
ON_SQUARES = {"lock", "peek"} | SECRETS
MOVES = "|".join(sorted(ANSWERS | ON_SQUARES))
WITH_WORDS = {"use", "list", "rules", "new", "kick", "vote", "standin", "predict"}
WITH_WORD = {"link", "extend", "bots", "here"}
SURE = {"leave", "endgame", "forget"}  # with nothing, or with yes; of several games with its number
ALONE = {"join", "begin", "score", "mystuff", "help", "stop", "start", "pause", "resume", "unlink", "games", "privacy"}
ALONE |= {"messages", "board", "standin", "new", "link", "rules", "bots", "stats", "predict", "seals", "leaders"}
ALONE |= {"report"}
LOUD = {"next", "usual", "pack"}  # everybody says these, so they count only where they are marked

NUMBER = r"\d{1,3}(?!\w)"
FIELD = r"[a-z]\d{1,2}(?!\w)"
LETTERED = re.compile(FIELD, re.IGNORECASE)
BARE = re.compile(NUMBER)
SQUARE = re.compile(rf"(?:{FIELD}|{NUMBER})", re.IGNORECASE)
REVOKED = r"(?:edit|no|wait|sorry|oops|actually|i mean|make it|make that)\b"
JOINED = rf"[\s,&+/:-]|\.(?=\d)|[.!;…–—]+\s*(?={REVOKED})|{REVOKED}|(?:and|or|to|not|maybe|perhaps|rather|instead of)\b"
DOUBTED = rf"[\s,]*(?:or|not|instead of)\b[\s,]*(?:{MOVES})\s"
ENOUGH = r"(?:then\s+)?stop\W*$"  # after squares an answer, too, and not the command
MORE = re.compile(rf"(?:(?:{JOINED})*|{DOUBTED})[a-z]?\d|(?:{JOINED})*{ENOUGH}", re.IGNORECASE)
GREAT = re.compile(r"\s*(?:%|(?:hundred|thousand|million|billion)\b)", re.IGNORECASE)  # no such number is a square
OVER = re.compile(r"\s+(?:was|were|would|had|wasn[’']?t)\b", re.IGNORECASE)  # what has been is no move
MARKED = re.compile(r"`{1,3}([^`]+)`{1,3}|[\"“„«]([^\"“”„«»]+)[\"”“»]")
LISTED = re.compile(r"^(?:[-+*]|\d{1,2}[.)])\s+(?=\D)")
ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!>~^|/\"'])")
MARKUP = re.compile(r"\*{1,3}|~~|^#{1,6}\s*|>!|!<")
EMPHASIS = re.compile(r"(?<![\w/\\])(_{1,3})(?=\w)(.*?)(?<=[^\s\\_])\1(?!\w)")  # names may begin or end with one
LINK = re.compile(r"!\[[^\]]*\]\([^)]*\)|\[([^\]]*)\]\([^)]*\)")  # of a picture nothing is left
FACE = r"(?:[\u2300-\u2bff\U0001f000-\U0001faff\ufe0f]|[:;][-']?[()DPp](?!\w))"
LAUGHED = re.compile(rf"(?:stop|help)\s*{FACE}", re.IGNORECASE)  # is said of a joke
GLUED = re.compile(rf"^({MOVES})[\s:]*#?\s*(?={SQUARE.pattern})", re.IGNORECASE)
EDITED = re.compile(rf"^edit(?:ed)?:\s*(?={NUMBER}\W*$)", re.IGNORECASE)
CLAUSE = re.compile(rf"(?!(?<=\d){MORE.pattern})(?:[,;:.!…–—]+(?:\s|$)|\s-\s)", re.IGNORECASE)
SHOUT = re.compile(r"(?:^|\s)!\s?(?=\w)")
STRUCK = re.compile(r"(?<!~)~~(?!~)(?:(?!\n[ \t]*\n).)*?~~", re.DOTALL)  # never more than a paragraph
ABOUT = re.compile(
    r"\b(?:you|your|if|when|not|never|should|could|would|might|example|wrote|write|writes|says?|said|means?|or)\b|n[’']t\b|\?",
    re.IGNORECASE,
)
LEAD = re.compile(
    r"(?:(?:(?:let’?'?s|let me|i will|i would like to|i want to|i’?'?ll|i’?'?d like to|i’?'?d|i am|i’?'?m|i|okay|ok|hey"
    r"|hi|hello|bot|well|so|then|now|and|um|hmm|yes|yep|alright|right|please|plz|pls|going to|gonna|go with|go for|go)"
    rf"\b|{FACE})\s*)+",
    re.IGNORECASE,
)
DOUBT = re.compile(r"(?:this\b ?)?(?:\d{1,2}\b ?)?(?:[a-z]+)?")  # which question, and what is wrong with it
SURELY = re.compile(r"yes|[0-9a-f]{8}(?: yes)?", re.IGNORECASE)
AGAIN = re.compile(
    rf"(?:[\s&+/,;:.!…–—-]|(?:and|but|then|also|plus|or|not|rather|instead|better)\b|{REVOKED})*", re.IGNORECASE
)
THANKS = r"(?<![\w-])(?:please|plz|pls|thanks|thank you|thx|bot)\b"
POLITE = re.compile(rf"(?<![\s.!,;])[\s.!,;]*(?:{THANKS}[\s.!]*)*$", re.IGNORECASE)
PACK = re.compile(r"(!?)\s?pack\b(.*)", re.IGNORECASE)
CHEER = re.compile(rf"(?:[\s.!,;]|{THANKS}|{FACE})*", re.IGNORECASE)

WORDS = ANSWERS | ON_SQUARES | WITH_WORDS | WITH_WORD | SURE | ALONE
WORDLESS = (ALONE | SURE) - WITH_WORDS - WITH_WORD
ON = rf"(?:{MOVES})\s+{SQUARE.pattern}"
THEN = re.compile(rf"(?:(?:(?:and|then|&|\+)\s+)+(?:(?:{'|'.join(sorted(ALONE))})\b|{ON})\s*)+", re.IGNORECASE)


class WrittenCommand(Struct, frozen=True):
    """A command: its word, what is said with it, whether it was clearly meant to be one, and whether by our name.

    A line in which we find none has no word, where it was said to us.
    """

    word: str
    rest: str = ""
    marked: bool = False
    called: bool = False


def read(
    body: str, bot: str, others: Collection[str] = (), *, direct: bool = False, to_us: bool = False
) -> list[WrittenCommand]:
    """The commands of a comment, in order; the same one twice is one. What is written `direct`ly below a thread and is
    nothing but a number is an answer; what is said to one of the `others` by name is none of our business. In what is
    said `to_us` alone a line without a command has no word, and may mean something all the same.
    """
    own = list(lines(body))
    if direct and len(own) == 1 and (bare := _bare(own[0])):
        return [WrittenCommand("pick", bare)]
    found: dict[tuple[str, str], WrittenCommand] = {}
    for line in own:
        loose = [WrittenCommand("", _tidy(line))] if to_us and _called(CLAUSE.split(line)[0]) not in others else []
        for said in list(commands(line, bot, others)) or loose:
            found.setdefault((said.word, said.rest.casefold()), said)
    return [said for said in found.values() if said.word or said.rest]


def pasted(body: str, *, private: bool) -> WrittenCommand | None:
    """What is said of packs of questions, with the questions in the lines below, which are no commands whatever they
    say. In what is said to us alone it need not be marked.
    """
    written = [ESCAPED.sub(r"\1", line.strip()) for line in body[:LONGEST].splitlines()]
    first, *below = [line for line in written if line and not line.startswith(("```", "~~~"))] or [""]
    found = PACK.fullmatch(first.strip("` "))
    if found is None or not (private or (below and found[1])):
        return None
    return WrittenCommand("pack", "\n".join([found[2].strip(), *below]), marked=True)


def _bare(line: str) -> str:
    """The number that this is and nothing else."""
    plain = _plain(line).removeprefix("#")
    bare = BARE.match(plain)
    return bare[0] if bare and CHEER.fullmatch(plain, bare.end()) else ""


def lines(body: str) -> Iterator[str]:
    """The lines that the writer says: `>` repeats somebody else, and a block of code shows something."""
    block = False
    for raw in STRUCK.sub(" ", body[:LONGEST].replace("\t", "    ")).splitlines():
        line = _printable(raw.replace("&#x200B;", ""))
        fence = line.lstrip().startswith(("```", "~~~"))
        block ^= fence and not re.match(r"\s*```[^`]+```", line)
        quote = line.lstrip().startswith(">") and not line.lstrip().startswith(">!")  # that would be a spoiler
        if line.strip() and not quote and not block and not fence and not line.startswith("    "):
            yield from _pieces(line.strip())


def _pieces(line: str) -> Iterator[str]:
    """A long line in pieces that end with a sentence, if its sentences are not too long themselves."""
    while len(line) > LONGEST_LINE:
        ended = max(line.rfind(end, 0, LONGEST_LINE) for end in SENTENCES) + 1
        cut = ended or line.rfind(" ", len(WITHIN), LONGEST_LINE) + 1 or LONGEST_LINE
        yield line[:cut].strip()
        line = line[cut:].strip() if ended else f"{WITHIN}{line[cut:].strip()}"
    if line:
        yield line


def _printable(line: str) -> str:
    """Without what nobody sees: it could part words, or look like a sign of our own."""
    return "".join(c if c.isprintable() else " " for c in line if c.isprintable() or c.isspace())


def commands(line: str, bot: str, others: Collection[str] = ()) -> Iterator[WrittenCommand]:
    """The commands of one line: what is marked, and what stands around it."""
    name = re.escape(bot).replace("_", r"\\?_")  # editors put a sign before it
    ours = re.compile(rf"(?<![\w/])/?u/{name}(?![\w-])[,:]?", re.IGNORECASE)
    called = ours.search(line) is not None
    line = LINK.sub(r"\1", ours.sub(" ", line)).strip()
    quoted = [said for found in MARKED.finditer(line) for said in _quoted(found, line, others)]
    plain = _plain(MARKED.sub(" , ", line) if quoted else line)
    head, *shouts = SHOUT.split(plain)
    shouted = [said for shout in shouts for said in _shouted(shout)]
    found = [*quoted, *_unmarked(head, others, marked=called), *shouted]
    yield from (replace(said, called=called) for said in found)
    if called and not found and plain and len(plain.split()) <= SHORT and "?" not in plain:
        word, _, rest = plain.partition(" ")
        yield WrittenCommand(word.casefold().strip(".,!"), rest, marked=True, called=True)


def _plain(line: str) -> str:
    """Without what only makes it look different."""
    bare = MARKUP.sub("", ESCAPED.sub(r"\1", EMPHASIS.sub(r"\2", LISTED.sub("", line)))).strip()
    return EDITED.sub("pick ", bare)


def _quoted(found: re.Match[str], line: str, others: Collection[str]) -> list[WrittenCommand]:
    """What is in quotes, unless the words around it say that it is only talked about, or said to somebody else."""
    text = (found[1] or found[2]).strip().lstrip("!").strip()
    around = f"{line[: found.start()]} {line[found.end() :]}"
    said, left = _begun(text, marked=True)
    if said is None or (not found[1] and SQUARE.fullmatch(text)) or not (said.rest or CHEER.fullmatch(around)):
        return []
    to = CLAUSE.split(line[: found.start()])[-2:]
    if ABOUT.search(around) or _called(to[0]) in others:
        return []
    return [said, *_unmarked(left, others, marked=True)]


def _shouted(text: str) -> Iterator[WrittenCommand]:
    """What begins with `!` is a command, whether we know it or not."""
    said, left = _begun(text, marked=True)
    if said is None:
        word, _, rest = text.partition(" ")
        said = WrittenCommand(word.casefold().rstrip(".,:;!"), rest, marked=True)
        left = rest if said.word in WORDLESS else ""
    yield said
    yield from _unmarked(left, (), marked=False)


def _unmarked(text: str, others: Collection[str], *, marked: bool) -> Iterator[WrittenCommand]:
    """Commands within a line of chatter: at the beginning of a sentence that is no question, and not for another."""
    said, left = _begun(text, marked=marked)  # words may have commas of their own
    if said is not None:
        yield said
    addressed = False
    for clause, end in _clauses(text if said is None else left):
        here = list(_row(clause, marked=marked))
        if not addressed:
            yield from here
        addressed = _called(clause) in others or (addressed and bool(here) and not set(end) & set(".!…;"))


def _clauses(text: str) -> Iterator[tuple[str, str]]:
    """The parts of a sentence, each with what ends it."""
    start = 0
    for end in CLAUSE.finditer(text):
        yield text[start : end.start()].strip(), end[0]
        start = end.end()
    yield text[start:].strip(), ""


def _row(clause: str, *, marked: bool) -> Iterator[WrittenCommand]:
    """The commands with which this begins, one after the other: “pick 17 and lock 9” are two."""
    while clause:
        said, left = _begun(clause, marked=marked)
        if said is None and (lead := LEAD.match(clause)):
            said, left = _begun(clause[lead.end() :], marked=marked)
        if said is None:
            return
        yield said
        clause = left


def _called(clause: str) -> str:
    """Whom these words may call."""
    return clause.strip().casefold().removeprefix("/").removeprefix("u/")


def _begun(text: str, *, marked: bool) -> tuple[WrittenCommand | None, str]:
    """The command that this begins with, and what it leaves over."""
    if not marked and ("?" in text or LAUGHED.match(text)):
        return None, ""
    word, _, rest = GLUED.sub(r"\1 ", text, count=1).partition(" ")
    word, rest = word.casefold().rstrip(".,:;!"), _tidy(rest)
    if not rest or THEN.fullmatch(rest):
        known = word in ALONE or word in SURE or (marked and word in LOUD)
        said = (
            WrittenCommand(word, "", marked) if known else _square(word, SQUARE if marked else LETTERED, marked=marked)
        )
        return said, _again(rest)
    return _with(word, rest, marked=marked)


def _with(word: str, rest: str, *, marked: bool) -> tuple[WrittenCommand | None, str]:
    square = SQUARE.match(rest)
    if square and OVER.match(rest[square.end() :]):
        return None, ""
    if square and word in ANSWERS | ON_SQUARES and _ends(word, rest[square.end() :], marked=marked):
        return WrittenCommand(word, square[0].upper(), marked), _again(rest[square.end() :])
    fits = (
        word in ANSWERS | WITH_WORDS
        or (word in ON_SQUARES and square is not None)
        or (word in WITH_WORD and " " not in rest)
        or (word in SURE and SURELY.fullmatch(rest) is not None)
        or (word == "messages" and rest.casefold() in ("on", "off"))
        or (word == "report" and DOUBT.fullmatch(rest.casefold()) is not None)
        or (marked and (word in ("usual", "pack") or (word, rest.casefold()) == ("next", "off")))
    )
    return WrittenCommand(word, rest, marked) if fits else None, ""


def _ends(word: str, left: str, *, marked: bool) -> bool:
    """Is nothing of what is left part of the answer? One that is given in words may begin with a number."""
    if MORE.match(left) or GREAT.match(left):
        return False
    then = _again(left)
    return word != WORDED or not then or any(_row(then, marked=marked))


def _again(left: str) -> str:
    """What is said after a command, without what leads to it."""
    lead = AGAIN.match(left)
    return left[lead.end() :] if lead else left


def _square(text: str, kind: re.Pattern[str], *, marked: bool) -> WrittenCommand | None:
    """A square and nothing else is an answer."""
    bare = text.strip(" .!")
    return WrittenCommand("pick", bare.upper(), marked) if kind.fullmatch(bare) else None


def _tidy(rest: str) -> str:
    """Without thanks, and without what stands around it; nothing, if it is only cheer."""
    if CHEER.fullmatch(rest):
        return ""
    polite = POLITE.search(rest)
    return (rest[: polite.start()] if polite else rest).strip(" .!;:\"'“”`")
