"""Tells questions to the host from talk, and rewrites them in the words that the host's own grammar knows. Pure."""

# ruff: noqa: E501 - patterns are easier to read in one line each

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.kernel.text import LazyPattern
from host.said.reading.language import iter_amounts, normalise_sentence
from host.said.reading.vocabulary import DOUBTS, FILLERS, NEGATIONS, OTHERS, PARTICLES, list_words

HOST_WORDS = LazyPattern(
    r"\b(?:bombs?|rows?|columns?|cols?|squares?|doors?|numbers?|category|hidden|minigames?|mini ?games?|boosters?|"
    r"boost|cash|money|negative|millions?|"
    r"safe|dangerous|deadly|anywhere|explode|survive|holds?|holding|hold|cards?|gift|event|vintage|changer|hides?|"
    r"figures?|secret|"
    r"(?:is|are|does) (?:there|anyone|anybody|it)|somewhere|[a-e][1-9]|failsafe|spectrum|defuse|revive|eclipse|"
    r"fold|corners?|middle|immune|protected|hypnoti[sz]ed|richer|poorer|ahead of|eliminated|still (?:in|alive|out)|"
    r"win zone|(?:is|are) \w+ (?:in|out))\b|[£$€%]|\d"
)


HOST_THINGS = {
    "bomb": r"dangers?|threats?|hazards?|kills?(?: me)?|blows? me up|explode|goes? off|bombs?|bomba|bombas|bombe|bomben|bom|bommen|boom|mines?|explodes?|explosives?|blow up|blows up|(?:anything|something) (?:nasty|bad|dangerous|deadly)|dangerous|deadly|booby ?traps?",
    "no bomb": r"safe|safely open|survive|survivable|ok|okay|harmless|sicher|seguro|segura|sur|veilig|bezpieczne|bezpieczny|clear|clean",
    "Gift Card": r"gift ?(?:cart|crad|card's)s?|cartao presente|carte cadeau|tarjeta regalo|gift ?cards?|giftcards?|gutschein\w*|geschenkkarte|carte cadeau|tarjeta (?:de )?regalo|cadeaubon",
    "hidden square": r"hidden (?:squares?|ones?|doors?|things?)?|secret (?:squares?|doors?)|verstecktes?(?: feld)?|hidden",
    "booster": r"boosters?|boost|boosts",
    "minigame": r"mini ?games?",
    "the biggest cash": r"(?:the )?(?:single )?(?:biggest|highest|largest|greatest|most|top|best|big|fattest|juiciest) (?:(?:wodge|wad|pile|stack|pot|lump|heap|chunk|bundle|load|sum|amount|bag|piece) of )?(?:cash|money|prize|sum|amount|payout|one|number|value)",
    "cash": r"cash|money",
}
HOST_PLACES = {
    "row": r"(?:rows?|fila|reihe|zeile|rangee|ligne|linha|linea|fileira|rij|riga|rzad|rzedzie|baris) ([a-e])",
    "column": r"(?:columns?|cols?|columna|spalte|colonne|coluna|colonna|kolom|kolumnie|kolumna) ([1-9])",
    "corner": r"(?:(?:one|any|1) of )?(?:the |a |any )?corners?|ecken?|esquinas?|coins?|cantos?|angol[oi]|hoeken",
    "middle": r"(?:the |very )*(?:middle|centre|center|mitte|medio)",
    "next to": r"(?:next to|close to|near by|nearby|beside|besides|adjacent to|near|near of|near to|close by|bordering|neighbou?ring|right by|right beside|alongside|neben|al lado de|al lado del|cerca de|a cote d[eu]|pres d[eu]|ao lado d[eoa]|perto d[eoa]|accanto al?|vicino al?|naast|obok|kolo|by|around|touching) (?:the |de la |la |el |der |dem )?(?:square |number |door )?(\d{1,2})",
    "square": r"(?:squares? |numbers? |doors? |casilla |feld |case |porta |puerta |el |la |alla |all'|nella |na |no |am |im |en el |en la |die |der |der nummer |le |de |# ?)?(\d{1,2})(?!\d|[.,]\d|k|m| ?(?:million|thousand|mil)\b)",
    "anywhere": r"anywhere(?: at all)?|at all|somewhere|da qualche parte|en alguna parte|em algum lugar|quelque part|ergens|gdzies|knocking about|lying around|hanging around|kicking about|out there|on this board|on the grid|around(?=\W*$)|about(?=\W*$)|left|still there|on the board|in the game|remaining|still|irgendwo|en algun lado|quelque part",
}
MORE_OR_LESS = LazyPattern(
    r"\b(?:(?P<more>more|greater|higher|bigger|over|above|at least more|mas|mehr|plus|mais|meer)|(?P<less>less|lower|smaller|under|below|fewer|menos|weniger|moins|minder))(?: (?:money|cash))?(?: (?:than|then|de|que|als|do que))? (?=[£$€\d]|half|a )"
)
NTH_ROWS = {
    "top": "a",
    "first": "a",
    "1st": "a",
    "second": "b",
    "2nd": "b",
    "third": "c",
    "3": "c",
    "fourth": "d",
    "4": "d",
    "bottom": "e",
    "last": "e",
    "1": "a",
    "2": "b",
    "5": "e",
    "lowest": "e",
}
NTH_ROW = LazyPattern(rf"\b(?:the )?({'|'.join(NTH_ROWS)}) row\b")
NTH_COLUMNS = dict.fromkeys(("first", "1st", "1", "left", "leftmost", "left hand"), "1") | {
    "second": "2",
    "2nd": "2",
    "2": "2",
}
NTH_COLUMNS |= {"third": "3", "3": "3", "fourth": "4", "4": "4"}
NTH_COLUMNS |= dict.fromkeys(("last", "5", "right", "rightmost", "right hand"), "5")
NTH_COLUMN = LazyPattern(rf"\b(?:the )?({'|'.join(NTH_COLUMNS)}) (?:column|col)\b")
QUESTION_FILLERS = list_words(
    "is are there a an any the on in at under behind of to do does you u know think hold holds holding hides hide hiding contain contains have has",
    "among amongst one them either or and both it its it's what about tell me can could would please pls so be honest dear host bot hi hello hey ok um hmm thanks",
    "thank hay une una un unas ist sind eine ein einen auf unter hinter gibt es y a t il est ce que en la el sur dans tem ha c'e na no em nella nel",
    "mate enquire inquire whether may having being please sir bro pls tell would know mind asking exists exist still dear sir madam er een op jest czy w z worth that which square squares door doors number numbers anything something money cash value sitting lurking",
    "by chance maybe or not nah no yes lol just want i i'd like ask my question for is whether if these those this i'm wondering got get find",
    "en from de do with where'd really ever also today now sum s someone anybody anyone maybe kindly may quick q hm hmm um isn't",
)
UNSURELY_ASKED = list_words("perhaps possibly maybe might probably somehow")  # a question is no surer without them
CHANGING = (NEGATIONS | (DOUBTS - UNSURELY_ASKED) | OTHERS) - {"been"} | list_words(
    "my mine his her their your our bob's ann's all every each both two three how who why when where which were was last more less fewer"
    " between above below left right top bottom row column a b c d e or and if than other another same next adjacent except only"
)
TAG_OF_DOUBT = LazyPattern(
    r",? or (?:are|is|were) (?:they|it|there|those)\b[^?]*|,? or (?:nah|not|no|what|am i wrong|nope)\b|,? (?:yes|y) or (?:no|n)\b"
)


