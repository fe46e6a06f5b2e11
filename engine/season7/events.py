"""All that happens in Season 7: each event says itself in its docstring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.beat import Beat
from engine.kernel.event import CHAT, EVERYWHERE, Deeds, Event, Money, Names, Seat, Seats, Words
from engine.season7.tables import WILDCARDS, is_said_with_an


class BombOwned(Event):
    """It was sealed by {owners}."""

    variants = ("Nobody has sealed it.",)
    n: int
    owners: Seats = []


class OwnBombWentOff(Event):
    """Your bomb on {n} has gone off, for {who} did not select in time."""

    who: Seat
    n: int


class OwnBombFound(Event):
    """{who} has found your bomb on {n}."""

    who: Seat
    n: int


class BombFizzled(Event):
    """The bomb fizzles out. Nothing happens."""

    beat = Beat("saved", who="")
    rings = CHAT


class BombMutated(Event):
    """It is a {mutant} Bomb!"""

    rings = CHAT
    mutant: str


class BurnoutPromised(Event):
    """{who} will come to the next round with a {percent}% booster."""

    who: Seat
    percent: int


class RoundGainsGone(Event):
    """All that {who} has gained in this round goes."""

    who: Seat


class LossForgiven(Event):
    """Losing this round costs {who} nothing."""

    who: Seat


class AutoBombed(Event):
    """{who} did not select in time. Auto-Bomb: square {n} goes off."""

    deed = "asleep"
    rings = CHAT
    who: Seat
    n: int


class MinigameStarted(Event):
    """{who} plays {game}."""

    who: Seat
    game: str


class CycleBegun(Event):
    """Cycle {cycle} begins with {n} {n:round|rounds side by side}."""

    cycle: int
    n: int
    players: Seats


class PlayerBack(Event):
    """{who} is back."""

    who: Seat


class PlayerJoined(Event):
    """{who} joins the race with {start:£}."""

    who: Seat
    start: Money


class WildcardTaught(Event):
    """Gold Mine: of 25 squares fifteen hold seven-figure cash, four a booster, and one a Board Booster. Start digging!"""

    variants = (
        "Head to Head: showdowns on boards of twelve squares. Minigames wait until all are over.",
        "Remain or Leave: vote in secret. Leave pays £50,000,000 and a 252% booster, but turns six- and seven-figure cash against you and makes a bomb cost £15,000,000.",
        "Rolling Start: nothing but boosters and no bombs until everybody has selected one square.",
        "Takeshi's Castle: everybody starts with a 250% booster, but only a Win Zone leads out as a winner.",
    )
    wildcard: str

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """They stand in the order of the wildcards."""
        return (cls.says, *cls.variants)[WILDCARDS.index(facts["wildcard"])]


class WildcardSeated(Event):
    """In the wildcard round: {players}."""

    beat = Beat("begins", who="players")
    players: Seats


class NoSuperRound(Event):
    """Too few are left in this cycle for a Super Round."""


class SuperRoundSeated(Event):
    """The Super Round: {players}."""

    beat = Beat("begins", who="players")
    rings = CHAT
    players: Seats


class SeatsFilledUp(Event):
    """{n:The seat|The seats} left empty {n:goes|go} to {players}, the lowest of the others."""

    n: int
    players: Seats


class MegagridOpened(Event):
    """The Megagrid, with {stake:£} to start from: {winners}."""

    beat = Beat("begins", who="winners")
    rings = CHAT
    stake: Money
    winners: Seats


class CycleOver(Event):
    """Cycle {cycle} is over. {leaders} {n:leads|lead} the race with {total:£}: {short:£} to go."""

    beat = Beat("cycle", who="leaders")
    rings = EVERYWHERE
    cycle: int
    leaders: Seats
    n: int
    deeds: Deeds
    total: Money
    short: Money


class TargetReachedTogether(Event):
    """{players} reach {target:£} together, as the first! The race ends with this cycle. Whatever happens until then, only those who have reached the target can win it."""

    beat = Beat("reached", who="players")
    rings = CHAT
    players: Seats
    target: Money


class TargetReached(Event):
    """{who} is the first to reach {target:£}! The race ends with this cycle. Whatever happens until then, only those who have reached the target can win it."""

    beat = Beat("reached")
    variants = (
        "{who} has reached {target:£}, too. When the cycle is over, the highest total of those who have wins.",
        "{who} has reached {target:£}, too, but after {first}.",
    )
    rings = CHAT
    who: Seat
    target: Money
    too: bool = False
    first: Seats = []  # who had surely reached it before

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Pick the sentence: the first to reach the target, one more at the same time, or one who comes after others."""
        return cls.variants["first" in facts] if "too" in facts else cls.says


