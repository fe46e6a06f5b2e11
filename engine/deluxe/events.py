"""All that happens in the Deluxe edition: each event says itself in its docstring."""

from __future__ import annotations

from engine.kernel.beat import Beat
from engine.kernel.event import CHAT, EVERYWHERE, Deeds, Event, Money, Names, Seat, Seats, Words


class SlipNoted(Event):
    """Your bet: {on} {kind}, at odds of {whole}.{rest}."""

    on: Seat
    kind: str
    whole: int
    rest: int


class HuntNoted(Event):
    """You hunt on spaces {spaces}. Each active bomb there pays you {price:$}."""

    spaces: list[int]
    price: Money


class SlipRight(Event):
    """{who}'s bet is right: {on} {kind}."""

    deed = "slips"
    who: Seat
    on: Seat
    kind: str


class SlipWrong(Event):
    """{who}'s bet is wrong: {on} {kind}."""

    who: Seat
    on: Seat
    kind: str


class HuntSettled(Event):
    """{who} looked for bombs on spaces {spaces} and found {n} active {n:bomb|bombs}."""

    deed = "hunts"
    who: Seat
    spaces: list[int]
    n: int


class WiresCrossed(Event):
    """Crossed Wires: the winners' multipliers are mixed and given out again by chance."""


class WinBonusWorked(Event):
    """{who}'s win bonus: ({base:$} + {r:$}), with boost {boost}% and multiplier {times}."""

    beat = Beat("bonus")
    who: Seat
    base: Money
    r: Money
    boost: int
    times: Words


class InstalmentsOwed(Event):
    """{who} gets another {rest:$} later, in instalments."""

    rest: Money
    who: Seat


class StatusRaised(Event):
    """{who}'s multiplier is now {times}, with {n} {n:win|wins} in a row."""

    who: Seat
    times: Words
    n: int


class ChanceGranted(Event):
    """{who} wins a Jackpot Chance, to be played at the end of the round."""

    who: Seat


class MinigameStarted(Event):
    """{who} plays {game}. The prize counts {row} {row:time|times}, with boost {boost}%, up to {most:$}."""

    who: Seat
    game: str
    row: int
    boost: int
    most: Money


class MinigamePaidNothing(Event):
    """{game} pays {who} nothing."""

    beat = Beat("lost", what="game")
    deed = "empty_minigames"
    game: str
    who: Seat


class MinigamePaidTimes(Event):
    """{game} pays {who} {shown:$} × {by}."""

    beat = Beat("won", what="game")
    deed = "minigames"
    game: str
    who: Seat
    shown: Money
    by: Names


class MinigamePaid(Event):
    """{game} pays {who}."""

    beat = Beat("won", what="game")
    deed = "minigames"
    game: str
    who: Seat


class ChanceStarted(Event):
    """{who} plays the Jackpot Chance, for {jackpot:$}."""

    who: Seat
    jackpot: Money


class ChanceLost(Event):
    """Three strikes: the Jackpot is not won this time."""

    beat = Beat("lost", who="")


class ChanceLetterFound(Event):
    """Space {n} hides the letter {letter}."""

    n: int
    letter: str


class ChanceCashFound(Event):
    """Space {n} hides {amount:$}."""

    n: int
    amount: Money


class ChanceStrikeFound(Event):
    """Space {n} hides a strike!"""

    n: int


class PennySpent(Event):
    """{who} uses a Lucky Penny: this strike does not count."""

    who: Seat


class JackpotWon(Event):
    """JACKPOT! {who} has all seven letters."""

    beat = Beat("won")
    deed = "jackpots"
    rings = CHAT
    who: Seat


class JackpotReset(Event):
    """The next Jackpot starts at {jackpot:$}."""

    jackpot: Money


class FailsafeCalled(Event):
    """{who} calls Failsafe: only bombs are left on the {n} closed {n:space|spaces}!"""

    beat = Beat("call")
    deed = "failsafes"
    rings = CHAT
    who: Seat
    n: int


class FailsafeRight(Event):
    """Right: only bombs are left. The round is over, and {who}'s win bonus counts {n} times."""

    beat = Beat("right")
    rings = CHAT
    who: Seat
    n: int


class FailsafeWrong(Event):
    """Wrong: not all of them are bombs."""

    beat = Beat("wrong", who="")
    rings = CHAT


