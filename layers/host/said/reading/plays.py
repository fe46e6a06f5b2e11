"""Reads plays that somebody makes at any time: `lock`, `peek`, `list`, `use` and `predict`, in their own words. Pure.

The words of a play are put in place of “pick”; what is picked is then weighed like an answer.
"""

# ruff: noqa: E501 - patterns are easier to read in one line each

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from engine.kernel.text import LazyPattern
from engine.kernel.view import Board
from host.said.reading.afterthoughts import is_doubtful_beside
from host.said.reading.conclusions import (
    drop_taken_back,
    find_conclusion,
)
from host.said.reading.language import normalise_sentence
from host.said.reading.mentions import iter_numbers, join_coordinates
from host.said.reading.places import expand_squares
from host.said.reading.readable import PLAY, UNCLEAR, ReadablePlay, Reading
from host.said.reading.thoughts import Thoughts, read_thoughts
from host.said.reading.vocabulary import FILLERS, STAND_IN
from host.said.reading.weights import CLEAR, GONE

NEXT = r"(?:for |on |in |as )?(?:my |the )?next (?:turn|go|time|move|pick|selection|one|ones|square|squares|door|doors|round)s?(?: (?:that )?(?:i|i'll) (?:open|pick|choose|take|select))?(?: (?:i want|i'd like|is|are|shall be|will be|be))?"
LOOKING = r"(?:peek|peak|peep|spy|(?:sneak|steal) a (?:peek|look|peep)|(?:take|have|get) a (?:quick |little |sneaky )?(?:peek|look|peep)|secretly look|espiar|spicken|gluren|look(?= (?:\w+ ){0,4}(?:at|into|under|behind|below|beneath|underneath|inside|what is (?:in|on))\b)(?: first| secretly)?(?: what is)?)(?:ing)?(?: please)?(?: secretly)?(?: (?:at|under|on|behind|into|in|beneath|underneath|inside))*"
PLAY_WORDS = {
    "peek": LazyPattern(rf"\b(?:use (?:my|a|the) )?{LOOKING}\b"),
    "list": LazyPattern(
        r"\b(?:(?<!on the )(?<!of the )(?<!in the )(?<!from the )(?:wish ?)?list(?: of squares)?(?: to)?|for later|in (?:that|this) order|scrap the (?:rest|others)|queue(?: up)?|line up|stack up|schedule|pencil in|jot down|note down|write down|leave(?= \d{1,2}(?:(?:,? and|,? then|,)? \d{1,2})+(?: in (?:this|that) order)? for (?:me|later)\b))\b"
    ),
    "lock": LazyPattern(
        rf"\b(?:lock(?: (?:it |me )?in)?(?: (?:for|on))?|block(?= (?:\w+ )?\d{{1,2}} with (?:my|the|a) lock\b)|reserve|(?:save|keep|hold|book)(?= (?:square |door |number |no )?\d{{1,2}} for (?:me|later)\b)|(?:fix|set|save|book|keep|hold)(?= .*\bnext\b))(?:ing)?\b|\b{NEXT}\b"
    ),
}
ONLY_A_TAG = LazyPattern(r",? (?:ok|okay|alright|all right)\s?\?")  # “I leave you a list ok? 4, 19”
WHAT_IT_HIDES = LazyPattern(  # “what's 6 hiding, let me have a peek”
    r"^(?:(?:hey|ok|so|hm|and) )*(?:what's|what is|whats) (?:(?P<n>\d{1,2}) (?:hiding|holding|got)|(?:(?:hiding|hidden|lurking|lying) )?(?:under|behind|in|inside|beneath) (?:number |square |door )?(?P<under>\d{1,2}))\W+(?P<look>\D*\b(?:peek|peep|look)\b\D*?)\W*$"
)
WHAT_IT_HAS = LazyPattern(
    r"(?<=\bat )what (\d{1,2}) (?:has|is|holds|hides|brings|got)\b(?: got| in store| hiding| holding)*"
)
NEXT_WORDS = LazyPattern(rf"\b{NEXT}\b")
BEGINS_WITH_PLAY = LazyPattern(r"\W*(?:list|peek|lock|use|predict)\b")
DARED = LazyPattern(  # it is said to another
    r"\b(?:dare (?:you|ya|u|him|her|them)|(?:you|ya) (?:dare|should|must|won't|can't|could|never|coward|chicken)|if you dare|(?:i )?bet (?:you|he|she)|go on \w+$)\b"
)
AT_ONCE = LazyPattern(r"\b(?:now|today|this time|this turn|(?:i )?(?:choose|pick|take|open) )\b(?=.*\bnext\b)")
ASKED_OR_TOLD = LazyPattern(  # “is my next door, 12, safe”, “the next one will be under 47”
    r"^(?:is|are|was|does|did|has|which|who)\b|\blook at (?:the|my|your|this|that|page) (?!square|door|number|one|box|\d)\w+|\block (?:the|my|your|our) (?:\w+ )?doors? at\b|\bthe next (?:one|number|card|roll)\b.{0,20}\b(?:will|is|must|should|has|gonna|going)\b"
)
USING = LazyPattern(
    r"\b(?:use|using|play|playing|activate|activating|trigger|spend|fire|cash in|apply|invoke|pull out|throw|burn|deploy|usar|uso|benutze|nutze|utilise|gebruik)\b"
)
PREDICTING = LazyPattern(
    r"\b(?:predict\w*|forecast|calling it|call it|called it|(?:i|my|the) (?:bet|guess|money)|i'?d bet|i (?:think|reckon|guess|say)|put (?:me|it|that) down|vorhersage|ich tippe)\b"
)
MAY_I = LazyPattern(r"\W*(?:can|may|could|should|shall) i (?:even |already |also |still )?(?:use|play|activate)\b")
FALLING = LazyPattern(
    r"\b(?:(?:is |'s )?(?:gonna|going to|(?:so )?getting) (?:fall|knocked out|die|explode|blow up|go)(?: next)?|goes (?:boom|down|bang|(?=out next))(?: next)?|next to (?:fall|die|explode|go)(?: (?:will be|is|shall be))?|(?:to )?fall(?:s|ing)?(?: next)?|(?:is |will be |the |up )?next (?:one )?(?:to (?:go|fall|explode|blow up)|out)|out next|(?:is|going|dies|down|out) next(?! (?:door|week|month|year|time|\w+day)\b)|is (?:toast|doomed|a goner)|explodes?|blows? up|goes boom|dies|(?:hits?|gets?) (?:a |the )?bomb)\b"
)
UNSURE_PLAY = LazyPattern(
    r"\b(?:not|never|no|or|unless|maybe|perhaps|should|you|your|was|were|had|if|yesterday|ago|last (?:time|week|night|round|game|year))\b|n't\b|\?"
)
PLAY_FILLERS = FILLERS | {
    "mark",
    "my",
    "words",
    "time",
    "now's",
    "card",
    "item",
    "falls",
    "fall",
    "next",
    "out",
    "prediction",
    "guess",
    "then",
    "up",
    "end",
    "leave",
    "make",
    "change",
    "update",
    "add",
    "new",
    "write",
    "note",
    "save",
    "first",
}


