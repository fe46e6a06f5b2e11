"""All that happens in Season 7: each event says itself in its docstring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.beat import Beat
from engine.kernel.event import CHAT, EVERYWHERE, Deeds, Event, Money, Names, Seat, Seats, Words
from engine.season7.tables import WILDCARDS, is_said_with_an


class BombOwned(Event):
    """{owners} hid this bomb."""

    beat = Beat("owned", who="", other="owners")
    variants = ("No player hid this bomb.",)
    n: int
    owners: Seats = []


class OwnBombWentOff(Event):
    """Your bomb on square {n} explodes: {who} did not choose a square in time."""

    who: Seat
    n: int


class OwnBombFound(Event):
    """{who} has found your bomb on square {n}."""

    who: Seat
    n: int


class BombFizzled(Event):
    """The bomb does not explode. Nothing happens."""

    beat = Beat("saved", who="")
    rings = CHAT


class BombMutated(Event):
    """It is a {mutant} Bomb!"""

    rings = CHAT
    mutant: str


class BurnoutPromised(Event):
    """{who} will start the next round with a {percent}% booster."""

    who: Seat
    percent: int


class RoundGainsGone(Event):
    """{who} loses everything gained in this round."""

    who: Seat


class LossForgiven(Event):
    """{who} pays nothing for losing this round."""

    who: Seat


class AutoBombed(Event):
    """{who} did not choose a square in time, so square {n} explodes (Auto-Bomb)."""

    deed = "asleep"
    rings = CHAT
    who: Seat
    n: int


class MinigameStarted(Event):
    """{who} plays {game}."""

    who: Seat
    game: str


class CycleBegun(Event):
    """Cycle {cycle} begins. It has {n} {n:round|rounds, played at the same time}."""

    cycle: int
    n: int
    players: Seats


class PlayerBack(Event):
    """{who} is back in the race."""

    who: Seat


class PlayerJoined(Event):
    """{who} joins the race with {start:£}."""

    who: Seat
    start: Money


class WildcardTaught(Event):
    """Gold Mine: 15 of 25 squares hold seven-figure cash, four hold a booster, and one holds a Board Booster."""

    variants = (
        "Head to Head: small groups play on boards of twelve squares. Minigames wait until all of them have finished.",
        (
            "Remain or Leave: vote in secret. Leave gives you £50,000,000 and a 252% booster. But then six- and "
            "seven-figure cash costs you money, and a bomb costs £15,000,000."
        ),
        "Rolling Start: the board has only boosters and no bombs until everybody has chosen one square.",
        "Takeshi's Castle: everybody starts with a 250% booster. To win, you must be in a Win Zone.",
    )
    wildcard: str

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the sentence for this event: a wildcard round's rule, picked by its number among the sentences of this
        event.
        """
        return (cls.says, *cls.variants)[WILDCARDS.index(facts["wildcard"])]


class WildcardSeated(Event):
    """Players in the wildcard round: {players}."""

    beat = Beat("begins", who="players")
    players: Seats


class NoSuperRound(Event):
    """This cycle has no Super Round: too few players are left."""


class SuperRoundSeated(Event):
    """Players in the Super Round: {players}."""

    beat = Beat("begins", who="players")
    rings = CHAT
    players: Seats


class DuelSquareTaken(Event):
    """{who} chose square {n}, too, but it is locked now."""

    who: Seat
    n: int


class LastToFallSeated(Event):
    """{who} was the last player to fall, and gets a seat in the Super Round."""

    who: Seat


class SeatsFilledUp(Event):
    """The Super Round has {n:a free seat. It goes|free seats. They go} to {players}, the lowest of the other players."""

    n: int
    players: Seats


class MegagridOpened(Event):
    """Players on the Megagrid: {winners}. The starting money is {stake:£}."""

    beat = Beat("begins", who="winners")
    rings = CHAT
    stake: Money
    winners: Seats


class CycleOver(Event):
    """Cycle {cycle} is over. {leaders} {n:leads|lead} the race with {total:£} and {n:needs|need} {short:£} more to reach the target."""

    beat = Beat("cycle", who="leaders")
    rings = EVERYWHERE
    cycle: int
    leaders: Seats
    n: int
    deeds: Deeds
    total: Money
    short: Money


class TargetReachedTogether(Event):
    """{players} reach {target:£} together, before all others! The race ends after this cycle. Only a player who has reached the target can win, even after losing money again."""

    beat = Beat("reached", who="players")
    rings = CHAT
    players: Seats
    target: Money


