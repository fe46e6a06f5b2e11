"""Puts a message into plain words before it is read as an answer: squares as numbers, idioms as what they mean. Pure."""

# ruff: noqa: E501 - patterns are easier to read in one line each

from __future__ import annotations

import re
from functools import lru_cache

from engine.kernel.text import LazyPattern
from host.said.reading.language import SPACED_THOUSANDS, normalise_sentence, simplify_amounts
from host.said.reading.mentions import (
    correct_spelling,
    is_yes_or_no,
    join_coordinates,
    replace_nth_option,
    resolve_homophone,
)
from host.said.reading.numbers import TENS, UNIT_WORDS
from host.said.reading.places import OF_A_LINE, expand_squares
from host.said.reading.readable import ReadableQuestion
from host.said.reading.vocabulary import A_PLAYER, KNOWN_WORDS, list_words

ON_CONDITION = LazyPattern(  # “5 as long as it's free”
    r"\b(?:(?:as|so) long as|(?:on (?:the |1 |one )?condition|provided|providing|assuming|presuming|in case)(?: that)?)(?= \w)"
)
IF_ONE_SHOULD = LazyPattern(rf"^\W*(?:should|had) (?=(?:{A_PLAYER}|he|she|they|anyone|anybody|someone|somebody)\b)")
ON_ONE_CONDITION = LazyPattern(r"\bon (?:1|one|a) condition(?=\W*$)|\bon the other hand\b|\bthen again\b")
NOT_THESE = LazyPattern(
    r"\b(?:instead of|rather than|anything but|everything but|anyone but|anybody but|anywhere but|any \w+ but|any \w+ except|anything except|anywhere except|everywhere but|all but|other than|apart from|as opposed to|away from|far from|nowhere near|clear of|hide from|run from|stay off|keep off|(?:keep )?(?:your |my )?hands off|anywhere near|not even near|nothing but not)\b(?= \S)"
)
CALLED = LazyPattern(
    r"\b(?:the )?(?:player|person|one|guy|man|woman|girl|lady) (?:(?:who's|that's|who is|that is) )?(?:called|named) (?:just |only )?(?=(?!me\b)[\w']+\W*(?:(?:please|pls|thanks)\W*)?$)"
)
BELOW_LIMIT = LazyPattern(r"\b(?:under|over|above|below|beyond|less than|more than)(?= \d)")
LEAPT = LazyPattern(
    r"(?<=\d) ?(?:m|metres?|meters?|metros?|metri|metrow|metry|mtrs?|feet|foot|yards?|steps?|points?|squares?|spaces?|fields?|units?)\b"
)
ASKED_POLITELY = LazyPattern(
    r"\bmight i(?= (?:trouble|have|ask|request|suggest)\b)|\bwould it be (?:possible|ok|okay|alright|fine) (?:to|if i)\b",
    re.IGNORECASE,
)
ASKED_ABROAD = LazyPattern(  # “könnte ich bitte die elf haben”, “puis-je avoir le 17”
    r"^(\W*(?:(?:[\w']+ ){0,2}[\w']+[,.!]\W+|(?:hi|hallo|hola|bonjour|ciao|ola|oi|hej|hoi|salut|bitte|ok|und|y|et|e) )?)"
    r"(?:(?:konnte|kann|darf|durfte|mochte) ich|(?:konntest|kannst|wurdest) du|(?:konnten|wurden) (?:sie|wir)|(?:me )?(?:puedo|podria|puedes|podrias|podemos)|puis[ -]je|je peux|pourrais[ -]je|(?:peux|pourrais)[ -]tu|pourriez[ -]vous|pouvez[ -]vous|est-ce que je peux|est-il possible d(?:e |')|(?:me )?(?:puede|podria)(?! ser)|voce pode(?:ria)?|posso|potrei|potresti|puoi|poderia|pode|mag ik|kan ik|kun je|zou ik|moge|czy moge|far jag|kan jag|ma jeg|kan jeg)\b ?"
    r"(?!.*\b(?:nicht|no|non|nao|pas|niet|nie|noch|otra|encore|ancora|outra|nog)\b)(?=.*\d)"
)
POLITE_PERHAPS = LazyPattern(
    r"\b((?:can|could|may|might|would|will|shall) (?:i|we|you))(?: please)? (?:perhaps|possibly|maybe)\b"
)
SEEN = LazyPattern(
    r"(?<=\bsee )what (\d{1,2}) (?:has|is|holds|hides|brings|got)\b(?: got| in store| hiding| holding| for (?:me|us))*"
)
KEEP_YOURS = LazyPattern(r"\bkeep (?:your|ur) (?:\w+ ){1,2}?(money|cash|offer|millions)\b")
MAY_BE = LazyPattern(r"(?:^|\b(?:it|that|this|he|she|they) )(?:may|might|could)(?: well| just)? be\b")
FRACTION = LazyPattern(r"\b(?:a|one|1|two|2) (?:thirds?|fifths?|sixths?|eighths?|tenths?)\b", re.IGNORECASE)
ROMAN_VALUES = {
    ten * tens + unit: 10 * tens + n
    for tens, ten in ((0, ""), (1, "X"), (2, "X"))
    for n, unit in enumerate(["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"], 1)
    if tens or len(unit) > 1  # “I” and “V” are letters
}
ROMAN = LazyPattern(r"^\W*([IVX]{2,6})(?=\W*(?:please|pls|thanks|thank you)?\b(?!.*\d)|[,.!])")
HIDE_HER = LazyPattern(  # “tuck her in at 9”
    r"\b(hide|put|tuck|place|plant|stick|bury|drop|leave|pop|stash|lay|set|shove) (?:her|him|am|em|'em|them|this one|my baby|the baby|my little friend)\b",
    re.IGNORECASE,
)
BOOM = LazyPattern(r"\b(?:(?:ka)?boom )*(?:ka)?boom(?= (?:at|on|in|under|behind|goes)\b)", re.IGNORECASE)  # “boom at 9”
WANTED_NOT = LazyPattern(
    r"\b(?:i )?(?:wanted|meant|intended)(?: to (?:say|write|type|put|pick))?(?= \d{1,2},? not \d)", re.IGNORECASE
)
END_WITH = LazyPattern(
    r",? (?:and )?(?:then )?(?:finish|end|close|finishing|ending) (?:it )?with (?=(?:number )?\d|[a-f]\W*$)",
    re.IGNORECASE,
)
START_WITH = LazyPattern(r"\b(?:start|begin|kick off|lead) (?:off )?with\b|^\W*add\b(?= (?:number )?\d)", re.IGNORECASE)
COUNTING_OUT = LazyPattern(r"\be+n[iey]*,? me+n[iey]*(?:,? mi+n[iey]*)?(?:,? moe?)?\b(?=\W+(?!m[io])\w)", re.IGNORECASE)
FOLLOWED_BY = LazyPattern(
    r",? (?:followed by|and afterwards|after which|and next|and lastly|(?:(?:and |then )(?:the )?|the )(?:turn|time|go|round) after(?: that| this)?)\b(?= \D{0,12}\d)",
    re.IGNORECASE,
)
TENS_AND_UNITS = LazyPattern(rf"\b({'|'.join(TENS)}) (?:and|y|e|i) ({'|'.join(UNIT_WORDS[1:10])})\b", re.IGNORECASE)
CLOSE_COMMA = LazyPattern(r"(?<=\d),(?=\d{1,2}(?!\d))")  # “4,9,11”
HAVE_A_GO = LazyPattern(  # “have a lash at 18”
    r"\b(?:have|having|take|taking|try|trying|give|chance|fancy|throw|throwing|fling|toss|chuck) (?:a|my|one|another|me) (?:little |wee |quick |wild )?(?:lash|stab|crack|go|goes|punt|bash|shot|pop|whirl|swing|pick|nibble|dabble|try|attempt|chance|gander|guess|dig|poke|flutter|spin|bet|dart|stone|rock|coin) (?:at|on|with)\b(?= (?:(?:the|number|square|door|no) ){0,2}\d)",
    re.IGNORECASE,
)
CERTAINTY = LazyPattern(r"\b(?:99|1\d\d|[2-9]\d\d|\d{4,6}) ?(?:%|percent\b|per cent\b)", re.IGNORECASE)
LET_DECIDE = LazyPattern(r"\blet (?:the )?(\w+) (?:decide|help|choose|vote|speak)\b")
TURN_OF = LazyPattern(r"\b(?!let\b)(\w+)'s (?:turn|go|time)\b(?! (?:is|was|now|next|again|already))(?: to \w+)?")
TOO_WEAK_TO = LazyPattern(  # “I'm too old to say no”
    r"\btoo (?!good|much|little|low|late|early)\w+ to (?:(?:say no|refuse|decline|resist|reject)|(?P<yes>say yes|accept|leave|stop|quit))\b"
)
THAT_SUM = LazyPattern(
    r"\b(take|taking|accept|accepting|have|want|grab|pocket) (?:the|that|my|those|your|these) (?:£|\$|€)?\d[\d.,]* ?(?:millions?|mil|mill|m|k|thousand)?\b(?! more)"
)
THE_MONEY = LazyPattern(  # “take the damn money”
    r"\b(take|taking|accept|accepting|have|want|grab|grabbing|pocket|bank) (?:the|my|that|your|this|those|all the|all that) (?:(?!not|no|or|and|risk|of)\w+ ){0,2}?(?:money|cash|offer|deal|winnings|loot|dosh|dough|payout|prize|sum|bribe|millions|dollars)\b"
)
BESIDE_THE_NUMBER = LazyPattern(r"\b(over|under|above|below|beneath) (?:that|the number|\d+)(?![\w'])")
MORE_THAN_SIGN, LESS_THAN_SIGN = re.compile(r"(?:\b[a-z] ?)?> ?\d+"), re.compile(r"(?:\b[a-z] ?)?< ?\d+")
ARROWS = str.maketrans(dict.fromkeys("📈🚀⤴⏫🔺", " higher ") | dict.fromkeys("📉⤵⏬🔻", " lower "))
HAS_TO = LazyPattern(r"\b(?:has|have|needs|ought|deserves) to (?:go|pay|lose|suffer|fall|die|leave|burn)\b")
STOP_THAT = LazyPattern(  # “stop asking me”
    r"\bstop (?:it|that|this|him|her|them|the count|(?!rolling|playing|going|picking|opening|gambling|drawing|throwing|betting|risking|during|nothing)\w{3,}ing)\b"
)
ASK_SOMEBODY = LazyPattern(r"^\W*ask\b")
SOME_BELOW = LazyPattern(
    r"\b(anything|something|any|somewhere|number|one|1) (?:below|under|over|above|less than|more than|up to)(?= \d)"
)
THAN = LazyPattern(
    r" than (?:an?|my|your|his|her|ever|before|last time|most)\b[^.,;!?]*| (?:than|als|que|di) (?:it|this|that|the number|\d+)(?![\w'])"
)
ASKS_AUDIENCE = LazyPattern(
    r"^\W*(?:and )?(?:(?:let's|let me|let us|i want to|i'd like to|can we|can i|could we) (?:hear|see|know|find out|check|ask) )?what (?:(?:do|does|would|will) )?the (?:audience|crowd|people|public) (?:thinks?|says?|reckons?)\W*$"
)
TWO_AWAY = LazyPattern(
    r"\b(?:take|get|kick|throw|knock|cut) (?:2|half) (?:of them )?(?:away|out|off|down)\b|\b(?:take|remove|drop|eliminate|lose|cut)\b.{0,14}\bwrong (?:ones|answers|1s)?\b|\b(?:remove|delete|eliminate|take away|get rid of) (?:2|half|half of)(?: of)?(?: the)? (?:answers|options|ones|choices)\b|\bhalf of (?:them|the answers) (?:away|gone|off|out)\b|\b(?:remove|drop|lose|delete|scrap|eliminate) (?:2|two)(?=\W*(?:please|pls)?\W*$)|\bget rid of (?:2|two) (?:of them|wrong (?:ones|answers|1s))\b|\b(?:2|two) (?:of the )?wrong (?:ones|answers)\b(?: away| out| off| removed| gone| deleted| eliminated| taken away)?"
)


