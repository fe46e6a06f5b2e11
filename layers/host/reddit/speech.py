"""Which commands a comment holds. Pure.

People quote, chat, and write the same thing in many ways. A command that is marked (by `!`, by our name, or in quotes
or backquotes) may stand anywhere; an unmarked one counts only where a sentence begins with it, and never in a question.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from msgspec import Struct

LONGEST = 4000  # characters of a comment that are looked at
LONGEST_LINE = 300
MOST = 12  # commands in one comment
SHORT = 4  # words that we are told in so few are a command, even if we do not know it

NUMBER = r"\d{1,3}(?!\w)"
FIELD = r"[a-z]\d{1,2}(?!\w)"
LETTERED = re.compile(FIELD, re.IGNORECASE)
SQUARE = re.compile(rf"(?:{FIELD}|{NUMBER})", re.IGNORECASE)
MORE = re.compile(r"(?:[\s,&+/:-]|(?:and|or|to|not|maybe|perhaps|rather|instead of)\b)*[a-z]?\d", re.IGNORECASE)
OVER = re.compile(r"\s+(?:was|were|would|had|wasn[’']?t)\b", re.IGNORECASE)  # what has been is no move
MARKED = re.compile(r"`{1,3}([^`]+)`{1,3}|[\"“„«]([^\"“”„«»]+)[\"”“»]")
LISTED = re.compile(r"^(?:[-+*]|\d{1,2}[.)])\s+(?=\D)")
ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!>~^|/\"'])")
MARKUP = re.compile(r"\*{1,3}|~~|(?<!\w)_{1,3}(?=\w)|(?<=\w)_{1,3}(?!\w)|^#{1,6}\s*|>!|!<")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
CLAUSE = re.compile(r"[,;:.!…–—]+(?:\s|$)|\s-\s")
STRUCK = re.compile(r"~~.*?~~")
ABOUT = re.compile(
    r"\b(?:you|your|if|when|not|never|should|could|would|might|example|wrote|write|writes|says?|said|means?|or)\b|n[’']t\b|\?",
    re.IGNORECASE,
)
LEAD = re.compile(
    r"(?:(?:let’?'?s|let me|i will|i would like to|i want to|i’?'?ll|i’?'?d|i am|i’?'?m|i|okay|ok|hey|hi|hello|bot|well"
    r"|so|then|now|and|um|hmm|yes|yep|alright|right|please|plz|pls|going to|gonna|go with|go for|go)\b\s*)+",
    re.IGNORECASE,
)
SURELY = re.compile(r"yes|[0-9a-f]{8}(?: yes)?", re.IGNORECASE)
POLITE = re.compile(r"[\s.!,;]*(?:\b(?:please|plz|pls|thanks|thank you|thx|bot)\b[\s.!]*)*$", re.IGNORECASE)

ANSWERS = {"pick", "choose", "answer", "select"}  # with a square, or with words
SECRETS = {"seal", "bomb"}
ON_SQUARES = {"lock", "peek"} | SECRETS
WITH_WORDS = {"use", "list", "rules", "new", "kick", "vote", "standin"}
WITH_WORD = {"link", "extend", "bots", "here"}
SURE = {"leave", "endgame", "forget"}  # with nothing, or with yes; of several games with its number
ALONE = {"join", "begin", "score", "mystuff", "help", "stop", "start", "pause", "resume", "unlink", "games", "privacy"}
ALONE |= {"board", "standin", "new", "link", "rules", "bots"}


class Said(Struct, frozen=True):
    """A command: its word, what is said with it, whether it was clearly meant to be one, and whether by our name."""

    word: str
    rest: str = ""
    marked: bool = False
    called: bool = False


def read(body: str, bot: str, others: Collection[str] = (), *, direct: bool = False) -> list[Said]:
    """The commands of a comment, in order; the same one twice is one. What is written `direct`ly to us and is
    nothing but a number is an answer; what is said to one of the `others` by name is none of our business.
    """
    own = list(lines(body))
    if direct and len(own) == 1 and re.fullmatch(NUMBER, own[0]):
        return [Said("pick", own[0])]
    found: dict[tuple[str, str], Said] = {}
    for line in own:
        for said in commands(line, bot, others):
            found.setdefault((said.word, said.rest.casefold()), said)
    return list(found.values())[:MOST]


def alone(body: str) -> str:
    """The one line of a message, if it has no other: perhaps an answer without a word before it."""
    own = list(lines(body))
    return _tidy(own[0]) if len(own) == 1 else ""


def lines(body: str) -> Iterator[str]:
    """The lines that the writer says: `>` repeats somebody else, and a block of code shows something."""
    block = False
    for raw in body[:LONGEST].replace("\t", "    ").splitlines():
        line = _printable(raw.replace("&#x200B;", ""))
        fence = line.lstrip().startswith(("```", "~~~"))
        block ^= fence and not re.match(r"\s*```[^`]+```", line)
        quote = line.lstrip().startswith(">") and not line.lstrip().startswith(">!")  # that would be a spoiler
        if line.strip() and not quote and not block and not fence and not line.startswith("    "):
            yield line.strip()[:LONGEST_LINE]


def _printable(line: str) -> str:
    """Without what nobody sees: it could part words, or look like a sign of our own."""
    return "".join(c if c.isprintable() else " " for c in line if c.isprintable() or c.isspace())


def commands(line: str, bot: str, others: Collection[str] = ()) -> Iterator[Said]:
    """The commands of one line."""
    ours = re.compile(rf"(?<![\w/])/?u/{re.escape(bot)}(?![\w-])[,:]?", re.IGNORECASE)
    called = ours.search(line) is not None
    line = STRUCK.sub(" ", LINK.sub(r"\1", ours.sub(" ", line))).strip()
    quoted = [said for found in MARKED.finditer(line) if (said := _quoted(found, line, others))]
    plain = MARKUP.sub("", ESCAPED.sub(r"\1", LISTED.sub("", line))).strip()
    shouted = [said for found in re.finditer(r"(?:^|\s)!\s?(?=\w)", plain) if (said := _shouted(plain[found.end() :]))]
    if quoted or shouted:
        yield from quoted or shouted
    elif said := _begun(plain, marked=called) or _among(plain, others, marked=called):
        yield said
    elif called and plain and len(plain.split()) <= SHORT and "?" not in plain:
        word, _, rest = plain.partition(" ")
        yield Said(word.casefold().strip(".,!"), rest, marked=True, called=True)


def _quoted(found: re.Match[str], line: str, others: Collection[str]) -> Said | None:
    """A command in quotes, unless the words around it say that it is only talked about, or said to somebody else."""
    text = (found[1] or found[2]).strip().lstrip("!").strip()
    around = f"{line[: found.start()]} {line[found.end() :]}"
    to = CLAUSE.split(line[: found.start()])[-2:]
    if ABOUT.search(around) or (not found[1] and SQUARE.fullmatch(text)) or _called(to[0]) in others:
        return None
    said = _begun(text, marked=True) or _square(text, SQUARE, marked=True)
    return None if said and not said.rest and not POLITE.fullmatch(around) else said


def _shouted(text: str) -> Said | None:
    text = re.split(r"\s!\s?(?=\w)", text)[0].strip()
    word, _, rest = text.partition(" ")
    return _begun(text, marked=True) or _square(text, SQUARE, marked=True) or Said(word.casefold(), rest, marked=True)


def _among(line: str, others: Collection[str], *, marked: bool) -> Said | None:
    """A command within a line of chatter: at the beginning of a sentence that is no question, and not for another."""
    to = ""
    for clause in (part.strip() for part in CLAUSE.split(line)):
        lead = LEAD.match(clause)
        said = _begun(clause, marked=marked) or (_begun(clause[lead.end() :], marked=marked) if lead else None)
        if said is not None and to not in others:
            return said
        to = _called(clause)
    return None


def _called(clause: str) -> str:
    """Whom these words may call."""
    return clause.strip().casefold().removeprefix("/").removeprefix("u/")


def _begun(text: str, *, marked: bool) -> Said | None:
    """The command that this begins with."""
    if "?" in text and not marked:
        return None
    word, _, rest = text.partition(" ")
    word, rest = word.casefold().rstrip(".,:;!"), _tidy(rest)
    if not rest:
        known = word in ALONE or word in SURE
        return Said(word, "", marked) if known else _square(word, SQUARE if marked else LETTERED, marked=marked)
    return _with(word, rest, marked=marked)


def _with(word: str, rest: str, *, marked: bool) -> Said | None:
    square = SQUARE.match(rest)
    if square and OVER.match(rest[square.end() :]):
        return None
    if square and word in ANSWERS | ON_SQUARES and not MORE.match(rest[square.end() :]):
        return Said(word, square[0].upper(), marked)
    fits = (
        word in ANSWERS | WITH_WORDS
        or (word in ON_SQUARES and square is not None)
        or (word in WITH_WORD and " " not in rest)
        or (word in SURE and SURELY.fullmatch(rest) is not None)
    )
    return Said(word, rest, marked) if fits else None


def _square(text: str, kind: re.Pattern[str], *, marked: bool) -> Said | None:
    """A square and nothing else is an answer."""
    bare = text.strip(" .!")
    return Said("pick", bare.upper(), marked) if kind.fullmatch(bare) else None


def _tidy(rest: str) -> str:
    """Without thanks, and without what stands around it."""
    polite = POLITE.search(rest)
    return (rest[: polite.start()] if polite else rest).strip(" .!;:\"'“”`")