class TargetReached(Event):
    """{who} is the first to reach {target:£}! The race ends after this cycle. Only a player who has reached the target can win, even after losing money again."""

    beat = Beat("reached")
    variants = (
        (
            "{who} reaches {target:£}, too. When the cycle is over, the highest total of the players who have reached"
            " it wins."
        ),
        "{who} reaches {target:£}, too, but later than {first}.",
    )
    rings = CHAT
    who: Seat
    target: Money
    too: bool = False
    first: Seats = []  # who had surely reached it before

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the sentence for a player who reaches the target: the first one, one of several at the same moment, or
        one after others.
        """
        return cls.variants["first" in facts] if "too" in facts else cls.says


class RaceWon(Event):
    """{champions} {n:wins|win} Race to a Billion with {total:£}!"""

    beat = Beat("crown", who="champions", money="total")
    rings = EVERYWHERE
    variants = ("{champions} {n:wins|win} Race to a Billion with {total:£}! The target was reached earlier.",)
    champions: Seats
    total: Money
    n: int
    deeds: Deeds
    fell: bool = False  # below the target, since it was reached

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the sentence that announces the winner: one still at the target, or one who has
        fallen below it since.
        """
        return cls.variants[0] if "fell" in facts else cls.says


class HostAsked(Event):
    """Ask the Host: each of you may ask one yes/no question. The host always tells the truth."""


class NothingAsked(Event):
    """{who} asks nothing."""

    who: Seat


class QuestionUnclear(Event):
    """{who}, the host answers only yes or no, and is not sure what you mean. Do you mean: {first:C}? Or: {second:C}?"""

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
    """{who} chooses column {column} in row {row}: a bomb! {pot:£} is lost."""

    beat = Beat("bombed", money="pot", sign=-1)
    rings = CHAT
    variants = ("{who} chooses column {column} in row {row}: a bomb! Everything is lost.",)
    who: Seat
    column: int
    row: int
    pot: Money | None = None  # what is lost; older releases did not say


class MegagridRowSafe(Event):
    """{who} chooses column {column} in row {row}: safe!"""

    beat = Beat("row", money="pot")
    who: Seat
    column: int
    row: int
    pot: Money
    left: int


class MegagridClimbed(Event):
    """{who} has reached the top of the Megagrid!"""

    beat = Beat("roof")
    deed = "megagrids"
    rings = CHAT
    who: Seat


class HiddenBehind(Event):
    """There is also a hidden square in it!"""


class BurnoutOver(Event):
    """{who} is back after a Burnout Bomb."""

    who: Seat


class NoPlaceToGo(Event):
    """{who} has no place to go to any more, and stays."""

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
    """Nitrous: you must hide {n:n} more bomb{n:s}."""

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
    """All bombs are hidden. Receipts: {receipts}."""

    proof = "receipts"
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
    """Squares still closed: {squares}."""

    beat = Beat("rest", who="", what="squares")
    squares: Names


class BuriedShown(Event):
    """Squares under the bombs: {squares}."""

    beat = Beat("rest", who="", what="squares")
    squares: Names


class UnfoundBombsShown(Event):
    """Nobody found {n:this bomb|these bombs}: {bombs}."""

    beat = Beat("rest", who="", bombs="unfound")
    n: int
    bombs: Names
    unfound: list[tuple[Seat, int]]  # whose, and where


class RoundClosed(Event):
    """{round} is closed."""

    round: Words
    best: Deeds
    good: int | None = None  # the line of a forecast: is the best gain more? older releases did not say


class PlayerSignedUp(Event):
    """{who} will join at the start of the next cycle."""

    who: Seat


class SpellCast(Event):
    """{name}! Every closed square without a bomb now holds {category}. This lasts until each of you has chosen one square."""

    name: str
    category: str


class SpellOver(Event):
    """{name} is over: the closed squares change again."""

    name: str


class WinBonusWorked(Event):
    """The win bonus is {fixed:£}, plus {each:£} for each of {n} {n:square|squares}. A booster raises the money for the squares. A Win Zone doubles the whole bonus."""

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
    """{who} risks a win bonus of {bonus:£} on Square 00."""

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
    """{who} loses the win bonus."""

    who: Seat


class MinigamePickedUp(Event):
    """{who} gets {minigame}."""

    who: Seat
    minigame: str


class RowAdded(Event):
    """The board gets a new row: squares {first} to {last}. {who} hides a bomb on it."""

    first: int
    last: int
    who: Seat


