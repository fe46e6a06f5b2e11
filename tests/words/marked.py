"""A language in which every text of the catalogue stands in brackets: what stands outside them cannot be translated."""

import re
from functools import cache
from html.parser import HTMLParser

from host.shown import words
from host.shown.words import Catalogue, pick_english_plural
from tests.rulesets.toy import Toy
from workshop.texts import collect_texts

PIECE = re.compile(r"⟦[^⟦⟧]*⟧")
TYPED = re.compile(r"https?://\S+|/[a-z]+")  # links, and commands, which are the same in every language
WORD = re.compile(r"[^\W\d_]{2,}")
SHOWN = ("aria-label", "placeholder", "alt", "title", "data-asked", "data-failed", "data-offline", "data-units")
UNSEEN = ("script", "style", "code")


@cache
def every_text():
    """Read off the whole program once for all tests: it takes some seconds."""
    return collect_texts()


@cache
def marked_catalogue():
    """All texts of the program in that language; the tests' own game may be on the list of games."""
    return Catalogue({text: f"⟦{text} ⟧" for text in (*every_text(), Toy.title)}, pick_english_plural)


def marked_language(monkeypatch):
    """From now on everybody reads it."""
    found = marked_catalogue()
    monkeypatch.setattr(words, "find_catalogue", lambda _: found)


def bare(text, names=()):
    """The words that stand outside all brackets, but for names of people. A label may be cut short, and a line of news
    ends before its totals.
    """
    text = "\n".join(line + "⟧" * (line.count("⟦") - line.count("⟧")) for line in text.split("\n"))
    while PIECE.search(text):
        text = PIECE.sub(" ", text)
    for name in names:
        text = text.replace(name, " ")
    return WORD.findall(TYPED.sub(" ", text))


class Shown(HTMLParser):
    """All that somebody reads or hears of a page; each piece is taken for itself, but a sentence may hold tags."""

    def __init__(self, page):
        super().__init__()
        self.texts, self.labels, self.inside = [], [], []
        self.feed(page)

    def handle_starttag(self, tag, pairs):
        attributes = dict(pairs)
        self.labels += [attributes[name] for name in SHOWN if attributes.get(name)]
        if tag in UNSEEN or attributes.get("id") == "zone":
            self.inside.append(tag)

    def handle_endtag(self, tag):
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data):
        if not self.inside:
            self.texts.append(data)


def bare_in(page, names=()):
    """What of a page cannot be translated."""
    shown = Shown(page)
    return [
        *bare("".join(shown.texts).replace("\u00ad", ""), names),
        *(w for x in shown.labels for w in bare(x, names)),
    ]