class RaceWon(Event):
    """{champions} {n:wins|win} Race to a Billion with {total:£}!"""

    beat = Beat("crown", who="champions", money="total")
    rings = EVERYWHERE
    variants = ("{champions} {n:wins|win} Race to a Billion, having reached the target: {total:£} in the end!",)
    champions: Seats
    total: Money
    n: int
    deeds: Deeds
    fell: bool = False  # below the target, since it was reached

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """By whether the target is still theirs."""
        return cls.variants[0] if "fell" in facts else cls.says


class HostAsked(Event):
    """The host is all ears: each of you may ask one yes/no question, and will hear the truth."""


class NothingAsked(Event):
    """{who} asks nothing."""

    who: Seat


class QuestionUnclear(Event):
    """{who}, the host answers yes or no, and is not sure what you ask. Perhaps: {first:C}? Or: {second:C}?"""

    who: Seat
    first: Words
    second: Words


class QuestionAnswered(Event):
    """{who} asks: {question}? {answer}."""

    who: Seat
    question: Words
    answer: str


class MegagridStopped(Event):
    """{who} stops on the Megagrid with {pot:£}."""

    who: Seat
    pot: Money
    row: int


class MegagridBombed(Event):
    """{who} takes column {column} of row {row}: a bomb! {pot:£} is lost."""

    beat = Beat("bombed", money="pot", sign=-1)
    rings = CHAT
    variants = ("{who} takes column {column} of row {row}: a bomb! All is lost.",)
    who: Seat
    column: int
    row: int
    pot: Money | None = None  # what is lost; older releases did not say


class MegagridRowSafe(Event):
    """{who} takes column {column} of row {row}: safe!"""

    beat = Beat("row", money="pot")
    who: Seat
    column: int
    row: int
    pot: Money
    left: int


class MegagridClimbed(Event):
    """{who} has climbed the whole Megagrid!"""

    beat = Beat("roof")
    deed = "megagrids"
    rings = CHAT
    who: Seat


class HiddenBehind(Event):
    """And there is a hidden square behind it!"""


class BurnoutOver(Event):
    """{who} comes back from a Burnout Bomb."""

    who: Seat


class NoPlaceToGo(Event):
    """There is no place for {who} to go to any more."""

    who: Seat


class RoundEntered(Event):
    """{who} enters {round}. Turn order: {order}."""

    who: Seat
    round: Words
    order: Seats


class PlacesChanged(Event):
    """{who} and {other} change places. Turn order: {order}."""

    who: Seat
    other: Seat
    order: Seats


class RoundChanged(Event):
    """{who} is now in {round}. Turn order: {order}."""

    who: Seat
    round: Words
    order: Seats


class PeekShown(Event):
    """{who} peeks at square {n}: it is {what}."""

    deed = "peeks"
    who: Seat
    n: int
    what: Words


class SquareReceived(Event):
    """{who} receives {face}."""

    who: Seat
    face: Words


class ExtraBombsToSeal(Event):
    """Nitrous: you have {n:n} more bomb{n:s} to seal."""

    n: int


class RoundBegun(Event):
    """{round} begins. Turn order: {order}."""

    beat = Beat("begins", who="order", what="round")
    round: Words
    order: Seats
    squares: int
    columns: int
    kind: str


