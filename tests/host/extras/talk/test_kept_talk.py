"""Table talk is kept beside its game on every table: it ends by itself, and goes with whoever said it."""

import pytest

from host.core.store import Store
from host.core.store.items import Failed
from host.extras.talk import talking
from host.extras.talk.talking import TALK_KEPT_SECONDS, TalkMessage, TalkSettings

NOW = 1_800_000_000.0


@pytest.fixture
def store(table):
    return Store(table)


def said(store, person, text, at=NOW, game="g"):
    word = TalkMessage(person, text, at)
    talking.save_talk_message(store, game, word, talking.load_talk_pace(store, game, person), f"{at}{text}")
    return word


def felt(store, person, entry, kind, game="g"):
    talking.save_log_reaction(store, game, person, entry, kind, talking.load_talk_pace(store, game, person), kind, NOW)


def traces(store, person):
    return [item for item in store.table.every() if person in f"{item.pk} {item.sk}" or person.encode() in item.body]


def test_words_stand_in_order_and_end_by_themselves(store):
    said(store, "ann", "first")
    said(store, "bob", "second", NOW + 1)
    assert [word.text for word in talking.list_talk_messages(store, "g", NOW + 2)] == ["first", "second"]
    assert [word.text for word in talking.list_talk_messages(store, "g", NOW + TALK_KEPT_SECONDS + 0.5)] == ["second"]
    assert talking.list_talk_messages(store, "g", NOW + TALK_KEPT_SECONDS + 2) == []
    store.table.purge(NOW + 2 * TALK_KEPT_SECONDS + 2)
    assert talking.list_talk_messages(store, "g", NOW) == [] or all(item.until for item in store.table.every())


def test_the_oldest_words_make_room(store, monkeypatch):
    assert talking.MOST_WORDS == 100
    monkeypatch.setattr(talking, "MOST_WORDS", 10)
    for n in range(13):
        said(store, "ann", f"word {n}", NOW + n)
    there = talking.list_talk_messages(store, "g", NOW + 13)
    assert len(there) == 10
    assert there[0].text == "word 3"


def test_a_word_that_was_reported_makes_no_room(store, monkeypatch):
    monkeypatch.setattr(talking, "MOST_WORDS", 3)
    word = said(store, "ann", "rude")
    talking.report_talk_message(store, "g", word, "x")
    for n in range(1, 6):
        said(store, "ann", f"word {n}", NOW + n)
    there = talking.list_talk_messages(store, "g", NOW + 6)
    assert [each.text for each in there] == ["rude", "word 3", "word 4", "word 5"]
    assert [each.text for _, each in talking.iter_reported_messages(store, NOW + 6)] == ["rude"]


def test_the_oldest_reported_words_make_room_for_reported_ones(store, monkeypatch):
    monkeypatch.setattr(talking, "MOST_WORDS", 2)
    for n in (2, 1, 3):
        word = said(store, "ann", f"word {n}", NOW + n)
        for _ in "ab":  # twice: the second report changes nothing
            talking.report_talk_message(store, "g", word, "x")
    there = [each.text for _, each in talking.iter_reported_messages(store, NOW + 6)]
    assert there == [each.text for each in talking.list_talk_messages(store, "g", NOW + 6)] == ["word 2", "word 3"]


def test_who_is_hidden_stays_so_for_a_long_game_and_the_note_goes_with_either(store):
    said(store, "bob", "again", NOW)
    talking.hide_person(store, "g", "ann", "bob", NOW + 1)
    said(store, "ann", "well", NOW + 2)
    later = NOW + 200 * 86400
    store.table.purge(later)
    assert talking.list_hidden_people(store, "g", "ann", later) == {"bob"}
    talking.hand_over_person_data(store, "ann", "eve")
    assert talking.list_hidden_people(store, "g", "eve", later) == {"bob"}
    talking.delete_person_data(store, "bob")
    assert traces(store, "bob") == []
    assert talking.list_hidden_people(store, "g", "eve", later) == set()


def test_that_somebody_talked_is_not_kept_longer_than_what_they_said(store):
    said(store, "ann", "hello")
    felt(store, "bob", 3, "clap")
    kept = [item.until for item in (*traces(store, "ann"), *traces(store, "bob"))]
    assert max(kept) <= NOW + 2 * TALK_KEPT_SECONDS
    assert min(kept) > NOW


def test_a_game_of_which_nothing_is_left_is_not_in_the_download(store):
    talking.hide_person(store, "g", "ann", "bob", NOW)
    assert talking.export_person_data(store, "bob") == [], "who hides them is not told"
    assert [each["hides"] for each in talking.export_person_data(store, "ann")] == [1]
    talking.show_hidden_people(store, "g", "ann")
    assert talking.export_person_data(store, "ann") == []


def test_that_somebody_hid_or_was_hidden_is_kept_only_as_long_as_somebody_is_hidden(store):
    for person, other in (("ann", "bob"), ("ann", "cat"), ("eve", "bob"), ("dan", "eve")):
        talking.hide_person(store, "g", person, other, NOW)
    talking.show_hidden_people(store, "g", "ann")
    assert [traces(store, each) for each in ("ann", "cat")] == [[], []]
    assert talking.list_hidden_people(store, "g", "eve", NOW) == {"bob"}
    talking.show_hidden_people(store, "g", "dan")
    assert traces(store, "dan") == []
    talking.delete_person_data(store, "eve")
    assert [*store.table.every()] == []