class RowOpened(Event):
    """The new row can be played now. Receipt for its bomb: {receipt}."""

    proof = "receipt"
    receipt: str


class BoardBoostedToCap(Event):
    """Board Booster of {percent}%: all cash still on the board is now worth {booster}% more. This is the maximum."""

    percent: int
    booster: int


class BoardBoosted(Event):
    """Board Booster of {percent}%: all cash still on the board is now worth {booster}% more."""

    percent: int
    booster: int


class NothingToShuffle(Event):
    """Eclipse: there is nothing left to shuffle."""


class BoardShuffled(Event):
    """Eclipse: all {n:n} closed squares are shuffled, bombs too."""

    n: int


class BoardListed(Event):
    """Still on the board: {squares}. Bombs: {bombs}."""

    squares: Names
    bombs: int


class LockdownBegun(Event):
    """Lockdown! Every closed square without a bomb is now seven-figure cash. A bomb costs {penalty:£}. The winner must risk the win bonus on Square 00."""

    penalty: Money


class NothingToMine(Event):
    """There is no square left for a new bomb."""


class BombsMined(Event):
    """The board now has {n:n} more {n:bomb|bombs}."""

    n: int


class NothingToSweep(Event):
    """There is no bomb left to remove."""


class BombsSwept(Event):
    """{n:n} bomb{n:s} removed: square{n:s} {squares}."""

    n: int
    squares: list[int]


class DoubleDipSet(Event):
    """The next player must choose two squares."""


class DoubleDipDue(Event):
    """Double Dip: {who} must choose {n} squares."""

    who: Seat
    n: int


class PeeksGiven(Event):
    """{who} may peek {n} time{n:s}."""

    who: Seat
    n: int


class Hypnotised(Event):
    """{who} is hypnotised: the next {n} square{n:s} {n:is|are} chosen at random, and all gains are doubled."""

    who: Seat
    n: int


class HypnosisOver(Event):
    """{who} is no longer hypnotised."""

    who: Seat


class QuickFinishMissed(Event):
    """{left} squares are still closed. A Quick Finish needs {most} or fewer, so the round goes on."""

    left: int
    most: int


class QuickFinishHit(Event):
    """Only {left} square{left:s} left: the round ends here. This counts as a cleared board."""

    rings = CHAT
    left: int


class WinZoneEntered(Event):
    """{who} is in a Win Zone for the next {n} squares that anybody chooses. A win in that time doubles the win bonus."""

    who: Seat
    n: int


class WinZoneLeft(Event):
    """{who} leaves the Win Zone."""

    who: Seat


class JackpotStands(Event):
    """The jackpot is {amount:£}."""

    amount: Money


class PayDayWorked(Event):
    """Pay Day: {who} gets the win bonus now: {fixed:£}, plus {each:£} for each of {n} {n:square|squares}. A booster raises the money for the squares."""

    who: Seat
    fixed: Money
    each: Money
    n: int


class PenaltyBoxEntered(Event):
    """Penalty Box: {who} will miss the next turn."""

    who: Seat


class AnchorDragged(Event):
    """The Anchor pulls {who} down to £1 above {other}."""

    who: Seat
    other: Seat


class AnchorGrounded(Event):
    """Nobody is below {who}, so the Anchor changes nothing."""

    who: Seat


class SlipstreamCaught(Event):
    """Slipstream: {who} moves up to £1 behind {other}."""

    who: Seat
    other: Seat


class SlipstreamMissed(Event):
    """Nobody is ahead of {who}, so the Slipstream changes nothing."""

    who: Seat


class NothingToShare(Event):
    """Nobody is above {who}, so there is nothing to share."""

    who: Seat


class TotalsShared(Event):
    """{who} and {other} share their money: {half:£} each."""

    who: Seat
    other: Seat
    half: Money


class HareNapped(Event):
    """Napping Hare: {n} player{n:s} {n:is|are} below {who}, who loses {step:£} for each."""

    who: Seat
    n: int
    step: Money


class TortoiseRan(Event):
    """Steady Tortoise: {who} is number {place} in the race and gains {step:£} times {place}."""

    who: Seat
    place: int
    step: Money


class NightmareCame(Event):
    """Nightmare: {who} has the most and is still in, so {who} loses 5%."""

    who: Seat


class NightmareCameOut(Event):
    """Nightmare: {who} has the most but is out, so {who} loses 10%."""

    who: Seat


class ReverieCame(Event):
    """Reverie: {who} has the least and is still in, so {who} gains 5%."""

    who: Seat