ROW_LETTER = LazyPattern(r"\b(in|on) ([A-E])(?=\W*$)")  # “bomb in A?”


def _name_lines(text: str) -> str:
    """Return a question to the host, normalised, with its rows and columns by their names: “the top row” is row A."""
    text = ROW_LETTER.sub(r"\1 row \2", text)
    tame = TAG_OF_DOUBT.sub(" ", NTH_ROW.sub(lambda found: f"row {NTH_ROWS[found[1]]}", normalise_sentence(text)))
    tame = re.sub(
        r"\b(?:along|at|on|in) the (top|bottom)\b(?! (?:row|left|right|corner))",
        lambda found: f"in row {NTH_ROWS[found[1]]}",
        tame,
    )
    tame = NTH_COLUMN.sub(lambda found: f"column {NTH_COLUMNS[found[1]]}", tame)
    return re.sub(r"\b([a-e]) row\b", r"row \1", tame)


def rewrite_question(text: str) -> str:
    """Return a player's question to the host reworded for the host's grammar (“bomb in row A”), if it asks whether a
    thing, such as a bomb, a booster or more than so much money, lies in one or more places of the board. Empty if it
    names no thing, several things or no place, asks whether there is none, or has words left that may change its
    meaning: the grammar itself then reads or refuses it.
    """
    tame, thing = _take_amount(_name_lines(text))
    if IS_DENIED.search(tame) or _names_other_things(tame):
        return ""
    wheres = list[str]()
    for place, pattern in HOST_PLACES.items():
        rest = tame
        for found in re.finditer(rf"(?<![\w'.,£$€])(?:{pattern})(?![\w'])", tame):
            wheres.append(_spell_place(place, next((each for each in found.groups() if each), "")))
            rest = rest.replace(found[0], " ", 1)
        tame = rest
    if not thing:
        tame, thing = _take_thing(tame)
    left = [word for word in re.findall(r"[^\W_]+(?:'[^\W_]+)?", tame) if word not in QUESTION_FILLERS]
    if thing in FOUND_ANYWHERE and not wheres and IS_THERE.search(tame):
        wheres = ["anywhere"]
    squares = [each for each in wheres if each.isdigit()]
    named = [each for each in dict.fromkeys(wheres) if not each.isdigit() and each != "anywhere"]
    if (
        not thing
        or not wheres
        or _may_change_it(left)
        or (squares and named)
        or re.search(r"\b(?:not|n't|no more)\b", tame)
    ):
        return ""
    if thing == "no bomb" and len(squares) > 1:
        return f"are {', '.join(squares[:-1])} and {squares[-1]} safe"
    if thing == "no bomb" and not squares:
        return ""
    where = (
        f"on {' or '.join(dict.fromkeys(squares))}"
        if len(squares) < 3
        else f"on {', '.join(squares[:-1])} or {squares[-1]}"
    )
    return f"{thing} {where if squares else ' or '.join(named) or 'anywhere'}"


