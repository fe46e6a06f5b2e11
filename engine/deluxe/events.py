"""All that happens in the Deluxe edition: each event says itself in its docstring."""

from __future__ import annotations

from engine.kernel.beat import Beat
from engine.kernel.event import CHAT, EVERYWHERE, Deeds, Event, Money, Names, Seat, Seats, Words


class SlipNoted(Event):
    """Noted: {on} {kind}, at {whole}.{rest}."""

    on: Seat
    kind: str
    whole: int
    rest: int


class HuntNoted(Event):
    """Noted: {spaces}, at {price:$} a bomb."""

    spaces: list[int]
    price: Money


class SlipRight(Event):
    """{who}'s slip is right: {on} {kind}."""

    deed = "slips"
    who: Seat
    on: Seat
    kind: str


class SlipWrong(Event):
    """{who}'s slip is wrong: {on} {kind}."""

    who: Seat
    on: Seat
    kind: str


class HuntSettled(Event):
    """{who} has hunted on {spaces}: {n} live {n:bomb|bombs}."""

    deed = "hunts"
    who: Seat
    spaces: list[int]
    n: int


class WiresCrossed(Event):
    """Crossed Wires: the multipliers are dealt out anew."""


class WinBonusWorked(Event):
    """{who}'s win bonus: ({base:$} + {r:$}) at {boost}% and {times}."""

    beat = Beat("bonus")
    who: Seat
    base: Money
    r: Money
    boost: int
    times: Words


class InstalmentsOwed(Event):
    """{rest:$} more is owed to {who}, and comes in instalments."""

    rest: Money
    who: Seat


class StatusRaised(Event):
    """{who} goes on with {times} and {n} {n:win|wins} in a row."""

    who: Seat
    times: Words
    n: int


class ChanceGranted(Event):
    """{who} plays the Jackpot Chance."""

    who: Seat


class MinigameStarted(Event):
    """{who} plays {game}: what it shows counts {row} {row:time|times}, at {boost}%, and up to {most:$}."""

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
    """{game} pays {who}: {shown:$} × {by}."""

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
    """Three strikes: the Jackpot stays."""

    beat = Beat("lost", who="")


class ChanceLetterFound(Event):
    """Space {n}: {letter}."""

    n: int
    letter: str


class ChanceCashFound(Event):
    """Space {n}: {amount:$}."""

    n: int
    amount: Money


class ChanceStrikeFound(Event):
    """Space {n}: a strike!"""

    n: int


class PennySpent(Event):
    """{who}'s Lucky Penny: that strike does not count."""

    who: Seat


class JackpotWon(Event):
    """JACKPOT! {who} has all seven letters."""

    beat = Beat("won")
    deed = "jackpots"
    rings = CHAT
    who: Seat


class JackpotReset(Event):
    """The Jackpot starts again from {jackpot:$}."""

    jackpot: Money


class FailsafeCalled(Event):
    """{who} calls Failsafe with {n} {n:space|spaces} left!"""

    beat = Beat("call")
    deed = "failsafes"
    rings = CHAT
    who: Seat
    n: int


class FailsafeRight(Event):
    """Every one of them is a bomb. The round is over, and {who}'s win bonus counts {n} times."""

    beat = Beat("right")
    rings = CHAT
    who: Seat
    n: int


class FailsafeWrong(Event):
    """Not every one of them is a bomb."""

    beat = Beat("wrong", who="")
    rings = CHAT


class SafetyNetHeld(Event):
    """The Safety Net holds: one strike instead of two."""

    beat = Beat("saved", who="")


class SealedByLot(Event):
    """{who} did not seal in time: the host has sealed a bomb by lot, unseen."""

    deed = "asleep"
    who: Seat


class GridBegun(Event):
    """{grid} begins. Turn order: {order}."""

    beat = Beat("begins", who="order", what="grid")
    grid: Words
    order: Seats


class SealsShown(Event):
    """Sealed bombs: {receipts}."""

    receipts: Names


class GridOver(Event):
    """{grid} is over. {verdict}."""

    beat = Beat("round", who="", what="grid")
    rings = CHAT
    grid: Words
    verdict: Words
    deeds: Deeds


class DudsShown(Event):
    """Duds were: {spaces}."""

    spaces: list[int]


class BombsLeft(Event):
    """Bombs nobody opened: {spaces}."""

    spaces: list[int]


