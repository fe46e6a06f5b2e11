"""The host's recap: which of its lines there are, and when there is none."""

import pytest

from engine.kernel import format_text
from engine.kernel.recap import MAX_RECAP_LEADERS, MAX_RECAP_OUT, RECAP_LEADERS, RECAP_NEWS, RECAP_OUT
from engine.kernel.voice import SceneVoice, ScoreMemory


class Voice(SceneVoice):
    """A voice that is told who is out."""

    out = ()

    def list_players_out(self, _memory):
        return list(self.out)


@pytest.fixture
def voice():
    return Voice.__new__(Voice)


def recap(voice, memory):
    return {told.what: told.facts for told in SceneVoice.build_recap(voice, memory)}


def remembered(*, whole=True, then=None, **totals):
    return ScoreMemory(whole=whole, totals=totals, totals_then=then or {})


@pytest.mark.parametrize(
    "memory", [remembered(), remembered(Ann=0), remembered(then={"Ann": 5}, Ann=5), remembered(whole=False, Ann=5)]
)
def test_there_is_none_where_no_total_has_changed_or_none_is_known(voice, memory):
    assert recap(voice, memory) == {}


def test_leaders_are_named_only_where_somebody_leads_and_never_too_many(voice):
    assert [*recap(voice, remembered(Ann=5, Bob=5))] == [RECAP_NEWS]
    many = {f"p{n}": n for n in range(MAX_RECAP_LEADERS + 1)}
    found = recap(voice, remembered(**many))
    assert [*found] == [RECAP_NEWS, RECAP_LEADERS]
    assert [phrase.facts["who"] for phrase in found[RECAP_LEADERS]["leaders"]] == [*many][:0:-1]


def test_who_is_out_is_named_with_the_days_since_then_and_only_while_they_are(voice):
    memory, days = remembered(Ann=1, Bob=0), []
    for out in ((), ("Bob",), ("Bob",), ("Bob",), ()):
        voice.out, memory.totals["Ann"] = out, memory.totals["Ann"] + 1
        found = recap(voice, memory)
        days.append([each.facts.get("n", 1) for each in found[RECAP_OUT]["players"]] if RECAP_OUT in found else None)
    assert days == [None, [1], [2], [3], None]


def test_of_many_who_are_out_the_last_are_named(voice):
    voice.out = [f"p{n}" for n in range(MAX_RECAP_OUT + 1)]
    players = recap(voice, remembered(Ann=1))[RECAP_OUT]["players"]
    assert [each.facts["who"] for each in players] == voice.out[1:]


@pytest.mark.parametrize(("then", "now", "words"), [(0, 5, "Ann has gained $5"), (5, 0, "Ann has lost $5")])
def test_without_a_new_leader_the_greatest_change_is_the_news(voice, then, now, words):
    memory = remembered(then={"Ann": then, "Bob": 9}, Ann=now, Bob=9)
    memory.leader_then = "Bob"
    headline = recap(voice, memory)[RECAP_NEWS]["headline"]
    assert format_text(headline.text, headline.facts) == words


def test_a_new_leader_is_the_news(voice):
    memory = remembered(then={"Ann": 0, "Bob": 4}, Ann=5, Bob=0)
    memory.leader_then = "Bob"
    headline = recap(voice, memory)[RECAP_NEWS]["headline"]
    assert (headline.facts, memory.leader_then) == ({"who": "Ann"}, "Ann")