IF_GONE = LazyPattern(  # “16 and if it's gone 21” is a list
    r"(?<=\d)\W{1,3}(?:(?:and|but|or) )?(?:"
    r"(?:if|when) (?:it'?s|it is|that'?s|that one'?s|that is|this is|that one is|one is) (?:already |been |not )*(?:gone|taken|open|opened|free|available|there|possible)|"
    r"if (?:it'?s |it is |that'?s |still |that is )*(?:closed|free|available|possible|there|not (?:gone|taken|open))\W{1,3}(?:if not|otherwise|else|or)|"
    r"if (?!i\b|you\b|we\b)\w+ (?:was|is|were|got|gets|took|takes|has|beats?) (?:it|me|there)?\s?(?:to it )?(?:faster|first|quicker|before me|already)?|"
    r"if not(?: possible| free| available)?|otherwise|failing that|or else"
    r")\W{1,3}(?:then |take |try |go for |number |i take |i'll take )*(?=\d{1,2}(?!\d)(?:[\s,.;]{1,3}(?:(?:and|then|after that|next|finally|lastly),? ){0,3}\d{1,2}(?!\d)){0,8}\W*$)",
    re.IGNORECASE,
)


def spell_out_order(text: str) -> str:
    """Return a text in which a square that is wanted if another is gone (“16, and if that is gone 21”) follows that one
    as in a list: “16, then 21”.
    """
    return IF_GONE.sub(", then ", text)