class SealsShown(Event):
    """Sealed bombs: {receipts}."""

    receipts: Names


class RoundOver(Event):
    """{round} is over. {verdict}."""

    beat = Beat("round", who="winners", what="round")
    rings = CHAT
    round: Words
    verdict: Words
    winners: Seats
    seats: int
    deeds: Deeds


class RestShown(Event):
    """Still closed: {squares}."""

    beat = Beat("rest", who="")
    squares: Names


class BuriedShown(Event):
    """Under the bombs: {squares}."""

    beat = Beat("rest", who="")
    squares: Names


class UnfoundBombsShown(Event):
    """Nobody found the {n:bomb|bombs} of {bombs}."""

    beat = Beat("rest", who="")
    n: int
    bombs: Names
    unfound: list[tuple[Seat, int]]  # whose, and where


class RoundClosed(Event):
    """{round} is closed."""

    round: Words
    best: Deeds
    good: int


class PlayerSignedUp(Event):
    """{who} joins with the next cycle."""

    who: Seat


class SpellCast(Event):
    """{name}! Every remaining square that is not a bomb now holds {category}, until each of you has selected once."""

    name: str
    category: str


class SpellOver(Event):
    """{name} wears off: the remaining squares are drawn anew."""

    name: str


class WinBonusWorked(Event):
    """The win bonus: {fixed:£}, and {each:£} for each of {n} {n:square|squares}. A booster lifts what the squares bring, and a Win Zone doubles all of it."""

    fixed: Money
    each: Money
    n: int


class WinBonusTeased(Event):
    """{who} has a win bonus of {bonus:£}. Square 00 might add {minigame}."""

    variants = ("{who} has a win bonus of {bonus:£}.",)
    who: Seat
    bonus: Money
    minigame: str = ""


class BonusKept(Event):
    """{who} keeps the win bonus."""

    who: Seat


class BonusStaked(Event):
    """{who} stakes a win bonus of {bonus:£} on Square 00."""

    beat = Beat("stake", money="bonus")
    who: Seat
    bonus: Money
    must: bool


class Square00Opened(Event):
    """{who} opens Square 00: {outcome}."""

    beat = Beat("outcome", what="outcome")
    deed = "staked"
    rings = CHAT
    who: Seat
    outcome: str


class BonusGone(Event):
    """The win bonus of {who} is gone."""

    who: Seat


class MinigamePickedUp(Event):
    """{who} picks up {minigame}."""

    who: Seat
    minigame: str


class RowAdded(Event):
    """A row is added: squares {first} to {last}. {who} seals a bomb on it."""

    first: int
    last: int
    who: Seat


class RowOpened(Event):
    """The new row is open for play. Sealed bomb: {receipt}."""

    receipt: str


class BoardBoostedToCap(Event):
    """The board is boosted by {percent}%, to the cap: all cash still on it is worth {booster}% more."""

    percent: int
    booster: int


class BoardBoosted(Event):
    """The board is boosted by {percent}%: all cash still on it is worth {booster}% more."""

    percent: int
    booster: int


class NothingToShuffle(Event):
    """Darkness falls, but there is nothing left to shuffle."""


class BoardShuffled(Event):
    """Darkness falls, and when the light is back all {n:n} closed squares lie elsewhere, bombs too."""

    n: int


class BoardListed(Event):
    """Still on the board: {squares}. Bombs: {bombs}."""

    squares: Names
    bombs: int


class LockdownBegun(Event):
    """Lockdown! All that is not a bomb is now seven-figure cash. A bomb costs {penalty:£}. The winner must stake the win bonus on Square 00."""

    penalty: Money


class NothingToMine(Event):
    """There is no square left to mine."""


class BombsMined(Event):
    """{n:n} more {n:bomb|bombs} now {n:lies|lie} on the board."""

    n: int


class NothingToSweep(Event):
    """There is no bomb left to sweep."""


class BombsSwept(Event):
    """{n:n} bomb{n:s} swept: square{n:s} {squares}."""

    n: int
    squares: list[int]


