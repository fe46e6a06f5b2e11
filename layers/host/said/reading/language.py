"""Normalises what people type: lower case, figures for numbers, amounts of money in full, slips of the thumb mended.

Pure, and linear in time.
"""

# ruff: noqa: E501 - patterns are easier to read in one line each

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.kernel.text import LazyPattern
from host.said.reading.numbers import (
    MISSPELT_WORDS,
    NUMBER_WORD_VALUES,
    ORDINAL_NUMBERS,
    TENS,
    UNIT_WORDS,
    fold_letters,
)
from host.said.reading.vocabulary import list_words

MAX_SENTENCE_LENGTH = 300  # characters; a longer text tells a story
WORD_OF_LETTERS = LazyPattern(r"(?<![\w'])[^\W\d_]+(?:'[^\W\d_]+)*(?!\w)")
MAX_NUMBER_WORDS = 4  # “kumi na moja”
CASE_ENDING = LazyPattern(
    r"(?<=\d)(?:'(?!(?:s|m|d|ll|re|ve|t)\b)|-(?!(?:ish|up|odd|plus|a|th|st|nd|rd|k|m|mil|or|and|then|to)\b))[a-z]{1,4}\b"
)  # “17'ye”
ORDINAL_PATTERN = LazyPattern(
    rf"\b(the\s+)?({'|'.join(ORDINAL_NUMBERS)})\b(?! \d (?:of|in|from|on|closed|squares|doors)\b)(?:\s+one\b)?"
)
FIRST_DOOR = LazyPattern(r"\b(first|second) (?=(?:door|square|box|field|number)\b(?! \d))(?=\D*$)")
LONE = LazyPattern(
    rf"(?:^|\d,? )one(?=,? (?:and )?(?:{'|'.join(UNIT_WORDS[2:13])})\b)|"
    r"^\W*one\W*$|\b(?:square|number|box|field|tile|door|space|seal|bomb|column|col|row)\s+one\b(?! of\b)"
)  # else “this one”
JOINED_NUMBER_PATTERN = LazyPattern(r"\b(number|square|box|field|tile|door|pick|seal|bomb)(?=\d)", re.IGNORECASE)
FACE = LazyPattern(r"(?<!\w)[:;]-?[)(dp](?!\w)")
QUOTES = str.maketrans(dict.fromkeys('*_~`"“”„«»=→', " ") | {"’": "'", "‘": "'"} | dict.fromkeys("()[]{}<>", ";"))
SIGNS = str.maketrans(
    {
        "№": "#",
        "º": "°",
        "👍": " yes, ",
        "👎": " no ",
        "✅": " yes, ",
        "❌": " no ",
        "🎲": " random ",
        **dict.fromkeys("🙅🚫✖", " no "),
        **dict.fromkeys("👌✔🤝🆗", " yes, "),
        "🔟": " 10 ",
    }
    | dict.fromkeys("⬆↑🔼☝👆", " higher ")
    | dict.fromkeys("⬇↓🔽👇", " lower ")
)
DOZEN_VALUES = {
    "a baker's dozen": "13",
    "baker's dozen": "13",
    "bakers dozen": "13",
    "half a century": "50",
    "half a dozen": "6",
    "a dozen": "12",
    "2 dozen": "24",
}
DOZENS = LazyPattern("|".join([*DOZEN_VALUES, r"^\W*dozen(?=\W*$)"]))
SHORT_WORDS = {
    "teh": "the",
    "u": "you",
    "ur": "your",
    "pls": "please",
    "plz": "please",
    "sqr": "square",
    "sq": "square",
}
SHORT_WORDS |= {"2nite": "tonight", "2day": "today", "w": "with", "m8": "mate", "2moro": "tomorrow", "gr8": "great"}
SHORT_WORDS |= {"ill": "i'll", "id": "i'd", "hes": "he's", "shes": "she's", "lets": "let's", "gon": "gonna"}
SHORT_WORDS |= {"im": "i'm", "ive": "i've", "dont": "don't", "cant": "can't", "wont": "won't", "didnt": "didn't"}
SHORT_WORDS |= {"insha'allah": "inshallah", "owt": "anything", "summat": "something", "tek": "take", "it'd": "it would"}
SHORT_WORDS |= {"mine's": "mine is", "whats": "what's"}
SHORT_WORDS |= {"thats": "that's", "isnt": "isn't", "doesnt": "doesn't", "theres": "there's", "youre": "you're"}
SHORT_WORDS |= {
    f"{verb}in": f"{verb}ing"
    for verb in list_words(
        "do go tak pick play stay stopp leav bett bidd hid putt think feel try wait walk runn guess look roll hop",
        "jump keep giv mak com lock seal choos open us ask call vot sitt gett hav say bomb peek doubl hitt bank",
        "cash ridd winn los happen mean wonder",
    )
}
SHORT_WORDS |= dict(
    each.split("=")
    for each in list_words(
        "wit=with wif=with ment=meant wich=which witch=which",
        "wut=what wot=what wht=what hw=how wen=when whr=where hav=have giv=give cn=can jst=just gud=good cud=could",
        "wud=would shud=should sum1=someone any1=anyone every1=everyone ppl=people tmrw=tomorrow",
        "tmr=tomorrow tmw=tomorrow 2morrow=tomorrow tomoz=tomorrow rly=really srsly=seriously abt=about luv=love",
        "nite=night tonite=tonight thru=through hapens=happens hapen=happen happns=happens ruls=rules",
        "qestion=question moar=more mre=more evry=every sumthing=something sumthin=something somethin=something",
        "nothin=nothing nuthin=nothing nuffin=nothing everythin=everything anythin=anything shoulda=should've",
        "coulda=could've woulda=would've kno=know nvr=never corse=course cource=course",
        "eineinhalb=1.5 anderthalb=1.5 zweieinhalb=2.5 dreieinhalb=3.5 viereinhalb=4.5 anderhalf=1.5 anderhalve=1.5 poltora=1.5",
    )
)
SHORT_WORDS |= {
    f"{verb}nt": f"{verb}n't"
    for verb in ("would", "should", "could", "was", "were", "are", "has", "have", "had", "must", "ai")
}
SHORT_WORD_PATTERN = LazyPattern(rf"\b({'|'.join(SHORT_WORDS)})\b")

