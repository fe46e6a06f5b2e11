"""The refusals that a door gives before the desk can do anything: each sentence once, for every door that needs it.

The others: what a service itself refuses stands beside that service, here in `said/desk`; what the use-cases of the
host refuse, beside these in `host/core`, and who may do what in `core/session.py`; what a game refuses, in
`refusals.py` of its folder in the engine, and of any game in `engine/kernel/question.py`.
"""

from __future__ import annotations

# -- who asks, and where

LEFT_ALONE = "You asked me not to write to you. To change this, first write {start}"
NOT_YOURSELF = "Please write as yourself and not in the name of the group."
STRANGER = "I do not know you yet. Join a game, or open your private link."
IN_PRIVATE = "Write this in our private chat: {link}"
SAID_ALOUD = "This should stay secret! Write it to me in private: {link}"
NOT_ALOUD = (
    "Everybody can read this, so I have not used your secret answer. Answer on your private page, {claim}, or in "
    "a message to me."
)
OVERHEARD = "Everybody here could read your answer. Write {line} first. It tells the others not to look."
MAY_NOT_WRITE = "I may not write here. The people who manage this channel must let me see it and send messages."
SHOWN_ALREADY = "Write this command in a thread that has no game."
NAMESAKES = "Two players cannot have the same name."
TOO_SOON = "I showed this a moment ago. You can also see it here: {page}"
NOT_YOURS = "{name} is choosing the settings of this game. To open a game of your own, write {new}"
OPERATOR_LINK_ENDED = "This link does not work any more. `rtab operator` prints a new one."
LOOKS_TOO_OFTEN = "You ask too often. Try again in a minute."

# -- which question, which word

SEVERAL_ASKED = (
    "More than one question is waiting for you. Find the question that you want to answer, and reply to that message."
)
SEVERAL_WAIT = (
    "More than one question is waiting for you, and I do not know which you mean. Answer on your private page: {claim}"
)
EARLIER = (
    "You wrote this before I asked the question, so it does not count. Look at the board, and write it again "
    "if you still want it."
)
NOTHING_NOW = "You have nothing to do at the moment."
LINES_APART = "Write “{one}” and “{other}” on two separate lines."
NO_COMMAND = "I do not know this command. To see what I can do, write {help}"
IN_PUBLIC = "Write this in the group or thread where the game is played."
NO_WORD = "I do not know the command {word}. To see what I can do, write {help}"
NEITHER = "You wrote both {one} and {other}, so I did nothing. Which do you want?"
UNCLEAR_MESSAGE = "I do not understand this. To see what I can do, write {help} Your questions are here: {claim}"
NO_ANSWER = "{name}, I do not know which answer you mean. {how}"
MESSAGE_TOO_LONG = (
    "Your message is too long. I have read only its first {longest:n} characters and first {most:n} commands. "
    "Please send the rest again."
)

# -- buttons and forms

SETTLED = "Too late: this was already answered."
SETTLED_ANEW = "Too late: this was already answered. Your question now: {question}"
OLD_BUTTON = "This button is too old, or I do not know it."
NO_DEED = "First choose what should happen when you tap the board."
TICK = "If you are sure, tick the box first."
NOT_DONE_HERE = "You cannot do that here."
NO_PAGE = "There is no such page. Check the address."
NO_RECORD = "You can read the story of a game only if you played in it and it is over."
NO_FILE = "There is no such file."
TOO_MUCH = "You sent too much text at once."
ODD_HOST = "There is no site with this name here."
FOREIGN = "Your request came from another website, so I have done nothing."
NOT_VOUCHED = "{platform} could not confirm who you are. Open the game from our chat in {platform}."
OPENED_LONG_AGO = "You opened this too long ago. Close it, and open the game again from our chat in {platform}."
NO_APP = "This game cannot be shown inside another app. Open it in your browser."
NO_ADDRESS = "This is not an e-mail address. Check it and try again."
UNKNOWN_SERVICE = "I do not know the push service of this browser, so I cannot notify you here."
NO_BELL = "This host cannot notify browsers."
NO_LETTERS = "You cannot get e-mails from this site."
OLD_LINK = "This link does not work any more. Ask for a new one."
NOT_PREDICTABLE = "You cannot predict that any more."
