"""Slips of the thumb in the words that people type most: “wiht”, “pleese”, “chosse”. Data, made into one table."""

from __future__ import annotations

from collections.abc import Iterator

from host.said.reading.vocabulary import list_words

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
    """Yield the misspellings of a word by a single typing slip: two letters swapped, or after the first letter one left
    out, one doubled, or a neighbour on the keyboard typed in place of one or before it.
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