SPOKEN_SIGNS = {
    "question mark": "?",
    "exclamation mark": "!",
    "exclamation point": "!",
    "full stop": ".",
    "comma": ",",
    "period": ".",
    "new line": ".",
    "dot dot dot": ".",
    "semicolon": ";",
}
WHY_NOT = LazyPattern(r"\b(why not|por que no|pourquoi pas|warum nicht|perche no|waarom niet|czemu nie)\s?\?+")
LETTER_O = LazyPattern(r"(?<=\b[12])o\b")  # “1o”
SPOKEN_SIGN = LazyPattern(rf"(?<=\w) ({'|'.join(SPOKEN_SIGNS)})\b")
COUNTER_SUFFIX = LazyPattern(  # “12番お願いします”
    r"(?<=[\d一二三四五六七八九十])(?:번|番|号|號|个|個)째?目?[をで]?(?:お願い(?:します)?|ください|下さい|요|吧)?"
)
SPELT_LETTERS = {"ay": "a", "bee": "b", "be": "b", "cee": "c", "see": "c", "sea": "c", "dee": "d", "ee": "e"}
SPELT_LETTERS |= {"alpha": "a", "alfa": "a", "bravo": "b", "charlie": "c", "delta": "d", "echo": "e"}
SPELT_ROW = LazyPattern(rf"\b(row) ({'|'.join(SPELT_LETTERS)})\b")
COUNTED_OFF = LazyPattern(
    r"\b(?:(?:and )?(?:when|once|after) (?:this|that|it)(?: is|'s) (?:done|over|opened|open|gone)|first|second|third|fourth|fifth|sixth|1st|2nd|3rd|4th|5th|6th|firstly|secondly|thirdly|lastly|(?:and )?after (?:that|this)|afterwards|and next|and finally)[,:]? (?=(?:door |square |number |the )*\d(?!\d? (?:of|in|from|on|closed|squares|doors)\b))"
)
LAUGHTER = LazyPattern(
    r"\b(?:[mb]?[uw]?a?(?:ha){2,}h?|(?:h[eio]){2,}h?|l+o+l+z?s?|k{3,}|(?:ja){2,}|(?:rs){2,}|lma+o+|ro+fl|x+d+)\b"
)
INTERJECTION = LazyPattern(r"\b(?:e+u*h+|u+h+m*|a{2,}h+|o{2,}h+|h+m+|m+h*m+|e+r+m+|p+f+t*|a+w+)\b")
ALL_DAY = LazyPattern(r"\b24/7\b")
STRETCHED = LazyPattern(r"([a-z])\1{2,}")
DICTATED = {
    "won": "1",
    "to": "2",
    "too": "2",
    "for": "4",
    "fore": "4",
    "ate": "8",
    "tree": "3",
    "sex": "6",
    "tin": "10",
}
DICTATED_NUMBER = LazyPattern(
    rf"\b(number|square|door|box) ({'|'.join(DICTATED)})(?=\W*(?:please|pls|thanks|thank you|then|now)?(?:\W*$| ?[;.,!]))"
)
TEN_AND_DIGIT = LazyPattern(  # “twenty 4”, dictated
    rf"\b({'|'.join(TENS)}) ([1-9])(?![\w%]|[.,:/]\d| \d)"
)
DICTATED_UNIT = LazyPattern(rf"\b({'|'.join(TENS)}) (won|too|fore|ate|(?:for|to)(?=\W*$))\b")
HALVES = LazyPattern(
    r"\b(?:y medio|y media|e meio|e meia|et demi|et demie|e mezzo|e mezza|und ein halb|i pol|en een half)\b"
)
FOREIGN_UNITS = {
    word: unit
    for unit, words in (
        (
            "million",
            "millon millones milhao milhoes milione milioni miljoen miljoenen milion miliony milionow millionen millions millionn mllion milllion milyon miljoner miljon milijuna miliona milijon milijonov milijona milionu millio milliot milioane miljoonaa miljoona miljonit millioner milijonai milions juta миллион миллиона миллионов мільйон мільйони мільйонів милион милиона εκατομμυρια εκατομμυριο milioni",
        ),
        ("thousand", "tausend duizend mille tysiac tysiace tysiecy mila grand"),
    )
    for word in words.split()
}
FOREIGN_UNIT = LazyPattern(
    rf"(?<=[\dfen ])(?!(?<!\d)(?<!\d )(?<!hundred )grand)({'|'.join(FOREIGN_UNITS)})\b"
)  # “64 grand”, not “plus grand”

