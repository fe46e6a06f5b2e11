"""What two people bring who become one: what they have said; see tests/host/people/test_listed_merges.py."""

from host.extras.talk import talking
from host.extras.talk.talking import TalkMessage


def talk(store, person):
    for n, game in enumerate((person, "both")):
        paced = talking.load_talk_pace(store, game, person)
        paced[0].said += 1
        said = TalkMessage(person, f"I am {person}", float(n + (person == "Bob")))
        talking.save_talk_message(store, game, said, paced, "a")
        if game == "both":
            talking.report_talk_message(store, game, said, "r")
        for entry, kind in ((3, "clap" if person == "Ann" else "gasp"), (5 + (person == "Bob"), "love")):
            paced = talking.load_talk_pace(store, game, person)
            talking.save_log_reaction(store, game, person, entry, kind, paced, "b", 1.0)
        talking.hide_person(store, game, person, "Cat", 1.0)
        talking.hide_person(store, game, "Cat", person, 1.0)


KEPT = {"talk": talk}