class DoubleDipSet(Event):
    """The next player must make two selections."""


class DoubleDipDue(Event):
    """Double Dip: {who} must make {n} selections."""

    who: Seat
    n: int


class PeeksGiven(Event):
    """{who} may peek {n} time{n:s}."""

    who: Seat
    n: int


class Hypnotised(Event):
    """{who} is hypnotised: chance makes the next {n} selection{n:s}, and gains are doubled."""

    who: Seat
    n: int


class HypnosisOver(Event):
    """{who} wakes up."""

    who: Seat


class QuickFinishMissed(Event):
    """{left} squares are still closed, more than {most}: the round goes on."""

    left: int
    most: int


class QuickFinishHit(Event):
    """Only {left} square{left:s} left: the round ends here, and counts as a clear board."""

    rings = CHAT
    left: int


class WinZoneEntered(Event):
    """{who} enters a Win Zone: a win within the next {n} selections doubles the win bonus."""

    who: Seat
    n: int


class WinZoneLeft(Event):
    """{who} leaves the Win Zone."""

    who: Seat


class JackpotStands(Event):
    """The jackpot stands at {amount:£}."""

    amount: Money


class PayDayWorked(Event):
    """Pay Day: {who} is paid as if the round were won: {fixed:£}, and {each:£} for each of {n} {n:square|squares}, which any booster lifts."""

    who: Seat
    fixed: Money
    each: Money
    n: int


class PenaltyBoxEntered(Event):
    """Off to the Penalty Box: {who} will miss the next turn."""

    who: Seat


class AnchorDragged(Event):
    """The Anchor drags {who} down to £1 above {other}."""

    who: Seat
    other: Seat


class AnchorGrounded(Event):
    """Nobody is below {who}: the Anchor hits the ground at once."""

    who: Seat


class SlipstreamCaught(Event):
    """In the slipstream of {other}, {who} pulls up to £1 behind."""

    who: Seat
    other: Seat


class SlipstreamMissed(Event):
    """Nobody is ahead of {who}: there is no slipstream to catch."""

    who: Seat


class NothingToShare(Event):
    """Nobody is above {who}: there is nothing to share."""

    who: Seat


class TotalsShared(Event):
    """{who} and {other} share what they have: {half:£} each."""

    who: Seat
    other: Seat
    half: Money


class HareNapped(Event):
    """The hare naps, with {n} player{n:s} below {who}: {step:£} for each."""

    who: Seat
    n: int
    step: Money


class TortoiseRan(Event):
    """Slow and steady: {who} runs in place {place}, at {step:£} a place."""

    who: Seat
    place: int
    step: Money


class NightmareCame(Event):
    """A Nightmare for {who}, who has most and is still in: 5% goes."""

    who: Seat


class NightmareCameOut(Event):
    """A Nightmare for {who}, who has most but is out: 10% goes."""

    who: Seat


class ReverieCame(Event):
    """A sweet Reverie for {who}, who has least and is still in: 5% more."""

    who: Seat


class ReverieCameOut(Event):
    """A sweet Reverie for {who}, who has least and is out: 10% more."""

    who: Seat


class RevolutionMade(Event):
    """Революция! A quarter of every total makes a pot of {pot:£}: {share:£} for each of you."""

    pot: Money
    share: Money


class RobinHoodTook(Event):
    """Robin Hood takes 10% from {rich}, {most:£} at most, and gives it to {poor}."""

    rich: Seat
    poor: Seat
    most: Money


class DigitalLoveMade(Event):
    """Digital Love from the bottom up: 3, 2 and 1 more in the ten-millions digit for {players}."""

    players: Seats


class Realigned(Event):
    """Realignment: the digits of {low} turn the best way round, those of {high} the worst."""

    low: Seat
    high: Seat


class MillionsStolen(Event):
    """Steal Your Million! Every millions digit goes to {who}."""

    who: Seat


class ZeroHourStruck(Event):
    """Zero Hour! One digit each of {players} turns to nought, first ten-millions, then millions, then hundred-thousands, and {who} gets what they were worth."""

    players: Seats
    who: Seat