TYPED_WORD = LazyPattern(r"[a-z']{4,}")

LONG_NUMBER_WORDS = [word for word in (*UNIT_WORDS, *TENS) if len(word) > 4]
NO_NUMBER_WORDS = frozenset(["thirsty", "foray", "there", "their", "these", "fifth", "sixth", "ninth", "tenth"])
TYPED_NUMBER = LazyPattern(rf"\b(?:[tfsen][a-z]{{4,9}}|{'|'.join(MISSPELT_WORDS)})\b")
ONE_HUNDRED = LazyPattern(r"(?<!\d )\b(?:a |one )?hundred(?= (?:thousand|k|grand)\b)")
A_HUNDRED = LazyPattern(r"(?<!\d )\b(?:a|one) hundred(?=\W*$)")
HUNDREDS = LazyPattern(r"\b(\d) hundred(?: (?:and )?(\d{1,2}))?(?= (?:thousand|k|mil|grand))")
ONE_IS = LazyPattern(
    r"(?<=\d)'s(?= (?:open|gone|taken|closed|an?|the|my|mine|good|it|fine|lucky|nice|best|safe|been|got|right|always)\b)"
)
TOO = LazyPattern(  # “2 much pressure”
    r"(?<=\bu )2(?=\W*$)|(?<=\byou )2(?=\W*$)|(?<!\w )(?<!\w)2(?= (?:much|late|good|hard|many|soon|early|easy|bad|funny|long|slow|fast|risky|scary|greedy|big|small)\b)"
)
SOME_MORE = LazyPattern(r"(?<=\d) ?(?:and a bit|and (?:some )?change|and something|or so|-?odd)\b")
CLIPPED_WORDS = {
    "an'": "and",
    "'n'": "and",
    "wi'": "with",
    "o'": "of",
    "t'": "the",
    "one'll": "one will",
    "low key": "lowkey",
}
CLIPPED = LazyPattern(r"(?<![\w'])(?:an'|'n'|wi'|o'|t'|one'll|low key)(?![\w'])")
SPACED_LETTERS = LazyPattern(r"^y e s(?=\W*$)|^n o(?=\W*$)|^s t o p(?=\W*$)")
REPEATED_RANDOM = LazyPattern(r"\brandom(?:\s+random)+\b")
SENTENCE_NUMBER_SIGN = LazyPattern(
    r"(?<![\d,.!?] )\bno\. (?=\d)|\b(?<=vai |vou )no (?=\d)|(?<=bomba )no (?=\d)"
)  # “open no. 23”, “vai no 10”, not “16. No. 18”

