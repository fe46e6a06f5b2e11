"""Questions that tests bring as packs, and whoever stands at the desk with them."""

from engine.kernel import Illegal, render
from engine.ladder.rules import LADDER
from host.core.cards import dealt_cards
from host.core.store import packs as kept
from host.doors.terminal.turn import Turn
from host.people import accounts
from host.said.desk import packs

LINE = "Which of us sings number {n}? | Ann{n} | Bob{n} | Cat{n} | Dan{n}"

CHOIR = "\n".join(LINE.format(n=n) for n in range(1, 21))

QUIZ = "question;a;b;c;d;correct;level;category\n" + "\n".join(
    f"What is number {n}?;one {n};two {n};three {n};four {n};c;{n};songs" for n in range(1, 16)
)


class Desk:
    """Somebody at a desk in private."""

    def __init__(self, host, name="Ann"):
        self.host, self.person = host, accounts.known(host, f"web:{name}", name)

    def __call__(self, words):
        turn = Turn(self.host, self.person, words, "", lambda: None)
        try:
            return [render(told.text, told.facts) for told in packs.pack(turn).lines]
        except Illegal as no:
            return [render(no.text, no.facts)]

    def kept(self):
        return kept.of(self.host.store, f"person:{self.person.id}")[0].cards

    def cards(self, **options):
        owners = dealt_cards.owners(self.person.id, [])
        return dealt_cards.dealt(self.host, LADDER, owners, options)


class InGroup(Turn):
    """Somebody writes in a group."""

    place, private, admin = "telegram:-1", False, True

    def looks_after(self):
        return self.admin
