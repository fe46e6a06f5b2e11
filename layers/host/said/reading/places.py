"""Turns places in words into squares: corners, the middle, neighbours, rows and ranges. Pure, and linear in time."""

# ruff: noqa: E501 - patterns are easier to read in one line each

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from engine.kernel.text import LazyPattern
from engine.kernel.view import Board

TOP = r"top|upper|oben|arriba|superior|(?:in )?alto|(?:en )?haut|(?:em )?cima|boven|gora|lewy gorny"
BOTTOM = r"bottom|lower|unten|abajo|inferior|(?:in )?basso|(?:en )?bas|(?:em )?baixo|onder|dol"
LEFT_SIDE = r"left(?:[ -]?hand|most)?|links|(?:a la |a |la )?izquierda|(?:a )?gauche|(?:a )?esquerd[ao]|(?:a )?sinistra"
RIGHT_SIDE = r"right(?:[ -]?hand|most)?|rechts|(?:a la |a |la )?derecha|(?:a )?droite|(?:a )?direit[ao]|(?:a )?destra"
JOINED_CORNERS = {
    "rechtsboven": "top right",
    "linksboven": "top left",
    "rechtsonder": "bottom right",
    "linksonder": "bottom left",
}
CORNER_PATTERN = LazyPattern(
    rf"\b(?:(?:in|at|on) )?(?:(?:the|die|der) )?(?:(?:very|ecke|corner|esquina) )?(?:(?P<top>{TOP})|(?P<bottom>{BOTTOM}))"
    rf"[ -](?:(?P<left>{LEFT_SIDE})|(?P<right>{RIGHT_SIDE}))(?:[ -](?:corner|square|door|one|ecke))?\b(?! of)",
    re.IGNORECASE,
)
MIDDLE_PATTERN = LazyPattern(
    r"^\W*(?:middle|centre|center)(?=\W*(?:please|pls|thanks)?\W*$)|^(?:the )?(?:middle|centre|center) of (?:the |it|this )?(?:board|grid|all|map|it)\b|"
    r"^(?:the )?(?:dead|very|exact|smack|bang) (?:in the |on )?(?:middle|centre|center|midle|middel)\b(?! (?:of|row|column))|"
    r"^(?:dead |very |exact |right in the )?(?:middle|centre|center|midle|middel|midel) (?:one|square|door)\b|"
    r"\b(?:dead|very|exact) (?:middle|centre|center) of (?:the |this )?(?:board|grid|map|field|game|table)\b|"
    r"\b(?:the (?:one|square|door) )?(?:dead )?(?:in |at )?(?:the )(?:very |exact |dead )?(?:middle|centre|center)(?: (?:square|door|one)\b| of the (?:board|grid)\b)?"
    r"(?!\w)(?! (?:(?:one|square|door) )?(?:(?:of|in|on) (?:the )?)?(?:of|row|column|col|two|left|right)\b)(?! of)",
    re.IGNORECASE,
)
NEIGHBOUR_PATTERN = LazyPattern(
    r"\b(?P<one>(?:the )?(?:one|square|door) )?(?P<what>(?:what|that|which) (?:is|lies) )?(?:on |to )?(?:the )?(?P<just>just |directly |right |immediately )?(?:to the )?(?P<side>right of|left of|above|over|on top of|below|under|underneath|beneath|after|before) (?:square |number |door )?(?P<n>\d{1,2})\b",
    re.IGNORECASE,
)
LINE_PATTERN = LazyPattern(
    r"\b(?:all (?:of )?|everything (?=in|on)|(?:the )?(?:whole|entire|complete|full) (?:of )?|every \w+ )(?:the )?(?:(?:closed |other )?(?:numbers|squares|doors|ones)? ?(?:in|of|on) )?(?:the )?(?:row ([a-z])|col(?:umn)? (\d))\b(?: (?:that|which) (?:are|is) [a-z ]{1,20}?(?:open|closed|left|shut))?",
    re.IGNORECASE,
)
CHAIN_PATTERN = LazyPattern(r"(?<![\w£$€.,/-])\d{1,2}(?:\s?[-–]\s?\d{1,2}){2,}(?![\w/-]|[.,]\d)")  # “9 - 10 - 11 - 16”
RANGE_PATTERN = LazyPattern(
    r"(?<![\w£$€.,/-])(\d{1,2})(?:\s?[-–]\s?|\s(?:up )?(?:to|till|until|through|thru|bis)\s)(\d{1,2})(?![\w/-]|[.,]\d)"
)
BUT_FOR = r"(?:without|e[xc]{1,2}e?pt(?:ing)?(?: for)?|but not|but skip|but leave out|excluding|minus|bar|save(?: for)?|skipping|leaving out|with the exception of|just not)"
LEFT_OUT_PATTERN = LazyPattern(
    rf"[\s,]+{BUT_FOR}\s(?:number |square |door )?(\d{{1,2}}(?:(?:\s?[,&]\s?|\sand\s|\sor\s)\d{{1,2}})*)(?!\w|[.,]\d)"
    r"|[\s,]+(?:but)\s(\d{1,2})(?=\W*(?:please|pls|thanks)?\W*$)"
    r"|[\s,]+(?:sorry |no,? |oops,? )?not\s(\d{1,2})(?!\w|[.,]\d)"
    r"|[\s,]+(?:(?:sorry|no|oops|wait|actually|and|but),? ){0,2}(?:leave|take|drop|skip|forget|scratch|remove|cross|cut)(?: out)?\s(\d{1,2})(?: out| off| away)?(?=\W*$)"
)
COUNT_PATTERN = LazyPattern(r"[.!;,]\s*(\d{1,2})(?: of them)? (?:will do|is enough|are enough|is plenty|in total)\W*$")
COUNTED_FIRST = LazyPattern(
    r"^[^\d:,.;?]{0,30}?\b(\d)(?: (?:more|squares|doors|numbers|of them))?(?: please)?: ?(?=\d)"
)
SQUARE_NUMBER = LazyPattern(r"\b\d{1,2}\b")
DESCRIBED_BY_COLUMN = 3  # so many numbers are the answer: “2, 7, 12 (the second column)”
WHOLE_LINE = LazyPattern(
    r"^(?:the |my |open |take |i'll take |i take |give me )?(row [a-z]|column \d)(?:,? (?:all of (?:them|it)|the (?:whole|entire) (?:row|thing|lot|column)|every one|everything|all 5|entirely|completely))?"
    rf"(?=[\s,]+(?:but|not)\b|[\s,]+{BUT_FOR}\b|\W*(?:please|pls|thanks|my friend|mate|love|dear|sir|host)?\W*$)"
)
SLASH = LazyPattern(r"(?<=\d)/(?=\d)|(?<=\d) / (?=\d{1,2} / \d)|(?<=\d / \d) / (?=\d)|(?<=\d / \d\d) / (?=\d)")
NO_STOP_PATTERN = LazyPattern(r"^i (?:don'?t|won'?t|am not|do not|will not)(?: want to)? stop(?:ping)?\W+")


