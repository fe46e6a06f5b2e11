"""What becomes of somebody's settings when all are sent at once, with each field at its edges."""

from engine.kernel import Illegal
from host.people import accounts
from host.said.desk import settings
from tests import listings
from tests.host.said.test_desk import Asked
from tests.listings.room import GROUP, Room

USUAL = {
    "zone": "Europe/London",
    "from": "23:00",
    "until": "7:00",
    "reminders": "on",
    "rings": "turns",
    "comma": ".",
    "away": "",
}
EDGES = {  # it is eight in the morning of 15 January 2027 in London
    "zone": ("UTC", "Nowhere", ""),
    "from": ("7:00", "0:00", "23:59", "24:00", "7"),
    "until": ("23:00", "0:00"),
    "reminders": ("",),
    "rings": ("all", "nothing", "loud"),
    "comma": (",", " ", "x"),
    "away": ("2027-01-14", "2027-01-15", "2027-02-13", "2027-02-14", "soon", "9999-12-31"),
}


def send(**changes):
    room = Room()
    person = room.people["ann"]
    try:
        settings.change_all_settings(Asked(room.host, person, "", spelling="/{}", place=GROUP, unseen=True), changes)
    except Illegal as no:
        return no.code
    found = accounts.load_current_person(room.host, person.id)
    assert found is not None
    habits = found.habits
    away = habits.away and [round(moment - room.time) for moment in habits.away]
    return f"{habits.zone} {habits.quiet} {habits.reminders} {habits.rings!r} {away} {habits.style}"


def forms():
    yield f"as usual: {send(**USUAL)}"
    for name, values in EDGES.items():
        for value in values:
            yield f"{name}={value}: {send(**USUAL | {name: value})}"
    midnight = {"zone": "Asia/Tokyo", "away": "2027-01-15"}
    yield f"the day ends at midnight in Tokyo: {send(**USUAL | midnight)}"


def test_settings_sent_at_once_are_kept_as_listed():
    listings.compare("settings_form", forms())
