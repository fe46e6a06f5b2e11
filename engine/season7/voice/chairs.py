"""Who sits where, whose turn it is, what is promised, asked and offered."""

from engine.kernel.voice import book, worded

CHAIRS = book(
    worded(
        "ev.seat/swap",
        "{who} and {other} swap chairs. Order: {order}.",
    ),
    worded(
        "ev.seat/worm",
        "A wormhole: {who} comes out in {round}.",
    ),
    worded(
        "ev.seat/nowhere",
        "The wormhole leads nowhere. {who} stays.",
    ),
    worded(
        "ev.seat/invite",
        "{who} invites {guest}. Order: {order}.",
    ),
    worded(
        "ev.seat/revive",
        "{who} pays {amount:£} and is back in the round.",
    ),
    worded(
        "ev.seat/switch",
        "The old Switcheroo: {who} wants the chair of {other}.",
        "{who} pulls a Switcheroo on {other}.",
    ),
    worded("ev.seat/stays", "{who} keeps the old chair.", "{who} stays where {who} sits."),
    worded("ev.seat/nobody", "{who} invites nobody."),
    worded(
        "ev.seat/enters",
        "{who} comes into {round}. Order: {order}.",
        "A new face in {round}: {who}. Order: {order}.",
    ),
    worded(
        "ev.seat/now",
        "{who} sits in {round} now. Order: {order}.",
    ),
    worded(
        "ev.turn/forced",
        "Force Play: {who} makes {other} open this one.",
        "{other} has to open for {who}: Force Play.",
    ),
    worded(
        "ev.turn/misses",
        "{who} sits this one out.",
        "A turn without {who}.",
    ),
    worded(
        "ev.turn/double",
        "Double Dip: {who} must open {n} this time.",
        "{who} has to open {n}. Somebody found a Double Dip.",
    ),
    worded(
        "ev.turn/dip",
        "Whoever comes next must open two.",
    ),
    worded(
        "ev.turn/fast",
        "Fast Forward: {who} plays at once what {who} finds, win or lose.",
        "{who} need not win this round to play: Fast Forward.",
    ),
    worded(
        "access/any",
        "{who} will be in the next Super Round, whatever comes.",
        "A chair in the next Super Round is kept for {who}.",
    ),
    worded(
        "access/found",
        "Access on {n}: {who} will be in the next Super Round.",
        "{who} opens {n}: Access, and with it a chair in the Super Round.",
        "{n} keeps a chair in the Super Round for {who}: Access.",
    ),
    worded(
        "ev.turn/box",
        "Penalty Box: {who} pays {amount:£} and sits one out.",
    ),
    worded(
        "ev.turn/hypno",
        "Hypnotise: chance picks the next {times} for {who}; gains count double.",
    ),
    worded(
        "ev.turn/wake",
        "{who} is awake again.",
    ),
    worded(
        "ev.turn/fold",
        "{who} folds and keeps it all for the next cycle.",
    ),
    worded(
        "ev.turn/skip",
        "{who} lets this turn go by.",
    ),
    worded(
        "ev.stake/zone",
        "Win Zone: a win within {within} squares counts double for {who}.",
    ),
    worded(
        "ev.stake/zoneover",
        "{who}’s Win Zone is over.",
    ),
    worded(
        "ev.stake/schaden",
        "{who} will be paid if {rival} falls.",
    ),
    worded(
        "ev.stake/paid",
        "{rival} is out, and {who} collects: {gift}.",
        "{rival} falls, and {who} had hoped for that: {gift}.",
    ),
    worded(
        "ev.stake/slow",
        "{left} squares are left, more than {most}: the round goes on.",
        "Too early: {left} squares are left, and it works from {most}.",
    ),
    worded("ev.stake/free", "Free Play: {square} will cost {who} nothing."),
    worded(
        "ev.stake/freely", "With a Free Play it will cost {who} nothing.", "A Free Play: {who} will pay nothing for it."
    ),
    worded("ev.stake/alone", "{who} goes alone."),
    worded("ev.stake/kind", "{who} wishes nobody ill."),
    worded(
        "ev.stake/rides",
        "{who} has ridden along, and wins too.",
        "Tag Along: a winner takes {who} along.",
    ),
    worded(
        "ev.stake/due",
        "{who} has lost the round and pays for {square}.",
        "The bill for {square} comes to {who}.",
    ),
    worded(
        "ev.stake/castle",
        "No Win Zone for {who}: the castle stands.",
        "{who} has come through, but in no Win Zone: the castle stands.",
    ),
    worded(
        "ev.stake/tag",
        "Where {leader} goes, {who} goes too.",
    ),
    worded(
        "ev.stake/split",
        "If {who} does not win this round, {percent}% of the total goes to the others.",
        "A promise of {who}: no win, and {percent}% of all is for the others.",
    ),
    worded(
        "ev.stake/quick",
        "{left} left: the round ends here, as a clear board.",
    ),
    worded(
        "ev.stake/payday",
        "Pay Day: a winner’s pay for {who}, still in play, {amount:£}.",
    ),
    worded(
        "ev.ask/all",
        "The host is listening: one yes or no each.",
        "Ask the host: one yes or no each, and nothing but the truth.",
    ),
    worded(
        "ev.ask/asked",
        "{who} asks: {question}? {answer}.",
        "{question:C}? {who} wants to know. {answer}.",
        "A question from {who}: {question}? {answer}.",
    ),
    worded(
        "ev.ask/none",
        "{who} has no question.",
        "No question from {who}.",
    ),
    worded(
        "ev.bank/ring",
        "The telephone rings for {who}. It is the bank.",
    ),
    worded(
        "ev.bank/deal",
        "Deal. {who} leaves with {package}.",
    ),
    worded(
        "ev.bank/no",
        "No deal. {who} stays in.",
    ),
    worded("ev.bank/hangs", "Nobody but {who} is left, and the bank hangs up."),
    worded(
        "ev.bank/won",
        "{who} said no to the bank, and was right.",
    ),
)