IS_DENIED = LazyPattern(
    r"\b(?:no|zero|without|nessun[ao]?|aucune?|ningun[ao]?|nenhum[a]?)\b(?: (?:hay|any|single))?(?: \w+)?"
    rf" (?:{'|'.join(HOST_THINGS.values())})\b|\w isn't\b(?! (?:it|there)\W*$)"
)
JOINS_THINGS = LazyPattern(r"[,/&+]|\b(?:and|or|nor|plus|but|und|oder|y|o|e|et|ou|as well as)\b")


def _take_thing(tame: str) -> tuple[str, str]:
    """Return a sentence without the things that a player may ask for, and the name of the first of HOST_THINGS that
    was in it, or an empty string.
    """
    thing = ""
    for name, pattern in HOST_THINGS.items():
        if re.search(rf"\b(?:{pattern})\b", tame):
            tame = re.sub(rf"\b(?:{pattern})\b", " ", tame)
            thing = thing or name
    return tame, thing


def _names_other_things(tame: str) -> bool:
    """Return whether a question names two different things to look for, joined by a word such as “and”; “safe” and
    “bomb” are one.
    """
    spans = [
        (found.start(), found.end(), name.removeprefix("no "))
        for name, pattern in HOST_THINGS.items()
        for found in re.finditer(rf"\b(?:{pattern})\b", tame)
    ]
    return any(
        one != other and JOINS_THINGS.search(tame[end:start])
        for _, end, one in spans
        for start, _, other in spans
        if end <= start
    )


FOUND_ANYWHERE = ("Gift Card", "hidden square", "booster", "minigame")
IS_THERE = LazyPattern(
    r"\b(?:is|are) there\b|\bany\b|\bgibt es\b|\bhay\b|\by a t il\b|\by a-t-il\b|\bc'e\b|\bci sono\b|\btem\b|\bis er\b|\bzijn er\b|\bczy jest\b"
)
MOST_UNKNOWN = 3  # words beside a thing and its place that say nothing of either


def _may_change_it(left: Sequence[str]) -> bool:
    """Return whether the words of a question that were not understood may change what it asks: they are more than
    three, or one negates, doubts, compares, speaks of people, or names a place or something that the host knows.
    """
    said = " ".join(left)
    return len(left) > MOST_UNKNOWN or bool({*left} & CHANGING) or HOST_WORDS.search(said) is not None