MEANS_WITHIN = ("under", "underneath", "beneath", "below", "over", "on")
NTH_ROWS = {"second": "b", "2nd": "b", "third": "c", "3rd": "c", "fourth": "d", "4th": "d", "fifth": "e", "5th": "e"}
NTH_ROW = LazyPattern(
    rf"\b(?:the )?(?P<n>{'|'.join(NTH_ROWS)})(?:[ -](?P<back>to last|last))? row\b(?: (?:up )?(?:from|counting from) (?:the )?(?:(?P<below>bottom|below|end)|top))?",
    re.IGNORECASE,
)
SPELT_PLACES = {
    slip: word
    for word, slips in {
        "first": "frist fisrt firts firt furst",
        "second": "secod secnd scond secound seconed",
        "third": "thrid tird thid therd",
        "fourth": "fouth forth fourt fourht foruth",
        "fifth": "fith fift fiveth",
        "last": "lsat lasr",
        "bottom": "botom bottem botton bttom bottum",
        "top": "tpo",
        "row": "rwo roww",
        "column": "colum collumn coloumn columm collum",
    }.items()
    for slip in slips.split()
}
LAST_BUT_ONE = LazyPattern(r"\b(?:last but (?:one|1)|next to last|penultimate|second[ -]to[ -]last)\b", re.IGNORECASE)
THEN_ITS_ROW = LazyPattern(  # “third from the left, row D”
    r"(\b(?:from (?:the )?(?:left|right|end)|far (?:left|right)|leftmost|rightmost)),? (?=(?:the )?(?:row [a-h\d]|(?!in |of |on )\w+ row)\b)",
    re.IGNORECASE,
)
SPELT_PLACE = LazyPattern(rf"\b(?:{'|'.join(SPELT_PLACES)})\b", re.IGNORECASE)
OF_A_LINE = LazyPattern(r"\b(?:rows?|rwo|roww|col(?:umns?)?|colum|collumn|coloumn|columm|collum)\b", re.IGNORECASE)
ROW_NUMBER = LazyPattern(
    r"\brow ([1-8])\b(?: (?:counting )?from (?:the )?(?:(?P<below>bottom|below|end)|top))?", re.IGNORECASE
)
NTHS_ACROSS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "left": 1, "leftmost": 1, "left hand": 1}
AT_RIGHT = ("last", "right", "rightmost", "right hand")
NTH_COLUMN = LazyPattern(
    rf"\b(?:the )?(?:(?P<n>(?:{'|'.join((*NTHS_ACROSS, *AT_RIGHT)).replace(' ', '[ -]')}|[1-8](?:st|nd|rd|th)))[ -](?:column|col)|(?:column|col) (?P<digit>[1-8]))\b(?P<back> (?:counting )?from (?:the )?(?:right|end)\b)?",
    re.IGNORECASE,
)
ORDINAL = r"(?:the )?(first|second|third|fourth|fifth|[1-5](?:st|nd|rd|th))(?: (?:one|square|door|row))?"
DOWN_AND_ACROSS = LazyPattern(
    rf"\b{ORDINAL} down\W{{1,3}}(?:and |then )?{ORDINAL} (?:across|along|over)\b", re.IGNORECASE
)
ACROSS_AND_DOWN = LazyPattern(
    rf"\b{ORDINAL} (?:across|along|over)\W{{1,3}}(?:and |then )?{ORDINAL} down\b", re.IGNORECASE
)
NTH_ABROAD = {
    "first": r"erste|primer[oa]?|premi[eè]re?|primeir[oa]",
    "second": r"zweite|segund[oa]|deuxi[eè]me",
    "third": r"dritte|tercer[oa]?|troisi[eè]me",
    "fourth": r"vierte|cuart[oa]|quatri[eè]me",
    "fifth": r"f[uü]nfte|quint[oa]|cinqui[eè]me",
    "last": r"letzte|[uú]ltim[oa]|derni[eè]re?",
    "middle": r"mittlere",
}
NTH_OF_ROW_ABROAD = LazyPattern(  # “das letzte in Reihe D”, “la última de la fila B”
    rf"\b(?:(?:das|die|der|el|la|le|o|a) )?(?:{'|'.join(f'(?P<{nth}>{words})' for nth, words in NTH_ABROAD.items())})"
    r"(?: (?:feld|t[uü]r|k[aä]stchen|casilla|puerta|case|porte|casa|porta))? (?:(?:in|der|von|de|en|dans|da|na|la) ){1,2}"
    r"(?:reihe|zeile|fila|rang[eé]e|ligne|linha) (?P<row>[a-h])\b",
    re.IGNORECASE,
)
ITS_LINE = LazyPattern(  # “same column as 8”, “the row of 12”
    r"\b(?:the same|same|the) (row|column|col) (?:as|of|with|where|that has) (?:number |square |door |the )?(\d{1,2})(?: is| sits)?\b(?:,? but)?",
    re.IGNORECASE,
)
END_OF_COLUMN = LazyPattern(  # “column 3, the lowest one”, “bottom of column 2”
    r"\b(?:in )?column (?P<n>\d)\b\W{1,3}(?:(?:but|and|at|then) )?(?:the )?(?:very )?(?:(?P<low>lowest|bottom|last)|highest|top|first)(?: (?:one|square|door|of all))?\b(?! row)"
    r"|\b(?:at )?(?:the )?(?:very )?(?:(?P<under>lowest|bottom|last)|highest|top|first)(?: (?:one|square|door))? (?:in|of|on) (?:the )?column (?P<of>\d)\b",
    re.IGNORECASE,
)
FROM_THE_LEFT = LazyPattern(r",? (?:counting )?from (?:the )?left\b", re.IGNORECASE)