class ReverieCameOut(Event):
    """Reverie: {who} has the least and is out, so {who} gains 10%."""

    who: Seat


class RevolutionMade(Event):
    """Revolution! Each of you pays a quarter of your total into a pot of {pot:£}. Each of you gets {share:£} back."""

    pot: Money
    share: Money


class RobinHoodTook(Event):
    """Robin Hood takes 10% from {rich} (at most {most:£}) and gives it to {poor}."""

    rich: Seat
    poor: Seat
    most: Money


class DigitalLoveMade(Event):
    """Digital Love: the ten-millions digits of {players}, from the lowest total up, rise by 3, 2 and 1."""

    players: Seats


class Realigned(Event):
    """Realignment: {low} has the lowest total: its digits after the first now go from high to low. {high} has the highest: there they go from low to high."""

    low: Seat
    high: Seat


class MillionsStolen(Event):
    """Steal Your Million! {who} has the lowest total and gets the millions digit of everybody else in the round."""

    who: Seat


class ZeroHourStruck(Event):
    """Zero Hour! {players} lose one digit each, in this order: ten-millions, millions, hundred-thousands. {who} gets that money."""

    players: Seats
    who: Seat


class ZeroHourStruckOne(Event):
    """Zero Hour! {players} loses the ten-millions digit, and {who} gets that money."""

    players: Seats
    who: Seat


class BonusBagOpened(Event):
    """{who} takes a square from the Bonus Bag."""

    who: Seat


class SquareCopied(Event):
    """{who} copies square {n}: {face}!"""

    who: Seat
    n: int
    face: Words


class PlayForced(Event):
    """{other}, it is your turn: {who} makes you play it."""

    other: Seat
    who: Seat


class MetronomeStopped(Event):
    """The Metronome stops at {face} for {who}!"""

    face: Words
    who: Seat


class TurnSkipped(Event):
    """{who} chooses no square."""

    who: Seat


class BombSwitched(Event):
    """The bomb does not explode. {who} hides it on another square. Everybody waits until then."""

    who: Seat


class BombRelaid(Event):
    """The bomb is hidden again. The round goes on."""


class BombDeflected(Event):
    """{who} deflects the bomb. It hits {victim}!"""

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
    """Nobody else has peeked yet. From now on you see every peek of the others."""


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
        """Return the sentence that lists what others hold, or the one that says they hold nothing."""
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
    """Your Blammo is on square {n}."""

    n: int


class FreePlaySet(Event):
    """The next square you choose is a Free Play: it cannot cost you money."""


class FreePlayKept(Event):
    """Free Play: {who} keeps {amount:£}."""

    who: Seat
    amount: Money


class GoldDustSet(Event):
    """The next square you open becomes seven-figure cash (Gold Dust)."""


class PenaltyReturned(Event):
    """{who} gets back the last penalty of {least:£} or more."""

    who: Seat
    least: Money


class RevivePriceSet(Event):
    """Coming back costs half of what the round has brought so far, but at least {least:£}."""

    least: Money


class ReviveLost(Event):
    """The round is over for you, so your Revive is lost."""


class NothingLeftOver(Event):
    """There are no leftovers."""


class LeftoversTaken(Event):
    """{who} takes the leftovers: {squares}."""

    who: Seat
    squares: Names


class BuriedSeen(Event):
    """Under the bombs were {squares}."""

    squares: Names


class LeftoversLifted(Event):
    """In all, {won:£} is won and {lost:£} is lost. Hypnotise doubles only what is won."""

    won: Money
    lost: Money


class LeftoverUseless(Event):
    """One of them is {face}. It does nothing for a player who is out."""

    face: Words


class LeftoverForNobody(Event):
    """One of them is {face}. Nobody is left in the round who could be affected by it."""

    face: Words


class LeftoverEffect(Event):
    """One of them is {face}."""

    face: Words


class NothingToSiphon(Event):
    """Nobody else has a booster. {who} gets nothing."""

    who: Seat


class BoostersSiphoned(Event):
    """{who} takes all boosters of {robbed}: {taken}%."""

    deed = "siphoned"
    who: Seat
    robbed: Seats
    taken: int


class ChamberEmpty(Event):
    """{who} opens the Chamber of Secrets, but it is empty."""

    who: Seat


class ChamberOpened(Event):
    """{who} opens the Chamber of Secrets: everybody still in gets a hidden square!"""

    who: Seat


class FastForwardSet(Event):
    """Fast Forward: {who} plays all minigames of this round at once, whether {who} wins it or not."""

    who: Seat


