"""What Season 7 does otherwise than it did in a release, for games that began then."""

from __future__ import annotations

from engine.kernel.changes import Change

FIRST = "2026-11-22"
_ASKS = "Ask the Host understands how people ask"
_HIDDEN = "{who} uses {hidden}."
_TAKEN_BACK = "Copy/Paste and Force Play can be taken back until their target is named"
_STANDS = "{percent}% booster and stands at {booster}%."
_CAPS = "{percent}% booster, to the cap: {booster}%."
_CAPPED = "Season 7 says where a booster hits its cap"
_BURNOUT = "what a Burnout Bomb has promised is said when it comes"
_TARGET = "whoever stands at the target at the end of a selection, minigame or bonus is announced"
_CASH = "cash that is handed over (Get Lucky, Gift Card, Six and Out, Schadenfreude, Bonus Bag) can hide a square"
_SEAT = "a seat left empty in the Super Round goes to the lowest total"
_FOUR = "twelve or thirteen players sit in four rounds"
_SHUFFLE = "Times Table tells you alone that one amount cannot be shuffled"
_WHOSE = "whose bomb it was is always said"
_LAY = "when a round is decided its board is laid open, with the bombs that nobody found"
_STAKED = "a stake on Square 00 is told before its fate"
_SIZE = "a cycle says who takes part, and a round how large its board is, to those who tell of it"
_GOOD = "over or under is asked of the median of the game's last rounds"
_GUESS = "Higher or Lower tells what was guessed"
_CARD = "The next card is {card}. The bank is {bank:£}."
_CLOSED = "{round} is closed."
_POT = "the Megagrid says at each row how much it has come to"
_BEGINS = "{round} begins. Turn order: {order}."
_ROWS = ("{who} stops on the Megagrid with {pot:£}.", "{who} takes column {column} of row {row}: safe!")
_QUESTIONS = (
    "{who} asks: does {about} hold {what}? {answer}.",
    "{who} asks: is there {what} {where}? {answer}.",
    "{who} asks: is {what} hidden {where}? {answer}.",
    "{who} asks: is there a square of {what} {where}? {answer}.",
    "{who} asks: is {about}'s bomb {where}? {answer}.",
)
_GIFTS = ("gift_card.squares", "get_lucky.booster", "six_and_out.cash", "schadenfreude.prize")
_REACHED = (
    "{who} is the first to reach {target:£}! The race ends with this cycle. Whatever happens until then, only those "
    "who have reached the target can win it."
)
_TOGETHER = (
    "{players} reach {target:£} together, as the first! The race ends with this cycle. Whatever happens until then, "
    "only those who have reached the target can win it."
)
_NINES = "OnePlus says where it finds no digit that can go up"
_PLUS = "OnePlus: every digit of {who}’s total but the first goes up."
_ONE_DIGIT = "Zero Hour between two speaks of one digit"
_ZERO = (
    "Zero Hour! One digit each of {players} turns to nought, first ten-millions, then millions, then "
    "hundred-thousands, and {who} gets what they were worth."
)
_ZERO_OF_ONE = "Zero Hour! The ten-millions digit of {players} turns to nought, and {who} gets what it was worth."
_SUPER = "The Super Round: {players}."
_LOWEST = "{n:The seat|The seats} left empty {n:goes|go} to {players}, the lowest of the others."
_SEATED = "In the wildcard round: {players}."
_CYCLE = "Cycle {cycle} begins with {n} {n:round|rounds side by side}."
_ONE = "One amount alone cannot be shuffled."
_LAST = "the host is asked once the selection is over with all else that it brings"
_AT_ITS_END = (
    "{name} wears off: the remaining squares are drawn anew.",
    "{who} wakes up.",
    "{who} is no longer protected.",
    "{who} leaves the Win Zone.",
    "{who} misses this turn.",
    "Double Dip: {who} must make {n} selections.",
)
_AGAIN = ("draw power_spike.again", "draw metamorphosis.again")