def replace_places(text: str, board: Board) -> str:
    """Return a text with places in words (corner, middle, end of a column, neighbour of a square, one between two)
    replaced by square numbers, and rows and columns that are counted in words by “row b” and “column 3”.
    """
    last = chr(ord("a") + board.rows - 1)
    text = NTH_OF_ROW_ABROAD.sub(lambda found: f"the {_name_nth(found)} in row {found['row']}", text)
    if OF_A_LINE.search(text):
        text = SPELT_PLACE.sub(lambda found: SPELT_PLACES[found[0].casefold()], text)
    text = LAST_BUT_ONE.sub("second last", THEN_ITS_ROW.sub(r"\1 in ", text))
    text = DOWN_AND_ACROSS.sub(lambda found: f"row {_count(found[1])} column {_count(found[2])}", text)
    text = ACROSS_AND_DOWN.sub(lambda found: f"row {_count(found[2])} column {_count(found[1])}", text)
    text = ITS_LINE.sub(lambda found: _name_its_line(found, board), text)
    text = ROW_NUMBER.sub(lambda found: _name_row_number(found, board), FROM_THE_LEFT.sub("", text))
    if len(SQUARE_NUMBER.findall(text)) < DESCRIBED_BY_COLUMN:
        text = NTH_COLUMN.sub(lambda found: _name_column(found, board), text)
    text = END_OF_COLUMN.sub(lambda found: _find_end_of_column(found, board), text)
    text = NTH_ROW.sub(lambda found: _name_row(found, board), text)
    text = re.sub(r"\b(?:the )?(?:top|first|1st) row\b", "row a", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(?:the )?(?:bottom|last|lowest) row\b", f"row {last}", text, flags=re.IGNORECASE)
    text = re.sub(
        "|".join(JOINED_CORNERS), lambda found: JOINED_CORNERS[found[0].casefold()], text, flags=re.IGNORECASE
    )
    text = re.sub(rf"\b({LEFT_SIDE}|{RIGHT_SIDE})[ -](oben|unten)\b", r"\2 \1", text, flags=re.IGNORECASE)
    text = CORNER_PATTERN.sub(lambda found: _find_corner(found, board), text)
    if board.rows % 2 and board.columns % 2:
        text = MIDDLE_PATTERN.sub(str(board.rows * board.columns // 2 + 1), text)
    text = BETWEEN_PATTERN.sub(lambda found: _find_square_between(found, board), text)
    return NEIGHBOUR_PATTERN.sub(lambda found: _find_neighbour(found, board), text)


def _name_its_line(found: re.Match[str], board: Board) -> str:
    """Return the name of the row or column in which a square lies (“same column as 8” is column 3); the words as they
    were if the board has no such square.
    """
    row, column = divmod(int(found[2]) - 1, board.columns)
    if not 0 <= row < board.rows:
        return found[0]
    return f"row {chr(ord('a') + row)}" if found[1].casefold() == "row" else f"column {column + 1}"


def _find_end_of_column(found: re.Match[str], board: Board) -> str:
    """Return, as text, the number of the square at the named end of a column: “bottom of column 2”; the words as they
    were if the board has no such column.
    """
    n, low = int(found["n"] or found["of"]), found["low"] or found["under"]
    return str(n + (board.rows - 1) * board.columns * bool(low)) if 1 <= n <= board.columns else found[0]


def _name_nth(found: re.Match[str]) -> str:
    """Return the English word for the ordinal of another language that was found, such as “last” for “letzte”."""
    return next(nth for nth in NTH_ABROAD if found[nth])


def _count(word: str) -> int:
    """Return the number that an ordinal such as “second” or “2nd” means."""
    return NTHS_ACROSS.get(word.casefold()) or int(word[0])


def _name_column(found: re.Match[str], board: Board) -> str:
    """Return the numbered name of a column that is counted from the left or from the right; it is not checked whether
    the board has so many.
    """
    said = (found["n"] or found["digit"]).casefold().replace("-", " ")
    n = board.columns if said in AT_RIGHT else _count(said)
    return f"column {board.columns + 1 - n if found['back'] and said not in AT_RIGHT else n}"


def _name_row_number(found: re.Match[str], board: Board) -> str:
    """Return the letter name of a row that is named by its number, counted from above or from below; the words as they
    were if that would be above the board.
    """
    at = board.rows - int(found[1]) if found["below"] else int(found[1]) - 1
    return f"row {chr(ord('a') + at)}" if at >= 0 else found[0]


def _name_row(found: re.Match[str], board: Board) -> str:
    """Return the letter name of a row that is counted from above or from below (“third row from the bottom”); the words
    as they were if that would be above the board, while one below it is named, too.
    """
    at = ord(NTH_ROWS[found["n"].casefold()]) - ord("a")
    row = board.rows - 1 - at if found["back"] or found["below"] else at
    return f"row {chr(ord('a') + row)}" if row >= 0 else found[0]


BETWEEN_PATTERN = LazyPattern(
    r"(?:\b(?:the )?(?:one|square|door|number|spot) |^\W*(?:the )?)(?:right |exactly |just |in )?between (\d{1,2}) and (\d{1,2})\b",
    re.IGNORECASE,
)


def _find_square_between(found: re.Match[str], board: Board) -> str:
    """Return the number of the square that lies between two others in a row or column (“between 7 and 9”), as text;
    if there is none, the words as they were.
    """
    low, high = sorted((int(found[1]), int(found[2])))
    row, under = (low - 1) // board.columns == (high - 1) // board.columns, 2 * board.columns
    inside = high <= board.rows * board.columns and (high - low == under or (row and high - low == 2))
    return f" {(low + high) // 2}" if inside else found[0]


def _find_corner(found: re.Match[str], board: Board) -> str:
    """Return the number of the named corner square of the board, as text."""
    row = 0 if found["top"] else board.rows - 1
    return str(row * board.columns + (1 if found["left"] else board.columns))


def _find_neighbour(found: re.Match[str], board: Board) -> str:
    """Return, as text, the number of the square that lies in the named direction from another square (“left of 8”);
    if that is beyond the board's edge, the words as they were.
    """
    said, n = found["side"].split()[0].casefold(), int(found["n"])
    if said in MEANS_WITHIN and not (found["one"] or found["what"] or found["just"]):
        return found[0]  # “hide it under 7” is on 7
    if said in ("after", "before"):
        beside = n + (1 if said == "after" else -1)
        return str(beside) if 1 <= beside <= board.rows * board.columns and found["one"] else found[0]
    side = "above" if said in ("over", "on") else "below" if said.startswith(("under", "beneath")) else said
    row, column = divmod(n - 1, board.columns)
    near = {"right": (row, column + 1), "left": (row, column - 1), "above": (row - 1, column), "below": (row + 1, column)}  # fmt: skip
    at, across = near.get(side, (-1, -1))
    inside = 0 <= at < board.rows and 0 <= across < board.columns
    return str(at * board.columns + across + 1) if inside else found[0]


CORNERS_PATTERN = LazyPattern(
    r"\b(?:all (?:of )?|the |every )(?:\d |four |three )?corners?\b(?: (?:that|which) (?:are|is) [a-z ]{1,20}?(?:open|closed|left|shut))?"
)


def expand_squares(tame: str, board: Board, closed: Collection[object] = ()) -> str:
    """Return a normalised sentence with rows, columns, corners and ranges of squares written out, without squares that
    it excludes. Of a row, of a column and of the corners only the squares in `closed` count; all if this is empty.
    """
    tame = COUNTED_FIRST.sub(
        lambda found: "" if len(SQUARE_NUMBER.findall(found.string, found.end())) == int(found[1]) else found[0], tame
    )
    tame = WHOLE_LINE.sub(r"all of \1", OPEN_ONES.sub("", tame))
    corners = _list_closed(_list_corners(board), closed)
    named = {*SQUARE_NUMBER.findall(tame)}
    tame = CORNERS_PATTERN.sub(lambda found: "" if {*corners.split()} <= named else found[0], tame)
    tame = FIRST_OF_LINE.sub(lambda found: _list_first_of_line(found, board, closed), tame)
    tame = CORNERS_PATTERN.sub(lambda found: corners if _is_counted_right(found[0], corners) else found[0], tame)
    tame = LINE_PATTERN.sub(
        lambda found: _list_line(found, board, closed), NO_STOP_PATTERN.sub("", SLASH.sub(" ", tame))
    )
    tame = CHAIN_PATTERN.sub(lambda found: ", ".join(SQUARE_NUMBER.findall(found[0])), tame)
    tame = RANGE_PATTERN.sub(lambda found: _list_range(found, board), tame)
    left_out = {n for found in LEFT_OUT_PATTERN.finditer(tame) for n in re.findall(r"\d+", found[0])}
    kept = LEFT_OUT_PATTERN.sub(" ", tame)
    if left_out and left_out <= {*re.findall(r"\b\d{1,2}\b", kept)}:
        tame = re.sub(r"\b\d{1,2}\b,?", lambda found: "" if found[0].strip(",") in left_out else found[0], kept)
    counted = COUNT_PATTERN.search(tame)
    if counted and len(re.findall(r"\b\d{1,2}\b", tame[: counted.start()])) == int(counted[1]):
        tame = tame[: counted.start()]
    return " ".join(tame.split())


OPEN_ONES = LazyPattern(  # only closed squares count anyway
    rf"[\s,]+(?:{BUT_FOR}|not) (?:(?:the|any|those|all) )?(?:(?:squares?|doors?|numbers?|ones?|1s?|what|whatever) )?(?:(?:that|which|what)(?:'s)? |(?:is|are|has been|have been|already) )*(?:open|opened|taken|gone)(?: already)?(?: (?:ones?|1s?|squares?|doors?))?\b"
)
FIRST_OF_LINE = LazyPattern(
    r"\b(?:the )?(first|last) (\d)(?: (?:closed |shut |free )?(?:squares|doors|ones|numbers))? (?:of|in|from|on) (?:the )?(row [a-z]|col(?:umn)? \d)\b"
)


def _list_first_of_line(found: re.Match[str], board: Board, closed: Collection[object]) -> str:
    """Return the numbers of the first or last closed squares of a row or column, as many as the text says (“the
    first 3 of row B”); if they are fewer, the words as they were.
    """
    line = LINE_PATTERN.sub(lambda each: _list_line(each, board, closed), f"whole {found[3]}").split()
    count = int(found[2])
    if not all(each.isdecimal() for each in line) or not 0 < count <= len(line):
        return found[0]
    return " ".join(line[:count] if found[1] == "first" else line[-count:])


def _is_counted_right(said: str, squares: str) -> bool:
    """Return whether words such as “the 4 corners” count as many squares as there are, or count none."""
    counted = re.search(r"\b\d\b", said)
    return counted is None or int(counted[0]) == len(squares.split())


def _list_corners(board: Board) -> list[int]:
    """Return the numbers of the board's four corner squares."""
    last = board.rows * board.columns
    return [1, board.columns, last - board.columns + 1, last]


def _list_closed(squares: Iterable[int], closed: Collection[object]) -> str:
    """Return as text those of these squares that are among the `closed` ones; all of them if `closed` is empty."""
    return " ".join(str(n) for n in squares if not closed or n in closed)


def _list_line(found: re.Match[str], board: Board, closed: Collection[object]) -> str:
    """Return the numbers of the closed squares of the named row or column, as text; if the board has no such row or
    column, the words as they were.
    """
    if found[2]:
        column = range(int(found[2]), board.rows * board.columns + 1, board.columns)
        return _list_closed(column, closed) if 0 < int(found[2]) <= board.columns else found[0]
    row = ord(found[1].casefold()) - ord("a")
    first = row * board.columns + 1
    return _list_closed(range(first, first + board.columns), closed) if row < board.rows else found[0]


def _list_range(found: re.Match[str], board: Board) -> str:
    """Return all numbers of a range of squares such as “5-8”, as text; if it is no range on this board, the words as
    they were.
    """
    low, high = int(found[1]), int(found[2])
    return " ".join(map(str, range(low, high + 1))) if 0 < low < high <= board.rows * board.columns else found[0]