class SafetyNetHeld(Event):
    """The Safety Net helps: one strike instead of two."""

    beat = Beat("saved", who="")


class SealedByLot(Event):
    """{who} did not hide a bomb in time. Chance hides it, and nobody sees where."""

    deed = "asleep"
    who: Seat


class GridBegun(Event):
    """{grid} begins. Turn order: {order}."""

    beat = Beat("begins", who="order", what="grid")
    grid: Words
    order: Seats


class SealsShown(Event):
    """All bombs are hidden. Receipts: {receipts}."""

    receipts: Names


class GridOver(Event):
    """{grid} is over. {verdict}."""

    beat = Beat("round", who="", what="grid")
    rings = CHAT
    grid: Words
    verdict: Words
    deeds: Deeds


class DudsShown(Event):
    """Duds, where a bomb does nothing, were on: {spaces}."""

    spaces: list[int]


class BombsLeft(Event):
    """Bombs nobody opened: {spaces}."""

    spaces: list[int]


class RemainingShown(Event):
    """Closed spaces that count for the win bonus: {parts}."""

    parts: Names


class RemainingShownOf(Event):
    """Closed spaces that count for {winners}: {parts}."""

    winners: Seats
    parts: Names


class PadlockSet(Event):
    """{who} locks space {n}, too."""

    who: Seat
    n: int


class SpaceUnlocked(Event):
    """{who} unlocks space {n}."""

    who: Seat
    n: int


class ItemGiven(Event):
    """{who} gives {item} to {taker}."""

    who: Seat
    item: str
    taker: Seat


class ItemBehind(Event):
    """There is an item for you here, too!"""


class PeekShown(Event):
    """{who} peeks at space {n}: {what}."""

    deed = "peeks"
    who: Seat
    n: int
    what: str


class ChangerHeld(Event):
    """{who} keeps {face}: it works at the end of the round."""

    who: Seat
    face: Words


class MinigameHeld(Event):
    """{who} gets {game}, to play once out or after a win."""

    who: Seat
    game: str


class TrashPicked(Event):
    """{who} gets everything that bombs cover: {faces}."""

    who: Seat
    faces: Names


class RoundBegun(Event):
    """Round {round} begins. The Jackpot is {jackpot:$}."""

    round: int
    jackpot: Money


class GridSeated(Event):
    """Players in {grid}: {players}."""

    grid: Words
    players: Seats


class PlayerBack(Event):
    """{who} is back."""

    who: Seat


class PlayerJoined(Event):
    """{who} joins the race."""

    who: Seat


class PhaseBegun(Event):
    """Phase {phase} begins. A win bonus now starts from {base:$}."""

    phase: int
    base: Money


class ChangersListed(Event):
    """Score changers of this round: {names}."""

    names: Names


class TiebreakBegun(Event):
    """{players} could all win the race now. Mini games decide: the first with {n} points wins."""

    beat = Beat("begins", who="players")
    rings = CHAT
    players: Seats
    n: int


class InstalmentPaid(Event):
    """{who} gets an instalment of a win bonus. {rest:$} is still to come."""

    who: Seat
    rest: Money


class OnDeck(Event):
    """{who} is on deck: another round won, with at least {target:$}, wins the race."""

    beat = Beat("reached")
    rings = CHAT
    who: Seat
    target: Money


class SleeperRemoved(Event):
    """{who} did not answer too often and is out of the race for now. {who} can sign up again for a later round."""

    beat = Beat("out")
    who: Seat


class RoundSettled(Event):
    """After round {round}, {leaders} {n:leads|lead} with {total:$}."""

    beat = Beat("cycle", who="leaders")
    rings = EVERYWHERE
    round: int
    leaders: Seats
    n: int
    total: Money
    deeds: Deeds


class PhaseAhead(Event):
    """Phase {phase} begins with round {round}. There is one more round before it."""

    phase: int
    round: int


class RaceWon(Event):
    """{champions} {n:wins|win} the Race to a Billion with {total:$}!"""

    beat = Beat("crown", who="champions", money="total")
    rings = EVERYWHERE
    champions: Seats
    n: int
    total: Money
    deeds: Deeds


class PlayerSignedUp(Event):
    """{who} joins in the next round."""

    who: Seat


class JackpotStands(Event):
    """The Jackpot is now {jackpot:$}."""

    jackpot: Money


class FingersShown(Event):
    """{who} called {call}. Fingers shown: {shown}."""

    who: Seat
    call: str
    shown: Names


