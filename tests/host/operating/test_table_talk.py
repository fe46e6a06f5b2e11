"""Whoever runs the host sees what was reported at tables, and may end it."""

import pytest

from engine.kernel import Illegal
from host.core.store import table_talk
from host.core.store.table_talk import Manner, Word
from host.doors.web.form_request import FormRequest
from host.doors.web.http import HttpRequest
from host.doors.web.request_context import RequestContext
from host.said.desk import talking


def test_what_was_reported_is_listed_and_removed(at_home, rtab):
    house, ann = at_home.house, at_home.people["ann"]
    word = Word(ann, "You are all fools", house.now())
    table_talk.say(house.store, at_home.game, word, table_talk.pace(house.store, at_home.game, ann), "a")
    assert rtab("talk")[1] == "0 reported\n"
    table_talk.report(house.store, at_home.game, word, "b")
    out = rtab("talk")[1]
    assert out.startswith(f"{word.id}  {at_home.game}  20")
    assert "Ann: You are all fools\n1 reported\n" in out
    assert rtab("talk", word.id)[0] == 0
    assert table_talk.words(house.store, at_home.game, house.now()) == []
    assert rtab("talk")[1] == "0 reported\n"
    assert rtab("talk", word.id)[0] == 1


def test_a_table_whose_talk_the_operator_ends_stays_silent(at_home, rtab):
    house = at_home.house
    table_talk.set_manner(house.store, at_home.game, Manner(words=True), "a")
    assert rtab("talk", at_home.game)[0] == 0
    assert not table_talk.manner(house.store, at_home.game).on
    visit = RequestContext(house, HttpRequest("POST", "/"), house.store.person(at_home.session.by)[0])
    with pytest.raises(Illegal):
        talking.arrange(FormRequest(visit, game=at_home.game), at_home.game, "words")