UNITS = r"crores?|lakhs?|lacs?|thousand|millions?|millon(?:es)?|millionen|mill?|mio|mln|billions?|bn|[km]"
UNIT_VALUES = {"k": 10**3, "t": 10**3, "m": 10**6, "b": 10**9, "c": 10**7, "l": 10**5}  # by their first letter
AMOUNT_PATTERN = LazyPattern(
    rf"(?<![\w.,])[£$€]?\s?(\d{{1,15}}(?:[.,]\d{{1,15}}){{0,6}})\s?(?:(and a half|1/2)\s)?({UNITS})?"
    r"(?:\s(and a half))?(?![\w%])"
)
SPACED_THOUSANDS = LazyPattern(r"(?<![\d.,])[1-9]\d{0,2}(?: \d{3})+(?![\d.,])")
MILLION_WORDS = r"mil|mill|mio|mln|m|millions"
BARE_MILLIONS = LazyPattern(r"\d{1,3}(?:[.,]\d{1,2})?")
ONE_MILLION = LazyPattern(rf"\bone(?= (?:{UNITS})\b)")
QUARTERS = LazyPattern(rf"\b(\d{{1,3}}) and (a quarter|a half|3 quarters|three quarters) ({UNITS})\b")
MILLIONS_AND_THOUSANDS = LazyPattern(r"\b(\d{1,3}) million,? (?:and )?(\d{1,3}) ?(?:thousand|k)\b")
MILLION_AND_QUARTERS = LazyPattern(r"\b(\d{1,3}) million and (a quarter|3 quarters)\b(?! (?:of|million))")
QUARTER_VALUES = {"a quarter": ".25", "a half": ".5", "3 quarters": ".75", "three quarters": ".75"}
HALF_MILLION = LazyPattern(rf"\b(?:half a|a half|half|a) ({UNITS})\b( and a half)?")