def read_play(
    text: str, plays: Sequence[ReadablePlay], players: Sequence[str] = (), *, aloud: bool = False
) -> Reading | None:
    """Return the play that a message names, with its value; a question back (UNCLEAR) if it names a play without its
    value, or, with what is meant as a suggestion, may only ask about one; else None. With `aloud` (in a group) only a line that begins with
    the play's name counts.
    """
    board = next((each.board for each in plays if each.board is not None), None)
    tame = normalise_sentence(join_coordinates(text.replace("\n", ". "), board))
    if aloud and (not BEGINS_WITH_PLAY.match(tame) or DARED.search(tame)):
        return None
    bare = next((each for each in plays if each.key == tame.strip(" .!") and each.options), None)
    if bare:
        return Reading(UNCLEAR, name=bare.key)
    tame = WHAT_IT_HAS.sub(r"\1", WHAT_IT_HIDES.sub(r"\g<look> at \g<n>\g<under>", tame))
    tame = ONLY_A_TAG.sub(",", tame)
    asking = ("?" in tame or MAY_I.match(tame) is not None) and "please" not in tame
    tame = tame.replace("?", " ").strip()
    found = (
        _read_squares(tame, board) or _read_later_squares(tame) or _read_left_squares(tame) or _read_use(tame, plays)
    )
    found = found or _read_prediction(tame, players) or _read_play_without_square(tame, plays)
    found = found or _read_considered_use(tame, plays)
    if found and isinstance(found.value, int) and not _is_on_offer(plays, found):
        return Reading(UNCLEAR, name=found.name)
    if found and asking:  # “can I peek at 12?” may only ask whether that is allowed
        value = "" if found.value is None or isinstance(found.value, list) else f" {found.value}"
        return Reading(UNCLEAR, name=found.name, suggestions=(f"{found.name}{value}",))
    return found