UNDER_A_SQUARE = LazyPattern(
    r"\bbombs?\b.*\b(?:under|below|over|above) (?:\w+ )?\d{1,2}(?![\d.,]|k|m| ?(?:thousand|mil|million)\b)"
)


def _take_amount(tame: str) -> tuple[str, str]:
    """Return a sentence without the limit of money in it, and that limit in figures, such as “more than £500,000”; the
    sentence unchanged and an empty text if it names none.
    """
    found = None if UNDER_A_SQUARE.search(tame) else MORE_OR_LESS.search(tame)
    amounts = [each for each in iter_amounts(tame) if found and each[1] >= found.end() - 1]
    if not found or not amounts:
        return tame, ""
    value, _, end = max((each for each in amounts if each[1] == amounts[0][1]), key=lambda each: each[2])
    return f"{tame[: found.start()]} {tame[end:]}", f"{'more' if found['more'] else 'less'} than £{value:,}"


def _spell_place(place: str, name: str) -> str:
    """Return a part of the board in the words that the grammar of questions to the host knows: `place` is its kind
    (corner, row, square …), `name` the letter or number that belongs to it, or empty.
    """
    spelt = {
        "corner": "in a corner",
        "middle": "in the middle",
        "square": name,
        "anywhere": "anywhere",
        "next to": f"next to {name}",
    }
    return spelt.get(place, f"in {place} {name.upper()}")


def speaks_to_host(text: str) -> bool:
    """Return whether a text mentions something about which players can ask the host, such as bombs or squares; not if
    it only repeats one word.
    """
    words = re.findall(r"[^\W_]+", normalise_sentence(text))
    if len(words) > 1 and len({*words}) == 1:  # “money money money”
        return False
    return bool(rewrite_question(text)) or HOST_WORDS.search(normalise_sentence(text)) is not None


def names_no_place(text: str) -> bool:
    """Return whether a question to the host is only the name of a thing, such as “bomb?”, without saying where."""
    said = " ".join(re.findall(r"[a-z0-9]+", normalise_sentence(text)))
    return any(
        re.fullmatch(rf"(?:is (?:there )?|any |a |the )*(?:{pattern})", said) for pattern in HOST_THINGS.values()
    )


def is_whether_question(text: str) -> bool:
    """Return whether a text begins like a question for yes or no (“is there …”) or for who, where, when, which or how
    many, even about something that the host does not know.
    """
    return (
        re.match(
            r"(?:is|are|was|will|does|did|has|have|am) (?:i|we|it|there|he|she|they|the|my|any)\b|(?:who|where|when|which|how many) (?!knows|cares)",
            normalise_sentence(text),
        )
        is not None
    )


ASKED_OF_HOST = LazyPattern(r",? (?:do you know|please|thanks|thank you|pls)\W*$", re.IGNORECASE)
AMOUNT_IN_WORDS = LazyPattern(r"\bhalf a million\b|\ba million\b", re.IGNORECASE)


def _write_amounts(text: str) -> str:
    """Return a text with amounts of money written as digits where they are in words."""
    return AMOUNT_IN_WORDS.sub(lambda found: "£500,000" if "half" in found[0].casefold() else "£1,000,000", text)


ANY_OF_THESE = LazyPattern(
    r"\b(?:in |on |under )?(?:any |any one |one )of (?:these|those|them) ?(?:two|three|four|\d)?\b", re.IGNORECASE
)


def _list_parts(text: str) -> list[str]:
    """List a question to the host, and then, for each of three ways to split it, the part that speaks of what the host
    knows, if it is only one.
    """
    found = [text]
    for sign in (r"\b(?:whether|if)\b(?= there| any| it| one)", r"[.!?]+", r"[.,;:!?]"):
        asking = [each for each in re.split(sign, text) if HOST_WORDS.search(normalise_sentence(each))]
        found += asking if len(asking) == 1 else []
    return found