@lru_cache(256)
def normalise_sentence(text: str) -> str:
    """Return a sentence normalised: lower case, no accents, emoticons or quotes, numbers in figures, common slips and
    short forms spelt out; a very long text is cut.
    """
    text = COUNTER_SUFFIX.sub(" ", text)
    marked = JOINED_NUMBER_PATTERN.sub(
        r"\1 ", text[: 2 * MAX_SENTENCE_LENGTH].translate(SIGNS).replace("n°", "#").replace("N°", "#")
    )
    plain = unicodedata.normalize("NFKC", marked).translate(QUOTES).casefold()
    kept = "".join(
        c if c.isascii() or c.isalnum() or c in "£€…–—" else ", " if unicodedata.category(c) == "So" else " "
        for c in fold_letters(plain)
    )
    kept = WHY_NOT.sub(r"\1", LETTER_O.sub("0", kept).replace("know way", "no way"))
    kept = SPELT_ROW.sub(lambda found: f"{found[1]} {SPELT_LETTERS[found[2]]}", kept)
    kept = SPOKEN_SIGN.sub(lambda found: SPOKEN_SIGNS[found[1]], kept)
    kept = INTERJECTION.sub("eh", LAUGHTER.sub("haha", ALL_DAY.sub(" ", kept)))
    kept = STRETCHED.sub(lambda found: found[1] * (2 if found[1] == "l" else 1), kept)
    kept = re.sub(r"!+1+(?![\w.,])", "!", kept)
    kept = HALVES.sub("and a half", DICTATED_NUMBER.sub(lambda found: f"{found[1]} {DICTATED[found[2]]}", kept))
    kept = DICTATED_UNIT.sub(lambda found: f"{found[1]} {UNIT_WORDS[int(DICTATED[found[2]])]}", kept)
    kept = TEN_AND_DIGIT.sub(lambda found: f"{found[1]} {UNIT_WORDS[int(found[2])]}", kept)
    kept = TYPED_NUMBER.sub(lambda found: _correct_number_word(found[0]), kept)
    kept = LONE.sub(lambda found: found[0].replace("one", "1"), kept)
    kept = COUNTED_OFF.sub("", CASE_ENDING.sub("", _replace_number_words(kept)))
    kept = ORDINAL_PATTERN.sub(_replace_ordinal, kept)
    kept = re.sub(r"(?<=\d) ?-?ish\b", " ish", re.sub(r"\bgot to(?= [a-z])", "gotta", kept))
    kept = FIRST_DOOR.sub(lambda found: f"the {found[1]} " if found.start() else f"{ORDINAL_NUMBERS[found[1]]} ", kept)
    kept = DOZENS.sub(lambda found: DOZEN_VALUES.get(found[0], "12"), kept)
    kept = SHORT_WORD_PATTERN.sub(lambda found: SHORT_WORDS[found[0]], kept)
    kept = TYPED_WORD.sub(lambda found: SLIPS.get(found[0], found[0]), kept)
    kept = CLIPPED.sub(lambda found: CLIPPED_WORDS[found[0]], kept)
    kept = SPACED_LETTERS.sub(lambda found: found[0].replace(" ", ""), kept)
    kept = ONE_HUNDRED.sub("1 hundred", kept)
    kept = A_HUNDRED.sub("100", kept)
    kept = HUNDREDS.sub(lambda found: str(100 * int(found[1]) + int(found[2] or 0)), kept)
    kept = ONE_MILLION.sub("1", kept)
    kept = FOREIGN_UNIT.sub(lambda found: FOREIGN_UNITS[found[1]], kept)
    kept = TOO.sub("too", SOME_MORE.sub(" ish", ONE_IS.sub(" is", re.sub(r"(?<=\d)'ll\b", " will", kept))))
    kept = SENTENCE_NUMBER_SIGN.sub("# ", REPEATED_RANDOM.sub("random", kept))
    return re.sub(r"\s+", " ", FACE.sub(" ", kept)).strip()


@lru_cache(512)
def _correct_number_word(word: str) -> str:
    """Return the number word that a misspelt word of five letters or more probably means; the word unchanged if
    there is none.
    """
    if word in MISSPELT_WORDS:
        return MISSPELT_WORDS[word]
    if word in NO_NUMBER_WORDS or word in NUMBER_WORD_VALUES or word in ORDINAL_NUMBERS:
        return word
    near = [name for name in LONG_NUMBER_WORDS if name[0] == word[0] and _is_one_slip(word, name)]
    return near[0] if len(near) == 1 else word


