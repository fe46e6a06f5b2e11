"""All that happens in the Deluxe edition: each event says itself in its docstring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.event import CHAT, EVERYWHERE, Beat, Deeds, Event, Money, Names, Seat, Seats, Words


class SlipNoted(Event):
    """You have bet that {on} {kind}, at odds of {whole}.{rest}."""

    on: Seat
    kind: str
    whole: int
    rest: int


class HuntNoted(Event):
    """You look for bombs on spaces {spaces}. You get {price:$} for each active bomb there."""

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
    """Crossed Wires: the multipliers of the winners are mixed and given out again by chance."""


class WinBonusWorked(Event):
    """{who}'s win bonus is ({base:$} + {r:$}) × {boost}% boost × multiplier {times}."""

    beat = Beat("bonus", look="bonus")
    who: Seat
    base: Money
    r: Money
    boost: int
    times: Words
    factor: int = 1  # of a right Failsafe
    once: Money | None = None  # what it is without that factor, where the product of both is paid
    bombs: int | None = None  # that the Failsafe named, where the bonus counts once for each


class InstalmentsOwed(Event):
    """{who} gets another {rest:$} of the win bonus in later rounds."""

    rest: Money
    who: Seat


class StatusRaised(Event):
    """{who}'s multiplier is now {times}, after {n} {n:win|wins} in a row."""

    who: Seat
    times: Words
    n: int


class ChanceGranted(Event):
    """{who} may play for the Jackpot at the end of the round."""

    who: Seat


class MinigameStarted(Event):
    """{who} plays the minigame {game}. The prize is multiplied by {row} for wins in a row, and by the boost of
    {boost}%. It is at most {most:$}.
    """

    who: Seat
    game: str
    row: int
    boost: int
    most: Money


class MinigamePaidNothing(Event):
    """{who} gets nothing from the minigame {game}."""

    beat = Beat("lost", what="game")
    deed = "empty_minigames"
    game: str
    who: Seat


class MinigamePaidTimes(Event):
    """{who} wins {shown:$} × {by} in the minigame {game}."""

    beat = Beat("won", what="game")
    deed = "minigames"
    game: str
    who: Seat
    shown: Money
    by: Names


class MinigamePaid(Event):
    """{who} gets money from the minigame {game}."""

    beat = Beat("won", what="game")
    deed = "minigames"
    game: str
    who: Seat


class ChanceStarted(Event):
    """{who} plays for the Jackpot of {jackpot:$}."""

    who: Seat
    jackpot: Money


class ChanceLost(Event):
    """That is the third wrong space (strike), so the Jackpot is not won."""

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
    """Space {n} is wrong: a strike! After three strikes, the Jackpot is lost."""

    n: int


class PennySpent(Event):
    """{who} uses a Lucky Penny: this wrong space (strike) does not count."""

    who: Seat


class JackpotWon(Event):
    """JACKPOT! {who} has all seven letters and wins it."""

    beat = Beat("won", look="jackpot_won")
    deed = "jackpots"
    rings = CHAT
    who: Seat


class JackpotReset(Event):
    """The next Jackpot starts at {jackpot:$}."""

    jackpot: Money


class FailsafeCalled(Event):
    """{who} calls Failsafe and says: only bombs are left on the {n} closed {n:space|spaces}!"""

    beat = Beat("call", look="failsafe")
    deed = "failsafes"
    rings = CHAT
    who: Seat
    n: int
    spaces: list[int] = []


class FailsafeRight(Event):
    """{who} is right: only bombs are left. The round is over, and {who}'s win bonus counts {n} times."""

    beat = Beat("right", look="failsafe")
    rings = CHAT
    who: Seat
    n: int
    spaces: list[int] = []


class FailsafeWrong(Event):
    """That was wrong: at least one closed space has no bomb."""

    beat = Beat("wrong", look="failsafe")
    rings = CHAT
    who: Seat = ""
    spaces: list[int] = []


class SafetyNetHeld(Event):
    """A Safety Net helps, so the wrong Failsafe counts as one bomb and not two."""

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
    """All bombs are hidden. With these codes you can check later that nobody cheats: {receipts}."""

    proof = "receipts"
    receipts: Names


class GridOver(Event):
    """{grid} is over. {verdict}."""

    beat = Beat("round", who="", what="grid")
    rings = CHAT
    grid: Words
    verdict: Words
    deeds: Deeds


class DudsShown(Event):
    """On these spaces a bomb does nothing (duds): {spaces}."""

    spaces: list[int]


class BombsLeft(Event):
    """Nobody opened the bombs on these spaces: {spaces}."""

    spaces: list[int]


class RemainingShown(Event):
    """The money on these closed spaces is added to the win bonus: {parts}."""

    parts: Names


class RemainingShownOf(Event):
    """The money on these closed spaces is added to the win bonus of {winners}: {parts}."""

    winners: Seats
    parts: Names