def _replace_idioms(question: ReadableQuestion, text: str) -> str:
    """Return a text as it was typed, with squares as numbers and some idioms in plain words."""
    if question.form.kind == "number":
        text = TENS_AND_UNITS.sub(r"\1-\2", text)
    if question.money is None:
        text = CERTAINTY.sub(" ", text)
    if any("dice" in each.label.casefold() for each in question.options):
        text = text.replace("🎲", " dice ") if text.strip("🎲 ") else f"{text.count('🎲')} dice"
    if any(each.label == "Higher" for each in question.options):
        text = LESS_THAN_SIGN.sub(" lower ", MORE_THAN_SIGN.sub(" higher ", text.translate(ARROWS)))
    if question.form.kind == "several":
        text = CLOSE_COMMA.sub(", ", text)
    text = replace_nth_option(question.options, join_coordinates(text.replace("\n", ". "), question.board))
    if question.money is not None:
        text = FRACTION.sub("a share", text)
    elif question.board is not None or question.form.kind == "number":
        text = ROMAN.sub(lambda found: f" {ROMAN_VALUES.get(found[1], found[1])} ", text)
    if question.secret:
        text = HIDE_HER.sub(r"\1 it", BOOM.sub("bomb", text))
    text = WANTED_NOT.sub("i pick", START_WITH.sub("pick", END_WITH.sub(" then ", text)))
    text = COUNTING_OUT.sub(" ", text)
    text = FOLLOWED_BY.sub(" then ", HAVE_A_GO.sub("pick", text))
    return ASKED_POLITELY.sub("can i", text)