def _is_on_offer(plays: Sequence[ReadablePlay], found: Reading) -> bool:
    """Return whether the square that a play names is among those that it can be about, as far as these are told."""
    offered = next((each.options for each in plays if each.key == found.name), ())
    return not offered or any(each.value == found.value for each in offered)


WITHOUT_SQUARE = LazyPattern(  # “lock something”, “I want to peek but don't know where”
    r"^\W*(?:(?:i|we|please|can|could|may|let|me|want|wanna|would|like|i'd|to|gonna|i'll|will) )*(?P<play>peek|lock)(?: (?:at|in))?\b(?= (?:something|somewhere|anything|anywhere|a square|a door|1|one)\W*$|.*\b(?:know|sure|idea) (?:where|which|what)\b)"
)


def _read_play_without_square(tame: str, plays: Sequence[ReadablePlay]) -> Reading | None:
    """Return a play to ask back about if a sentence names it but no square; else None."""
    said = WITHOUT_SQUARE.match(tame)
    play = next((each for each in plays if said and each.key == said["play"] and each.options), None)
    return Reading(UNCLEAR, name=play.key) if play else None


def _read_squares(tame: str, board: Board | None) -> Reading | None:
    """Return the play about squares that a sentence names, with its value: one square to lock or to peek at, or
    several for the writer's list; None if it names none.
    """
    if not re.search(r"\d", tame) or AT_ONCE.search(tame) or ASKED_OR_TOLD.search(tame):
        return None
    for key, pattern in PLAY_WORDS.items():
        if not pattern.search(tame):
            continue
        spread = expand_squares(tame, board) if board else tame
        said = NEXT_WORDS.sub(f" {STAND_IN} " if key == "lock" else " ", pattern.sub(f" {STAND_IN} ", spread))
        thoughts = read_thoughts(said, list(iter_numbers(said, board=True)))
        if not any(_belongs(thoughts, each.clause) for each in thoughts.weighed):
            continue
        values = [each.mention.value for each in drop_taken_back(thoughts) if each.weight == CLEAR]
        values = list(dict.fromkeys(values)) if key == "lock" else values
        if key == "peek" and len({each.mention.value for each in drop_taken_back(thoughts) if each.weight != GONE}) > 1:
            return None
        if key != "peek" and len(values) > 1:
            return _build_list(values, thoughts, board)
        value = find_conclusion(thoughts)
        if key == "list" and value is not None:
            return Reading(PLAY, [value], name=key) if "list" in tame else None
        if value is not None:
            return Reading(PLAY, value, name=key)
    return None


def _belongs(thoughts: Thoughts, n: int) -> bool:
    """Return whether clause number `n` of a sentence belongs to the play: it names the play itself, or follows a
    clause that has only the play's name (“my list: 5, 12”).
    """
    before = thoughts.clauses[n - 1].words if n else []
    return STAND_IN in thoughts.clauses[n].words or (
        STAND_IN in before and all(word in PLAY_FILLERS for word in before)
    )


def _build_list(values: Sequence[str | int], thoughts: Thoughts, board: Board | None) -> Reading | None:
    """Return the play that leaves these squares as a list; None if one is named twice, does not exist, or is not
    clearly meant.
    """
    most = board.rows * board.columns if board else 999
    exist = all(isinstance(each, int) and 0 < each <= most for each in values)
    fits = exist and len({*values}) == len(values) == len(thoughts.weighed)
    doubtful = is_doubtful_beside(thoughts, len(thoughts.clauses))
    return Reading(PLAY, list(values), name="list") if fits and not doubtful else None


WHEN_AWAY = LazyPattern(
    r"\b(?:if i(?:'m| am| do not| don't| dont)|when(?:ever)? it comes|(?:when|once|if|as soon as) (?:it'?s|it is) my (?:turn|go)|whenever|while i(?:'m| am)|off (?:hiking|camping|to bed)|asleep|away|sleeping)\b"
)
LATER_SQUARES = LazyPattern(
    r"\b(?:take|try|open|pick) (\d{1,2}(?:,? (?:and )?(?:then|after that) \d{1,2}|, \d{1,2}| and \d{1,2}| \d{1,2})+)(?!\w|[.,]\d)"
)