# Slips of the thumb in the words that people type most: “wiht”, “pleese”, “chosse”.
KEYBOARD_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
TYPED_OFTEN = (
    "absolutely certainly exactly naturally",
    "about accept actually again anything audience because behind better board bomb bottom bring change choice",
    "choose column continue corner could definitely dice door either everything final friend going gonna guess",
    "happy have hello help hide higher hope just keep know leave left like list lock lower lucky maybe middle",
    "million money need never next nothing number open over peek phone pick place play please predict probably put",
    "question really right risk roll round safe score seal should sorry split square stay stop surprise take thank",
    "thanks that then there think this time today tomorrow tonight trust turn under wait want what where which",
    "whose will with would your playing taking staying picking leaving",
)
REAL_WORDS = list_words(  # words of English and other languages, and names, that one slip also makes
    "bard being bette bing boar bord bortom brig chang chose cold dior dive doce ether fina fried ging gong habe",
    "hace havre hell lave leeft legt leve lick lost luck lucy luke lust neef neer nerd neve noting ober odor pace",
    "peel perk plat pone puck putt rally rond rund sade sage slit sore spit stat stoop tale tank than thee them",
    "saying laying thin three thuis thus toda tome trist turm tust unser voer were whos wilk",
)


def iter_slips(word: str) -> Iterator[str]:
    """Yield the misspellings of a word, of two letters or more, by a single typing slip: two letters swapped, or after
    the first letter one left out, one doubled, or a neighbour on the keyboard typed in place of one or before it. Some
    come twice.
    """
    for at in range(1, len(word)):
        yield word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]
        yield word[:at] + word[at + 1 :]
        yield word[:at] + word[at] + word[at:]
        for keys in KEYBOARD_ROWS:
            beside = keys.find(word[at])
            for key in (keys[max(0, beside - 1) : beside] + keys[beside + 1 : beside + 2]) if beside >= 0 else "":
                yield word[:at] + key + word[at + 1 :]
                yield word[:at] + key + word[at:]
    yield word[1] + word[0] + word[2:]


def _list_slips() -> dict[str, str]:
    """Return the word that was meant for each slip of four letters or more in words that are typed often, if the slip
    is no word itself.
    """
    words = list_words(*TYPED_OFTEN)
    made = {slip: word for word in sorted(words) for slip in iter_slips(word) if len(slip) > 3}
    return {slip: word for slip, word in made.items() if slip not in words and slip not in REAL_WORDS}


SLIPS = _list_slips()  # what was typed, and the word that was meant


def _is_one_slip(word: str, name: str) -> bool:
    """Return whether a word equals a name or differs from it by a single typing slip, but not in its last letter: one
    letter too many, too few, different, or two swapped. Neither may be empty.
    """
    if word[-1] != name[-1] or abs(len(word) - len(name)) > 1:
        return False
    at = next((n for n, pair in enumerate(zip(word, name, strict=False)) if pair[0] != pair[1]), len(name))
    swapped = word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :]
    return name[at:] == swapped or word[at + 1 :] in (name[at:], name[at + 1 :]) or word[at:] == name[at + 1 :]


def _replace_number_words(text: str) -> str:
    """Return a text with number words (also several together, such as “twenty five”) written in figures; “one” by
    itself stays.
    """
    said = list(WORD_OF_LETTERS.finditer(text))
    parts, done, n = list[str](), 0, 0
    while n < len(said):
        value, last = _find_number_words(text, said[n : n + MAX_NUMBER_WORDS])
        if value is not None:
            parts += [text[done : said[n].start()], str(value)]
            done = last
        n += 1
        while n < len(said) and said[n].start() < done:
            n += 1
    return "".join([*parts, text[done:]])


