"""Bombs, what they turn into, and who was not there.

A bomb's line says that it is a bomb, whom it got, whose it was and where. Lines that leave something of that out are
kept for games that have told them; they are chosen no more.
"""

from engine.kernel.voice import book, worded

BOMBS = book(
    worded(
        "bomb/any",
        "{owner}’s bomb on {n}. {who} pays {amount:£} and is out.",
        "{who} opens {n}, and {owner}’s bomb was there first: {amount:£}.",
        "{n} was {owner}’s bomb: {who} is out, {amount:£} down.",
        "Bang on {n}: {owner}’s bomb catches {who}. {amount:£} gone.",
        "{owner} hid a bomb, {who} found it: {n}, {amount:£}.",
        "Out on {n}: {who}, by {owner}’s bomb. {amount:£} to pay.",
    ),
    worded(
        "bomb/first",
        "Out on the first square: {owner}’s bomb gets {who}.",
        "Out on the first square, {n}: {owner}’s bomb gets {who}.",
    ),
    worded(
        "bomb/firstb",
        "The first to fall is {who}: {owner}’s bomb, {amount:£}.",
        "The first to fall is {who}: {owner}’s bomb on {n}, {amount:£}.",
    ),
    worded(
        "bomb/own",
        "The bomb on {n} comes home: {who} pays {amount:£}.",
        "{who} hid the bomb and {who} found it: {n}, {amount:£}.",
        "{who}’s own bomb, on {n}: {amount:£}. It happens.",
        "Own bomb, own goal: {who}, {n}, {amount:£}.",
    ),
    worded(
        "bomb/again",
        "{owner}’s bomb gets {who} again. That makes {count}.",
        "{owner}’s bomb on {n} gets {who} again. That makes {count}.",
        "{owner}’s bomb and {who}, part {count}: square {n}, {amount:£}.",
    ),
    worded(
        "bomb/revenge",
        "{who} got {owner} once. Now a bomb makes them even: {n}, {amount:£}.",
        "{owner} pays it back with a bomb: {who} is out on {n}, {amount:£}.",
    ),
    worded(
        "bomb/b2b",
        "And another: {owner}’s bomb takes {who} on {n}, {amount:£}.",
    ),
    worded(
        "bomb/lead",
        "The leader falls: {owner}’s bomb, {n}, {amount:£} from {who}.",
        "{owner}’s bomb stops the leader: {who} pays {amount:£}.",
        "{owner}’s bomb stops the leader on {n}: {who} pays {amount:£}.",
    ),
    worded(
        "bomb/duel",
        "{owner}’s bomb takes {who}, and {owner} takes the round.",
        "{owner}’s bomb on {n} takes {who}, and {owner} takes the round.",
        "{who} falls on {n}, and {owner}’s bomb has won it.",
    ),
    worded(
        "bomb/outowner",
        "{owner} is out, the bomb was not: {who} pays {amount:£}.",
        "{owner} is out, the bomb on {n} was not: {who} pays {amount:£}.",
    ),
    worded(
        "bomb/twice",
        "One square, two bombs: {owners} both chose {n}.",
        "One square, two bombs: {owners} both chose {n}, and {who} is out.",
    ),
    worded(
        "bomb/house",
        "Nobody’s bomb, on {n}: {who} is out, {amount:£} down.",
        "A bomb without a name: {n}, {who}, {amount:£}.",
    ),
    worded(
        "bomb/bot",
        "{who} computes {n}. {owner}’s bomb disagrees: {amount:£}.",
    ),
    worded(
        "bomb/botowner",
        "A computer hid it: {owner}’s bomb gets {who} on {n}.",
    ),
    worded(
        "bomb/protected",
        "{owner}’s bomb on {n}: {who} pays {amount:£}, and stays. Protected.",
        "{n} was {owner}’s bomb. It costs {who} {amount:£}, and no more: protected.",
    ),
    worded(
        "bomb/shrugged",
        "A bomb without a name on {n}: {who} pays {amount:£}, and stays. Protected.",
    ),
    worded(
        "bomb/spared",
        "{owner}’s bomb on {n}: {who} is out, and it costs nothing. {why}.",
        "{who} opens {n}, and {owner}’s bomb was there first. With {why} it is free.",
    ),
    worded(
        "bomb/endured",
        "Nobody’s bomb, on {n}: {who} is out, and it costs nothing. {why}.",
    ),
    worded(
        "bomb/brink",
        "{short:£} from {goal}, {who} meets {owner}’s bomb.",
        "{short:£} from {goal}, {who} meets {owner}’s bomb on {n}.",
    ),
    worded(
        "bomb/final",
        "The very last square is {owner}’s bomb: {who} is out.",
        "The very last square, {n}, is {owner}’s bomb: {who} is out.",
    ),
    worded(
        "bomb.left/any",
        "{who} keeps {total:£}. {n} still in: {players}.",
        "{n} left: {players}.",
    ),
    worded(
        "bomb.left/cost",
        "{who} pays {amount:£} and keeps {total:£}.",
        "The bill for {who}: {amount:£}. {total:£} stays.",
    ),
    worded(
        "bomb.left/debt",
        "{who} pays {amount:£} and stands at {debt:£}.",
        "{amount:£} to pay, and {who} is at {debt:£}.",
        "That costs {who} {amount:£}: {debt:£} now.",
    ),
    worded(
        "bomb.left/duel",
        "{one} and {other} are left.",
        "{one} or {other}: two left.",
        "Now it is {one} against {other}.",
    ),
    worded(
        "bomb.yours/any",
        "Your bomb on {n} got {who}.",
        "{who} is out, and it was your bomb: {n}.",
    ),
    worded(
        "bomb.yours/found",
        "{who} has found your bomb on {n}.",
        "Your bomb on {n} was found by {who}.",
    ),
    worded("bomb.yours/asleep", "Your bomb on {n} has gone off: {who} slept, and the clock chose it."),
    worded(
        "bomb.yours/first",
        "Your bomb has its first catch of the race: {who}, on {n}.",
    ),
    worded(
        "bomb.yours/again",
        "Your bomb got {who} again. That makes {count}.",
    ),
    worded(
        "bomb.yours/fizzle",
        "{who} found your bomb on {n}, and it fizzled.",
    ),
    worded(
        "bomb.yours/won",
        "Your bomb on {n} got {who}, and you the round.",
    ),
    worded(
        "mut.burnout/any",
        "A Burnout Bomb: {who} returns with {percent}% booster.",
        "The bomb keeps {who} warm: {percent}% for the next round.",
        "{owner}’s bomb was a Burnout: {percent}% for {who} next time.",
    ),
    worded(
        "mut.burnout/own",
        "{who}’s own bomb says sorry: {percent}% next round.",
    ),
    worded("mut.burnout/back", "{who} is back from a Burnout Bomb.", "The Burnout Bomb is over: {who} is back."),
    worded(
        "mut.bankrupt/any",
        "A Bankrupt Bomb: {lost:£} of this round goes as well. {who} is left with {total:£}.",
        "{owner}’s bomb takes the whole round from {who}: {lost:£}. That leaves {total:£}.",
    ),
    worded(
        "mut.bankrupt/own",
        "And a Bankrupt Bomb: {who} loses the round’s {lost:£}, too. {total:£} is left.",
    ),
    worded(
        "mut.bankrupt/nothing",
        "A Bankrupt Bomb, with nothing of this round to take from {who}: {total:£} in all.",
    ),
    worded(
        "mut.fizzle/any",
        "{owner}’s bomb on {n}: a hiss, and nothing. {who} stays.",
        "{who} opens {n}. Tick, tick. {owner}’s bomb goes out.",
    ),
    worded(
        "mut.fizzle/revenge",
        "{owner}’s bomb nearly had {who} back on {n}. It fizzles.",
    ),
    worded(
        "mut.fizzle/own",
        "{who} finds {who}’s own bomb on {n}, and it fizzles.",
    ),
    worded(
        "mut.fizzle/house",
        "A bomb of nobody’s on {n} fizzles. {who} stays.",
    ),
    worded(
        "mut.fizzle/again",
        "A bomb fizzles on {n}, number {count} of the race. {who} stays.",
        "{owner}’s bomb fizzles on {n}, number {count} of the race. {who} stays.",
    ),
    worded(
        "mut.cluster/double",
        "Two in one: {owner}’s bomb costs {who} {amount:£}.",
        "{owner} laid one bomb, {who} finds two: {amount:£}.",
        "Two in one: {owner}’s bomb on {n} costs {who} {amount:£}.",
        "{owner} laid one bomb on {n}, {who} finds two: {amount:£}.",
    ),
    worded(
        "mut.cluster/triple",
        "Three in one: {owner}’s bomb costs {who} {amount:£}.",
        "Three in one: {owner}’s bomb on {n} costs {who} {amount:£}.",
        "A triple bomb on {n}, from {owner}: {who} pays {amount:£}.",
    ),
    worded(
        "mut.cluster/quad",
        "Four in one: {owner}’s bomb costs {who} {amount:£}.",
        "Four. {owner}’s bomb, {who}’s bill: {amount:£}.",
        "Four in one: {owner}’s bomb on {n} costs {who} {amount:£}.",
        "Four. {owner}’s bomb on {n}, {who}’s bill: {amount:£}.",
    ),
    worded(
        "mut.cluster/house",
        "Nobody’s bomb, {times} times over: {who} pays {amount:£}.",
        "Nobody’s bomb on {n}, {times} times over: {who} pays {amount:£}.",
    ),
    worded(
        "mut.cluster/big.s",
        "{times} in one, and the dearest bomb of the race: {owner}’s. {who} pays {amount:£}.",
        "{times} in one, and the dearest bomb of the race: {owner}’s, on {n}. {who} pays {amount:£}.",
    ),
    worded(
        "autobomb/any",
        "No word from {who}. A bomb on {n} goes off: {amount:£}.",
        "The clock takes {who} out with a bomb: {n}, {amount:£}.",
        "Time is up for {who}: {owner}’s bomb on {n}, {amount:£}.",
        "No word from {who}. {owner}’s bomb on {n} goes off: {amount:£}.",
    ),
    worded(
        "autobomb/own",
        "Time is up: {who}’s own bomb on {n}, {amount:£}.",
    ),
    worded(
        "autobomb/gone",
        "{who}’s bomb is spent, so the clock takes {n}: {amount:£}.",
        "{who}’s bomb is spent, so the clock takes {n}, and with it {owner}’s: {amount:£}.",
    ),
    worded(
        "miss/any",
        "No word from {who}. The first miss is free: {other} goes on.",
        "{who} is away. Forgiven, once. Over to {other}.",
        "{who} misses a turn, free of charge. {other} to open.",
        "One miss for {who}, and one is free. {other}, please.",
    ),
)
