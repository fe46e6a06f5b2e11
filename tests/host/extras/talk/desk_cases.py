"""With what each word is asked for, for the test of rights."""

from host.extras.talk import talking
from host.extras.talk.talking import TalkSettings

DESK_CASES = {
    "react": ("running", "0 clap"),
    "say": ("running", "Hello."),
    "hide": ("running", "", "bob"),
    "complain": ("running", "", "bob"),
    "remove": ("running", "", "bob"),
    "hearall": ("running",),
    "talk": ("running", "felt"),
}
OF_ONES_OWN = {"remove": ("running", "", "ann")}
REFUSALS = {"player": talking.NOT_SEATED}


def prepare(evening):
    """Two have said something."""
    talking.write_talk_settings(evening.host.store, evening.game, TalkSettings(words=True), "a")
    for name in ("ann", "bob"):
        evening.does(name, "say", evening.case("running", "Hello."))
    evening.host.now.now += talking.BREATH


def find_said(evening, person):
    """What this person has said, by its id."""
    said = talking.list_talk_messages(evening.host.store, evening.game, evening.host.now())
    return next(each.id for each in said if each.person == person)