def test_of_two_who_are_one_the_longer_note_of_where_they_talked_is_kept(store):
    said(store, "ann", "early")
    said(store, "eve", "late", NOW + TALK_KEPT_SECONDS)
    talking.hand_over_person_data(store, "ann", "eve")
    store.table.purge(NOW + 2 * TALK_KEPT_SECONDS - 1)
    talking.delete_person_data(store, "eve")
    assert traces(store, "eve") == []


def test_two_words_of_one_person_at_the_same_moment_are_one(store):
    paced = talking.load_talk_pace(store, "g", "ann")
    talking.save_talk_message(store, "g", TalkMessage("ann", "one", NOW), paced, "a")
    with pytest.raises(Failed):
        talking.save_talk_message(store, "g", TalkMessage("ann", "two", NOW + 1), paced, "b")
    assert len(talking.list_talk_messages(store, "g", NOW)) == 1


def test_one_has_one_reaction_to_one_thing_and_may_take_it_back(store):
    felt(store, "ann", 7, "clap")
    felt(store, "ann", 7, "love")
    felt(store, "bob", 12, "gasp")
    assert talking.load_reactions(store, "g", 0, NOW) == {7: {"ann": "love"}, 12: {"bob": "gasp"}}
    assert talking.load_reactions(store, "g", 8, NOW) == {12: {"bob": "gasp"}}
    felt(store, "ann", 7, "")
    assert talking.load_reactions(store, "g", 0, NOW) == {12: {"bob": "gasp"}}


def test_the_mark_changes_with_every_word(store):
    before = talking.load_talk_version(store, "g")
    said(store, "ann", "hello")
    after = talking.load_talk_version(store, "g")
    talking.write_talk_settings(store, "g", TalkSettings(words=True, slow=60.0), "other")
    assert len({before, after, talking.load_talk_version(store, "g")}) == 3
    assert talking.load_talk_settings(store, "g") == TalkSettings(words=True, slow=60.0)


def test_what_is_reported_is_listed_until_it_is_removed(store):
    word = said(store, "ann", "rude")
    talking.report_talk_message(store, "g", word, "x")
    assert [(game, each.text) for game, each in talking.iter_reported_messages(store, NOW)] == [("g", "rude")]
    talking.remove_talk_message(store, "g", word, "y")
    assert list(talking.iter_reported_messages(store, NOW)) == []
    assert talking.list_talk_messages(store, "g", NOW) == []


def test_whoever_goes_takes_all_of_it_along_and_others_words_stay(store):
    word = said(store, "ann", "mine")
    said(store, "bob", "hers", NOW + 1)
    felt(store, "ann", 3, "clap")
    talking.hide_person(store, "g", "ann", "bob", NOW)
    talking.hide_person(store, "g", "bob", "ann", NOW)
    talking.report_talk_message(store, "g", word, "x")
    told = talking.export_person_data(store, "ann")
    assert told == [
        {
            "game": "g",
            "words": [{"at": NOW, "text": "mine"}],
            "reactions": [{"entry": 3, "felt": "clap"}],
            "hides": 1,
        }
    ]
    talking.delete_person_data(store, "ann")
    assert traces(store, "ann") == []
    assert [each.text for each in talking.list_talk_messages(store, "g", NOW + 1)] == ["hers"]


def test_of_two_who_are_one_all_words_are_theirs(store):
    word = said(store, "ann", "mine")
    felt(store, "ann", 3, "clap")
    talking.hide_person(store, "g", "bob", "ann", NOW)
    talking.report_talk_message(store, "g", word, "x")
    talking.hand_over_person_data(store, "ann", "eve")
    assert traces(store, "ann") == []
    assert [each.person for each in talking.list_talk_messages(store, "g", NOW)] == ["eve"]
    assert talking.load_reactions(store, "g", 0, NOW) == {3: {"eve": "clap"}}
    assert talking.list_hidden_people(store, "g", "bob", NOW) == {"eve"}
    assert [each.person for _, each in talking.iter_reported_messages(store, NOW)] == ["eve"]
    talking.delete_person_data(store, "eve")
    assert traces(store, "eve") == []


@pytest.mark.parametrize("times", [(1, 3), (3, 1)])
def test_what_two_who_are_one_have_said_that_day_is_not_counted_anew(store, times):
    for person, n in zip(("ann", "eve"), times, strict=True):
        paced, version = talking.load_talk_pace(store, "g", person)
        paced.day, paced.said, paced.felt = 7, n, 4 - n
        talking.save_talk_message(store, "g", TalkMessage(person, "hello", NOW), (paced, version), person)
    talking.hand_over_person_data(store, "ann", "eve")
    paced, _ = talking.load_talk_pace(store, "g", "eve")
    assert (paced.day, paced.said, paced.felt) == (7, 3, 3)


def test_of_two_accounts_that_become_one_none_stays_hidden_from_the_other(store):
    for person, other in (("ann", "eve"), ("eve", "ann"), ("ann", "bob"), ("bob", "ann")):
        talking.hide_person(store, "g", person, other, NOW)
    talking.hand_over_person_data(store, "ann", "eve")
    assert traces(store, "ann") == []
    assert [talking.list_hidden_people(store, "g", each, NOW) for each in ("eve", "bob")] == [{"bob"}, {"eve"}]
