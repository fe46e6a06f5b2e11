"""Whoever runs the host sees what was reported at tables, and may end it."""

import pytest

from engine.kernel import Illegal
from host.doors.web.requests.request_context import FormRequest, RequestContext
from host.extras.talk import talking
from host.extras.talk.talking import TalkMessage, TalkSettings
from host.said.desk.menu import DESK
from tests.host.doors.web.asking import asked


def test_what_was_reported_is_listed_and_removed(at_home, rtab):
    host, ann = at_home.host, at_home.people["ann"]
    word = TalkMessage(ann, "You are all fools", host.now())
    talking.save_talk_message(
        host.store, at_home.game, word, talking.load_talk_pace(host.store, at_home.game, ann), "a"
    )
    assert rtab("talk")[1] == "0 reported\n"
    talking.report_talk_message(host.store, at_home.game, word, "b")
    out = rtab("talk")[1]
    assert out.startswith(f"{word.id}  {at_home.game}  20")
    assert "Ann: You are all fools\n1 reported\n" in out
    assert rtab("talk", word.id)[0] == 0
    assert talking.list_talk_messages(host.store, at_home.game, host.now()) == []
    assert rtab("talk")[1] == "0 reported\n"
    assert rtab("talk", word.id)[0] == 1


def test_a_table_whose_talk_the_operator_ends_stays_silent(at_home, rtab):
    host = at_home.host
    talking.write_talk_settings(host.store, at_home.game, TalkSettings(words=True), "a")
    assert rtab("talk", at_home.game)[0] == 0
    assert not talking.load_talk_settings(host.store, at_home.game).on
    visit = RequestContext(host, asked("POST", "/"), host.store.load_person(at_home.session.by)[0])
    with pytest.raises(Illegal):
        DESK["talk"].does(FormRequest(visit, "words", game=at_home.game))
