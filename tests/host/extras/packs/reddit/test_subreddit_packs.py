"""Packs of questions on Reddit: pasted in a message, and brought to a subreddit by its moderators."""

from host.extras.packs import services as packs
from host.people import accounts
from host.said.desk import settings

SONGS = "\n".join(f"What is number {n}? | one {n} | two {n} | three {n} | four {n} | {n} | songs" for n in range(1, 16))


def test_a_pack_is_pasted_in_a_message_and_a_moderator_brings_it_to_the_subreddit(stage):
    stage.site.sub("race").moderators.append("mona")
    said = stage.site.writes("mona", f"pack add songs\n\n{SONGS}")
    stage.settle()
    assert stage.site.messages_to("mona")[-1].body == "songs: 15 questions"
    assert said.body.count("pick") == 0
    thread = stage.site.thread("Our questions", by="ann")
    assert settings.NOT_YOU in stage.answers(stage.says("ann", thread, "!pack take songs"))[0]
    (listed,) = stage.answers(stage.says("ann", thread, "!pack"))
    assert "No packs yet" in listed
    assert "https://race.example/claim" in listed
    (taken,) = stage.answers(stage.says("mona", thread, "!pack take songs"))
    assert "songs: 15 questions" in taken
    quiz = stage.open("ann", "bob", line="!new ladder evening packs=songs rounds=1")
    assert {card.category for pack in stage.state(quiz).box.values() for card in pack} == {"songs"}
    assert stage.session(quiz).community == "reddit:r/race"
    stage.says("mona", thread, "!pack withdraw songs 3")
    (told,) = stage.answers(stage.says("bob", stage.site.thread("Again", by="bob"), "!new ladder evening packs=songs"))
    assert "needs 15 questions" in told


def test_whoever_opens_a_thread_plays_with_the_pack_of_their_own_page(stage):
    """The page's form is for the account that a browser shows to be theirs: the same person's."""
    stage.says("ann", stage.site.thread("Hello", by="ann"), "!pack")
    person = accounts.load_or_create_person(stage.host, "reddit:ann", "ann")
    packs.build_pack(stage.host, f"person:{person.id}", "songs", SONGS.encode(), "pack add songs")
    quiz = stage.open("ann", "bob", line="!new ladder evening packs=songs rounds=1")
    assert {card.category for pack in stage.state(quiz).box.values() for card in pack} == {"songs"}
