"""Two accounts become one, or a group gets a new address: what both had is there, once, wherever it is broken off."""

import json
from itertools import count

import pytest

from host.core.context import HostContext
from host.core.store import Store, card_changes, kept_of_people, table_waiters
from host.core.store.card_changes import Report
from host.doors.telegram.messages import chats
from host.extras.fame import profiles
from host.extras.fame.profiles import Profile
from host.extras.mail import mailboxes
from host.extras.mail.mailboxes import Mailbox
from host.extras.packs import kept_packs
from host.extras.packs.kept_packs import Pack
from host.extras.predictions import prediction_slips
from host.extras.predictions.prediction_slips import Prediction, PredictionSlip, Score, SettledPrediction
from host.extras.push import browsers
from host.extras.push.browsers import Browser
from host.extras.strangers import services as strangers
from host.extras.strangers.services import LobbyNotice
from host.extras.talk import talking
from host.extras.talk.talking import TalkMessage
from host.extras.today import mornings
from host.extras.today.mornings import Morning
from host.said.desk import settings
from tests import listings
from tests.host.people.test_account_merging import Killed, Mortal

BOTH = ("Ann", "Bob")  # Ann goes, Bob stays; each has one thing alone, and both have one of the same name
OLD, NEW = "telegram:-7", "telegram:-1007"


def wait_for_tables(store, person):
    for place in (person, "both"):
        table_waiters.add_table_waiter(store, person, f"t:{place}")


def report_cards(store, person):
    for card in (person, "both"):
        card_changes.save_card_report(store, "ladder", card, person, Report("wrong", f"{card} by {person}?", "g", 1.0))


def show_profile(store, person):
    profiles.save_profile_record(store, person, Profile(f"page of {person}", ["records"], person == "Ann"))


def want_letters(store, person):
    mailboxes.save_mailbox(store, person, Mailbox(f"{person}@example", ends=True, word=f"word {person}", since=1.0))


def bring_packs(store, owner):
    for name in (owner, "both", *(["both-2"] if owner == "Ann" else [])):
        card = {"id": name, "text": f"{name} of {owner}"}
        kept_packs.save_pack(store, f"person:{owner}", Pack(name, 1.0, [card]))
    kept_packs.save_unwanted_categories(store, f"person:{owner}", [owner, "both"])


def predict(store, person):
    for game in (person, "both"):
        said = {key: Prediction("Who?", person, person, 2, 3) for key in (person, "both")}
        score = Score(5, 2, 3, 1, 2) if person == "Ann" else Score(70, 20, 30, 0, 1)
        slip = PredictionSlip(
            game, person, said, [SettledPrediction("When?", person, 2)], score, 4 if person == "Ann" else 2
        )
        owner = prediction_slips.build_score_ops(store, f"chat:t:{game}", person, "toy", [3, 0])
        prediction_slips.save_slip(store, slip, 0, owner)


def want_calls(store, person):
    browsers.assign_browser(store, person, Browser(f"https://push/{person}", b"k", b"s", person, ends=True, since=1.0))


def seek_players(store, person):
    strangers.save_lobby_notice(store, LobbyNotice(f"game of {person}", person, "Come!", 1.0))


def talk(store, person):
    for n, game in enumerate((person, "both")):
        paced = talking.load_talk_pace(store, game, person)
        paced[0].said += 1
        said = TalkMessage(person, f"I am {person}", float(n + BOTH.index(person)))
        talking.save_talk_message(store, game, said, paced, "a")
        if game == "both":
            talking.report_talk_message(store, game, said, "r")
        for entry, kind in ((3, "clap" if person == "Ann" else "gasp"), (5 + BOTH.index(person), "love")):
            paced = talking.load_talk_pace(store, game, person)
            talking.save_log_reaction(store, game, person, entry, kind, paced, "b", 1.0)
        talking.hide_person(store, game, person, "Cat", 1.0)
        talking.hide_person(store, game, "Cat", person, 1.0)


def play_the_quiz(store, person):
    host = HostContext(store)
    for place in (person, "both"):
        old = mornings.load_morning(store, place)
        mornings.save_morning(host, place, Morning(people=[*(old.people if old else ["Cat"]), person]))


KEPT = {
    "told of tables in": wait_for_tables,
    "questions reported": report_cards,
    "profile": show_profile,
    "letters": want_letters,
    "questions brought": bring_packs,
    "predictions": predict,
    "notices": want_calls,
    "looking": seek_players,
    "talk": talk,
    "quiz of the day": play_the_quiz,
}


def hand_over(store):
    kept_of_people.hand_over_personal_data(store, *BOTH)


def fill_place(store, place):
    """All that goes with a group: its usual game, who waits there, packs, the morning's quiz."""
    host = HostContext(store)
    name = "Ann" if place == OLD else "Bob"
    for person in (name, "Cat"):
        table_waiters.add_table_waiter(store, person, place)
    store.save_place_value(place, settings.DEFAULTS_KEY, json.dumps({"game": "toy", "pace": name}).encode())
    mornings.save_morning(host, place, Morning(people=[name, "Cat"]))
    for pack in (name, "both"):
        kept_packs.save_pack(store, f"chat:{place}", Pack(pack, 1.0, [{"id": pack, "text": f"of {name}"}]))
    kept_packs.save_unwanted_categories(store, f"chat:{place}", [name, "both"])


def move(store):
    chats.move_migrated_group(HostContext(store, now=lambda: 1.0), -7, -1007)


def read_all(table):
    return {(item.pk, item.sk): (item.body, sorted(item.counts.items())) for item in table.every()}


def list_all(table):
    for item in sorted(table.every(), key=lambda item: (item.pk, item.sk)):
        yield f"{item.pk} | {item.sk} | {item.body.decode()} {item.counts or ''}".rstrip(" |")


def filled(*fills):
    store = Store(Mortal())
    for fill, name in fills:
        fill(store, name)
    return store


CASES = {
    **{name: (fill, BOTH, hand_over) for name, fill in KEPT.items()},
    "group": (fill_place, (OLD, NEW), move),
}


def test_everything_that_is_kept_of_people_is_handed_over_here():
    assert {*KEPT} == {*kept_of_people.export_personal_data(filled(), "Ann")}


@pytest.mark.parametrize("name", CASES)
def test_broken_off_at_any_write_and_begun_again_it_comes_out_the_same(name):
    fill, (goes, stays), merge = CASES[name]
    for people in ((goes,), (stays,), (goes, stays)):
        merge(whole := filled(*((fill, each) for each in people)))
        for writes in count():
            store = filled(*((fill, each) for each in people))
            store.table.left = writes
            try:
                merge(store)
            except Killed:
                store.table.left = float("inf")
                merge(store)
            else:
                break
            assert read_all(store.table) == read_all(whole.table)
        merge(whole)
        assert read_all(store.table) == read_all(whole.table)


def test_what_both_had_is_listed():
    lines = []
    for name, (fill, both, merge) in CASES.items():
        lines += ["", f"# {name}"]
        for had, people in (("Ann had", both[:1]), ("Bob had", both[1:]), ("both had", both)):
            merge(store := filled(*((fill, each) for each in people)))
            lines += [had, *(f"  {line}" for line in list_all(store.table))]
    listings.compare("merges", lines[1:])