_BALANCE = "every minigame has been weighed"
_PLAYS = "{who} plays {game}."
_CASTLE = "two Win Zones lie in Takeshi's Castle"
_WEIGHED = (
    "accelerator",
    "biscuit_risk_it",
    "for_the_rest_of_your_game",
    "fractioniser",
    "high_stakes",
    "hypercube",
    "leap_of_faith",
    "make_your_mark",
    "math_time",
    "mystery_chance",
    "penalty_shootout",
    "postcode_lottery",
    "power_number",
    "punch_a_bunch",
    "shut_the_box",
    "smash_for_cash",
    "spectrum",
    "split_decision",
    "tic_tac_dough",
    "times_table",
    "treble_chance",
)
_DRAWS = ("biscuit_risk_it.tin", "power_number.band", "power_number.number", "spectrum.squares")

CHANGES = (
    *(Change(FIRST, _ASKS, text, "{who} asks: {question}? {answer}.") for text in _QUESTIONS),
    Change(FIRST, _TAKEN_BACK, _HIDDEN, ""),
    Change(FIRST, _TAKEN_BACK, "", _HIDDEN),
    Change(FIRST, _CAPPED, "{who} gains an " + _STANDS, "{who} gains an " + _CAPS),
    Change(FIRST, _CAPPED, "{who} gains a " + _STANDS, "{who} gains a " + _CAPS),
    Change(FIRST, _BURNOUT, "", "{who} comes back from a Burnout Bomb."),
    Change(FIRST, _BURNOUT, "", "{who} gains a " + _STANDS),
    Change(FIRST, _SHUFFLE, _ONE, _ONE),
    Change(FIRST, _WHOSE, "", "It was sealed by {owners}."),
    Change(FIRST, _WHOSE, "", "Nobody has sealed it."),
    Change(FIRST, _WHOSE, "", "{who} has found your bomb on {n}."),
    Change(FIRST, _WHOSE, "", "Your bomb on {n} has gone off, for {who} did not select in time."),
    Change(FIRST, _LAY, "", "Still closed: {squares}."),
    Change(FIRST, _LAY, "", "Under the bombs: {squares}."),
    Change(FIRST, _LAY, "", "Nobody found the {n:bomb|bombs} of {bombs}."),
    Change(FIRST, _STAKED, "", "{who} stakes a win bonus of {bonus:£} on Square 00."),
    Change(FIRST, _SIZE, _BEGINS, _BEGINS),
    Change(FIRST, _SIZE, _CYCLE, _CYCLE),
    *(Change(FIRST, _POT, text, text) for text in _ROWS),
    Change(FIRST, _GOOD, _CLOSED, _CLOSED),
    Change(FIRST, _GUESS, _CARD, _CARD),
    Change(FIRST, _TARGET, "", _REACHED, ruling=True),
    Change(FIRST, _TARGET, "", _TOGETHER, ruling=True),
    Change(FIRST, _NINES, _PLUS, "OnePlus: no digit of {who}’s total but the first can go up."),
    Change(FIRST, _ONE_DIGIT, _ZERO, _ZERO_OF_ONE),
    *(Change(FIRST, _CASH, f"draw {key}", f"draw {key}", ruling=True) for key in _GIFTS),
    Change(FIRST, _SEAT, _SUPER, _LOWEST, ruling=True),
    Change(FIRST, _FOUR, _CYCLE, _CYCLE, ruling=True),
    Change(FIRST, _FOUR, _SEATED, _SEATED, ruling=True),
    Change(FIRST, _CASTLE, "draw board.category5", "draw board.category6", ruling=True),
    *(Change(FIRST, _LAST, line, "") for line in _AT_ITS_END),
    *(Change(FIRST, _LAST, "", line) for line in _AT_ITS_END),
    *(Change(FIRST, _LAST, drawn, "", ruling=True) for drawn in _AGAIN),
    *(Change(FIRST, _LAST, "", drawn, ruling=True) for drawn in _AGAIN),
    Change(FIRST, _BALANCE, "", _PLAYS, ruling=True),
    *(Change(FIRST, _BALANCE, f"open {game}", f"open {game}", ruling=True) for game in _WEIGHED),
    *(Change(FIRST, _BALANCE, f"draw {key}", f"draw {key}", ruling=True) for key in _DRAWS),
    Change(FIRST, _BALANCE, "", "draw biscuit_risk_it.bombs", ruling=True),
)
