"""The text behind /privacy: what is kept of people, in their own language. docs/privacy.md says the same."""

from __future__ import annotations

from engine.kernel import Reader
from host.core.extras import list_extras

KEPT_DATA_TEXT = (
    "I keep your account's number or name on your platform, your name here, where to write to you, your settings,"
    " your seats and your statistics."
)
GAME_DATA_TEXT = (
    "A game's log names seats, never people. It keeps every answer, what was said, and every draw. Your secrets "
    "are shown only to you while it runs."
)
PREDICTED = (
    "What you predict of a game is kept beside it. Nobody else sees it until it is told; then your points stand under "
    "your name in that game, and in the lists of the places where it is shown."
)
READ_MESSAGES_TEXT = (
    "In a group I read only commands, replies to me, and answers to questions. I keep nothing else of what you write."
)
TALKED = (
    "Reactions and words at a table are kept beside its game, never in it, and are deleted after a week. Reported"
    " words are shown to the player who opened the table and to the operator of this host; who reported them is "
    "not kept."
)
REPORTED = (
    "If you report a question, I keep the report with your name until somebody has looked at it, half a year at "
    "most. Reports are counted without names."
)
BROUGHT = "Questions that you bring along are kept until you drop them; games that were dealt one keep it."
TABLE_NOTICES_TEXT = (
    "Where you want to hear of new tables I keep your name beside that place, until you say that it is enough."
)
PROFILE = (
    "You have a page for others only if you choose what it shows, at an address that nobody can guess: races, records, "
    "medals, and your record against the reader. By your records you stand in the lists of all times. Untick it, "
    "and all of that is gone."
)
RUNG = (
    "Where you want to be called in a browser I keep its address at its push service and the keys that it gave me. "
    "That service sees that something comes, and when, but never what it says."
)
BROWSER_TEXT = (
    "Your browser keeps your login, your settings of the page, and an answer that could not be sent yet. It also "
    "keeps the word that you have sealed into a game. A small program of the page, its service worker, shows "
    "calls, and a page for when there is no connection; it keeps nothing else. All of this goes when you delete "
    "the data of this site in your browser."
)
LETTERS_TEXT = (
    "Where you want letters I keep your address for e-mail, and write to it only after you have confirmed it. Each "
    "letter ends all of them in one tap. The mail service of this host sees them, as with any mail."
)
LINKS = "Of private links and codes I keep a hash. A link ends ninety days after its last use, a code within the hour."
RETENTION_TEXT = (
    "Your answers are remembered for three days, so that none counts twice. Messages that could not be sent are kept "
    "for thirty days, without names."
)
YOURS = (
    "/export gives you all of it. /forget removes it: your seats become those of a former player, a computer plays on "
    "in them, and everybody else's games stay whole."
)
THIRD_PARTIES_TEXT = "Nothing is sold, nothing is shown to third parties, and nobody is tracked."
PRIVACY_TEXTS = (
    KEPT_DATA_TEXT,
    GAME_DATA_TEXT,
    PREDICTED,
    READ_MESSAGES_TEXT,
    TALKED,
    REPORTED,
    BROUGHT,
    TABLE_NOTICES_TEXT,
    PROFILE,
    RUNG,
    BROWSER_TEXT,
    LETTERS_TEXT,
    LINKS,
    RETENTION_TEXT,
    YOURS,
    THIRD_PARTIES_TEXT,
)


def format_privacy_paragraphs(reader: Reader) -> list[str]:
    """Return the paragraphs of /privacy in the reader's language."""
    added = [reader.format_value(extra.privacy) for extra in list_extras() if extra.privacy]
    return [*(reader.format_sentence(paragraph) for paragraph in PRIVACY_TEXTS), *added]