class ZeroHourStruckOne(Event):
    """Zero Hour! The ten-millions digit of {players} turns to nought, and {who} gets what it was worth."""

    players: Seats
    who: Seat


class BonusBagOpened(Event):
    """{who} reaches into the Bonus Bag."""

    who: Seat


class SquareCopied(Event):
    """{who} copies square {n}: {face}!"""

    who: Seat
    n: int
    face: Words


class PlayForced(Event):
    """{other}, you are up: {who} makes you play this turn."""

    other: Seat
    who: Seat


class MetronomeStopped(Event):
    """Tick, tock, tick: the Metronome stops at {face} for {who}!"""

    face: Words
    who: Seat


class TurnSkipped(Event):
    """{who} makes no selection."""

    who: Seat


class BombSwitched(Event):
    """The bomb does not go off. {who} lays it somewhere else; until then everybody waits."""

    who: Seat


class BombRelaid(Event):
    """The bomb is laid. The round goes on."""


class BombDeflected(Event):
    """The bomb bounces off {who} and flies to {victim}!"""

    beat = Beat("saved")
    deed = "deflected"
    who: Seat
    victim: Seat


class BombDefused(Event):
    """{who} defuses the bomb and stays in."""

    beat = Beat("saved")
    deed = "defused"
    who: Seat


class BombsFoundSeen(Event):
    """There {n:is a bomb on this square|are bombs on these squares}: {found}."""

    n: int
    found: list[int]


class NoBombsFoundSeen(Event):
    """There is no bomb left."""


class NoPeeksToBorrow(Event):
    """Nobody else has peeked yet. You will hear of every peek from now on."""


class PeekBorrowed(Event):
    """{other} peeked at square {n}: {what}."""

    other: Seat
    n: int
    what: Words


class HoldingsSeen(Event):
    """{other} holds {held}."""

    variants = ("{other} holds no hidden square.",)
    other: Seat
    held: Names

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """By whether there is anything to hold."""
        return cls.says if facts["held"] else cls.variants[0]


class SquareSeen(Event):
    """Square {n}: {what}."""

    n: int
    what: Words


class SquareConverted(Event):
    """Square {n} is now {what}."""

    n: int
    what: Words


class BlammoHidden(Event):
    """Your Blammo lies on square {n}."""

    n: int


class FreePlaySet(Event):
    """Your next selection is a Free Play."""


class FreePlayKept(Event):
    """Free Play: {who} keeps {amount:£}."""

    who: Seat
    amount: Money


class GoldDustSet(Event):
    """There will be Gold Dust on the next square you open."""


class PenaltyReturned(Event):
    """{who} is given back the last penalty of {least:£} or more."""

    who: Seat
    least: Money


class RevivePriceSet(Event):
    """The way back costs half of what the round has brought, {least:£} at least."""

    least: Money


class ReviveLost(Event):
    """Your Revive is lost with the round."""


class NothingLeftOver(Event):
    """There is nothing left over."""


class LeftoversTaken(Event):
    """{who} picks up the leftovers: {squares}."""

    who: Seat
    squares: Names


class BuriedSeen(Event):
    """Under the bombs lay {squares}."""

    squares: Names


class LeftoversLifted(Event):
    """{won:£} of it is won and {lost:£} lost; Hypnotise doubles only what is won."""

    won: Money
    lost: Money


class LeftoverUseless(Event):
    """Among them: {face}, which is of no use to somebody who is out."""

    face: Words


class LeftoverForNobody(Event):
    """Among them: {face}, and nobody is left in the round whom it could reach."""

    face: Words


class LeftoverEffect(Event):
    """Among them: {face}."""

    face: Words


class NothingToSiphon(Event):
    """Nobody else has a booster. {who} gets nothing."""

    who: Seat


class BoostersSiphoned(Event):
    """{who} siphons off all boosters of {robbed}: {taken}%."""

    deed = "siphoned"
    who: Seat
    robbed: Seats
    taken: int


