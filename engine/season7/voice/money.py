"""What is found: cash, boosters, minigames, and whoever climbs or slips by it."""

from engine.kernel.voice import book, worded

MONEY = book(
    worded(
        "cash.minus/any",
        "{who} opens {n} and pays {amount:£}.",
        "Square {n} sends {who} a bill: {amount:£}.",
        "A minus on {n}: {amount:£} from {who}.",
        "{n} costs {who} {amount:£}.",
        "{who}, {n}: {amount:£} the wrong way.",
        "{n} wants {amount:£}, and {who} pays.",
        "{amount:£} down on {n}, and {who} plays on.",
        "A bill for {who} on {n}: {amount:£}.",
    ),
    worded(
        "cash.minus/first",
        "The first square, {n}, wants money: {amount:£} from {who}.",
    ),
    worded(
        "cash.minus/run3",
        "Minus again for {who}: {amount:£} on {n}.",
    ),
    worded(
        "cash.minus/lost",
        "{n} takes {amount:£} off {who}, and {other} leads.",
    ),
    worded(
        "cash.minus/boost",
        "The booster bites: {n} costs {who} {amount:£}.",
        "Boosters lift bills, too: {amount:£} from {who}, on {n}.",
    ),
    worded(
        "cash.minus/near",
        "Beside a bomb, only a bill: {who} pays {amount:£} on {n}.",
    ),
    worded(
        "cash.six/any",
        "{who} opens {n}: {amount:£}.",
        "{n} holds {amount:£} for {who}.",
        "{amount:£} to {who}, from square {n}.",
        "{who} tries {n} and finds {amount:£}.",
        "Behind {n}: {amount:£}, and {who} takes it.",
        "Square {n} pays {who} {amount:£}.",
        "{n} for {who}, and {amount:£} with it.",
        "A tidy {amount:£} on {n} for {who}.",
        "{who} lifts {n}: {amount:£}.",
        "{who} says {n}, the board says {amount:£}.",
        "{amount:£} more for {who}, on {n}.",
        "{who} goes to {n}, and {amount:£} comes back.",
    ),
    worded(
        "cash.six/first",
        "{who} begins with {n}: {amount:£}.",
        "First square, first money: {who}, {amount:£} on {n}.",
    ),
    worded(
        "cash.six/run3",
        "{count} in a row for {who}: {amount:£} on {n}.",
    ),
    worded(
        "cash.six/near",
        "Next door to a bomb, on {n}, {who} finds {amount:£}.",
    ),
    worded(
        "cash.six/bombed",
        "Firm ground again: {n} pays {who} {amount:£}.",
    ),
    worded(
        "cash.six/boost",
        "{n} holds {base:£}; boosted, {who} gets {amount:£}.",
        "{base:£} on {n}, and with booster {amount:£} for {who}.",
        "{who} opens {n}: {base:£}, worth {amount:£} at {booster}%.",
        "The booster turns {base:£} on {n} into {amount:£} for {who}.",
    ),
    worded(
        "cash.six/two",
        "One square left after {n}: {who} takes {amount:£}.",
    ),
    worded(
        "cash.six/final",
        "The very last square, {n}: {amount:£} to {who}.",
    ),
    worded(
        "cash.seven/any",
        "Seven figures on {n}: {amount:£} for {who}.",
        "{who} opens {n}, and there it is: {amount:£}.",
        "{amount:£} under {n}, and {who} found it.",
        "A good square, {n}: {amount:£} to {who}.",
        "{who} picks {n}, and the board pays {amount:£}.",
        "{n} was a good idea: {amount:£} to {who}.",
        "Big money on {n}: {amount:£} for {who}.",
        "{who} and square {n} get on well: {amount:£}.",
        "Square {n} is generous: {amount:£} to {who}.",
        "Write it down: {who}, {n}, {amount:£}.",
    ),
    worded(
        "cash.seven/first",
        "What a start: {who} opens {n} for {amount:£}.",
        "One square in, {n}, and {amount:£} for {who}.",
    ),
    worded(
        "cash.seven/run3",
        "{who} cannot stop finding it: {amount:£} on {n}.",
    ),
    worded(
        "cash.seven/big.r",
        "Best square of the round so far: {n}, {amount:£}, {who}.",
    ),
    worded(
        "cash.seven/big.c",
        "Best square of the cycle: {who}, {amount:£} on {n}.",
        "This cycle has seen nothing like {n}: {who}, {amount:£}.",
    ),
    worded(
        "cash.seven/big.s",
        "No square of this race was bigger than {n}: {who}, {amount:£}.",
    ),
    worded(
        "cash.seven/lead",
        "{amount:£} on {n}, and {who} leads the race with {total:£}.",
    ),
    worded(
        "cash.seven/last",
        "{who} was last, and then opened {n}: {amount:£}.",
    ),
    worded(
        "cash.seven/near",
        "{n}, right beside {owner}’s bomb: {amount:£} for {who}.",
    ),
    worded(
        "cash.seven/bombed",
        "One falls, one finds: {amount:£} on {n} for {who}.",
    ),
    worded(
        "cash.seven/boost",
        "{base:£} on {n}, lifted to {amount:£} for {who}.",
        "{who} opens {n}: {base:£}, and boosted {amount:£}.",
        "{n} says {base:£}, and at {booster}% {who} gets {amount:£}.",
        "The booster earns its keep on {n}: {amount:£} to {who}, not {base:£}.",
    ),
    worded(
        "cash.seven/hypno",
        "Chance picks {n} for {who} and doubles it: {amount:£}.",
    ),
    worded(
        "cash.seven/brink",
        "{amount:£} on {n} for {who}: {goal} is {short:£} away.",
    ),
    worded(
        "cash.seven/final",
        "Last square, {n}, seven figures: {amount:£} to {who}.",
    ),
    worded(
        "standing/lead",
        "{who} leads now, with {total:£}.",
        "New leader: {who}, {total:£}.",
    ),
    worded(
        "standing/newlead",
        "In front for the first time: {who}, {total:£}.",
    ),
    worded(
        "standing/leadback",
        "{who} takes the lead back: {total:£}.",
        "First again: {who}, {total:£}.",
    ),
    worded(
        "standing/up",
        "Place {place} for {who}: {total:£}.",
        "Past {other} to place {place}: {who}, {total:£}.",
        "{who} climbs to place {place}, with {total:£}.",
    ),
    worded(
        "standing/back",
        "From last to place {place}: {who}, {total:£}.",
    ),
    worded(
        "standing/down",
        "{who} slips to place {place}: {total:£}.",
        "{other} passes {who} without moving a finger.",
    ),
    worded(
        "standing/tie",
        "{who} and {other} share place {place}: {total:£} each.",
    ),
    worded(
        "standing/close",
        "{who} is in front with {total:£}, {gap:£} before {other}.",
    ),
    worded(
        "total/any",
        "Now {total:£}.",
        "That makes {total:£}.",
        "{total:£} in all.",
        "{who} has {total:£} now.",
        "Total: {total:£}.",
        "{who} stands at {total:£}.",
        "All told, {total:£}.",
        "{total:£} now for {who}.",
        "It comes to {total:£}.",
        "The count for {who}: {total:£}.",
        "{total:£} altogether.",
        "The score says {total:£}.",
        "The new total: {total:£}.",
        "Add it up: {total:£}.",
        "{who} is at {total:£}.",
        "Written down: {total:£}.",
        "{who}, {total:£} in all.",
        "On the books: {total:£}.",
    ),
    worded(
        "total/all",
        "Now: {list}.",
        "So it stands: {list}.",
        "It leaves {list}.",
        "The new totals: {list}.",
    ),
    worded(
        "near/any",
        "{near} {near:bomb|bombs} next to {n}.",
        "Next door to {n}: {near} {near:bomb|bombs}.",
    ),
    worded(
        "booster/any",
        "{who} opens {n}: {percent}% booster.",
        "Booster on {n}: {percent}% for {who}.",
        "{n} lifts {who} by {percent}%.",
        "{percent}% for {who}, from square {n}.",
    ),
    worded(
        "booster/only",
        "What {who} finds is worth {percent}% more from {n} on.",
        "{who} has a booster now, from {n}: {percent}%.",
    ),
    worded(
        "booster/firstb",
        "The first booster, on {n}, goes to {who}: {percent}%.",
    ),
    worded(
        "booster/more",
        "{percent}% more on {n} for {who}: {booster}% in all.",
        "{who} adds {percent}% on {n} and stands at {booster}%.",
        "{n} adds {percent}%: {who} goes from {was}% to {booster}%.",
    ),
    worded(
        "booster/most",
        "{n} adds {percent}%: {booster}% for {who}, and nobody here has more.",
    ),
    worded(
        "booster/small",
        "{percent}% on {n}: small, but {who} keeps it.",
    ),
    worded(
        "booster/cap",
        "{percent}% on {n}; the cap says 300%, and {who} is there.",
    ),
    worded(
        "minigame/any",
        "{who} opens {n}: {minigame}, to play after a win.",
        "{who} finds {minigame} on {n}. Win first, play later.",
        "{minigame} on {n} for {who}, if the round is won.",
        "Square {n}: {minigame}, and {who} puts it by.",
        "A game under {n}: {minigame}, for {who}.",
    ),
    worded(
        "minigame/more",
        "Another game for {who}: {minigame}, on {n}.",
        "{who} collects games: {minigame} is under {n}.",
    ),
    worded(
        "minigame/played",
        "{who} finds {minigame} on {n}: it once paid {who} {amount:£}.",
    ),
    worded(
        "minigame/fast",
        "{minigame} on {n}, and {who} plays it at once.",
    ),
    worded(
        "minigame/duel",
        "{minigame} on {n} for {who}, and only two left to win it.",
    ),
)
