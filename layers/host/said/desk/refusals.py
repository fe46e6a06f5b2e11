"""The refusals that a door gives before the desk can do anything: each sentence once, for every door that needs it.

The others: what a service itself refuses stands beside that service, here in `said/desk`; what the use-cases of the
host refuse, beside these in `host/core`, and who may do what in `core/rights.py`; what a game refuses, in
`refusals.py` of its folder in the engine, and of any game in `engine/kernel/refusals.py`.
"""

from __future__ import annotations

# -- who asks, and where

LEFT_ALONE = "You told me not to write to you. Write {start} first."
NOT_YOURSELF = "Please write as yourself, not as the group."
STRANGER = "I do not know you yet. Take a seat at a table, or open the private link you were given."
IN_PRIVATE = "That is for our private chat: {link}"
SAID_ALOUD = "That is a secret! Tell me in private: {link}"
NOT_ALOUD = (
    "Everybody can read this, so your secret answer was not taken. Answer on your private page, {claim}, or in a "
    "message to me."
)
OVERHEARD = "Everybody here could read that. Write {line} first, so that the others look away."
SHOWN_ALREADY = "Write that in a thread without a game."
NAMESAKES = "Two players cannot have the same name."
TOO_SOON = "I showed it a moment ago. It is also on its page: {page}"
NOT_YOURS = "{name} is setting this table up. Write {new} yourself to open one of your own."
OPERATOR_LINK_ENDED = "This link has ended, or it never was one. `rtab operator` prints a new one."
LOOKS_TOO_OFTEN = "Too many requests. Ask me again in a minute."

# -- which question, which word

SEVERAL_ASKED = "You have several open questions. Reply to the message with the one you mean."
SEVERAL_WAIT = "You have several open questions, and I cannot tell which you mean. Answer on your private page: {claim}"
EARLIER = "You wrote that before you were asked. Look at the board, and write it again if you still mean it."
NOTHING_NOW = "You have nothing to do at the moment."
LINES_APART = "Write “{one}” and “{other}” each on a line of its own."
NO_COMMAND = "I do not know that. {help} shows what I can do."
IN_PUBLIC = "Write that in the group or thread it is meant for."
NO_WORD = "I do not know that: {word}. The comment {help} shows what I can do."
NEITHER = "You write both {one} and {other}, so I have done neither. Which is it?"
UNCLEAR_MESSAGE = "I do not understand that. {help} shows what I can do. Your questions are here: {claim}"
NO_ANSWER = "{name}, I cannot tell from that which answer you mean. {how}"
MESSAGE_TOO_LONG = (
    "That message is too long. I read its first {longest:n} characters and first {most:n} commands. Please send "
    "the rest again."
)

# -- buttons and forms

SETTLED = "Too late: that was already answered."
SETTLED_ANEW = "Too late: that was already answered. Your question now: {question}"
OLD_BUTTON = "I do not know that button; it may be an old one."
NO_DEED = "First choose what a tap on the board does."
TICK = "Tick the box if you are sure."
NOT_DONE_HERE = "That cannot be done here."
NO_PAGE = "There is no such page."
NO_RECORD = "Only players of a game that is over have a record of it."
NO_FILE = "There is no such file."
TOO_MUCH = "That was too much text at once."
ODD_HOST = "That is no name of a host."
FOREIGN = "That came from another site, so nothing was done."
NOT_VOUCHED = "{platform} could not confirm who you are. Open the table from our chat in {platform}."
OPENED_LONG_AGO = "That was opened too long ago. Close it, and open the table again from our chat in {platform}."
NO_APP = "This table is not shown inside another app. Open it in your browser."
NO_ADDRESS = "That is no address for e-mail."
UNKNOWN_SERVICE = "I do not know this browser's push service, so I cannot notify you there."
NO_BELL = "This host sends no notifications to browsers."
NO_LETTERS = "This host sends no e-mail."
OLD_LINK = "This link is not valid any more. Ask for a new one."
NOT_PREDICTABLE = "That cannot be predicted now, or is already decided."