class NothingToHandOver(Event):
    """Nobody else has a minigame. {who} gets nothing."""

    who: Seat


class MinigameHandedOver(Event):
    """{who} must give away {minigame}."""

    who: Seat
    minigame: str


class GameOnVoid(Event):
    """{who} wants minigames for everybody, but there are none left."""

    who: Seat


class GameOnCalled(Event):
    """Game On! {who} has found a minigame for everybody still in."""

    who: Seat


class GiftCardShown(Event):
    """The Gift Card offers {gifts}. {who} must give one of them away."""

    gifts: Names
    who: Seat


class GiftGiven(Event):
    """{who} gives it to {friend}."""

    deed = "gifts"
    who: Seat
    friend: Seat


class GiftCardExpired(Event):
    """Nobody can use the gift, so the Gift Card is lost."""


class SixAndOut(Event):
    """Six and Out: {who} gets six squares and is then out!"""

    who: Seat


class RocketSent(Event):
    """{who} sends up a rocket: everybody still in gets 50% more booster."""

    who: Seat


class BombShruggedOff(Event):
    """{who} is immune. The bomb does nothing."""

    beat = Beat("saved")
    deed = "shrugged_off"
    who: Seat


class Protected(Event):
    """{who} is safe: nothing can put {who} out of the round until {who} has chosen one more square."""

    who: Seat


class ProtectionHeld(Event):
    """{who} is protected and stays in the round."""

    beat = Beat("saved")
    deed = "protected"
    who: Seat


class InviteTooLate(Event):
    """This round has already been decided, so nobody can join it any more."""


class InviteVoid(Event):
    """There is nobody {who} could invite."""

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
    """{who} swaps with nobody."""

    who: Seat


class WormholeClosed(Event):
    """There is no other round to go to, so {who} stays (Wormhole)."""

    who: Seat


class WormholeTooLate(Event):
    """This round is decided, so {who} stays (Wormhole)."""

    who: Seat


class WormholeTaken(Event):
    """The Wormhole takes {who} to {round}."""

    deed = "wormholes"
    who: Seat
    round: Words


class CommissionVoid(Event):
    """{who} has no minigame to choose from."""

    who: Seat


class MinigameCommissioned(Event):
    """The winners of this round will play {minigame}."""

    minigame: str


class RivalNamed(Event):
    """{who} names {rival}: if {rival} goes out, {who} gets a reward."""

    who: Seat
    rival: Seat


class RivalDeclined(Event):
    """{who} names nobody."""

    who: Seat


class RivalOut(Event):
    """{rival} is out, so {who} gets a reward (Schadenfreude)."""

    deed = "schadenfreude"
    rival: Seat
    who: Seat


class TagNamed(Event):
    """{who} chooses {leader}: if {leader} wins this round, {who} wins, too."""

    who: Seat
    leader: Seat


class TagDeclined(Event):
    """{who} chooses nobody."""

    who: Seat


class TagWon(Event):
    """{who} chose a winner for Tag Along and wins, too."""

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
    """The Blammo is blocked. Nothing happens to {who}."""

    beat = Beat("saved")
    who: Seat


class OpponentDrawn(Event):
    """{who} is chosen at random."""

    who: Seat


class FifthPledged(Event):
    """If {who} does not win this round, {who} also loses a fifth of the total."""

    who: Seat


class MilitaryAidGiven(Event):
    """Military Aid: {who} has the lowest total of all still in, and gets one more bomb and a hidden square."""

    who: Seat


class ExtraBombSealed(Event):
    """{who} has hidden one more bomb. Receipt: {receipt}."""

    proof = "receipt"
    who: Seat
    receipt: str


class ReparationsVoid(Event):
    """There is nobody else to get Reparations."""


class ReparationsMade(Event):
    """Reparations: {high} has the highest total still in, and gives booster and squares to {low}, who has the lowest."""

    high: Seat
    low: Seat


class SobStoryTold(Event):
    """Sob Story: {who} has the lowest total and is still in."""

    who: Seat


class SobStoryOfFolded(Event):
    """Sob Story: {who} has the lowest total, but has left this cycle (Fold) and is back in the next one."""

    who: Seat


class SobStoryOfMoved(Event):
    """Sob Story: {who} has the lowest total, but is already in another round."""

    who: Seat


class SobStoryOfOut(Event):
    """Sob Story: {who} has the lowest total and is out."""

    who: Seat


class DeadlockSet(Event):
    """Deadlock: if more than one of you survives, only the one with the lowest total wins."""


