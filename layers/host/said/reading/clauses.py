"""Cuts a sentence into clauses, with the answers that each mentions, and finds which of them ask. Pure."""

# ruff: noqa: E501 - patterns are easier to read in one line each

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from engine.kernel.text import LazyPattern
from host.said.reading.vocabulary import (
    CHOOSING_WORDS,
    NEGATIONS,
    POLITE_WORDS,
    REASONS,
    list_words,
)


class Mention(Struct, frozen=True):
    """An answer that words of a sentence could mean, with their position in it."""

    value: str | int
    start: int
    end: int
    sure: bool = True  # does it mean this and nothing else?
    wide: bool = False  # is it said in several words, so that more may follow?
    spoken: bool = False  # is it a number said in everyday words: “all”, “nothing”?


class Clause(Struct):
    """A part of a sentence: its words, with each mention as one of them."""

    parts: list[str | Mention]
    asks: bool = False
    reason: bool = False

    @property
    def words(self) -> list[str]:
        """The words without the mentions."""
        return [each for each in self.parts if isinstance(each, str)]


def has_mention(clause: Clause) -> bool:
    """Return whether a clause contains a mention: words that could be an answer."""
    return any(isinstance(each, Mention) for each in clause.parts)


TOKEN = LazyPattern(r"[^\W\d_]+(?:'[^\W\d_]+)*'?|'[^\W\d_]+|\d+(?:[.,:/]\d+)*%?[^\W_]*|[^\w\s]")
HARD_BREAKS = frozenset(".!?;:…|–—()\n")
SOFT_BREAKS = frozenset([",", "but", "though", "tho", "however", "aber", "pero", "mais", "mas", "ma", "ale", "maar"])


def split_clauses(tame: str, mentions: Sequence[Mention]) -> list[Clause]:
    """Return a normalised sentence cut into clauses, at its signs and at words such as “but” and “because”, with those
    marked that ask something or give a reason.
    """
    clauses, now = list[Clause](), Clause([])

    def finish(*, reason: bool = False) -> None:
        """Add the clause that is being built (`now` of the enclosing function) to the list if it has any parts, and
        begin the next; `reason` says that this gives a reason.
        """
        nonlocal now
        if now.parts:
            clauses.append(now)
        now = Clause([], reason=reason)

    begun = 0
    parts = _iter_parts(tame, mentions)
    for (part, spaced), (after, _) in zip(parts, [*parts[1:], ("", False)], strict=False):
        word = part if isinstance(part, str) else ""
        if is_start_of_choice(now, word, after):
            finish()
        if word in HARD_BREAKS or (word == "-" and (spaced or _has_mention_at_end(now))):
            finish()
            begun = _end_sentence(clauses, begun, word)
        elif word in SOFT_BREAKS or (word in SPLITTING_SO and _may_split(now, word)):
            finish()
            now.parts += [word] if word != "," else []
        elif word in REASONS:
            finish(reason=True)
        elif word not in ("'", '"', "=", "*", "~", "#"):
            now.parts.append(part)
    finish()
    return clauses


GIVEN = list_words("after since given seeing now because with")


def is_start_of_choice(clause: Clause, word: str, after: str | Mention) -> bool:
    """Return whether `word`, which would come next in this clause and is followed by `after`, begins what the writer
    chooses, and the clause so far is only the reason: “since 8 is gone I'll take 9”.
    """
    given = clause.reason or any(each in GIVEN for each in clause.words[:2])
    chosen = isinstance(after, str) and (after in CHOOSING_WORDS or after == "will")
    return word in ("i'll", "i'm", "i", "let's", "we'll", "imma") and given and chosen and has_mention(clause)


SPLITTING_SO = frozenset(["so", "then"])
LINKING_WORDS = list_words(
    "is it's im i'm was are am be that's he's she's feel feeling me think hope very and just ever even",
)


def _may_split(clause: Clause, word: str) -> bool:
    """Return whether “so” or “then” begins a new clause at this place: after a mention of an answer both do; after
    other words only “so”, but not after a negation or a word that leads on to it: “not so high”, “I'm so late”.
    """
    last = clause.parts[-1] if clause.parts else ""
    linked = isinstance(last, str) and (last in NEGATIONS or last in LINKING_WORDS or last in ("and", "ok", "okay"))
    return has_mention(clause) or (word == "so" and bool(clause.parts) and not linked)