class ChamberEmpty(Event):
    """{who} opens the Chamber of Secrets, and there is nothing in it."""

    who: Seat


class ChamberOpened(Event):
    """{who} opens the Chamber of Secrets: a hidden square for everybody still in!"""

    who: Seat


class FastForwardSet(Event):
    """{who} plays minigames on Fast Forward: at once, win or lose."""

    who: Seat


class NothingToHandOver(Event):
    """Nobody else has a minigame. {who} gets nothing."""

    who: Seat


class MinigameHandedOver(Event):
    """{who} has to hand over {minigame}."""

    who: Seat
    minigame: str


class GameOnVoid(Event):
    """{who} calls for a game, and there is none to be had."""

    who: Seat


class GameOnCalled(Event):
    """Game On! {who} has found a minigame for everybody still in."""

    who: Seat


class GiftCardShown(Event):
    """On the Gift Card: {gifts}. {who} chooses one to give away."""

    gifts: Names
    who: Seat


class GiftGiven(Event):
    """{who} gives it to {friend}."""

    deed = "gifts"
    who: Seat
    friend: Seat


class GiftCardExpired(Event):
    """The Gift Card expires."""


class SixAndOut(Event):
    """Six for {who}, and out!"""

    who: Seat


class RocketSent(Event):
    """{who} sends up a rocket: 50% more booster for everybody still in."""

    who: Seat


class BombShruggedOff(Event):
    """{who} is immune. The bomb does nothing."""

    beat = Beat("saved")
    deed = "shrugged_off"
    who: Seat


class Protected(Event):
    """{who} cannot be put out by anything until after their next selection."""

    who: Seat


class ProtectionHeld(Event):
    """{who} is protected and stays in the round."""

    beat = Beat("saved")
    deed = "protected"
    who: Seat


class InviteTooLate(Event):
    """This round is decided: nobody can join it any more."""


class InviteVoid(Event):
    """There is nobody whom {who} could invite."""

    who: Seat


class Invited(Event):
    """{who} invites {guest}. Turn order: {order}."""

    deed = "invited"
    who: Seat
    guest: Seat
    order: Seats


class InviteDeclined(Event):
    """{who} invites nobody."""

    who: Seat


class PlacesSwitched(Event):
    """{who} swaps places with {other} (Switcheroo)."""

    deed = "switched"
    who: Seat
    other: Seat


class SwitchDeclined(Event):
    """{who} stays put."""

    who: Seat


class WormholeClosed(Event):
    """The wormhole leads nowhere. {who} stays."""

    who: Seat


class WormholeTaken(Event):
    """The wormhole carries {who} off to {round}."""

    deed = "wormholes"
    who: Seat
    round: Words


class CommissionVoid(Event):
    """{who} has no minigame to choose from."""

    who: Seat


class MinigameCommissioned(Event):
    """Commissioned for the winners of this round: {minigame}."""

    minigame: str


class RivalNamed(Event):
    """{who} names {rival}: if {rival} is out, {who} gets a reward."""

    who: Seat
    rival: Seat


class RivalDeclined(Event):
    """{who} names nobody."""

    who: Seat


class RivalOut(Event):
    """{rival} is out: Schadenfreude for {who}."""

    deed = "schadenfreude"
    rival: Seat
    who: Seat


class TagNamed(Event):
    """{who} tags along with {leader}: if {leader} wins, {who} wins too."""

    who: Seat
    leader: Seat


class TagDeclined(Event):
    """{who} tags along with nobody."""

    who: Seat


class TagWon(Event):
    """{who} tags along with a winner and wins too."""

    deed = "rides"
    who: Seat


class BlammoBegun(Event):
    """Blammo! {who} must choose one of four squares."""

    who: Seat


class BlammoOpened(Event):
    """{who} opens square {n} of the four: {face}! The others were {others}."""

    beat = Beat("doors", what="face")
    who: Seat
    n: int
    face: Words
    others: Names