class DeadlockDecides(Event):
    """Deadlock: {n} of you have survived, but only the one with the lowest total wins."""

    n: int


class SharePledged(Event):
    """If {who} does not win this round, the others share 15% of the total of {who}."""

    who: Seat


class ForfeitSpared(Event):
    """Free Play: {square} will cost {who} nothing."""

    square: str
    who: Seat


class ForfeitDue(Event):
    """{who} has lost the round and must pay for {square}."""

    who: Seat
    square: str


class SalarySigned(Event):
    """{who} earns a footballer’s salary of {weekly:£} a week: {net:£} a year after tax."""

    deed = "salaries"
    who: Seat
    weekly: Money
    net: Money


class OnePlusUseless(Event):
    """OnePlus: after the first digit, no digit of {who}’s total can go up, so nothing changes."""

    who: Seat


class OnePlusRaised(Event):
    """OnePlus: every digit of {who}’s total after the first goes up by one. A nine stays a nine."""

    who: Seat


class BankCalled(Event):
    """The bank calls {who} and makes an offer."""

    beat = Beat("offer")
    who: Seat


class BankHiddenSeen(Event):
    """The hidden square in the bank’s offer is {hidden}."""

    hidden: str


class BankHungUp(Event):
    """{who} is the only one left, so the bank takes its offer back."""

    who: Seat


class DealMade(Event):
    """Deal! {who} takes {package}."""

    beat = Beat("deal", what="package")
    deed = "deals"
    who: Seat
    package: Names


class DealRefused(Event):
    """No deal: {who} stays in the round."""

    beat = Beat("no_deal")
    deed = "no_deals"
    who: Seat


class KnifeEdgeStood(Event):
    """Knife Edge: the next square that {who} chooses is either a Bomb, or a Win Zone that brings a hidden square, too."""

    who: Seat


class KnifeEdgeWon(Event):
    """{who} opens square {n} and is lucky: a Win Zone."""

    beat = Beat("open")
    who: Seat
    n: int


class MissForgiven(Event):
    """{who} did not choose a square in time. The first time costs nothing but the turn. Next: {other}."""

    variants = ("{who} did not choose a square in time. The first time costs nothing but the turn.",)
    who: Seat
    other: Seat = ""


class BombFound(Event):
    """{who} opens square {n}: a Bomb!"""

    beat = Beat("bomb", what="face")
    deed = "bombs"
    rings = CHAT
    who: Seat
    n: int
    face: Words


class SquareOpened(Event):
    """{who} opens square {n}: {face}."""

    beat = Beat("open", what="face")
    deed = "squares"
    who: Seat
    n: int
    face: Words


class NearBombsCounted(Event):
    """Next to square {n} there {near:is|are} {near} {near:bomb|bombs}."""

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
    """{who} gains a {percent}% booster and now has {booster}%."""

    beat = Beat("booster")
    variants = (
        "{who} gains an {percent}% booster and now has {booster}%.",
        "{who} gains a {percent}% booster and now has the maximum of {booster}%.",
        "{who} gains an {percent}% booster and now has the maximum of {booster}%.",
    )
    who: Seat
    percent: int
    booster: int
    capped: bool = False

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the sentence for a raised booster: with “a” or “an” before the number, and whether
        the cap has cut it.
        """
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
    """{who} will be in the next Super Round (Access)."""

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
    """{who} folds: {who} leaves this cycle, but keeps everything held and is back in the next one."""

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
    """{who} wins in {minigame}."""

    beat = Beat("won", what="minigame")
    deed = "minigames"
    minigame: str
    who: Seat


class MinigamePaidNothing(Event):
    """{who} wins nothing in {minigame}."""

    beat = Beat("lost", what="minigame")
    deed = "empty_minigames"
    minigame: str
    who: Seat


class VoteNoted(Event):
    """Your vote is {vote}. All votes are shown together at the end."""

    vote: str


class VotesShown(Event):
    """The votes are in. Remain: {remain}. Leave: {leave}."""

    remain: Seats
    leave: Names


class MostLeave(Event):
    """Most of you leave: this board has no Invite, no Switcheroo and no Wormhole."""


class AllRemain(Event):
    """All of you remain: this board has at least one Invite."""


class RoundReopened(Event):
    """Everybody has chosen a square. The other squares of {round} change now, and everybody hides a bomb."""

    round: Words


class CastleStood(Event):
    """{who} survives, but is not in a Win Zone and cannot win (Takeshi’s Castle)."""

    who: Seat