def _read_later_squares(tame: str) -> Reading | None:
    """Return the play that leaves a list of squares which are to be opened while the writer is away: “if I am asleep
    take 17 then 18”; None for other sentences.
    """
    found = LATER_SQUARES.search(tame)
    if not found or not WHEN_AWAY.search(tame):
        return None
    numbers = [int(each) for each in re.findall(r"\d+", found[1])]
    whole = not re.search(r"\d", tame[: found.start()] + tame[found.end() :]) and len({*numbers}) == len(numbers)
    return Reading(PLAY, numbers, name="list") if whole else None


LEFT_SQUARES = LazyPattern(  # “here are my squares for later: 2, 11, 24”, “open for me later 22 15 4 9”
    r"^(?P<before>\D*?|[^:]*)(?P<colon>[:.] ?|\b(?:open|take|leave|try|pick) (?:\w+ ){0,3}?)(?:squares? |first )?(?P<list>\d{1,2}(?:(?:\W|\b(?:and|then|after|next|finally|lastly)\b){1,8}\d{1,2})+)\W*(?:(?:please|pls|thanks|thank you|ok|cheers|for me|later|while i'm \w+|when (?:it's|its|it is) (?:me|my turn|my go))\W*)*$"
)
FOR_LATER = LazyPattern(
    r"\b(?:list|squares|later|leave|when my turn|for me|while i|tomorrow|tonight|when i|asleep|away|in case|if i'm|order)\b"
)


def _read_left_squares(tame: str) -> Reading | None:
    """Return the play that leaves a list of squares if a message ends in one and says that they are for later; else None."""
    found = LEFT_SQUARES.match(tame)
    said = f"{found['before']} {found['colon']}" if found else ""
    if not found or not FOR_LATER.search(said) or re.search(r"\b(?:not|or|never|maybe|was|were|had)\b|n't\b", said):
        return None
    numbers = [int(each) for each in re.findall(r"\d+", found["list"])]
    return Reading(PLAY, numbers, name="list") if len({*numbers}) == len(numbers) else None


def _read_use(tame: str, plays: Sequence[ReadablePlay]) -> Reading | None:
    """Return the play of using the card or item that a sentence names, perhaps misspelt, if the sentence says that
    it is used or says nothing else; else None.
    """
    words = re.findall(r"[a-z0-9']+", tame)
    if not words or re.match(r"(?:what|how|when|why|which|who|does|is|explain|rules)\b", tame):
        return None
    for play in plays:
        for name in {play.key, play.label.removeprefix("Use ")} - {"", "lock", "peek", "list"}:
            spelt = _squeeze(normalise_sentence(name))
            at, count = _find_spelt(words, spelt)
            rest = [*words[:at], *words[at + count :]]
            alone = all(word in PLAY_FILLERS or USING.fullmatch(word) for word in rest)
            if count and not UNSURE_PLAY.search(" ".join(rest)) and (alone or USING.search(" ".join(rest[:at]))):
                return Reading(PLAY, None, name=play.key)
    first, more = _split_first_part(tame)
    return _read_use(first, plays) if more and not UNSURE_AFTER.search(more) else None


CONSIDERS_USE = LazyPattern(r"\W*(?:(?:should|shall|would you)\b|do i (?=.*\b(?:now|or|already|yet)\b))")


def _read_considered_use(tame: str, plays: Sequence[ReadablePlay]) -> Reading | None:
    """Return a question back about the play that a sentence names if its writer asks whether to make it (“should I use
    the net already or is it too early”); else None.
    """
    if not CONSIDERS_USE.match(tame):
        return None
    if square := re.search(r"\b(lock|peek) (?:at |on |in )?(\d{1,2})\b", tame):
        return Reading(UNCLEAR, name=square[1], suggestions=(f"{square[1]} {square[2]}",))
    if not USING.search(tame):
        return None
    words = re.findall(r"[a-z0-9']+", tame)
    named = [each for each in plays if not each.board and _find_spelt(words, _squeeze(each.key.casefold()))[1]]
    return Reading(UNCLEAR, name=named[0].key, suggestions=(named[0].key,)) if len(named) == 1 else None


def _find_spelt(words: Sequence[str], spelt: str) -> tuple[int, int]:
    """Return where in these words the name `spelt` stands (its letters written together, apart or slightly misspelt)
    and over how many words; (0, 0) if it does not.
    """
    for count in (1, 2, 3, 4):
        for at in range(len(words) - count + 1):
            said = "".join(words[at : at + count]).replace("'", "")
            near = len(spelt) > 6 and abs(len(said) - len(spelt)) < 3 and said[:1] == spelt[:1]
            if said == spelt or (near and SequenceMatcher(None, said, spelt).ratio() >= 0.88):
                return at, count
    return 0, 0