class BlammoBlocked(Event):
    """The Blammo is blocked. {who} breathes again."""

    beat = Beat("saved")
    who: Seat


class OpponentDrawn(Event):
    """Chance picks {who}."""

    who: Seat


class FifthPledged(Event):
    """If {who} does not win this round, a fifth of the total will go too."""

    who: Seat


class MilitaryAidGiven(Event):
    """Military Aid for {who}, the lowest still in: one more bomb, and a hidden square."""

    who: Seat


class ExtraBombSealed(Event):
    """{who} has sealed one more bomb: {receipt}."""

    who: Seat
    receipt: str


class ReparationsVoid(Event):
    """There is nobody to pay reparations to."""


class ReparationsMade(Event):
    """{high}, the highest still in, hands booster and squares to {low}, the lowest."""

    high: Seat
    low: Seat


class SobStoryTold(Event):
    """What a sob story! Nobody has less than {who}, who is still in."""

    who: Seat


class SobStoryOfFolded(Event):
    """The saddest story is that of {who}, who has folded and is back in the next cycle."""

    who: Seat


class SobStoryOfMoved(Event):
    """The saddest story is that of {who}, who has long found another round."""

    who: Seat


class SobStoryOfOut(Event):
    """What a sob story! Nobody has less than {who}."""

    who: Seat


class DeadlockSet(Event):
    """Deadlock: if several of you survive, only the one with the lowest total wins."""


class DeadlockDecides(Event):
    """Deadlock: {n} of you have survived, and only the lowest total wins."""

    n: int


class SharePledged(Event):
    """If {who} does not win this round, the others will share 15% of that total."""

    who: Seat


class ForfeitSpared(Event):
    """Free Play: {square} will cost {who} nothing."""

    square: str
    who: Seat


class ForfeitDue(Event):
    """{who} has lost the round and pays for {square}."""

    who: Seat
    square: str


class SalarySigned(Event):
    """{who} signs for {weekly:£} a week: {net:£} a year after tax."""

    deed = "salaries"
    who: Seat
    weekly: Money
    net: Money


class OnePlusUseless(Event):
    """OnePlus: no digit of {who}’s total but the first can go up."""

    who: Seat


class OnePlusRaised(Event):
    """OnePlus: every digit of {who}’s total but the first goes up."""

    who: Seat


class BankCalled(Event):
    """The bank is on the line for {who}."""

    beat = Beat("offer")
    who: Seat


class BankHiddenSeen(Event):
    """The hidden square that the bank offers is {hidden}."""

    hidden: str


class BankHungUp(Event):
    """{who} is the only one left, and the bank hangs up."""

    who: Seat


class DealMade(Event):
    """Deal! {who} takes {package}."""

    beat = Beat("deal", what="package")
    deed = "deals"
    who: Seat
    package: Names


class DealRefused(Event):
    """No deal: {who} stays."""

    beat = Beat("no_deal")
    deed = "no_deals"
    who: Seat


class KnifeEdgeStood(Event):
    """{who} stands on a Knife Edge: the next square is a Bomb, or a Win Zone with a hidden square."""

    who: Seat


class KnifeEdgeWon(Event):
    """{who} selects square {n} and comes down on the bright side: Win Zone."""

    beat = Beat("open")
    who: Seat
    n: int


class MissForgiven(Event):
    """{who} did not select in time. The first miss is forgiven: {other} goes on."""

    variants = ("{who} did not select in time. The first miss is forgiven: the turn passes.",)
    who: Seat
    other: Seat = ""


class BombFound(Event):
    """{who} selects square {n}: a Bomb!"""

    beat = Beat("bomb", what="face")
    deed = "bombs"
    rings = CHAT
    who: Seat
    n: int
    face: Words


class SquareOpened(Event):
    """{who} selects square {n}: {face}."""

    beat = Beat("open", what="face")
    deed = "squares"
    who: Seat
    n: int
    face: Words


class NearBombsCounted(Event):
    """Next to square {n} {near:lies|lie} {near} {near:bomb|bombs}."""

    n: int
    near: int