def _find_number_words(text: str, said: Sequence[re.Match[str]]) -> tuple[int | None, int]:
    """Return the number that the first of these words express (as many of them as make one), and where in `text` they
    end; (None, 0) if they express none.
    """
    start = said[0].start()
    for count in range(len(said), 0, -1):
        phrase = text[start : said[count - 1].end()]
        value = NUMBER_WORD_VALUES.get(phrase) or NUMBER_WORD_VALUES.get(phrase.replace("-", " "))
        if phrase != "one" and (value is not None or phrase in NUMBER_WORD_VALUES):
            return NUMBER_WORD_VALUES.get(phrase, value), said[count - 1].end()
    stem, sign, _ = said[0][0].partition("'")
    if sign and stem != "one" and stem in NUMBER_WORD_VALUES:
        return NUMBER_WORD_VALUES[stem], start + len(stem)
    return None, 0


def _replace_ordinal(found: re.Match[str]) -> str:
    """Return the number for an ordinal such as “third”; “first” and “second” by themselves stay, because they may
    mean something else.
    """
    n = ORDINAL_NUMBERS[found[2]]
    return str(n) if n > 2 or found[1] else found[0]


NOT_A_CENT = r"\b(?:not|ain't|won't|don't|isn't|wouldn't|can't)(?: \w+){0,3}? (?:even )?(?:a|1|one) (?:\w+ ){0,2}?(?:penny|cent|dollar|pound|euro|dime|nickel|bean|sausage|farthing)\b"


NO_BID = LazyPattern(  # “I shall not be bidding”
    r"\b(?:not|don't|won't|shan't|no)(?: \w+){0,2}? (?:bid|bidding|betting)\b(?! (?:more|over|above|that|all|everything|less|under)\b|\W{0,2}\d)"
)
WHAT_ONE_HAS = LazyPattern(
    r"\b(all|everything|half|quarter|third) (?:of )?(?:what|that) (?:i|i've|we|we've) (?:have|got|own)(?: got)?\b"
)
ONE_MORE = LazyPattern(  # “10 million and 1 dollar”
    r"\b(\d{1,2}) (?:million|mil|m) (?:and|plus|&) (?:1|one|a|a single) (?:dollars?|bucks?|pounds?|quid|euros?)\b"
)


GERMAN_UNITS = {
    word: n for n, word in enumerate(["ein", "zwei", "drei", "vier", "funf", "sechs", "sieben", "acht", "neun"], 1)
}
GERMAN_THOUSANDS = LazyPattern(rf"\b({'|'.join(GERMAN_UNITS)})?hundert(?:und)?tausend\b")


def _spell_german_thousands(found: re.Match[str]) -> str:
    """Return an amount such as “fünfhunderttausend”, written in one word in German, as number and unit."""
    return f"{100 * GERMAN_UNITS.get(found[1], 1)} thousand"


ENOUGH_ABROAD = LazyPattern(  # “1 million reicht”
    r"(?:(?<=million)|(?<=thousand)),? (?:(?:das|es|ca|y|e|et|und|c'est|is|muss|sind) )?(?:reicht|genugt|langt|reichen|suffit|assez|basta|chega|ya|nada mas|genoeg|volstaat|wystarczy|schluss|mehr nicht|es suficiente|suficiente)(?=\W*$)"
)