def _squeeze(text: str) -> str:
    """Return a text with only its letters and digits."""
    return re.sub(r"[^a-z0-9]", "", text)


BECAUSE = LazyPattern(  # why they fall changes nothing
    r"[,.;]? (?:because|cause|cos|coz|cuz)\b[^?]*$|[,.;:] (?:she|he|they|that one)(?:'s|'re| is| are| has| plays| always)\b[^?]*$"
)


SENTENCE_END = LazyPattern(r"[.,;!]+ ")
UNSURE_AFTER = LazyPattern(  # what is said after a prediction or a use takes it back or doubts it
    r"\b(?:or|maybe|perhaps|unless|no|not sure|not|actually|wait|scratch|if|told|said|but)\b"
)


def _split_first_part(tame: str) -> tuple[str, str]:
    """Return the first part of a sentence up to its first sign, and the rest."""
    sign = SENTENCE_END.search(tame)
    return (tame[: sign.start()], tame[sign.end() :]) if sign else (tame, "")


def _read_prediction(tame: str, players: Sequence[str]) -> Reading | None:
    """Return the prediction “this player is out next” if a sentence names exactly one player and says or predicts
    that they fall; else None.
    """
    tame = _drop_corrected_name(tame, players)
    first, more = _split_first_part(BECAUSE.sub("", tame))
    other = any(_names_player(more, each.casefold()) and each.casefold() not in first for each in players)
    talk = FALLS.search(first) and not FALLING.search(more) and not UNSURE_AFTER.search(more) and not other
    found = _read_foretold(first, first, players) if talk else None
    return found or _read_foretold(tame, BECAUSE.sub("", tame), players)


def _drop_corrected_name(tame: str, players: Sequence[str]) -> str:
    """Return a sentence without the player whom the writer replaces at its end: “Cat. no, Bob” is “Bob”."""
    names = "|".join(re.escape(each.casefold()) for each in players if len(each) > 1) or "$^"
    corrects = r"(?:(?:no|nope|oops|sorry|wait|rather|actually|i mean|i meant|make that|make it|eh|oh)\W+)+"
    after = rf"(?=(?:{names})\b(?:\W+(?:please|pls|then|instead|next|falls|out|to go|to fall|explodes))*\W*$)"
    return re.sub(rf"\b(?:{names})\W+(?:(?:falls|will fall|is out|goes|next)\W+)*{corrects}{after}", "", tame)


FALLS = LazyPattern(r"\b(?:predict\w*|falls?|explodes?|dies|die|boom|blows? up|out|next to|knocked)\b")


def _read_foretold(tame: str, foretold: str, players: Sequence[str]) -> Reading | None:
    """Return the prediction that the text `foretold`, a sentence without its reasons, makes about one player; None if
    it makes none or is unsure. The reasons, in `tame`, count unless the text says “predict”.
    """
    tame = foretold if "predict" in foretold else tame
    named = {each for each in players if _names_player(foretold, each.casefold())}
    if len(named) != 1 or UNSURE_PLAY.search(tame.removeprefix("you/")):
        return None
    (name,) = named
    rest = re.sub(rf"(?<![\w']){re.escape(name.casefold())}{IS_NEXT}(?![\w'])", " ", foretold)
    falls, predicts = FALLING.search(rest), PREDICTING.search(rest)
    left = re.findall(r"[a-z0-9']+", PREDICTING.sub(" ", FALLING.sub(" ", rest)))
    whole = all(word in PLAY_FILLERS for word in left)
    next_out = falls and (
        len(falls[0].split()) > 1 or "will" in left or not [word for word in left if word != "please"]
    )
    surely = "predict" in rest or (falls and (predicts or (whole and next_out)))
    return Reading(PLAY, name, name="predict") if surely and (whole or (falls and predicts)) else None


IS_NEXT = r"(?:'?s(?= (?:next|going|gonna|out|toast|falling|down|the next)\b))?"  # “May's going down next”


def _names_player(tame: str, name: str) -> bool:
    """Return whether a sentence contains the name of this player as a word of its own."""
    end = r"(?= (?:is|falls?|will|goes|next|to|for|please)\b|\W*$)" if len(name) == 1 else rf"{IS_NEXT}(?![\w'])"
    return re.search(rf"(?<![\w']){re.escape(name)}{end}", tame) is not None