RATHER_THAN = LazyPattern(  # “I'd rather die than open 5”
    r"\b((?:rather|sooner) (?:(?!than\b)[\w']+ ){1,5})than(?: (?:to )?(?:open|pick|take|choose|go for|say|play|do|go))?\b"
)
REFUSED = LazyPattern(
    r"\b(?:over my (?:dead|cold) body|when (?:hell freezes over|pigs fly)|you (?:couldn't|could not|can't) pay me to(?: \w+)?|not for all the \w+ in \w+|not in a million years)(?=,? (?:\w+ ){0,2}?\d)"
)
TEXT_SPEAK = LazyPattern(  # “me 2”, “that's 2 funny”
    r"^(?P<me>me|you) 2(?=\W*(?:lol|haha|bro|mate)?\W*$)|\b(?P<too>that's|way|far|it's|was) 2 (?=(?:funny|much|easy|hard|good|late|early|bad|far|scary|many|long|slow|fast|cute|soon|risky)\b)|\b(?P<to_whom>good|wait|thanks|great|nice|happy|luck|sorry|ready|fun|hope|call) 4 (?=(?:you|me|him|her|them|us)\b)"
)
OTHER_SIGNS = LazyPattern(  # emoticons, stars and grades, whose figures and letters name nothing
    r"(?<![^\s,.!?;])(?:<3+|[:;=x]-?3|8-[)D(]|(?:8\)|B-?\)|D-?:)(?=\W*$)|[1-5] ?\*(?!\w)|[A-F](?:\+{1,2}|-(?=\W*$)))(?![^\s,.!?;)])"
    r"|^\W*(?:number|no\.?|nr\.?|#) ?(?:1|one)\s?!+\W*$",
    re.IGNORECASE,
)
RATING = LazyPattern(r"(?<![^\s,.!?;])\d{1,2} ?/ ?(?:10|5)(?![\d/])(?![^\s,.!?;)])")
SLASHED = LazyPattern(  # “3/5, 7”, and not “10/10 game. ok 6”
    r"\d ?/ ?\d+\b(?!\W*[a-z][^.!?]*[.!?]).*\d|\d.*\b\d+ ?/ ?\d"
)
SIGNED_LETTER = LazyPattern(  # “B)”, “C, no, D:”
    r"\W*(?:(?:i|my|final|answer|pick|choose|say|is) )*[A-D][):]\W*|(?-i:.*\b[A-D]\b.*\b[BD][):]\W*)", re.IGNORECASE
)
RANKED = LazyPattern(  # “2nd!” is a place in the race, “the 2nd” and “2nd one” may be a square, as “17th” is
    r"(?<!the )(?<!square )(?<!number )(?<!door )(?<!open )(?<!take )(?<!pick )(?<!do )(?<!have )\b(?:1st|2nd|3rd|[4-9]th|10th)\b(?!,? (?:one|1|door|square|box|field|tile|number|please|pls|plz|thanks)\b)|\bthe (?:1st|2nd|3rd|[4-9]th|10th) place\b"
)
IN_MINUTES = LazyPattern(r"\W*in \d{1,2}\W*", re.IGNORECASE)
ONE_AS_WORD = LazyPattern(
    r"\b(nice|good|great|lucky|lovely|awesome|cool|bad|tough|hard|close|big|funny|sweet|solid|any|every|some|each|which) 1\b"
)
SPELT_WORD = LazyPattern(r"\b(?:(?P<before>[a-z']+) )?(?P<digit>[24]) (?=(?P<after>[a-z']+))")
AFTER_FOR = list_words(
    "that sure real effort ever life fun them him her u us you ya the all nothing playing waiting helping coming"
)
AFTER_TO = list_words(
    "u you go be do see bed run sleep eat leave meet know play win die work hear say think watch help"
)
TO_ALL, ALL = list_words("luck hi hello thanks best wishes cheers congrats"), list_words("all everyone everybody you u")
NAMES_THE_NUMBER = list_words(
    "pick take open choose select with number square door box seal bomb in at on the try ok okay then is i'll would could can should may will"
)
FOR_WHOM = LazyPattern(r"\b4(?= (?:me|us|you)\b)")  # “lower 4 me”
BEGUN_AGAIN = LazyPattern(
    r"^.*\b(?:no|nah|wait|sorry|actually)\b\W{0,3}(?:not \d{1,2}(?:(?:,| and| or) \d{1,2})*\W{1,3}(?:but )?)?(?:just|only)\b(?=\W{1,3}\d)"
)
CROSSED_OUT = LazyPattern(  # “1, 5, 9… scratch the 9, 10”
    r"\b(?:scratch|forget|remove|delete|drop|skip|cancel|cross out|take out|leave out) (?:the |number )?(?=\d{1,2}\W+\d)"
)
FOND_OF = LazyPattern(  # “I love Bob” is a greeting, and “sorry Bob” may be one
    r"^\W*(?:i (?:love|miss|adore|like)|sorry|go) (?=\w+\W*$)"
)
INTRODUCED = LazyPattern(
    r"^\W*(?:(?:hi|hello|hey|it's|this is|hiya)\W+)*[\w']+ (?:here|speaking)(?=\W*(?:[,.!;:]| again))"
)


