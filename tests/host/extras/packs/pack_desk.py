"""Questions that tests bring as packs, and whoever stands at the desk with them."""

from engine.kernel import Illegal, format_text
from engine.ladder.rules import LADDER_RULESET
from host.core.cards import dealt_cards
from host.doors.terminal.playing import KeyboardRequest
from host.extras.packs import kept_packs as kept
from host.extras.packs import services as packs
from host.people import accounts

LINE = "Which of us sings number {n}? | Ann{n} | Bob{n} | Cat{n} | Dan{n}"

CHOIR = "\n".join(LINE.format(n=n) for n in range(1, 21))

QUIZ = "question;a;b;c;d;correct;level;category\n" + "\n".join(
    f"What is number {n}?;one {n};two {n};three {n};four {n};c;{n};songs" for n in range(1, 16)
)


class Desk:
    """Somebody at a desk in private."""

    def __init__(self, host, name="Ann"):
        self.host, self.person = host, accounts.load_or_create_person(host, f"web:{name}", name)

    def __call__(self, words):
        turn = KeyboardRequest(self.host, self.person, words, "", lambda: None)
        try:
            return [format_text(told.text, told.facts) for told in packs.manage_packs(turn).lines]
        except Illegal as no:
            return [format_text(no.text, no.facts)]

    def kept(self):
        return kept.list_packs(self.host.store, f"person:{self.person.id}")[0].cards

    def cards(self, **options):
        owners = dealt_cards.list_pack_owners(self.person.id, [])
        return dealt_cards.list_dealable_cards(self.host, LADDER_RULESET, owners, options)


class InGroup(KeyboardRequest):
    """Somebody writes in a group."""

    place, is_direct, admin = "telegram:-1", False, True

    def can_manage_place(self):
        return self.admin
