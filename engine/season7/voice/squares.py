"""Events, game changers and what is held in secret."""

from engine.kernel.voice import book, worded

SQUARES = book(
    worded(
        "ev.take/any",
        "{face:C} on {n}: {who} takes {amount:£} from {rich}.",
        "{who} opens {n}: {face}. {rich} hands over {amount:£}.",
        "{who} finds {face} on {n}, and {rich} pays {amount:£}.",
        "{face:C}! {rich} hands {poor} {amount:£}.",
    ),
    worded(
        "ev.take/self",
        "{who} finds {face} on {n} and is the one who pays: {amount:£} to {poor}.",
    ),
    worded(
        "ev.take/again",
        "{face:C} on {n} calls on {rich} again: {amount:£} to {who}.",
    ),
    worded(
        "ev.take/lost",
        "{who} opens {n}: {face} costs {rich} {amount:£} and the lead.",
    ),
    worded(
        "ev.share/any",
        "{face:C} on {n}: {amount:£} goes from {other} to {who}.",
        "{who} finds {face} on {n}, and {other} parts with {amount:£}.",
        "{face:C}: {who} and {other} meet half-way, and {who} is {amount:£} richer.",
    ),
    worded(
        "ev.share/up",
        "{face:C} on {n} lifts {who} by {amount:£}, level with {other}.",
    ),
    worded(
        "ev.share/all",
        "{face:C}: a quarter from everybody makes {pot:£}, {share:£} back to each.",
    ),
    worded("ev.share/every", "A quarter from everybody makes {pot:£}, {share:£} back to each."),
    worded(
        "ev.climb/any",
        "{face:C} on {n}: {amount:£} for {who}.",
        "{who} opens {n}: {face}, worth {amount:£}.",
        "{face:C} brings {who} {amount:£}.",
        "{amount:£} goes to {who}: {face}.",
    ),
    worded(
        "ev.climb/tortoise",
        "Slow and steady: {face} on {n}, place {place}, brings {who} {amount:£}.",
    ),
    worded(
        "ev.climb/last",
        "Being last pays for once: {face} on {n}, {amount:£} to {who}.",
    ),
    worded(
        "ev.climb/lead",
        "{face:C} on {n} puts {who} in front: {amount:£}, and {total:£} in all.",
    ),
    worded("ev.climb/nines", "{face:C} on {n}: no digit of {who}’s total can go up."),
    worded(
        "ev.climb/nought",
        "{who} opens {n}: {face}, and it comes to nothing.",
        "{face:C} on {n}, for {who}: it comes to nothing.",
    ),
    worded(
        "ev.climb/salary",
        "{who} signs for {weekly:£} a week: {net:£} a year.",
    ),
    worded(
        "ev.climb/nothing",
        "{who} finds {face} on {n}, and nobody to gain by it.",
        "{who} opens {n}: {face}, and nothing comes of it.",
    ),
    worded(
        "ev.digits/love",
        "Ten-millions digits go up for those behind: {players}.",
    ),
    worded(
        "ev.digits/realignment",
        "The digits of {low} turn the best way round, those of {high} the worst.",
    ),
    worded(
        "ev.digits/steal",
        "Every millions digit of the round goes to {who}.",
        "All millions digits, please, and {who} takes them.",
    ),
    worded(
        "ev.digits/zero",
        "A digit each of {players} turns to nought, and {who} gets what they were worth.",
    ),
    worded("ev.digits/zeroone", "A digit of {players} turns to nought, and {who} gets what it was worth."),
    worded(
        "ev.left/found",
        "{who} takes what the bombs had covered: {squares}.",
        "From under the bombs, for {who}: {squares}.",
    ),
    worded(
        "ev.left/doubled",
        "{won:£} of it is won and {lost:£} lost; only what is won is doubled.",
    ),
    worded(
        "ev.left/among",
        "Among them: {face}.",
        "There was {face} under a bomb, too.",
        "And one of them was {face}.",
    ),
    worded(
        "ev.left/useless",
        "Among them, and of no use to somebody who is out: {face}.",
    ),
    worded(
        "ev.left/nobody",
        "Among them, and nobody is left for it: {face}.",
    ),
    worded(
        "ev.vain/nothing",
        "It comes to nothing.",
        "And nothing happens.",
    ),
    worded(
        "ev.vain/folded",
        "The saddest is {who}, who has folded and waits for the next cycle.",
    ),
    worded(
        "ev.vain/elsewhere",
        "The saddest is {who}, who has long found another round.",
    ),
    worded(
        "instead/copy",
        "Copy/Paste: {who} takes {n} once more, {face}.",
        "{n} again, by Copy/Paste: {face} for {who}.",
    ),
    worded(
        "instead/bag",
        "{who} reaches into the Bonus Bag.",
        "The Bonus Bag is open, and {who} reaches in.",
    ),
    worded(
        "instead/swing",
        "The Metronome stops at {face} for {who}.",
        "Tick, tock, {face}: the Metronome of {who} has stopped.",
    ),
    worded(
        "ev.fall/any",
        "{face:C} on {n}: {who} loses {amount:£}.",
        "{who} meets {face} on {n}, and {amount:£} goes.",
        "{face:C} costs {who} {amount:£}.",
        "{amount:£} goes from {who}: {face}.",
    ),
    worded(
        "ev.fall/lost",
        "{face:C} takes {amount:£} off {who}, and {other} leads.",
    ),
    worded(
        "ev.fall/nothing",
        "{face:C} on {n}, and {who} has nothing to lose.",
        "{face:C}, and {who} has nothing to lose by it.",
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
        "ev.board/boostcap",
        "All cash on the board is worth {booster}% more, and that is the cap.",
    ),
    worded(
        "ev.shield/immunity",
        "Immunity: bombs pass {who} by for the rest of this round.",
    ),
    worded(
        "ev.shield/protect",
        "Protect: nothing puts {who} out until {who} has played again.",
    ),
    worded("ev.shield/stays", "{who} is protected and stays in the round.", "Protect: {who} stays in."),
    worded("ev.shield/endures", "Endure: losing this round costs {who} nothing."),
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
        "{owner}’s bomb on {n}, {who}’s shield. Nothing happens.",
        "{who} opens {n}: {owner}’s bomb, and a shield. Nothing happens.",
    ),
    worded(
        "ev.shield/defuse",
        "Snip. {who} cuts the right wire of {owner}’s bomb on {n}.",
    ),
    worded("ev.shield/usedhouse", "Nobody’s bomb on {n}, {who}’s shield. Nothing happens."),
    worded("ev.shield/defusehouse", "Snip. {who} cuts the right wire on {n}, and it was nobody’s bomb."),
    worded("ev.shield/switchhouse", "Nobody’s bomb on {n} does not go off: {who} lays it somewhere else."),
    worded("ev.shield/deflecthouse", "Nobody’s bomb on {n} bounces off {who} and flies to {victim}."),
    worded(
        "ev.shield/switch",
        "{owner}’s bomb on {n} does not go off: {who} lays it somewhere else. A moment, please.",
        "Bomb Switch! {owner}’s bomb on {n} gets a new place from {who}.",
    ),
    worded(
        "ev.shield/deflect",
        "{owner}’s bomb on {n} bounces off {who} and flies to {victim}.",
    ),
    worded(
        "ev.gift/card",
        "{who} gives one away: {gifts}.",
    ),
    worded(
        "ev.gift/aid",
        "Military Aid: one more bomb and a secret for {who}.",
        "Nobody still in has less than {who}: one more bomb, and a secret.",
    ),
    worded(
        "ev.gift/peeks",
        "{who} may look {peeks} times now.",
        "That is {peeks} looks for {who}.",
    ),
    worded(
        "ev.gift/expires",
        "The Gift Card expires: nobody was named.",
    ),
    worded(
        "ev.gift/given",
        "{who} gives {friend} {gift}.",
    ),
    worded(
        "ev.gift/givenlead",
        "{gift:C}, and for the leader: {who} gives it to {friend}.",
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
        "{face:C} on {n}: {who} takes {loot}.",
        "{who} opens {n}: {face}, and takes {loot}.",
        "{face:C}: {who} takes {loot}.",
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
        "{face:C}, and there is nothing to take.",
    ),
    worded(
        "ev.shield/keeps",
        "Free Play: {who} keeps {amount:£}.",
        "It would cost {who} {amount:£}, but for a Free Play.",
    ),
    worded(
        "ev.shield/back",
        "Endure: {who} gets the last great penalty back.",
    ),
    worded(
        "ev.shield/off",
        "{who} is no longer protected.",
        "The protection of {who} is over.",
    ),
)