CORRECTED = LazyPattern(r"^\W*[\w'-]+\s+(?=\*\w+\W*$|\w+\*\W*$)")  # “51 *15”
GREETED = LazyPattern(  # “sorry Bob, 7”
    rf"\b(sorry|thanks|thank you|thx|ty|cheers|hey|hi|hello|oi|yo|haha|lol|well|ok|okay|bye) {A_PLAYER}(?=\W*(?:[,.!;:]|\d))",
    re.IGNORECASE,
)


QUOTED = LazyPattern(rf"^\W*(?:[\w']+ ){{0,4}}{A_PLAYER}\s?:\s*")  # “Bob: 5”
TOLD_OF_NAME = r"(?:should|would|is|was|has|says|said|always|never|took|takes|wants|opened|opens)\b"


@lru_cache(64)
def _build_pattern_of_names(names: tuple[str, ...]) -> re.Pattern[str]:
    """Build the pattern that finds these names and their first words; a name that is also a common word counts only
    with its capital, and within a sentence.
    """
    first = {each for name in names for each in (name, name.split()[0]) if len(each) > 1 and each.isalpha()}
    common = {each for each in first if each.casefold() in KNOWN_WORDS}
    either = [
        "|".join(map(re.escape, sorted(first - common, key=len, reverse=True))) or "$^",
        "|".join(
            rf"{re.escape(each)}(?= (?:has|is|was|says|said|took|takes|wants|opened|opens)\b)|(?<=\w[ ,])(?-i:{re.escape(each)})(?! [iI]\b)|(?-i:{re.escape(each)})(?= {TOLD_OF_NAME})"
            for each in sorted(common)
        )
        or "$^",
    ]
    return re.compile(rf"(?<![\w'@])(?:{either[0]}|{either[1]})(?!\w)", re.IGNORECASE)