class RemainingShown(Event):
    """R is made of {parts}."""

    parts: Names


class PadlockSet(Event):
    """{who} locks space {n} as well."""

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
    """And there is an item behind it!"""


class PeekShown(Event):
    """{who} peeks at space {n}: it is {what}."""

    deed = "peeks"
    who: Seat
    n: int
    what: str


class ChangerHeld(Event):
    """{who} holds {face} until the round is settled."""

    who: Seat
    face: Words


class MinigameHeld(Event):
    """{who} has {game} to play."""

    who: Seat
    game: str


class TrashPicked(Event):
    """{who} picks through the trash: {faces}."""

    who: Seat
    faces: Names


class RoundBegun(Event):
    """Round {round} begins. The Jackpot stands at {jackpot:$}."""

    round: int
    jackpot: Money


class GridSeated(Event):
    """{grid}: {players}."""

    grid: Words
    players: Seats


class PlayerBack(Event):
    """{who} is back."""

    who: Seat


class PlayerJoined(Event):
    """{who} joins the race."""

    who: Seat


class PhaseBegun(Event):
    """Phase {phase} begins: the base of a win bonus is {base:$}."""

    phase: int
    base: Money


class ChangersListed(Event):
    """Score changers: {names}."""

    names: Names


class TiebreakBegun(Event):
    """{players} are level on deck: mini games decide, first to {n}."""

    beat = Beat("begins", who="players")
    rings = CHAT
    players: Seats
    n: int


class InstalmentPaid(Event):
    """An instalment for {who}, with {rest:$} still to come:"""

    who: Seat
    rest: Money


class OnDeck(Event):
    """{who} is on deck: one more win with {target:$} wins the race."""

    beat = Beat("reached")
    rings = CHAT
    who: Seat
    target: Money


class SleeperRemoved(Event):
    """{who} is removed for now, and may sign up again for any later round."""

    beat = Beat("out")
    who: Seat


class RoundSettled(Event):
    """Round {round} is settled. {leaders} {n:leads|lead} with {total:$}."""

    beat = Beat("cycle", who="leaders")
    rings = EVERYWHERE
    round: int
    leaders: Seats
    n: int
    total: Money
    deeds: Deeds


class PhaseAhead(Event):
    """Phase {phase} begins with round {round}: one last round before it."""

    phase: int
    round: int


class RaceWon(Event):
    """{champions} {n:wins|win} Race to a Billion with {total:$}!"""

    beat = Beat("crown", who="champions", money="total")
    rings = EVERYWHERE
    champions: Seats
    n: int
    total: Money
    deeds: Deeds


class PlayerSignedUp(Event):
    """{who} joins with the next round."""

    who: Seat


class JackpotStands(Event):
    """The Jackpot stands at {jackpot:$}."""

    jackpot: Money


class FingersShown(Event):
    """{who} has called {call}; the fingers: {shown}."""

    who: Seat
    call: str
    shown: Names


class PlatePassed(Event):
    """On the plate: {givers}."""

    givers: Seats


class PhotoFinished(Event):
    """A photo finish between {low} and {high}."""

    low: Seat
    high: Seat


class PiggyBuried(Event):
    """{who} buries a piggy bank."""

    who: Seat


class TollLaneLaid(Event):
    """Column {n} is {who}'s toll lane."""

    n: int
    who: Seat


class BountyPut(Event):
    """{who} puts a bounty on {about}."""

    who: Seat
    about: Seat


class HandsShaken(Event):
    """{who} and {about} shake hands."""

    who: Seat
    about: Seat


class HandRefused(Event):
    """Nobody takes {who}'s hand."""

    who: Seat


class BenchPhoned(Event):
    """{about} tells {who} to open space {n}."""

    about: Seat
    who: Seat
    n: int


class SpaceFrozen(Event):
    """Space {n} is frozen until {more} more are open."""

    n: int
    more: int


class CoatChecked(Event):
    """{who} leaves {times} in the cloakroom."""

    who: Seat
    times: Words


class NumbersShown(Event):
    """The numbers: {numbers}."""

    numbers: Names


class DowsingSeen(Event):
    """Around space {n} there {live:is|are} {live} live {live:bomb|bombs}."""

    n: int
    live: int


class Apprenticed(Event):
    """{who} is {about}'s apprentice."""

    who: Seat
    about: Seat


class HushSeen(Event):
    """A live bomb lies on space {n}."""

    n: int