class PlatePassed(Event):
    """Players who put money on the plate: {givers}."""

    givers: Seats


class PhotoFinished(Event):
    """Photo Finish: {low}'s score rises towards {high}'s."""

    low: Seat
    high: Seat


class PiggyBuried(Event):
    """{who} buries a piggy bank."""

    who: Seat


class TollLaneLaid(Event):
    """Column {n} is {who}'s toll lane: other players pay {who} to open a space there."""

    n: int
    who: Seat


class BountyPut(Event):
    """{who} puts a bounty on {about}: {who} is paid if a bomb puts {about} out."""

    who: Seat
    about: Seat


class HandsShaken(Event):
    """{who} and {about} shake hands: if only one of them wins, the winner pays the other."""

    who: Seat
    about: Seat


class HandRefused(Event):
    """Nobody shakes {who}'s hand."""

    who: Seat


class BenchPhoned(Event):
    """{about} tells {who} to open space {n}."""

    about: Seat
    who: Seat
    n: int


class SpaceFrozen(Event):
    """Space {n} is frozen until {more} more spaces are open."""

    n: int
    more: int


class CoatChecked(Event):
    """{who} puts multiplier {times} away until the grid is over."""

    who: Seat
    times: Words


class NumbersShown(Event):
    """Numbers chosen: {numbers}."""

    numbers: Names


class DowsingSeen(Event):
    """On space {n} and the spaces around it there {live:is|are} {live} active {live:bomb|bombs}."""

    n: int
    live: int


class Apprenticed(Event):
    """{who} is {about}'s apprentice: what raises {about}'s multiplier raises {who}'s, too."""

    who: Seat
    about: Seat


class HushSeen(Event):
    """There is an active bomb on space {n}."""

    n: int


class PotatoPassed(Event):
    """{who} passes the hot potato to {about}."""

    who: Seat
    about: Seat


class EverythingDrifted(Event):
    """Everything on the closed spaces moves on to the next closed space."""


class FinePrintSeen(Event):
    """This Funky space hides {effect}: {rule}"""

    effect: str
    rule: str


class FunkyDeclined(Event):
    """{who} does not take the risk."""

    who: Seat


class FunkyTaken(Event):
    """{who} takes the risk: {effect}! {rule}"""

    who: Seat
    effect: str
    rule: str


class FunkyInForce(Event):
    """This effect is already working."""


class OppositeDayOver(Event):
    """Opposite Day is over."""


class MasksOff(Event):
    """On the closed spaces, with bombs shown as Money: {shown}."""

    shown: Names


class BillShared(Event):
    """Group Discount: nobody is out, but everybody still in pays for the bomb."""


class TwinOpened(Event):
    """Twin Trouble opens space {n}: {face}."""

    beat = Beat("open", who="", what="face")
    n: int
    face: Words


class TideRose(Event):
    """High Tide: the money on one closed space is doubled."""


class JackpotRaised(Event):
    """The Jackpot rises to {jackpot:$}."""

    jackpot: Money


class TugSettled(Event):
    """Tug of War: {sides}."""

    sides: Names


class ChequeWritten(Event):
    """{who} writes {cash:$} on a blank cheque: {who} gets it for a win, or else pays it."""

    who: Seat
    cash: Money


class KingCrowned(Event):
    """{who} crowns {about}: if {about} wins, both get more."""

    who: Seat
    about: Seat


class StinkBombFound(Event):
    """This is {owner}'s stink bomb."""

    owner: Seat


class PiggyDug(Event):
    """{who} digs up the piggy bank."""

    who: Seat


class BountyOutlived(Event):
    """{who} wins and so gets the bounty."""

    who: Seat


class TameDemonFound(Event):
    """{who} finds one of {owner}'s demons. It hurts only {owner}, so {who} is paid."""

    who: Seat
    owner: Seat


class Echoed(Event):
    """Echo: {who} is paid this money, too."""

    who: Seat


class WheelStopped(Event):
    """The wheel stops at {prize}."""

    prize: str


class PotatoBurnt(Event):
    """{who} holds the hot potato when a bomb goes off."""

    who: Seat


class BombsCountedSeen(Event):
    """There {n:is|are} {n} active {n:bomb|bombs} on closed spaces."""

    n: int


class FogHid(Event):
    """Nobody can see anything in the fog, so this space pays money instead."""


