"""Finds what is said beside an answer that doubts it, puts it off or takes it back: “5, but not yet”. Pure."""

# ruff: noqa: E501 - patterns are easier to read in one line each

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.text import LazyPattern
from host.said.reading.clauses import Clause, Mention, has_mention
from host.said.reading.thoughts import Thoughts
from host.said.reading.vocabulary import DOUBTS, REVISION_WORDS, SOFT_DOUBTS, list_words
from host.said.reading.weights import MOST_BESIDE, is_harmless_condition

PONDERING = list_words("thinking deciding hmm hm um eh i'm im still let me think so ok okay well just debating")
WAITING = LazyPattern(
    r"\b(?:let me|i'll|i will|better|gotta|need to|must) (?:first |just |quickly |rather )?(?:check|ask|consult|discuss|confirm)\b|"
    r"\bnot sure\b|\bwhat if\b|\b(?:i|i'll|will|rather|better|let me|gonna|i'd) (?:just )?(?:wait|think)\b"
)
NOT_YET = LazyPattern(  # “don't lock it in yet but 16”, “C, not my final answer”
    r"\bnot (?:yet|right now|now|today)(?! (?:this|\w+ing|over|done|finished|scared)\b)|\b(?:don't|do not|not to) (?:\w+ ){1,4}yet\b|\bnot (?:my |the )?(?:final|locked|fixed|settled|decided|committed)\b|\b(?:subject to|awaiting|pending|placeholder|provisional\w*|tentativ\w*|draft|for the moment)\b|\b(?:nearly|almost|half) sure\b"
)
OR_ELSE = LazyPattern(
    r"^(?:(?:eh|oh|ah|hm) )*or\b(?! (?:however|so|whatever|something like)\b)|\bor (?:not|should|what|is|do|maybe|rather)\b|^\w+ or \w+$"
)
LEFT_UNSAID = LazyPattern(  # “7… ah, wrong question”, “20, but the question says odd”
    r"^(?:oh|ah|oops|argh|doh)\b.*\b(?:wrong|misread|mistake|misunderstood|question)\b|^but (?:it|the \w+|that) (?:says|asks|wants)\b"
)
PUT_OFF = LazyPattern(  # “9 in a minute”, “17 when I'm home”, “13, but wait till everybody is here”
    r"^(?:(?:but|though|only|maybe|just|please|eh|oh|i'll do it|do it) )*(?:(?:soon|later|tomorrow|afterwards)(?: on| please)?$|"
    r"in (?:just )?(?:a|an|1|one|2|two|\d+|a few|some) (?:short |wee |little )?(?:mins?|minutes?|secs?|seconds?|bit|moment|mo|while|tick|jiffy|hours?)\b|"
    r"(?:when|once|as soon as|after|until|till) (?!in\b|it'?s\b|it is|it comes|my (?:turn|go)|asked|the end|all\b|that\b|this\b|last\b|i die|and for all)\w|"
    r"(?:give|gimme|need)(?: me| it)? (?:just )?(?:a|1|one|2|two|some|another) (?:\w+ )?(?:mins?|minutes?|secs?|seconds?|bit|moment|mo|while|time)\b|"
    r"(?:wait|hold fire|hold it|hold off|hold on|hang on|pause)\b)|\blet me (?:\w+ )?(?:think|use|read|look|sleep|see the)\b|\bsleep on it\b|^in mind\b|\bto be confirmed\b|\b(?:at|in) the (?:very )?last (?:second|minute|moment)\b|\bask me (?:again|later|tomorrow)\b|\bget back to you\b"
)
RESERVED = LazyPattern(  # “4 oh but Cat sits next to it”
    r"^(?:(?:eh|oh|ah|hm|and) )*(?:but|though|tho|although|however|except|only)\b.*\b(?:yet|wait|give|gimme|first|till|until|when|once|want|need|check|later|hold|before|confirm|ask|think|then|any|other|rather|(?:don't|do not) (?!tell|let|say|ask|laugh|you)\w+|can't|he|she|they|(?<!blame )(?<!to )(?<!let )theplayer)\b|^(?:eh|oh|ah|hm) theplayer (?:is|sits|has|was|always|might|will)\b"
)
TAKEN_BACK = LazyPattern(  # “9 sorry wrong chat”, “5 just kidding”, “42 oh that's too many”
    r"^(?:(?:eh|oh|ah|haha|but|and|so|sorry|argh|oops|xd|only|just|i'm|was|a|my) )*(?:kidding|joking|joke|argh|ugh|oops|no wait|oh no|no (?:idea|clue) (?:after|then|what|which)|strike that|scratch that|forget (?:it|that|this|i)|ignore (?:it|me|that|this)|on reflection|on second thoughts?|undo|cancel|as if$)\b|"
    r"^(?:eh|oh|ah|hm|well) no\b|^no (?:thanks?|she|he|they|i|that's|too)\b|^actually\b|^(?:thanks |but )*no thanks?\b|^(?:oh |eh )?i wish\b|\bi think not\b|\b(?:walked|sat|jumped|ran|stepped) (?:over|on|across) (?:the|my) (?:phone|keyboard|keys|screen)\b|^is (?:that|it|this) (?:an?|the)\b|\bis an? (?:film|song|movie|band|show|bus|book)\b|^(?:no (?:chance|way)|nvm|never ?mind)\b|^i meant? (?!it\b|that\b|this\b|business\b|why\b|come\b)\w|\b(?:don't|do not) count\b|^(?:the|my|our) [\w ]+ i mean$|^(?:and )?delete\b|\bi (?:can't|couldn't|cannot)\W*$|^(?:and )?then (?:i don't know|idk|dunno)\b|\b(?:was|is|were) for (?:my|another|someone|somebody|him|her)\b|\b(?:typed|wrote|sent|pressed|posted|clicked) (?:that|this|it)\b|\bsent too\b|"
    r"\bwrong (?:chat|group|window|person|thread|app|tab|button|one)\b|\b(?:finger|thumb|hand|phone|cat) slipped\b|\bpressed (?:\w+ )?too early\b|\bmeant (?:to send|for)\b|\bthat was for theplayer\b|"
    r"^(?:(?:oh|ah|eh|but|is|and) )*(?:that's|that is|it's|is that|is it) (?:way |far |a bit |a little |maybe )*too (?:many|much|high|low|far|obvious|easy|risky|mean|greedy|big|small)\b|"
    r"\bthat's where (?:it|mine|he|she|they|theplayer) (?:was|were|is|hid|always)\b|\bcan't do (?:that|this|it)\b|\bnot what i\b|^(?:and )?(?:what|such|utter|total|complete) (?:a |utter |total )?(?:nonsense|rubbish|joke|crap|bollocks)\b|(?:gosh|oh|but|eh|really|honestly) i (?:really )?don't know\W*$|^(?:oh|ah|eh) go on\b"
)