class PotatoPassed(Event):
    """{who} passes the potato to {about}."""

    who: Seat
    about: Seat


class EverythingDrifted(Event):
    """Everything drifts one closed space on."""


class FinePrintSeen(Event):
    """The fine print says {effect}: {rule}"""

    effect: str
    rule: str


class FunkyDeclined(Event):
    """{who} leaves it."""

    who: Seat


class FunkyTaken(Event):
    """{who} takes the risk: {effect}! {rule}"""

    who: Seat
    effect: str
    rule: str


class FunkyInForce(Event):
    """That is in force already."""


class OppositeDayOver(Event):
    """Opposite Day is over."""


class MasksOff(Event):
    """Behind the masks: {shown}."""

    shown: Names


class BillShared(Event):
    """The Group Discount: nobody is out, and everybody pays."""


class TwinOpened(Event):
    """Twin Trouble opens space {n}: {face}."""

    beat = Beat("open", who="", what="face")
    n: int
    face: Words


class TideRose(Event):
    """The tide rises somewhere."""


class JackpotRaised(Event):
    """The Jackpot rises to {jackpot:$}."""

    jackpot: Money


class TugSettled(Event):
    """Tug of War: {sides}."""

    sides: Names


class ChequeWritten(Event):
    """{who} writes {cash:$} on a blank cheque."""

    who: Seat
    cash: Money


class KingCrowned(Event):
    """{who} crowns {about}."""

    who: Seat
    about: Seat


class StinkBombFound(Event):
    """{owner}'s stink bomb!"""

    owner: Seat


class PiggyDug(Event):
    """{who} digs up the piggy bank."""

    who: Seat


class BountyOutlived(Event):
    """{who} has outlived the bounty."""

    who: Seat


class TameDemonFound(Event):
    """{who} finds one of {owner}'s demons, and it is tame."""

    who: Seat
    owner: Seat


class Echoed(Event):
    """It echoes for {who}."""

    who: Seat


class WheelStopped(Event):
    """The wheel stops at {prize}."""

    prize: str


class PotatoBurnt(Event):
    """The potato burns {who}."""

    who: Seat


class BombsCountedSeen(Event):
    """There {n:is|are} {n} live {n:bomb|bombs} on closed spaces."""

    n: int


class FogHid(Event):
    """Nothing is to be seen in the fog."""


class BombPicked(Event):
    """{who} picks space {n}: a Bomb!"""

    beat = Beat("bomb")
    deed = "bombs"
    rings = CHAT
    variants = ("{who} picks space {n}: {bombs} Bombs at once!",)
    who: Seat
    n: int
    bombs: int = 1


class RaincoatHeld(Event):
    """The Raincoat keeps {who}'s money dry."""

    beat = Beat("saved")
    who: Seat


class StatusLeft(Event):
    """That leaves {who} with {times} and {boost}%."""

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
    """{who} did not pick in time for the second time in this round: a sure bomb."""

    deed = "asleep"
    rings = CHAT
    who: Seat


class TiebreakGameBegun(Event):
    """Mini game {n}: {order}."""

    n: int
    order: Seats


class TiebreakPointsShown(Event):
    """The points: {points}."""

    points: Names


class PickMissed(Event):
    """{who} did not pick in time: the turn passes. The next time it is a bomb."""

    deed = "asleep"
    who: Seat


class PickMissedAndDrawn(Event):
    """{who} did not pick in time: a space by lot. The next time it is a bomb."""

    deed = "asleep"
    who: Seat


class DudBombSeen(Event):
    """Your bomb on space {n} did nothing: it lay in a dud."""

    n: int


class SpacePicked(Event):
    """{who} picks space {n}: {face}."""

    beat = Beat("open", what="face")
    deed = "spaces"
    who: Seat
    n: int
    face: Words


class OwnDemonBit(Event):
    """One of {who}'s own demons: it goes off!"""

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
    """The rest is lost: spaces lift no boost above {most}%."""

    most: int


class MultiplierSet(Event):
    """{who}'s multiplier goes from {old} to {new}."""

    beat = Beat("booster")
    who: Seat
    old: Words
    new: Words


class MultiplierCapped(Event):
    """The rest is lost: spaces lift no multiplier above {most}."""

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
    """{zone} lies ahead, from round {round} on. {rule}"""

    zone: str
    round: int
    rule: str