def strip_address(text: str) -> str:
    """Return a question to the host in the words of the host's grammar, if it or a part of it can be reworded so; else
    the question without the greeting before it and talk after it, with amounts and some phrases as the host knows them.
    """
    text = ANY_OF_THESE.sub("", text)
    if plain := next(filter(None, map(rewrite_question, _list_parts(text))), ""):
        return plain
    asked, mark, comment = text.rpartition("?")
    text = asked + mark if mark and not HOST_WORDS.search(normalise_sentence(comment)) else text
    text = re.sub(
        r"\b(?:left|still there|remaining)(?: at all| anywhere)?(?=\W*$)", "anywhere", text, flags=re.IGNORECASE
    )
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


PASSING_WORDS = list_words(
    "can't couldn't naw nae nowt nil zero no nope nah nothing pass skip none don't nvm not nada nichts nein non rien niente nic"
)
PASSING_HELPERS = (
    list_words(
        "save later for it drive roll carry push press soldier moving proceed think of move on you're alright fae mind comes blank curious continue carry next without questions pressing spring springs burning particular moment wonder happy left out fresh question questions ahead ask need have any to for it idea else interested fine good want wanna would like ask now today this time round skip all already know really do anything don't i'd i'll save"
    )
    | FILLERS
)
PASSING_CLAUSE = LazyPattern(
    r"^(?:(?:i|i'll|i will|i'd|we|so|oh|ah|eh|ok|okay|and|well|let me|gonna|just|please|kindly|today|thanks|thank you|sorry|sir|host|pray|but|then|think|rather|would|to|like|have|have got|i've|i've got|got|there is|there are|there's)\W+)*"
    r"(?:(?:skip|skipping|save|saving|pass|passing|pas+o|passe|passo|decline|refrain|forgo|abstain)(?: (?:on|my|the|this|that|it|for|now|one|time|question|questions|turn|round|please|then|today|thanks))*|"
    r"(?:no|zero|not any|don't have any|do not have any|haven't got any|without) (?:\w+ )?(?:questions?|query|queries|inquiry|inquiries|enquir\w+)(?: (?:at all|from|for|my|our|side|end|me|now|today|this|time|the|you|host|here|please|thanks|sir|then|at present|ty|cheers))*|"
    r"(?:shan't|won't|don't|will not|shall not|do not|can't|cannot|couldn't)(?: (?:want|wish|need|like|have|going))?(?: to)? ask(?: (?:anything|any|a|the|questions?|today|now|this|time|you|host|him|at all|else|tonight))*|"
    r"(?:move|carry|go|moving|let's move|let's go|play) on(?: (?:please|then|host|now))*|next(?: (?:please|one|player))?|"
    r"(?:no need|keine frage|sin preguntas?|ninguna pregunta|no hay preguntas?|pas de questions?|aucune question|nessuna domanda|sem perguntas?|geen vra(?:ag|gen)|bez pytan(?:ia)?|walang tanong)(?: \w+)?|"
    r"nothing (?:to ask|from me|for me|i want to (?:ask|know)|comes to mind|to (?:add|know))(?: (?:now|today|thanks|at all|host|really|this time))*)\W*$"
)


def _is_passed_in_clause(text: str) -> bool:
    """Return whether a whole text passes the question to the host: at least one of its clauses only says that the
    writer asks nothing, no other names anything the host could be asked about, and there is no question mark.
    """
    clauses = [each.strip() for each in re.split(r"[.,;!:()–—\n]", PARTICLES.sub("", normalise_sentence(text)))]
    rest = " ".join(
        each for each in clauses if not PASSING_CLAUSE.match(each) and not each.startswith("keep your secret")
    )
    passes = any(PASSING_CLAUSE.match(each) for each in clauses)
    return passes and "?" not in text and not HOST_WORDS.search(rest)


NO_OTHER = LazyPattern(r"\bno\b(?!\W*(?:$|[,.!;]|thank|question|need|i ))")


def is_passing_remark(text: str) -> bool:
    """Return whether a player who may ask the host of the game one question says that they have none (“pass”, “nothing
    to ask”).
    """
    if _is_passed_in_clause(text):
        return True
    words = re.findall(r"[a-z']+|\d", normalise_sentence(text))
    passes = any(word in PASSING_WORDS for word in words) and "?" not in text
    passes = passes and not NO_OTHER.search(normalise_sentence(text))
    return passes and all(word in PASSING_WORDS or word in PASSING_HELPERS for word in words) and "idea" not in words
