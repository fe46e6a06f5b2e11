"""Which of the questions that somebody is asked a text answers, and with what, is listed: for every two of many kinds,
where others read along or not, and as a reply to one of them.
"""

from itertools import combinations

import pytest

from engine.kernel import Form, Option
from host.said.reading.matching import OpenQuestion, match_answers
from host.shown import views
from tests import listings

pytestmark = pytest.mark.as_released
SQUARES, VOTES, SUMS = ((1, 7, 9), ("Remain", "Leave"), (5, 10))
QUESTIONS: dict[
    str, tuple[Form, tuple[str | int, ...], bool, int]
] = {  # form, options, whether in secret, and how many at once
    "square": (Form(), SQUARES, False, 3),
    "bomb": (Form(), SQUARES, True, 1),
    "vote": (Form(), VOTES, True, 1),
    "number": (Form("number", 5, 10), SUMS, False, 1),
    "squares": (Form("several", 1, 3), SQUARES, False, 1),
    "word": (Form("text"), (), True, 1),
    "guess": (Form("text"), (), False, 1),
    "bid": (Form(words=True), SUMS, True, 1),
}
TEXTS = ("7", "leave", "7 9", "I leave", "I take square 7", "let us go there", "hello", "")


def build_question(session, shown, name):
    form, options, secret, most = QUESTIONS[name]
    offered = [Option(each, str(each)) for each in options]
    return OpenQuestion(
        session, shown, views.QuestionView(name, name, "p1", name, {}, form, offered, secret, 0.0, most=most)
    )


def describe(mine, about, *, openly):
    """The answers to these questions, text by text."""
    found = [(text, match_answers(mine, text, openly=openly, about=about)) for text in TEXTS]
    return "; ".join(
        f"“{text}” {' and '.join(f'{match.open.asked.id} {match.value!r}' for match in matches) or 'nothing'}"
        for text, matches in found
    )


def tell(host, game):
    session, shown = host.store.load_game(game).session, views.load_game_view(host, game)
    for names in [*((name,) for name in QUESTIONS), *combinations(QUESTIONS, 2)]:
        mine = [build_question(session, shown, name) for name in names]
        yield f"{' and '.join(names)}, openly: {describe(mine, '', openly=True)}"
        for about in ("", *names):
            yield f"{' and '.join(names)}, in reply to {about or 'nothing'}: {describe(mine, about, openly=False)}"


def test_what_a_text_answers_is_listed(host, playing):
    listings.compare("matches", tell(host, playing))