class PadlockSet(Event):
    """{who} locks one more space, {n}."""

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
    """You also find an item on this space!"""


class PeekShown(Event):
    """{who} peeks at space {n}: {what}."""

    deed = "peeks"
    who: Seat
    n: int
    what: str


class ChangerHeld(Event):
    """{who} finds {face}. It works at the end of the round."""

    who: Seat
    face: Words


class MinigameHeld(Event):
    """{who} finds the minigame {game}, and plays it after going out or winning."""

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
    """These players are on {grid}: {players}."""

    grid: Words
    players: Seats


class PlayerBack(Event):
    """{who} is back in the race."""

    who: Seat


class PlayerJoined(Event):
    """{who} joins the race."""

    who: Seat


class PhaseBegun(Event):
    """Phase {phase} begins. A win bonus now starts from {base:$}."""

    phase: int
    base: Money


class ChangersListed(Event):
    """These spaces change scores now: {names}."""

    names: Names


class TiebreakBegun(Event):
    """Each of these players could win the race now: {players}. Tie-break rounds decide: the first player with {n}
    points wins.
    """

    beat = Beat("begins", who="players")
    rings = CHAT
    players: Seats
    n: int


class InstalmentPaid(Event):
    """{who} gets a part of an earlier win bonus. Still to be paid later: {rest:$}."""

    variants = ("{who} gets the last part of an earlier win bonus.",)
    who: Seat
    rest: Money

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the template of the sentence, another one if nothing is still to be paid."""
        return cls.says if facts["rest"] else cls.variants[0]


class OnDeck(Event):
    """{who} is on deck: to win the race, {who} must win one more round and then have at least {target:$}."""

    beat = Beat("reached")
    rings = CHAT
    who: Seat
    target: Money


class SleeperRemoved(Event):
    """{who} was too late too often, and is out of the race for now. {who} can sign up again for a later round."""

    beat = Beat("out")
    who: Seat


class RoundSettled(Event):
    """After round {round}, {leaders} {n:leads|lead} with {total:$}."""

    beat = Beat("cycle", who="leaders", money="total")
    rings = EVERYWHERE
    round: int
    leaders: Seats
    n: int
    total: Money
    deeds: Deeds


class PhaseAhead(Event):
    """Phase {phase} begins with round {round}. One more round is played before that."""

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
    """{who} bet on {call}. These fingers were shown: {shown}."""

    who: Seat
    call: str
    shown: Names


class PlatePassed(Event):
    """Players who put money on the plate: {givers}."""

    givers: Seats


class PhotoFinished(Event):
    """Photo Finish: {low} gets money, to catch up with {high}."""

    low: Seat
    high: Seat


class PiggyBuried(Event):
    """{who} buries money, which grows with each bomb (Piggy Bank)."""

    who: Seat


class TollLaneLaid(Event):
    """{who} chooses column {n} as a toll lane: other players who open a space in it pay {who}."""

    n: int
    who: Seat


class BountyPut(Event):
    """{who} gets money if a bomb puts {about} out (Bounty)."""

    who: Seat
    about: Seat


class HandsShaken(Event):
    """{who} and {about} shake hands: if only one of them wins, the winner pays the other."""

    who: Seat
    about: Seat


class HandRefused(Event):
    """{who} offered a handshake, but nobody took it."""

    who: Seat


class BenchPhoned(Event):
    """{about} tells {who} to open space {n}. If it has no bomb, both get money."""

    about: Seat
    who: Seat
    n: int


class SpaceFrozen(Event):
    """Nobody can open space {n} until {more} more spaces are open (Ice Cube)."""

    n: int
    more: int


class CoatChecked(Event):
    """{who} puts multiplier {times} away until the grid is over. No bomb can make it smaller."""

    who: Seat
    times: Words


class NumbersShown(Event):
    """The players chose these numbers: {numbers}."""

    numbers: Names


class DowsingSeen(Event):
    """Space {n} and those next to it: {live} closed {live:space hides|spaces hide} an active bomb."""

    n: int
    live: int


class Apprenticed(Event):
    """{who} learns from {about}: when a space raises {about}'s multiplier, it raises {who}'s, too."""

    who: Seat
    about: Seat


class HushSeen(Event):
    """Space {n} has an active bomb."""

    n: int


class PotatoPassed(Event):
    """{who} passes the hot potato to {about}."""

    who: Seat
    about: Seat


class EverythingDrifted(Event):
    """Everything on the closed spaces moves one closed space further, bombs too."""


class FinePrintSeen(Event):
    """If you take this Funky space, you get {effect}: {rule}"""

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


class BombMoved(Event):
    """Your bomb is now hidden on space {n}. Code to check this later: {receipt}"""

    proof = "receipt"
    n: int
    receipt: str


class FunkyInForce(Event):
    """This Funky effect is already working, so the space pays money instead."""


class OppositeDayOver(Event):
    """Opposite Day is over: gains are gains again."""


class MasksOff(Event):
    """This is what the closed spaces hide (bombs are shown as Money): {shown}."""

    shown: Names


class BillShared(Event):
    """Group Discount: the bomb puts nobody out, but all players who are still in pay for it."""


class TwinOpened(Event):
    """Twin Trouble also opens space {n}: {face}. No player gains or loses anything there."""

    beat = Beat("open", who="", what="face")
    n: int
    face: Words


class TideRose(Event):
    """High Tide: the money on one closed space is doubled."""


class JackpotRaised(Event):
    """The Jackpot rises to {jackpot:$}."""

    jackpot: Money


class TugSettled(Event):
    """Tug of War is over: {sides}."""

    sides: Names


class ChequeWritten(Event):
    """{who} writes {cash:$} on a blank cheque. After a win {who} gets this money, otherwise {who} pays it."""

    who: Seat
    cash: Money


class KingCrowned(Event):
    """{who} chooses {about} (Kingmaker): if {about} wins, both get more."""

    who: Seat
    about: Seat


class StinkBombFound(Event):
    """{owner} had hidden a stink bomb here."""

    owner: Seat


class PiggyDug(Event):
    """{who} wins, and gets the money that was buried (Piggy Bank)."""

    who: Seat


class BountyOutlived(Event):
    """{who} was named in a Bounty but wins, so {who} gets money."""

    who: Seat


class TameDemonFound(Event):
    """{who} finds a demon that belongs to {owner}. It hurts only {owner}, so {who} gets money."""

    who: Seat
    owner: Seat


class Echoed(Event):
    """{who} gets the same money, too (Echo)."""

    who: Seat


class WheelStopped(Event):
    """The prize wheel stops at {prize}."""

    prize: str


class PotatoBurnt(Event):
    """{who} holds the hot potato while a bomb goes off, and must pay."""

    who: Seat


class BombsCountedSeen(Event):
    """{n} closed {n:space hides|spaces hide} an active bomb."""

    n: int


class FogHid(Event):
    """In the Fog Bank, spaces give no hints. This space pays money instead."""


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
    """Hidden by {owners}."""

    beat = Beat("owned", who="", other="owners")
    variants = ("No player hid this bomb.",)
    n: int
    owners: Seats = []


class RaincoatHeld(Event):
    """{who} has a Raincoat and loses no money."""

    beat = Beat("saved")
    who: Seat


class StatusLeft(Event):
    """{who}'s multiplier is now {times}, and the boost is {boost}%."""

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
    """{who} was too late for the second time in this round. This counts like opening a bomb."""

    deed = "asleep"
    rings = CHAT
    who: Seat