def _has_mention_at_end(clause: Clause) -> bool:
    """Return whether the last part of a clause is a mention of an answer."""
    return bool(clause.parts) and isinstance(clause.parts[-1], Mention)


def _iter_parts(tame: str, mentions: Sequence[Mention]) -> list[tuple[str | Mention, bool]]:
    """List the words, punctuation marks and mentions (words that could be answers) of a sentence in order, each with
    whether a space stands before it.
    """
    found = list[tuple[str | Mention, bool]]()
    at = 0
    for mention in [*sorted(mentions, key=lambda each: each.start), None]:
        end = mention.start if mention else len(tame)
        for token in TOKEN.finditer(tame, at, end):
            found.append((token[0], tame[token.start() - 1 : token.start()] in (" ", "")))
        if mention:
            found.append((mention, True))
            at = mention.end
    return found


# -- what asks, and what only seems to say something


QUESTION_STARTS = list_words(
    "is are am should shall which who whose whos when where why how does did was were has do would will what whats",
    "what's any",
)
TAGS = frozenset(["ok", "okay", "please", "yeah", "alright", "thanks"])  # “5 ok?”
POLITE_REQUEST = LazyPattern(
    rf"^(?:(?:{'|'.join(sorted(map(re.escape, POLITE_WORDS)))}|so|ok|okay|and|then|well|eh|excuse|pardon|me)\b\W*)*(?:would it be (?:possible|okay|ok|alright|fine)|(?:can|could|may|would|will|might|shall) (?:i|we|you|u|ya))\b"
)


def _end_sentence(clauses: Sequence[Clause], begun: int, sign: str) -> int:
    """Mark the clauses from index `begun` on as asking if `sign` is a question mark; return the index at which the next
    sentence begins (`begun` if the sign ends none). Called at each sign that ends a clause.
    """
    if sign == "?":
        _mark_question(clauses[begun:])
    return len(clauses) if sign in (".", "!", "?", ";", "…", "\n") else begun


def _mark_question(clauses: Sequence[Clause]) -> None:
    """Mark these clauses, the end of a sentence with a question mark, as asking something, but none in a polite request
    (“can I have 5?”), and none if the last ends in a tag (“5, ok?”) unless they begin like a question. If the last has
    no mention (“5, really?”), mark only that.
    """
    text = " ".join(word for clause in clauses for word in clause.words)
    last = " ".join(clauses[-1].words) if clauses else ""
    if POLITE_REQUEST.match(text) or POLITE_REQUEST.match(last.removeprefix("so ")):
        return
    if clauses and clauses[-1].words[-1:] and clauses[-1].words[-1] in TAGS and text.split()[0] not in QUESTION_STARTS:
        return
    aside = len(clauses) > 1 and not has_mention(clauses[-1])  # “5, ok?”, “4, but do not tell anybody, ok?”
    for clause in clauses[-1:] if aside else clauses:
        clause.asks = True