def _replace_names(question: ReadableQuestion, text: str) -> str:
    """Return a text with a word for any player in place of other players' names, unless the options are names; a name
    that is only greeted or thanked is left out, and after “Bob:” it reads as said by another.
    """
    labels = " ".join(each.label.casefold() for each in question.options if isinstance(each.value, str))
    names = tuple(each for each in question.others if each.casefold() not in labels)
    if question.people or not names:
        return text
    return QUOTED.sub(rf"{A_PLAYER} might say ", GREETED.sub(r"\1", _build_pattern_of_names(names).sub(A_PLAYER, text)))


def _spell_word(found: re.Match[str]) -> str:
    """Return “for” or “to” for a 4 or 2 that stands for it beside these words (“thx 4 that”, “gg 2 u”); else the words
    as they were.
    """
    before, after = found["before"] or "", found["after"]
    if found["digit"] == "4":
        spelt = "for" if after in AFTER_FOR else ""
    else:
        begun = before or after == "be"
        spelt = "to" if begun and (after in AFTER_TO or (before in TO_ALL and after in ALL)) else ""
    return f"{before} {spelt} " if spelt and before not in NAMES_THE_NUMBER else found[0]


def _spell_words(question: ReadableQuestion, tame: str) -> str:
    """Return a normalised sentence about numbers with words for the figures that stand for them in chats (“nice 1”,
    “gg 2 u”) and without places in a race (“2nd!”).
    """
    numbers = question.form.kind == "number" or any(isinstance(each.value, int) for each in question.options)
    if question.money or not numbers:
        return tame
    return SPELT_WORD.sub(_spell_word, ONE_AS_WORD.sub(r"\1 one", RANKED.sub("ranked", tame)))