def simplify_amounts(tame: str) -> str:
    """Return a sentence in which amounts of money that are said in other ways are a number and a unit (“USD 5”, “15.
    Million”, “quarter of a million”, “18 million 200 thousand”), and refusals such as “not a cent” are “nothing”.
    """
    tame = re.sub(r"\b(?:usd|eur|gbp) ?(?=\d)", "", tame)
    tame = GERMAN_THOUSANDS.sub(_spell_german_thousands, tame)
    tame = SPACED_THOUSANDS.sub(lambda found: found[0].replace(" ", ""), tame)
    tame = NO_BID.sub("nothing", WHAT_ONE_HAS.sub(r"\1", tame))
    tame = re.sub(rf"[,.]? (?:and |but |an )?{NOT_A_CENT} (?:more|less)\b", "", tame)
    tame = ONE_MORE.sub(lambda found: f"{found[1]}.{'0' * 5}1 million", re.sub(NOT_A_CENT, "nothing", tame))
    tame = re.sub(r"\bmil+i?o+n+(?=s?\b)", "million", tame)
    tame = re.sub(r"(?<=\d) and half\b(?! (?:of|a)\b)", " and a half", tame)
    tame = re.sub(r"(?<=\d)[.!] (?=(?:million|thousand)\b)", " ", tame)
    tame = re.sub(r"\b(?:un|ein|eine|um|uno|een|jeden) (?=mill?i?o?n?\b|mio)", "1 ", tame)
    tame = re.sub(r"\b(?<!eine )(?:meio|medio|un demi|demi|mezzo|halbe|pol) (?=million\b)", "half a ", tame)
    tame = ENOUGH_ABROAD.sub(" is enough", tame)
    tame = re.sub(r"\bone (?=and (?:a half|a quarter|3 quarters)|point \d)", "1 ", tame)
    tame = re.sub(rf"(?<=\d )({MILLION_WORDS}) (?:and )?(\d{{1,3}}) (?:thousand|k)\b", r"million \2 thousand", tame)
    tame = MILLION_AND_QUARTERS.sub(r"\1 and \2 million", tame)
    tame = QUARTERS.sub(lambda found: f"{found[1]}{QUARTER_VALUES[found[2]]} {found[3]}", tame)
    tame = MILLIONS_AND_THOUSANDS.sub(lambda found: f"{found[1]}.{int(found[2]):03} million", tame)
    tame = re.sub(r"\b(\d{1,3}) (?:point|komma|coma|virgule|virgola|virgula|przecinek) (\d{1,3})\b", r"\1.\2", tame)
    tame = re.sub(
        r"\ba (?:cool|nice|neat|clean|round|full|whole|single|tidy|measly|mere|solid|straight|flat|cheeky|lousy) (?=million|mil|thousand)",
        "a ",
        tame,
    )
    tame = re.sub(r"\b(?:anderthalb|poltora)(?= mil)", "1.5", tame)
    tame = re.sub(r"\b3 quarters of a million\b", "750 thousand", tame)
    return re.sub(r"\b(?:a )?quarter (?:of )?(?:a )?(?:million|mill?)\b", "250 thousand", tame)


def iter_amounts(tame: str) -> Iterator[tuple[int, int, int]]:
    """Yield each amount of money in a normalised sentence as (amount, start, end): first those without figures (“a
    million”, “half a million”), then those in figures, with or without a unit, which may overlap them. A small number
    alone counts millions.
    """
    for found in HALF_MILLION.finditer(tame):
        whole = UNIT_VALUES[found[1][0]]
        halved = found[0].startswith(("half", "a half"))
        amount = whole // 2 if halved else whole + (whole // 2 if found[2] else 0)
        yield amount, found.start(), found.end()
    for found in AMOUNT_PATTERN.finditer(tame):
        bare = not found[3] and found[1] != "0" and BARE_MILLIONS.fullmatch(found[1])
        unit = UNIT_VALUES["m" if bare else found[3][0]] if bare or found[3] else 1
        value = _parse_figures(found[1], whole=unit == 1)
        if value is not None:
            half = unit // 2 if found[2] or found[4] else 0
            yield int(value * unit + 0.5) + half, found.start(), found.end()


def _parse_figures(text: str, *, whole: bool) -> float | None:
    """Return the value of a number in digits, in which point or comma may group thousands or mark a fraction; None if
    that is unclear. `whole` says that no unit such as “million” follows, so that only groups of three make sense.
    """
    parts = re.split(r"[.,]", text)
    if len(parts) == 1:
        return float(text)
    grouped = all(len(each) == 3 for each in parts[1:]) and len(parts[0]) <= 3 and parts[0] != "0"
    if grouped and (whole or len(parts) > 2):
        return float("".join(parts))
    return float(".".join(parts)) if len(parts) == 2 and not whole else None