class TurnMissed(Event):
    """{who} misses this turn."""

    who: Seat


class Gained(Event):
    """{who} gains {amount:£}."""

    beat = Beat("big", money="amount", sign=1)
    deed = "won"
    variants = ("{who} gains {amount:£} ({base:£} with {lifts}).",)
    who: Seat
    amount: Money
    source: str
    base: Money | None = None  # what it was before it was lifted
    lifts: Names = []


class Lost(Event):
    """{who} loses {amount:£}."""

    beat = Beat("loss", money="amount", sign=-1)
    deed = "lost"
    variants = ("{who} loses {amount:£} ({base:£} with {lifts}).",)
    who: Seat
    amount: Money
    source: str
    base: Money | None = None  # what it was before it was lifted
    lifts: Names = []


class PricePaid(Event):
    """{who} pays {amount:£}."""

    beat = Beat("loss", money="amount", sign=-1)
    deed = "lost"
    who: Seat
    amount: Money
    source: str


class Boosted(Event):
    """{who} gains a {percent}% booster and stands at {booster}%."""

    beat = Beat("booster")
    variants = (
        "{who} gains an {percent}% booster and stands at {booster}%.",
        "{who} gains a {percent}% booster, to the cap: {booster}%.",
        "{who} gains an {percent}% booster, to the cap: {booster}%.",
    )
    who: Seat
    percent: int
    booster: int
    capped: bool = False

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """By how the number is spoken, and by whether the cap has bitten."""
        return (cls.says, *cls.variants)[2 * ("capped" in facts) + is_said_with_an(facts["percent"])]


class HiddenReceived(Event):
    """You now hold {hidden}."""

    hidden: str


class HiddenUsedSeen(Event):
    """You use {hidden}."""

    hidden: str


class HiddenUsed(Event):
    """{who} uses {hidden}."""

    deed = "hidden"
    who: Seat
    hidden: str


class HiddenLost(Event):
    """You no longer hold {hidden}."""

    hidden: str


class PledgeTakenOver(Event):
    """{taker} takes over {square}."""

    taker: Seat
    square: str


class AccessReceived(Event):
    """{who} has Access to the next Super Round."""

    who: Seat


class PutOut(Event):
    """{who} is out of the round."""

    beat = Beat("out")
    deed = "outs"
    rings = CHAT
    who: Seat


class StayedAlone(Event):
    """{who} is the only one left, and stays."""

    who: Seat


class CameBack(Event):
    """{who} is back in the round!"""

    deed = "revived"
    who: Seat


class Folded(Event):
    """{who} folds, and will be back in the next cycle with all that is held."""

    beat = Beat("out")
    deed = "folds"
    who: Seat


class Surrendered(Event):
    """{who} leaves the round."""

    beat = Beat("out")
    who: Seat


class ProtectionOver(Event):
    """{who} is no longer protected."""

    who: Seat


class Immunised(Event):
    """{who} is immune from all bombs in this round."""

    who: Seat


class MinigamePaid(Event):
    """{minigame} pays {who}."""

    beat = Beat("won", what="minigame")
    deed = "minigames"
    minigame: str
    who: Seat


class MinigamePaidNothing(Event):
    """{minigame} pays {who} nothing."""

    beat = Beat("lost", what="minigame")
    deed = "empty_minigames"
    minigame: str
    who: Seat


class VoteNoted(Event):
    """Your vote is {vote}. All votes are revealed together."""

    vote: str


class VotesShown(Event):
    """The votes are in. Remain: {remain}. Leave: {leave}."""

    remain: Seats
    leave: Names


class MostLeave(Event):
    """Most of you leave: neither Invite, Switcheroo nor Wormhole can lie on this board."""


class AllRemain(Event):
    """All of you remain: an Invite is sure to lie on this board."""


class RoundReopened(Event):
    """Everybody has selected. The rest of {round} is drawn anew, and bombs are sealed."""

    round: Words


class CastleStood(Event):
    """{who} is not in a Win Zone: the castle stands."""

    who: Seat
