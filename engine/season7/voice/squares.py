"""Events, game changers and what is held in secret."""

from engine.kernel.voice import book, worded

SQUARES = book(
    worded(
        "ev.take/any",
        "{face} on {n}: {amount:£} goes from {rich} to {poor}.",
        "{face}! {rich} hands {poor} {amount:£}.",
        "{who} finds {face}. {rich} pays {poor} {amount:£}.",
    ),
    worded(
        "ev.take/self",
        "{who} finds {face} and is the one who pays: {amount:£}.",
    ),
    worded(
        "ev.take/again",
        "{face} calls on {rich} again: {amount:£} to {poor}.",
    ),
    worded(
        "ev.take/lost",
        "{face} costs {rich} {amount:£} and the lead.",
    ),
    worded(
        "ev.share/any",
        "{face}: {who} and {other} meet at {half:£} each.",
        "{who} and {other} put it all together: {half:£} each.",
    ),
    worded(
        "ev.share/up",
        "{face} lifts {who} to {half:£}, level with {other}.",
    ),
    worded(
        "ev.share/all",
        "{face}: a quarter from everybody makes {pot:£}, {share:£} back to each.",
    ),
    worded(
        "ev.climb/any",
        "{face} on {n}: {amount:£} for {who}.",
        "{who} opens {n}: {face}, worth {amount:£}.",
    ),
    worded(
        "ev.climb/tortoise",
        "Slow and steady: place {place} brings {who} {amount:£}.",
    ),
    worded(
        "ev.climb/last",
        "Being last pays for once: {face}, {amount:£} to {who}.",
    ),
    worded(
        "ev.climb/lead",
        "{face} puts {who} in front: {amount:£}.",
    ),
    worded(
        "ev.climb/salary",
        "{who} signs for {weekly:£} a week: {net:£} a year.",
    ),
    worded(
        "ev.climb/nothing",
        "{face}, and nobody to gain by it.",
        "{who} opens {n}: {face}, and nothing comes of it.",
    ),
    worded(
        "ev.fall/any",
        "{face} on {n}: {who} loses {amount:£}.",
        "{who} meets {face}, and {amount:£} goes.",
    ),
    worded(
        "ev.fall/lost",
        "{face} takes {amount:£} off {who}, and {other} leads.",
    ),
    worded(
        "ev.fall/nothing",
        "{face}, and nothing to lose. {who} goes on.",
    ),
    worded(
        "ev.board/eclipse",
        "Lights out. {n} closed squares change places.",
        "Lights on. Nothing is where it was.",
    ),
    worded(
        "ev.board/spike",
        "Every safe square is seven figures now, for one pick each.",
    ),
    worded(
        "ev.board/metamorphosis",
        "Every safe square is an event now, for one pick each.",
    ),
    worded(
        "ev.board/over",
        "The spell is over: what is left is drawn anew.",
    ),
    worded(
        "ev.board/lockdown",
        "Lockdown: a bomb costs {penalty:£}, winners must stake.",
    ),
    worded(
        "ev.board/minefield",
        "{n} more {n:bomb|bombs}, and nobody signed them.",
    ),
    worded(
        "ev.board/sweep",
        "Swept: {n} {n:bomb|bombs}, on {squares}.",
    ),
    worded(
        "ev.board/row",
        "New squares, {first} to {last}. {who} seals a bomb there.",
    ),
    worded(
        "ev.board/list",
        "Still on the board, in no order: {squares}. Bombs: {bombs}.",
    ),
    worded(
        "ev.board/boost",
        "All cash on the board is worth {booster}% more.",
    ),
    worded(
        "ev.shield/immunity",
        "Immunity: bombs pass {who} by for the rest of this round.",
    ),
    worded(
        "ev.shield/protect",
        "Protect: nothing puts {who} out until {who} has played again.",
    ),
    worded(
        "ev.shield/immunise",
        "{who} has a shield to give, and gives it to {other}.",
    ),
    worded(
        "ev.shield/sob",
        "Nobody has less than {who}. So: a shield.",
    ),
    worded(
        "ev.shield/sobback",
        "Nobody has less than {who}. So: back in the round.",
    ),
    worded(
        "ev.shield/used",
        "{owner}’s bomb, {who}’s shield. Nothing happens.",
    ),
    worded(
        "ev.shield/defuse",
        "Snip. {who} cuts the right wire of {owner}’s bomb.",
    ),
    worded(
        "ev.shield/switch",
        "{owner}’s bomb does not go off: {who} lays it somewhere else. A moment, please.",
        "Bomb Switch! {owner}’s bomb gets a new place from {who}.",
    ),
    worded(
        "ev.shield/deflect",
        "{owner}’s bomb bounces off {who} and gets {victim}.",
    ),
    worded(
        "ev.gift/card",
        "{who} gives one away: {gifts}.",
    ),
    worded(
        "ev.gift/given",
        "{who} gives {friend} {gift}.",
    ),
    worded(
        "ev.gift/givenlead",
        "{gift}, and for the leader: {who} gives it to {friend}.",
    ),
    worded(
        "ev.gift/givenout",
        "{friend} is out, and still gets {gift} from {who}.",
    ),
    worded(
        "ev.gift/games",
        "A game for everybody still in: {list}.",
    ),
    worded(
        "ev.gift/chamber",
        "A secret for everybody still in. Look in private.",
    ),
    worded(
        "ev.gift/rocket",
        "50% more for everybody still in. From {who}, with love.",
    ),
    worded(
        "ev.grab/any",
        "{face}: {who} takes {what} from {robbed}.",
        "{what} moves from {robbed} to {who}: {face}.",
    ),
    worded(
        "ev.grab/siphon",
        "All boosters flow to {who}: {taken}%.",
    ),
    worded(
        "ev.grab/reparations",
        "{high} hands booster and squares to {low}.",
    ),
    worded(
        "ev.grab/nothing",
        "{face}, and nobody has a thing to take.",
    ),
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
        "Hypnotise: chance picks the next {n} for {who}; gains count double.",
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
        "Win Zone: a win within {n} squares counts double for {who}.",
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
        "{rival} is out, and {who} collects {amount:£}.",
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
    worded(
        "ev.bank/won",
        "{who} said no to the bank, and was right.",
    ),
)