LIFE = (  # what has the words of an answer and is none: “walking the dog”
    r"(?:(?:it's|its|it is|that's|chances are|odds are|about|still)|(?:looks|feels|seems)(?: like)?) 50 ?[/:-] ?50|(?:(?:no|not|not an?|not (?:such|that) an?) )?(?:big|huge|great|good|bad|raw|real|massive|rough|square) deal|\d+ explosives?|thanks,? (?:my )?friend|friend request|keep(?:ing)? (?:calm|cool|quiet|smiling|going|well|it up)|i take it (?:that )?(?:you|he|she|they|we|it|this|nobody|everyone)\b|keep(?:ing)? my (?:money|cash) (?:safe|in|under|where)\b|no thanks to \w+,? (?:we|i|you)\b|(?:leaving|leave|going|go|heading|off|walking|driving|up) (?:up )?(?:for|to) (?:work|school|bed|class|lunch|dinner|sleep|the (?:gym|shops?|pub|office|doctor|dentist|airport|station|toilet|loo|bathroom))|"
    r"(?:walk|walking|walked) (?:the|my|our|his|her) dogs?|my phone (?:just |now )?(?:is|was|died|has|fell|broke|needs|keeps)|(?:coming|going|run|running|fell|falling) (?:up|down) the (?:stairs|road|street|hill)|(?:is|are) getting (?:higher|lower)(?: and (?:higher|lower))?|"
    r"i'm down for (?:whatever|anything|it)|split (?:my|his|her) \w+|split up (?:with|from)|(?:back|home|ready|there|done|here) in (?:an?|one|two|1|2|3)\b|(?:one|1|two|2|both|all) of (?:my|our|his|her|their) (?!dice|die)\w+|(?:get|getting|got|stand|wake|cheer|grow|man|messed|mess|dress|wash|clean|tidy) up|coming up (?:in|now|soon)|(?:calm|sit|lie|slow|lay|settle) down|splitting headache|(?:get|gets|got|getting|arrive|arrived|travel|fly|come|came|are|is|be|drive)(?: back)? home safe|(?:get|got|arrived|travel|fly|drive) (?:there |back |here )?safe|(?:stay|keep|be|drive) safe(?= (?:everyone|everybody|all|guys|out there|friends|folks|people)\b)|take it easy|\d+ down,? (?:and )?\d+ to go|stay(?:ing)? (?:with|at) (?:my|our|a|the) (?!game|table|round)\w+|down with (?:the|a) \w+|(?:taking|going on|having|went on) a (?:\w+ )?walk|high (?:five|5)|\d fat ladies|2 can play (?:at )?that game|\d for the price of \d|what's up"
)
EVERYDAY = LazyPattern(rf"\b(?:{LIFE})\b")
HARMLESS_PHRASES = LazyPattern(
    rf"\b(?:{LIFE})\b|"
    r"\b(?:bien sur|how (?:(?:do|does|would) )?(?:you|one|i|we) (?:even )?(?:spell|write|pronounce|call) (?:that|it)|(?:(?:or )?however|or how) (?:(?:do|does|would) )?(?:you|one|i|we|they|it|it's|its|that|this)(?: is)? (?:spel(?:l|led|t)|write|written|pronounced?|call|called)(?: (?:that|it))?|(?:start|begin) somewhere|this (?:weekend|week|time|evening|month|year|morning)|(?:you|ya) (?:absolute |bunch of |big |silly |little |bloody |utter |total )?(?:cowards?|muppets?|fools?|losers?|idiots?|clowns?|animals|beaut(?:y|ies)|legends?|cheats?|cheaters?|snakes?|noobs?|nerds?|donkeys?|turkeys?|rascals?|scallywags|maniacs?|monsters?|lot|people)(?=\W*$)|(?:e )?nao (?:conta|fala|diga|conte|contes)(?: \w+){0,3}|(?:y )?no (?:se lo |le )?(?:digas|cuentes|diga)(?: \w+){0,3}|(?:et )?ne (?:le )?(?:dis|dites)(?: \w+){0,3}|non dir(?:lo|glielo)(?: a nessuno)?|niet (?:verder )?vertellen|zeg het (?:tegen )?niemand|(?:sag|sags|sagt)(?: es)? (?:keinem|niemandem|nicht)|has been calling (?:me|my name|to me)|is calling (?:me|my name)|has my name (?:on|all over) it|(?:to|until|till) the (?:bitter |very )end|(?:save|keep)(?: it| my money)? for later|no more,? no less|go big or go home|sink or swim|do or die|make or break|ready or not|rain or shine|win or lose|like it or not|one way or another|sooner or later|live or die|for better or (?:for )?worse|nothing beats|(?:\w+ )?me says|between (?:us|the (?:2|two) of us)|among(?:st)? us|see (?:you|ya) (?:all )?later|take it or leave it|all day(?: long| every day|(?=\W*$))|every time|any day(?: of the week)?|every day of the week|at the end of the day|better late than never|now or never|if (?:it is|it's|it isn't|it would not be|it wouldn't be|that is|that's)(?: not)?(?: too much| any| too big| much)*(?: of)?(?: an?)? (?:trouble|bother|hassle|inconvenience|problem|imposition|difficulty)\b(?: for you| to you)?|b right back|for a walk|no way (?:that|this|he|she|it|they|you) (?:just |really |actually )?(?:\w+ed|did|was|were|got|won|saw|said|knew|went|came|made|took|lost|hit)\b|i (?:actually |totally |do )?know (?:this|that|it)(?: (?:1|one))?(?=,? (?:its|it's|it is|that's|for sure|haha)\b)|over and out|over it|up (?:late|early|all night|since)|(?:one|1|two|2|both|all) of (?:us|you|them) (?:are|is|will|left|have|has)|(?:i'm|i am|we are|we're|you're|you are|he's|she's) (?:the |my )?number (?:one|1)|deal with (?:it|that|him|her)|(?:let's|let me|let us|i want to|i wanna|gonna|show me|i'd like to) (?:see |find out |check |know |discover )?what(?:'s| is)(?: hiding| lying| lurking| waiting)?(?= (?:behind|under|in|at|inside|below|beneath))|(?:do not|does not|don't|dont|doesn't|couldn't|idc|i could not) (?:really )?(?:care|mind|matter|ask|worry|panic|rush me|laugh|judge(?: me)?|tell (?:\w+ ?){1,2}|tell|peek|hate me|be (?:mad|angry|cross))|"
    r"(?:mad|crazy|silly|stupid|rude|daft|foolish|dumb|fool) not to|(?:my|the) (?:gut|heart|head|belly|wallet|bank account|instinct|instincts|horoscope|brain|inner voice|gut feeling|stars)(?: \w+)? (?:says?|tells me|said|whispers)|"
    r"(?:let's|let me|we'll|i) see\b(?: what happens)?|would be (?:a |an |the |my )?(?:very )?(?:good|nice|great|sensible|perfect|fine|lovely|best|wise|cool|ideal|reasonable)(?: (?!if\b|unless\b|but\b|or\b)\w+)?|unlucky for some(?: \w+){0,4}|if (?:it|its|it's|this|that|thats|that's|i|i'm|we) (?:[a-z']+ ){0,3}?(?:bomb|die|dies|explodes?|blows? up|wrong|lose|boom|dead)\b[^.,;!?]*|(?<!i )(?<!we )(?<!i'd )(?<!\bso )(?:do not|don't) (?:you )?(?:look|tell|ask|laugh|judge|peek|cry|worry|panic|cheat|spy|watch|shout|blame|hate|shoot|fail|let|move|wait|forget|kill|blow|explode|betray|even|@)\b|not sure why|(?:don't|do not) know why|everyone knows(?: that)?|everybody knows(?: that)?|no idea why|dunno why|idk why|no clue why|(?:good|bad|great|nice|strong|weird) (?:feeling|feelings|vibes?) about|why not|no (?:wahala|stress|sweat|drama|bother|problemo|shame|choice|rush|hurry|lie|jokes?|kidding|excuses|surrender|retreat|turning back|going back|looking back|time to (?:lose|waste)|time like the present|contest|question about it|two ways about it|hesitation|second thoughts|messing(?: about)?|faffing|mercy|prisoners|need to (?:think|ask|wait)|hay problema|doubt|problem|probs|worries|biggie|offence|offense|regrets|pressure|fear|risk|guts|pain|cap|joke|matter what|one)|not (?:gonna|going to) lie|can't wait|cant wait|can't go wrong|"
    r"or so (?:he|she|they|i|it|people|the \w+) (?:says?|said|thinks?|claims?|told|seems?|am told|hear|reckons?)|or so (?:i'm|i've been|i am) told|(?:might|may) as well|(?:wouldn't|would not) mind(?: having| trying| taking| a)?|(?:can't|cannot|couldn't) (?:resist|go past|get past|look past|beat|stop thinking (?:of|about))|under (?:the|a) bus|or else\b|or bust\b|or i(?:'ll| will) (?:cry|scream|riot|die|explode)|or whatever(?! (?:theplayer|he|she|they)\b)(?: \w+){0,4}|not even|not too (?:bad|late)|never (?:fails?|lets? me down)|(?:never mind|nvm)(?=\W*\w)|not a doubt|fingers crossed|no one (?:ever |will |would )?\w+|nobody minds|(?<!if )nobody (?!open\b|take\b|pick\b|choose\b|touch\b)(?:ever |will |would )?\w+|nothing personal|no hard feelings|can't (?:lose|miss|be wrong)|"
    r"sorry (?:i'm |i am |im |for (?:the |my |being )?|about (?:the |my )?|to (?:keep|have) |so |i was |was |i've been |been )(?:so |very |kept you |you )?\w+(?: (?:reply|answer|waiting|wait|work|class|bed))?)"
)
