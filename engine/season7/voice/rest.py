"""What has a line of its own beside the great events: secrets, peeks, gifts, the table of a cycle, the finale."""

from engine.kernel.voice import book, worded

REST = book(
    worded(
        "hidden/any",
        "{hidden} is yours, and nobody knows.",
        "For you alone: {hidden}.",
        "A secret for you: {hidden}.",
    ),
    worded(
        "peek.own/any",
        "{n} is {what}. For your eyes only.",
        "Under {n}: {what}. Nobody else saw it.",
    ),
    worded(
        "seal.done/any",
        "Square {n}. Sealed, and not a word from me.",
        "Your bomb is under {n}. Do remember that.",
        "{n} it is. The receipt stands with the seals.",
    ),
    worded(
        "hidden.used/any",
        "{who} plays {hidden}.",
        "{hidden}! {who} had that ready.",
        "A secret is out: {who} plays {hidden}.",
    ),
    worded(
        "hidden.used/again",
        "{hidden} once more, this time by {who}.",
    ),
    worded(
        "peek/any",
        "{who} peeks at {n}.",
        "A peek by {who}: {n}.",
        "{who} lifts a corner of {n}.",
        "One look for {who}: square {n}.",
    ),
    worded(
        "peek/first",
        "First peek of the round: {who}, at {n}.",
    ),
    worded(
        "peek/same",
        "{who} peeks at {n}, as {other} did.",
    ),
    worded(
        "lock/any",
        "{who} locks {n}.",
        "{n} belongs to {who} now: locked.",
        "{n} is taken: {who} has locked it.",
        "Hands off {n}: locked by {who}.",
    ),
    worded(
        "lock/lifted",
        "All locks are open. {players} may choose again.",
    ),
    worded(
        "out/six",
        "Six squares for {who}, and then the door.",
    ),
    worded(
        "face/any",
        "{who} opens {n}: {face}.",
        "{face:C} on {n}, for {who}.",
        "{n} holds {face}, and {who} found it.",
        "{who} tries {n} and finds {face}.",
        "Behind {n}: {face}, and {who} at the door.",
        "{who} says {n}, the board says {face}.",
    ),
    worded(
        "face/named",  # by what follows
        "{who} opens {n}.",
        "{who} tries {n}.",
        "{n}, says {who}.",
    ),
    worded("told/plain", "{said}"),
    worded(
        "moves/up",
        "Up: {ups}.",
        "Up goes {ups}.",
        "Richer: {ups}.",
    ),
    worded(
        "moves/down",
        "Down: {downs}.",
        "Down goes {downs}.",
        "Poorer: {downs}.",
    ),
    worded(
        "moves/both",
        "Up: {ups}. Down: {downs}.",
        "Richer: {ups}. Poorer: {downs}.",
        "Down: {downs}. Up: {ups}.",
    ),
    worded(
        "windfall/any",
        "{amount:£} for {who}.",
        "That brings {who} {amount:£}.",
        "And {amount:£} goes to {who}.",
    ),
    worded(
        "table/any",
        "{places}.",
        "The table: {places}.",
    ),
    worded(
        "high/square",
        "The square: {who}, {amount:£} on {n}.",
        "The find of the cycle: {who}, {amount:£} on {n}.",
    ),
    worded(
        "high/bomb",
        "The bomb: {owner}’s, for {who}.",
        "The blast of the cycle: {owner}’s bomb, {who}’s bill.",
    ),
    worded(
        "high/own",
        "The bomb: {who}’s own, on {n}.",
        "The bomb of the cycle came home: {who}, on {n}.",
    ),
    worded(
        "high/fate",
        "The fate: {who} and Square 00, from {bonus:£} to {amount:£}.",
        "The nerve: {who} put {bonus:£} on Square 00, and it came to {amount:£}.",
    ),
    worded(
        "high/game",
        "The game: {who}, {amount:£} from {minigame}.",
        "The show: {minigame}, {amount:£}, {who}.",
    ),
    worded(
        "shelf/any",
        "New on the shelf: {list}.",
        "For the shelf at home: {list}.",
    ),
    worded(
        "finale/how",
        "{cycles} {cycles:cycle|cycles}, {squares} {squares:square|squares}, {bombs} {bombs:bomb|bombs}.",
        "It took {cycles} {cycles:cycle|cycles}, {squares} {squares:square|squares} and {bombs} {bombs:bomb|bombs}.",
    ),
    worded(
        "finale/decided",
        "Decided in cycle {cycle}: from there on {who} led.",
        "The lead last changed hands in cycle {cycle}: to {who}.",
    ),
    worded(
        "finale/player",
        "{line}",
    ),
    worded(
        "finale/records",
        "The best of the games: {records}.",
        "To beat next time: {records}.",
    ),
    worded(
        "got/lucky",
        "Get Lucky: {who} finds {list} on {n}.",
        "Get Lucky on {n} for {who}: {list}.",
    ),
    worded(
        "got/things",
        "{who} gets {list}.",
        "A present for {who}: {list}.",
        "{list}, for {who}.",
    ),
    worded("got/games", "Along with it: {list}.", "And with that {list}."),
    worded(
        "got/commissioned",
        "Ordered for whoever wins this round: {minigame}.",
        "Whoever wins this round plays {minigame}.",
    ),
    worded(
        "got/thing",
        "{who} gets {face}.",
        "{face:C}, for {who}.",
        "{face:C} goes to {who}.",
    ),
    worded(
        "got/six",
        "Six for {who}: {list}. {amount:£} in all.",
        "{amount:£} for {who}, in six pieces: {list}.",
    ),
    worded(
        "boosters/any",
        "Boosters now: {list}.",
        "That makes {list}.",
        "The boosters stand at {list}.",
    ),
    worded("onemore/row", "The new row is open for play.", "The row is there, and the bomb is sealed."),
    worded("onemore/laid", "The bomb lies somewhere else, and the round goes on.", "Laid anew. The round goes on."),
    worded("wild/seats", "In the wildcard round: {players}.", "The wildcard round is for {players}."),
    worded("wild/anew", "Everybody has selected: a new board for {round}, and new bombs."),
    worded("chair/back", "{who} is back.", "Welcome back, {who}."),
    worded("chair/joins", "{who} joins with {start:£}.", "A new chair: {who}, with {start:£}."),
    worded("chair/leaves", "{who} leaves the race. Thank you for playing."),
    worded("chair/closed", "The seat of {who} is closed."),
    worded("onemore/aid", "{who} has sealed one more bomb.", "One more bomb is sealed, by {who}."),
)
