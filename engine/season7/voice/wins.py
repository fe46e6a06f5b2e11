"""How rounds, minigames, cycles and the race begin and end."""

from engine.kernel.voice import book, worded

WINS = book(
    worded(
        "cycle.begin/first",
        "Cycle 1: {n} {n:board|boards}, and nobody ahead.",
    ),
    worded(
        "cycle.begin/any",
        "Cycle {cycle} begins, with {leader} in front.",
        "Cycle {cycle}: {n} {n:board|boards}, and {leader} to catch.",
        "Cycle {cycle}. {leader} leads by {gap:£}.",
    ),
    worded(
        "cycle.begin/close",
        "Cycle {cycle}. Only {gap:£} between first and second.",
    ),
    worded(
        "cycle.begin/gap",
        "Cycle {cycle}. {leader} is {gap:£} ahead. It has been done.",
    ),
    worded(
        "cycle.begin/brink",
        "Cycle {cycle}. {who} is {short:£} from {goal}.",
    ),
    worded(
        "seal.ask/any",
        "{round}: where does your bomb go?",
        "{round}: a fresh board. Pick a square for your bomb.",
        "{round}: one bomb, one square, not a word.",
    ),
    worded("seal.ask/caught", "{round}: your last bomb got {victim}. Where now?"),
    worded("seal.ask/own", "{round}: last time you found your own. Where now?"),
    worded(
        "seal.all/any",
        "All bombs are sealed. {first} goes first.",
        "The board is laid: {n} bombs, {squares} squares. {first} begins.",
        "Everything is sealed. Turn order: {order}.",
        "{round} is ready. {first} opens the first square.",
    ),
    worded(
        "seal.all/super",
        "The Super Round is laid: {squares} squares for {players}.",
        "{squares} squares, and {players}: the Super Round begins.",
    ),
    worded(
        "seal.all/wild",
        "No ordinary board, this one. {first} goes first.",
    ),
    worded(
        "turn/any",
        "{who}, your square?",
        "Over to {who}.",
        "{who} to open.",
        "Which one, {who}?",
    ),
    worded(
        "turn.own/any",
        "Your square in {round}? {closed} are closed.",
        "You are up in {round}, {who}. {closed} squares to choose from.",
        "{round} waits for your square.",
        "Which of {closed} squares, {who}?",
    ),
    worded("turn.own/lead", "You lead the race. Your square in {round}?"),
    worded("turn.own/last", "You are last. One square can change that."),
    worded("turn.own/two", "Two squares left in {round}. Which one?"),
    worded(
        "sq00.ask/any",
        "Keep {bonus:£}, or open Square 00? Even odds: twice that; {prize:£}; {minigame} on top; two secrets; nothing.",
        "{bonus:£} is yours. Keep it, or stake it? As likely as each other: double, {prize:£}, the same and "
        "{minigame}, two secrets instead, or nothing.",
        "Square 00 is open to you, for {bonus:£}. Five fates, even odds: double it, make it {prize:£}, add {minigame}, "
        "turn it into two secrets, or take it.",
    ),
    worded(
        "sq00.ask/lost",
        "Keep {bonus:£}, or Square 00? It took your last one. Even odds: double, {prize:£}, {minigame} on top, two "
        "secrets, nothing.",
    ),
    worded(
        "sq00.ask/won",
        "Keep {bonus:£}, or Square 00? It was kind last time. Even odds: double, {prize:£}, {minigame} on top, two "
        "secrets, nothing.",
    ),
    worded(
        "turn/first",
        "{who} opens the board.",
    ),
    worded(
        "turn/duel",
        "{who} against {other}. {who} to open.",
    ),
    worded(
        "turn/two",
        "Two squares left. Which one, {who}?",
    ),
    worded(
        "turn/bombed",
        "The smoke clears. {who}, your square?",
    ),
    worded(
        "turn/double",
        "{who} must open two this time.",
    ),
    worded(
        "turn/brink",
        "{who}, {short:£} from {goal}. Your square?",
    ),
    worded(
        "turn/bot",
        "{who} is thinking. It will not take long.",
    ),
    worded(
        "win/any",
        "{who} is the last one in and wins {round}.",
        "One left, and it is {who}: {round} is won.",
        "{round} goes to {who}.",
        "Nobody else is left: {who} wins {round}.",
        "{who} is the last one in and wins {cup}.",
        "One left, and it is {who}: {cup} is won.",
    ),
    worded(
        "win/bombwin",
        "{who}’s bomb did it: {round} is won.",
        "{who}’s bomb did it: {cup} is won.",
    ),
    worded(
        "win/win2",
        "{who} wins again: {count} in a row.",
    ),
    worded(
        "win/dry",
        "{count} rounds without, and now {who} wins {round}.",
        "{count} rounds without, and now {who} wins {cup}.",
    ),
    worded(
        "win/firstwin",
        "A first win for {who}: {round}.",
    ),
    worded(
        "win/last",
        "Last in the race, first in the round: {who}.",
    ),
    worded(
        "win/bot",
        "{round} goes to the computer, {who}.",
        "The computer, {who}, wins {cup}.",
    ),
    worded(
        "win.clear/any",
        "The board is clear. {winners} {n:wins|win} {round}.",
        "Not one square left: {winners} {n:survives|survive} {round}.",
        "The board is clear. {winners} {n:wins|win} {cup}.",
    ),
    worded(
        "win.clear/many",
        "{n} are still here, and no square is. All of you win.",
    ),
    worded(
        "win.clear/nobody",
        "Nobody is left, so nobody wins {round}.",
        "Nobody is left, so nobody wins {cup}.",
    ),
    worded(
        "win.clear/side",
        "The round ends here: {winners} win {round}.",
        "{winners} are still here, and {round} is won.",
        "{winners} are still here, and {cup} is won.",
    ),
    worded(
        "bonus/any",
        "Win bonus: {fixed:£} + {n} × {each:£} = {bonus:£}.",
        "{n} squares × {each:£} + {fixed:£}: {bonus:£} for {who}.",
        "{who} earns {fixed:£} and {n} × {each:£}: {bonus:£}.",
        "The bonus for {who}: {fixed:£} + {n} × {each:£} = {bonus:£}.",
    ),
    worded(
        "bonus/boost",
        "Bonus: {fixed:£} + {n} × {each:£}, boosted = {bonus:£}.",
        "{n} × {each:£} boosted, + {fixed:£}: {bonus:£} for {who}.",
        "The booster lifts {n} × {each:£}; + {fixed:£} = {bonus:£}.",
        "For {who}: {fixed:£} + {n} × {each:£}, boosted = {bonus:£}.",
        "The booster of {who} lifts {n} × {each:£}; + {fixed:£} = {bonus:£}.",
    ),
    worded(
        "bonus/zone",
        "Win Zone: {fixed:£} + {n} × {each:£}, twice = {bonus:£}.",
        "Win Zone for {who}: {fixed:£} + {n} × {each:£}, twice = {bonus:£}.",
    ),
    worded(
        "bonus/big.s",
        "{bonus:£}: no win bonus of this race was bigger.",
        "{bonus:£} for {who}: no win bonus of this race was bigger.",
    ),
    worded(
        "bonus/both",
        "Win Zone and booster make {bonus:£} for {who}.",
        "{bonus:£} for {who}: boosted, and twice.",
        "Twice a boosted bonus: {bonus:£} for {who}.",
    ),
    worded(
        "round.end/closed",
        "Still closed: {rest}.",
        "Nobody opened {rest}.",
        "Left on the board: {rest}.",
    ),
    worded(
        "round.end/under",
        "Under the bombs: {under}.",
        "What the bombs covered: {under}.",
        "The bombs lay on {under}.",
    ),
    worded(
        "round.end/pairs",
        "Caught: {pairs}.",
        "Who caught whom: {pairs}.",
        "The bombs of this round: {pairs}.",
    ),
    worded(
        "round.end/survived",
        "{owner}’s bomb on {n}: nobody found it.",
        "Never opened: {n}, with {owner}’s bomb.",
    ),
    worded(
        "round.end/best",
        "Best find: {who}, {amount:£} on {n}.",
        "{who} had the best of it: {amount:£} on {n}.",
    ),
    worded(
        "round.end/many",
        "Still closed, among {n}: {rest}.",
        "{n} squares stay closed. The best of them: {rest}.",
        "Left on the board, {n} in all: {rest}.",
    ),
    worded(
        "round.end/survivors",
        "Nobody found these: {bombs}.",
        "Never opened: {bombs}.",
    ),
    worded(
        "mini.start/any",
        "{minigame} for {who}. Everybody may watch.",
        "{who} plays {minigame}.",
        "Curtain up: {who} and {minigame}.",
    ),
    worded(
        "mini.start/best",
        "{minigame} for {who}. To beat: {amount:£}, by {holder}.",
    ),
    worded(
        "mini.start/new",
        "{minigame}, for the first time here: {who} plays.",
    ),
    worded(
        "mini.end/any",
        "{minigame} pays {who} {amount:£}.",
        "{amount:£} from {minigame} for {who}.",
        "{who} comes out of {minigame} with {amount:£}.",
    ),
    worded(
        "mini.end/boost",
        "{minigame}: {base:£}, boosted to {amount:£} for {who}.",
    ),
    worded(
        "mini.end/record",
        "Nobody ever took more from {minigame}: {who}, {amount:£}.",
    ),
    worded(
        "mini.end/nothing",
        "{minigame} pays nothing this time. {who} goes on.",
        "{who} plays {minigame} to the end, for nothing.",
        "{who} leaves {minigame} as before: with what was there.",
    ),
    worded(
        "mini.end/over",
        "That was {game}.",
        "The curtain falls: {game} is over.",
    ),
    worded(
        "mini.end/beside",
        "And nothing for {who}.",
    ),
    worded(
        "super/any",
        "The Super Round, and in it: {players}.",
        "{n} for the Super Round: {players}.",
    ),
    worded(
        "super/empty",
        "One chair is free, and the lowest total gets it: {who}.",
        "An empty chair in the Super Round: it goes to the lowest of the others, {who}.",
    ),
    worded(
        "super/empties",
        "{n} chairs are free, and the lowest of the others take them: {who}.",
        "Empty chairs in the Super Round for the lowest of the others: {who}.",
    ),
    worded(
        "super/none",
        "Too few are left for a Super Round: this cycle has none.",
    ),
    worded(
        "brink/any",
        "{who} is {short:£} short of {goal}.",
        "{goal:C} comes into sight: {who}, {total:£}.",
    ),
    worded(
        "brink/touch",
        "{who} touches {goal}: {total:£}. The cycle plays on.",
        "{goal:C} for {who}. Nothing is decided before the cycle ends.",
    ),
    worded(
        "brink/touch2",
        "{who} as well: {n} have touched {goal} now.",
    ),
    worded("brink/together", "{players} touch {goal} together. The cycle plays on."),
    worded(
        "brink/fallen",
        "{who} is back at {total:£}, but the touch counts.",
    ),
    worded(
        "cycle.end/any",
        "Cycle {cycle} is over. {leader} leads with {total:£}.",
        "After {cycle} cycles: {leader}, {total:£}.",
        "Cycle {cycle} is done, {leader} {short:£} from {goal}.",
    ),
    worded(
        "cycle.end/lead",
        "Cycle {cycle} has a new leader: {leader}, {total:£}.",
    ),
    worded(
        "cycle.end/same",
        "{leader} leads after cycle {cycle}, too: {total:£}.",
    ),
    worded(
        "cycle.end/close",
        "Cycle {cycle} ends with {gap:£} between first and second.",
    ),
    worded(
        "victory/beat1",
        "The cycle is over. {n} {n:has|have} touched {goal}.",
        "That was the last square. Now we count.",
    ),
    worded(
        "victory/beat2",
        "{who} wins the Race to a Billion with {total:£}.",
        "{goal:C}, and the race: {who}, {total:£}.",
    ),
    worded(
        "victory/close",
        "By {gap:£}, after {n} squares: {who} wins the race.",
    ),
)