def _drop_other_signs(question: ReadableQuestion, text: str) -> str:
    """Return a text as it was typed, without a corrected slip (“51 *15”) and, unless it bids money, without emoticons
    (“B)” alone answers a quiz), grades and ratings (“3/5, 7” has none: it is a list); in doubt if on a turn it may only say in how many minutes (“in 5”).
    """
    text = CORRECTED.sub("", text)
    timed = question.board is not None and not question.secret and IN_MINUTES.fullmatch(text) is not None
    lettered = any(each.value == "B" for each in question.options) and SIGNED_LETTER.fullmatch(text)
    if question.money is None and not lettered:
        text = OTHER_SIGNS.sub(" ", text)
        text = text if SLASHED.search(normalise_sentence(text)) else RATING.sub(" ", text)
    return f"maybe {text}" if timed else text


def prepare_sentence(question: ReadableQuestion, text: str) -> str:
    """Return a text normalised for reading it as an answer to a question: squares as numbers, other players as one
    word, idioms and slips in plain words (“instead of” as “not”). For a question that takes several squares, rows and
    ranges are written out.
    """
    text = _replace_idioms(question, _replace_names(question, _drop_other_signs(question, text)))
    tame = ON_CONDITION.sub(
        "if", ON_ONE_CONDITION.sub("maybe", re.sub(r"\bone's\b", "one is", normalise_sentence(text)))
    )
    tame = IF_ONE_SHOULD.sub("if ", ASKED_ABROAD.sub(r"\1can i ", tame))
    tame = NOT_THESE.sub("not", tame)
    if question.board is not None and OF_A_LINE.search(tame):
        tame = join_coordinates(tame, question.board)  # once more, with the numbers in figures
    tame = MAY_BE.sub("maybe", POLITE_PERHAPS.sub(r"\1", tame))
    tame = SEEN.sub(r"\1", tame) if question.board is not None else tame
    tame = RATHER_THAN.sub(r"\1not", _spell_words(question, tame))
    tame = FOND_OF.sub("hello ", INTRODUCED.sub("", tame)) if question.people else tame
    tame = TEXT_SPEAK.sub(lambda found: f"{found['me'] or found['too'] or found['to_whom']} as well ", tame)
    tame = REFUSED.sub("not", tame) if question.board is not None or question.form.kind == "number" else tame
    tame = simplify_amounts(tame) if question.money is not None else tame
    tame = BELOW_LIMIT.sub("about", LEAPT.sub("", tame)) if question.form.kind == "number" else tame
    if any(each.value == "50:50" for each in question.options):
        tame = ASKS_AUDIENCE.sub("audience", TWO_AWAY.sub("50:50", LET_DECIDE.sub(r"\1", tame)))
    if is_yes_or_no(question.options):
        tame = KEEP_YOURS.sub(r"keep your \1", tame)
        tame = TOO_WEAK_TO.sub(lambda found: "no" if found["yes"] else "yes", tame)
        tame = THE_MONEY.sub(r"\1 the money", THAT_SUM.sub(r"\1 the money", tame))
    if question.options and not any(isinstance(each.value, int) for each in question.options):
        tame = THAN.sub("", BESIDE_THE_NUMBER.sub(r"\1", FOR_WHOM.sub("for", tame)))
    if question.board is None:
        tame = SPACED_THOUSANDS.sub(lambda found: found[0].replace(" ", ""), tame)
    tame = SOME_BELOW.sub(r"\1 about", tame) if question.board is not None else tame
    tame = resolve_homophone(question, correct_spelling(question, tame))
    closed = [each.value for each in question.options]
    tame = STOP_THAT.sub("", tame) if question.money is None else tame
    tame = ASK_SOMEBODY.sub("maybe", tame) if question.people else tame
    tame = HAS_TO.sub("please", TURN_OF.sub(r"\1", CALLED.sub("", tame))) if question.people else tame
    if question.form.kind != "several":
        return tame
    tame = CROSSED_OUT.sub("not ", BEGUN_AGAIN.sub("", tame))
    return expand_squares(tame, question.board, closed) if question.board else tame