class TiebreakGameBegun(Event):
    """Tie-break round {n} begins. Turn order: {order}."""

    n: int
    order: Seats


class TiebreakPointsShown(Event):
    """Points so far: {points}."""

    points: Names


class PickMissed(Event):
    """{who} did not answer in time and misses this turn. A second time in this round counts as a bomb."""

    deed = "asleep"
    who: Seat


class PickMissedAndDrawn(Event):
    """{who} did not answer in time, so chance picks a space. A second time in this round counts as a bomb."""

    deed = "asleep"
    who: Seat


class DudBombSeen(Event):
    """Your bomb on space {n} can do nothing, because this space is a dud."""

    n: int


class SpacePicked(Event):
    """{who} opens space {n}: {face}."""

    beat = Beat("open", what="face")
    deed = "spaces"
    who: Seat
    n: int
    face: Words


class OwnDemonBit(Event):
    """{who} finds {who}'s own demon. It explodes like a bomb!"""

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
    """The rest of the boost is lost, because spaces cannot raise it above {most}%."""

    most: int


class MultiplierSet(Event):
    """{who}'s multiplier goes from {old} to {new}."""

    beat = Beat("booster")
    who: Seat
    old: Words
    new: Words


class MultiplierCapped(Event):
    """The rest of the multiplier is lost, because spaces cannot raise it above {most}."""

    most: Words


class ItemReceived(Event):
    """{who} now holds {item}."""

    who: Seat
    item: str


class ItemDropped(Event):
    """{who} loses {item}. Another player can find it later (Lost and Found)."""

    who: Seat
    item: str


class ItemUsed(Event):
    """{who} uses {item}."""

    deed = "items"
    who: Seat
    item: str


class ZoneEntered(Event):
    """A new zone changes the rules for {n} rounds: {zone}. {rule}"""

    beat = Beat("zone", who="", what="zone", look="zone")
    zone: str
    n: int
    rule: str


class ZoneEnding(Event):
    """The next round is the last one in the zone {zone}."""

    zone: str


class ZoneLeft(Event):
    """The zone {zone} is over."""

    beat = Beat("zone", who="", what="zone", look="zone")
    zone: str


class ZoneAhead(Event):
    """A new zone begins with round {round}: {zone}. {rule}"""

    zone: str
    round: int
    rule: str