class BombPicked(Event):
    """{who} opens space {n}: a bomb!"""

    beat = Beat("bomb")
    deed = "bombs"
    rings = CHAT
    variants = ("{who} opens space {n}: {bombs} bombs at once!",)
    who: Seat
    n: int
    bombs: int = 1


class BombOwned(Event):
    """It was hidden by {owners}."""

    variants = ("It was nobody's bomb.",)
    n: int
    owners: Seats = []


class RaincoatHeld(Event):
    """{who} has a Raincoat and loses no money."""

    beat = Beat("saved")
    who: Seat


class StatusLeft(Event):
    """{who} now has multiplier {times} and boost {boost}%."""

    who: Seat
    times: Words
    boost: int


class PutOut(Event):
    """{who} is out of the round."""

    beat = Beat("out")
    deed = "outs"
    rings = CHAT
    who: Seat


class SecondPickMissed(Event):
    """{who} did not answer in time for the second time in this round. This counts as a bomb."""

    deed = "asleep"
    rings = CHAT
    who: Seat


class TiebreakGameBegun(Event):
    """Mini game {n} begins. Turn order: {order}."""

    n: int
    order: Seats


class TiebreakPointsShown(Event):
    """Points so far: {points}."""

    points: Names


class PickMissed(Event):
    """{who} did not answer in time and misses this turn. The next time counts as a bomb."""

    deed = "asleep"
    who: Seat


class PickMissedAndDrawn(Event):
    """{who} did not answer in time, so chance picks a space. The next time counts as a bomb."""

    deed = "asleep"
    who: Seat


class DudBombSeen(Event):
    """Your bomb on space {n} did nothing, because this space was a dud."""

    n: int


class SpacePicked(Event):
    """{who} opens space {n}: {face}."""

    beat = Beat("open", what="face")
    deed = "spaces"
    who: Seat
    n: int
    face: Words


class OwnDemonBit(Event):
    """{who} finds {who}'s own demon. It goes off like a bomb!"""

    who: Seat


class Gained(Event):
    """{who} gains {amount:$}."""

    beat = Beat("big", money="amount", sign=1)
    deed = "won"
    variants = ("{who} gains {amount:$} ({base:$} at {percent}%).",)
    who: Seat
    amount: Money
    source: str
    base: Money | None = None  # what it was before a boost
    percent: int = 100


class Lost(Event):
    """{who} loses {amount:$}."""

    beat = Beat("loss", money="amount", sign=-1)
    deed = "lost"
    variants = ("{who} loses {amount:$} ({base:$} at {percent}%).",)
    who: Seat
    amount: Money
    source: str
    base: Money | None = None
    percent: int = 100


class Paid(Event):
    """{giver} pays {taker} {amount:$}."""

    beat = Beat("big", who="taker", money="amount", sign=1, other="giver")
    giver: Seat
    taker: Seat
    amount: Money
    source: str


class BoostSet(Event):
    """{who}'s boost goes from {old}% to {new}%."""

    beat = Beat("booster")
    who: Seat
    old: int
    new: int


class BoostCapped(Event):
    """The rest is lost: spaces cannot raise a boost above {most}%."""

    most: int


class MultiplierSet(Event):
    """{who}'s multiplier goes from {old} to {new}."""

    beat = Beat("booster")
    who: Seat
    old: Words
    new: Words


class MultiplierCapped(Event):
    """The rest is lost: spaces cannot raise a multiplier above {most}."""

    most: Words


class ItemReceived(Event):
    """{who} now holds {item}."""

    who: Seat
    item: str


class ItemDropped(Event):
    """{who} loses {item}: it goes into the Lost and Found."""

    who: Seat
    item: str


class ItemUsed(Event):
    """{who} uses {item}."""

    deed = "items"
    who: Seat
    item: str


class ZoneEntered(Event):
    """The race enters {zone}, for {n} rounds. {rule}"""

    beat = Beat("zone", who="", what="zone")
    zone: str
    n: int
    rule: str


class ZoneEnding(Event):
    """The next round is the last in {zone}."""

    zone: str


class ZoneLeft(Event):
    """The race leaves {zone}."""

    beat = Beat("zone", who="", what="zone")
    zone: str


class ZoneAhead(Event):
    """From round {round}, the race is in {zone}. {rule}"""

    zone: str
    round: int
    rule: str