ONLY_JOKED = LazyPattern(
    r"(?:(?:haha|xd|oh|eh) )*(?:jk|sike|psych|gotcha|not|nah|nope)(?: haha)?"
)  # “5 jk”, but not “5 i climbed it (jk)”


def is_doubtful_beside(thoughts: Thoughts, last: int) -> bool:
    """Return whether something said beside the answer in clause number `last` doubts it, puts it off or takes it back."""
    if is_taken_back(thoughts, last):
        return True
    for n, clause in enumerate(thoughts.clauses):
        words = clause.words
        if has_mention(clause) and n <= last:
            continue
        dropped = n < last < len(thoughts.clauses) and thoughts.clauses[last].words[:1] == ["but"]  # “tempted, but no”
        soft = dropped or (n <= last and (set(words) & SOFT_DOUBTS or {*words} <= PONDERING))
        if any(word in DOUBTS for word in words) and not clause.reason and not soft:
            return True
        said = " ".join(words)
        if (WAITING.search(said) and not (said.endswith("i think") and len(words) > MOST_BESIDE)) or (
            n > last and (OR_ELSE.search(said) or LEFT_UNSAID.search(said))
        ):
            return True
        if "if" in words and n > last and not is_harmless_condition(clause):
            return True
    return False


def is_taken_back(thoughts: Thoughts, last: int) -> bool:
    """Return whether what is said after the answer in clause number `last` puts it off or takes it back, or any clause
    says “not yet”.
    """
    mentioned = max((n for n, clause in enumerate(thoughts.clauses) if has_mention(clause)), default=last)
    after = [_list_words_after(clause) for clause in thoughts.clauses[min(last, mentioned) :]]
    put_off = any(NOT_YET.search(_spell(clause)) for clause in thoughts.clauses if not clause.asks)
    joked = ONLY_JOKED.fullmatch(" ".join(word for words in after for word in words))
    return put_off or joked is not None or any(_takes_back(words) for words in after)


def _spell(clause: Clause) -> str:
    """Return a clause as text, with “this” for each mention."""
    return " ".join(part if isinstance(part, str) else "this" for part in clause.parts)


def _list_words_after(clause: Clause) -> list[str]:
    """List the words of a clause after the last answer that it mentions; all of them if it mentions none."""
    at = max((n for n, part in enumerate(clause.parts) if isinstance(part, Mention)), default=-1)
    return [part for part in clause.parts[at + 1 :] if isinstance(part, str)]


def _takes_back(words: Sequence[str]) -> bool:
    """Return whether the words after an answer put it off or take it back: “in a minute”, “sorry wrong chat”."""
    said = " ".join(words)
    revised = _is_only_revision(words) and [*words] not in (["i", "mean"], ["i", "meant"])  # “18 no sorry 19 i mean”
    return revised or any(pattern.search(said) for pattern in (PUT_OFF, RESERVED, TAKEN_BACK))


def _is_only_revision(words: Sequence[str]) -> bool:
    """Return whether these words only take back what was said before: “no wait”, “I changed my mind”."""
    return (
        bool(words)
        and all(
            word in REVISION_WORDS
            or word in ("that", "i", "on", "my", "mind", "second", "eh", "oh", "ah", "but", "and", "haha")
            for word in words
        )
        and set(words) & REVISION_WORDS not in (set(), {"better"}, {"sorry"}, {"instead"})
    )
