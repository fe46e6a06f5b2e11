"""The text behind /privacy: what is kept of people, in their own language. docs/privacy.md says the same."""

from __future__ import annotations

from engine.kernel import Reader
from host.core.extras import list_extras

KEPT_DATA_TEXT = (
    "I save your account’s number or name on your platform, your name here, where to write to you, your settings,"
    " your seats and your statistics."
)
GAME_DATA_TEXT = (
    "The log of a game names seats and not people. It has every answer, every message and every draw. Nobody else"
    " sees your secrets while the game runs."
)
PREDICTED = (
    "Your predictions are saved apart from the game. Nobody else sees them until the result is known. Then your "
    "points are shown with your name in that game and in the lists of the places that show it."
)
READ_MESSAGES_TEXT = (
    "In a group I read only commands, replies to me and answers to questions. I do not save anything else."
)
TALKED = (
    "What you say or how you react in a game is saved apart from it and deleted after a week; whom you hide, after "
    "a year. If somebody reports it, the player who opened the game and the operator can see it. I do not save who "
    "reported it."
)
REPORTED = (
    "If you report a question, I keep the report with your name until somebody has checked it, for half a year at"
    " most. The numbers of reports are kept without names."
)
BROUGHT = "Your own questions are kept until you delete them. A game that already has one of them keeps it."
TABLE_NOTICES_TEXT = "If you want to hear of new games in a place, I save your name for that place until you stop it."
PROFILE = (
    "Other people can see a page about you only if you want one. You choose what it shows: races, records, "
    "medals, and your results against the person who looks at it. Nobody can guess its address. With your records"
    " you are also in the public lists. If you switch it off, all of this disappears."
)
RUNG = (
    "If you want notifications in a browser, I save where to send them (the address and keys that the browser’s "
    "push service gave). That service sees when a notification comes, but not what it says."
)
BROWSER_TEXT = (
    "Your browser keeps your login, your settings of the page, and an answer that could not be sent yet. It also "
    "keeps the secret word that you have added to a game. A small program of the page (its service worker) tells "
    "you when it is your turn, and shows a page when there is no connection. It keeps nothing else. To remove all"
    " of this, delete the data of this site in your browser."
)
LETTERS_TEXT = (
    "If you want e-mails, I save your address, and I write to it only after you have confirmed it. Every e-mail "
    "has a link to stop all of them. The mail service of this host sees these e-mails."
)
LINKS = (
    "I do not save private links and codes themselves, only a fingerprint (hash) of each, which nobody can turn "
    "back. A link stops working ninety days after its last use, and a code within one hour."
)
RETENTION_TEXT = (
    "I remember your answers for three days, so that an answer that arrives twice counts only once. I keep "
    "messages that could not be sent for thirty days, without names."
)
YOURS = (
    "/export sends you everything I have about you. /forget deletes it. Your games go on: a computer plays for "
    "you, and you are called a former player."
)
THIRD_PARTIES_TEXT = "I sell nothing, I show nothing to other companies, and I track nobody."
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
    """Return the paragraphs that explain which personal data are stored, in the reader's language: the host's, then
    those of all extras (optional features), switched off or not.
    """
    added = [reader.format_value(extra.privacy) for extra in list_extras() if extra.privacy]
    return [*(reader.format_sentence(paragraph) for paragraph in PRIVACY_TEXTS), *added]
