"""Hostile shapes: what costs a reader more than its length, where it reads with care for none of it."""

SHAPES = {
    "ones": "gzip;q=0.{}x",
    "blanks": "a{}x",
    "commas": "{}",
    "semicolons": "a;{}",
    "equals": "a{}",
    "quotes": 'a="{}',
    "backslashes": '"{}',
    "brackets": "({}",
    "percents": "a{}",
    "pluses": "+{}",
    "digits": "9{}",
    "dots": "1{}",
    "colons": "::{}",
    "angles": "<{}",
    "combining": "a{}",
    "widening": "{}",
    "pairs": "{}",
    "numbers": "{}x",
    "words": "{}",
}
UNITS = {
    "ones": "1",
    "blanks": " ",
    "commas": ",",
    "semicolons": ";",
    "equals": "=",
    "quotes": '\\"',
    "backslashes": "\\",
    "brackets": "(",
    "percents": "%",
    "pluses": "+",
    "digits": "9",
    "dots": ".",
    "colons": ":1",
    "angles": "<a ",
    "combining": "\u0301",
    "widening": "\ufdfa",
    "pairs": "a=b;",
    "numbers": "1, ",
    "words": "the a ",
}


def shaped(shape, size, *, ascii_only=False):
    """A text of this shape and of so many bytes at most."""
    unit = UNITS[shape]
    if ascii_only and not unit.isascii():
        unit = "~"
    frame = SHAPES[shape]
    return frame.format(unit * ((size - len(frame)) // len(unit.encode())))
