"""All that happens in Season 7: each event says itself in its docstring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.event import CHAT, EVERYWHERE, Beat, Deeds, Event, Money, Names, Seat, Seats, Words
from engine.season7.tables import WILDCARDS, is_said_with_an


class BombOwned(Event):
    """This bomb was hidden by {owners}."""

    beat = Beat("owned", who="", other="owners")
    variants = ("No player hid this bomb.",)
    n: int
    owners: Seats = []


class OwnBombWentOff(Event):
    """{who} did not choose a square in time, so {who} is hit by your bomb on square {n}."""

    who: Seat
    n: int


class OwnBombFound(Event):
    """{who} has opened your bomb on square {n}."""

    who: Seat
    n: int


class BombFizzled(Event):
    """The bomb does not explode. Nothing happens."""

    beat = Beat("saved", who="")
    rings = CHAT


class BombMutated(Event):
    """The bomb has changed: it is a {mutant} Bomb!"""

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
    """{who} did not choose a square in time, so a bomb on square {n} explodes (Auto-Bomb)."""

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
    """Gold Mine (special rules): 15 of 25 squares hold cash of a million or more, four hold a booster, and one holds
    a Board Booster.
    """

    variants = (
        (
            "Head to Head (special rules): small groups play on boards of twelve squares. Minigames wait until all "
            "groups have finished."
        ),
        (
            "Remain or Leave (special rules): vote in secret. If you vote Leave, you get £50,000,000 and a 252% "
            "booster. But then cash of £100,000 or more that you find is a loss for you, and a bomb costs "
            "£15,000,000."
        ),
        "Rolling Start (special rules): the board has only boosters and no bombs until everybody has chosen one square.",
        (
            "Takeshi's Castle (special rules): everybody starts with a 250% booster. You can win only while you are in"
            " a Win Zone."
        ),
    )
    wildcard: str

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the template of this event's sentence: the rule of the wildcard round (one with a special rule) that
        its facts name; raise ValueError for an unknown one.
        """
        return (cls.says, *cls.variants)[WILDCARDS.index(facts["wildcard"])]


class WildcardSeated(Event):
    """These players are in the wildcard round, the round with special rules: {players}."""

    beat = Beat("begins", who="players")
    players: Seats


class NoSuperRound(Event):
    """This cycle has no Super Round, because too few players are left."""


class SuperRoundSeated(Event):
    """These players are in the Super Round: {players}."""

    beat = Beat("begins", who="players", look="super_round")
    rings = CHAT
    players: Seats
    why: dict[str, str] = {}  # of each: winner, access, last (to fall) or lowest (total)


class DuelSquareTaken(Event):
    """{who} chose square {n}, too, but it is locked now."""

    who: Seat
    n: int


class LastToFallSeated(Event):
    """{who} was the last player to go out, and gets a seat in the Super Round."""

    who: Seat


class LowestSitsAlready(Event):
    """{who} has the lowest total and is in the Super Round already, so no other player gets a seat."""

    who: Seat


class SeatsFilledUp(Event):
    """The Super Round has {n:a free seat|free seats}. Of the players without a seat, {players} {n:has the lowest
    total and gets it|have the lowest totals and get them}.
    """

    n: int
    players: Seats


class MegagridOpened(Event):
    """The Megagrid is next, for {winners}. It starts with {stake:£}."""

    beat = Beat("begins", who="winners")
    rings = CHAT
    stake: Money
    winners: Seats


class CycleOver(Event):
    """Cycle {cycle} is over. {leaders} {n:leads|lead} the race with {total:£} and {n:needs|need} {short:£} more to reach the target."""

    beat = Beat("cycle", who="leaders", money="total")
    rings = EVERYWHERE
    cycle: int
    leaders: Seats
    n: int
    deeds: Deeds
    total: Money
    short: Money


class TargetReachedTogether(Event):
    """{players} reach {target:£} together, before all others! The race ends after this cycle. Now only players who
    have reached the target can win. They can still win if they lose money again.
    """

    beat = Beat("reached", who="players")
    rings = CHAT
    players: Seats
    target: Money


class TargetReached(Event):
    """{who} is the first to reach {target:£}! The race ends after this cycle. Now only players who have reached the
    target can win. They can still win if they lose money again.
    """

    beat = Beat("reached")
    variants = (
        (
            "{who} has reached {target:£}, too. When the cycle is over, the player with the highest total of "
            "those who have reached it wins."
        ),
        "{who} has reached {target:£}, too, but later than {first}.",
    )
    rings = CHAT
    who: Seat
    target: Money
    too: bool = False
    first: Seats = []  # who had surely reached it before

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the template of the sentence for a player who reaches the target: the plain one for the first; with
        the fact `too` one of two others, by whether it is certain (`first`) that somebody else was earlier.
        """
        return cls.variants["first" in facts] if "too" in facts else cls.says


class RaceWon(Event):
    """{champions} {n:wins|win} Race to a Billion with {total:£}!"""

    beat = Beat("crown", who="champions", money="total")
    rings = EVERYWHERE
    variants = ("{champions} {n:wins|win} Race to a Billion with {total:£}, after reaching the target earlier.",)
    champions: Seats
    total: Money
    n: int
    deeds: Deeds
    fell: bool = False  # below the target, since it was reached

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the template of the sentence that announces the winners, to be filled with these facts: a plain one,
        or, with the fact `fell`, one for winners who reached the target earlier and are below it now.
        """
        return cls.variants[0] if "fell" in facts else cls.says


class HostAsked(Event):
    """Ask the Host: each of you may ask one yes/no question. The host always tells the truth."""


class NothingAsked(Event):
    """{who} asks the host nothing."""

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
    """{who} chooses column {column} in row {row}: a bomb! {who} loses the {pot:£} won so far."""

    beat = Beat("bombed", money="pot", sign=-1)
    rings = CHAT
    variants = ("{who} chooses column {column} in row {row}: a bomb! {who} wins nothing.",)
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
    """You also win a hidden square with this! You learn later which one."""


class BurnoutOver(Event):
    """{who} is back after opening a Burnout Bomb."""

    who: Seat


class NoPlaceToGo(Event):
    """{who} can no longer move to another round, and stays in this one."""

    who: Seat


class RoundEntered(Event):
    """{who} comes into {round}. Turn order: {order}."""

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
    """Nitrous: you must hide {n:n} more bomb{n:s} in this round."""

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
    """All bombs are hidden. With these codes you can check later that nobody cheats: {receipts}."""

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
    """These squares are still closed: {squares}."""

    beat = Beat("rest", who="", what="squares")
    squares: Names


class BuriedShown(Event):
    """These squares were under the bombs: {squares}."""

    beat = Beat("rest", who="", what="squares")
    squares: Names


class UnfoundBombsShown(Event):
    """Nobody found {n:this bomb|these bombs}: {bombs}."""

    beat = Beat("rest", who="", bombs="unfound")
    n: int
    bombs: Names
    unfound: list[tuple[Seat, int]]  # whose, and where


class RoundClosed(Event):
    """{round} is closed: all its minigames are played."""

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
    """{name} is over: every closed square without a bomb now holds something new."""

    name: str


class WinBonusWorked(Event):
    """The win bonus is {fixed:£}, plus {each:£} for {n:the|each of} {n} {n:square|squares}. A booster raises the
    money for the squares. A Win Zone doubles the whole bonus.
    """

    fixed: Money
    each: Money
    n: int


class WinBonusTeased(Event):
    """{who} has a win bonus of {bonus:£}. If {who} risks it on Square 00, {who} might also play the minigame
    {minigame}.
    """

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
    """{who} opens Square 00. The result: {outcome}."""

    beat = Beat("outcome", what="outcome", look="square00_result")
    deed = "staked"
    rings = CHAT
    who: Seat
    outcome: str
    bonus: Money | None = None  # what is lost, if it is
    minigame: str = ""  # that is added, if one is


class BonusGone(Event):
    """{who} loses the win bonus."""

    who: Seat


class MinigamePickedUp(Event):
    """{who} gets the minigame {minigame}."""

    who: Seat
    minigame: str


class RowAdded(Event):
    """The board gets a new row: squares {first} to {last}. {who} hides a bomb on it."""

    first: int
    last: int
    who: Seat


class RowOpened(Event):
    """The new row is ready to play. Code to check its bomb later: {receipt}"""

    proof = "receipt"
    receipt: str


class BoardBoostedToCap(Event):
    """Board Booster: {percent}% is added. In all, cash still on the board now pays {booster}% extra. It cannot go
    higher.
    """

    percent: int
    booster: int


class BoardBoosted(Event):
    """Board Booster: {percent}% is added. In all, cash still on the board now pays {booster}% extra."""

    percent: int
    booster: int


class NothingToShuffle(Event):
    """Eclipse: no closed square is left to shuffle."""


class BoardShuffled(Event):
    """Eclipse: all {n:n} closed squares are shuffled, bombs too."""

    n: int


class BoardListed(Event):
    """Still on the board, not counting bombs: {squares}. Number of bombs: {bombs}."""

    squares: Names
    bombs: int


class LockdownBegun(Event):
    """Lockdown! Every closed square without a bomb is now cash of a million or more. A bomb costs {penalty:£}. The
    winner must risk the win bonus on Square 00.
    """

    penalty: Money


class NothingToMine(Event):
    """No square is left for a new bomb."""


class BombsMined(Event):
    """The board now has {n:n} more {n:bomb|bombs}."""

    n: int


class NothingToSweep(Event):
    """No bomb is left to remove."""


class BombsSwept(Event):
    """{n:n} bomb{n:s} removed: square{n:s} {squares}."""

    n: int
    squares: list[int]


class DoubleDipSet(Event):
    """Double Dip: the next player must choose two squares."""


class DoubleDipDue(Event):
    """Because of a Double Dip, {who} must choose {n} squares."""

    who: Seat
    n: int


class PeeksGiven(Event):
    """{who} may now peek at {n} {n:square|squares}."""

    who: Seat
    n: int


class Hypnotised(Event):
    """{who} is hypnotised: chance chooses the next {n} square{n:s}, and all gains are doubled."""

    who: Seat
    n: int


class HypnosisOver(Event):
    """{who} is no longer hypnotised and can choose squares again."""

    who: Seat


class QuickFinishMissed(Event):
    """{left} squares are still closed. The round ends when {most} or fewer are closed (Quick Finish), so it goes on."""

    left: int
    most: int


class QuickFinishHit(Event):
    """Only {left} square{left:s} {left:is|are} left, so the round ends (Quick Finish). This counts as a cleared
    board.
    """

    rings = CHAT
    left: int


class WinZoneEntered(Event):
    """{who} is in a Win Zone for the next {n} squares that anybody chooses. If {who} wins in that time, the win
    bonus is doubled.
    """

    who: Seat
    n: int


class WinZoneLeft(Event):
    """{who} is no longer in the Win Zone."""

    who: Seat


class JackpotStands(Event):
    """The jackpot is {amount:£}."""

    amount: Money


class PayDayWorked(Event):
    """Pay Day: {who} gets a win bonus now: {fixed:£}, plus {each:£} for {n:the|each of} {n} {n:square|squares}. A
    booster raises the money for the squares.
    """

    who: Seat
    fixed: Money
    each: Money
    n: int


class PenaltyBoxEntered(Event):
    """Penalty Box: {who} loses money and will miss the next turn."""

    who: Seat


class AnchorDragged(Event):
    """Anchor: {who} falls to £1 above {other}."""

    who: Seat
    other: Seat


class AnchorGrounded(Event):
    """Anchor: nobody has less than {who}, so nothing changes."""

    who: Seat


class SlipstreamCaught(Event):
    """Slipstream: {who} now has £1 less than {other}."""

    who: Seat
    other: Seat


class SlipstreamMissed(Event):
    """Slipstream: nobody has more than {who}, so nothing changes."""

    who: Seat


class NothingToShare(Event):
    """Nobody has more than {who}, so {who} shares with nobody."""

    who: Seat


class TotalsShared(Event):
    """{who} and {other} put their money together and share it: now each of them has {half:£}."""

    who: Seat
    other: Seat
    half: Money


class HareNapped(Event):
    """Napping Hare: {n} player{n:s} {n:is|are} below {who}, so {who} loses {step:£} for each."""

    who: Seat
    n: int
    step: Money


class TortoiseRan(Event):
    """Steady Tortoise: {who} is {place:th} in the race and gains {place} times {step:£}."""

    who: Seat
    place: int
    step: Money


class NightmareCame(Event):
    """Nightmare: {who} has the highest total and is still in, so {who} loses 5% of it. A total below zero stays as
    it is.
    """

    who: Seat


class NightmareCameOut(Event):
    """Nightmare: {who} has the highest total but is out, so {who} loses 10% of it. A total below zero stays as it
    is.
    """

    who: Seat


class ReverieCame(Event):
    """Reverie: {who} has the lowest total and is still in, so {who}'s total rises by 5%. A total below zero stays as
    it is.
    """

    who: Seat


class ReverieCameOut(Event):
    """Reverie: {who} has the lowest total and is out, so {who}'s total rises by 10%. A total below zero stays as it
    is.
    """

    who: Seat


class RevolutionMade(Event):
    """Revolution! Each of you pays a quarter of your total into a pot of {pot:£}. Each of you gets {share:£} back."""

    pot: Money
    share: Money


class RobinHoodTook(Event):
    """Robin Hood takes 10% from {rich} (at most {most:£}, and nothing from a total below zero) and gives it to
    {poor}.
    """

    rich: Seat
    poor: Seat
    most: Money


class DigitalLoveMade(Event):
    """Digital Love: the ten-millions digits of the lowest totals go up by 3, 2 and 1, but never above 9: {players}."""

    players: Seats


class Realigned(Event):
    """Realignment: {low} has the lowest total, and its digits are put in order from high to low. {high} has the
    highest, and its digits are put in order from low to high. First digits stay where they are. A total below zero
    does not change.
    """

    low: Seat
    high: Seat


class MillionsStolen(Event):
    """Steal Your Million! {who} has the lowest total, and gets the millions digit of every other total above zero in
    the round. A total of £27,000,000 would give £7,000,000.
    """

    who: Seat


class ZeroHourStruck(Event):
    """Zero Hour! In each of these totals one digit becomes 0: {players} (ten-millions, millions, hundred-thousands,
    in this order). {who} gets that money.
    """

    players: Seats
    who: Seat


class ZeroHourStruckOne(Event):
    """Zero Hour! The ten-millions digit of {players} becomes 0, and {who} gets that money."""

    players: Seats
    who: Seat


class BonusBagOpened(Event):
    """{who} takes a square from the Bonus Bag."""

    who: Seat


class SquareCopied(Event):
    """Copy/Paste: square {n} works once more for {who}: {face}!"""

    who: Seat
    n: int
    face: Words


class PlayForced(Event):
    """Force Play: {other} must choose a square in place of {who}."""

    other: Seat
    who: Seat


class MetronomeStopped(Event):
    """The Metronome stops at {face} for {who}!"""

    face: Words
    who: Seat


class TurnSkipped(Event):
    """{who} does not choose a square in this turn."""

    who: Seat


class BombSwitched(Event):
    """The bomb does not explode. {who} hides it on another square. Everybody waits for this."""

    who: Seat


class BombRelaid(Event):
    """The bomb has a new place. The round goes on."""


class BombDeflected(Event):
    """{who} deflects the bomb. It hits {victim}!"""

    beat = Beat("saved")
    deed = "deflected"
    who: Seat
    victim: Seat


class BombDefused(Event):
    """{who} makes the bomb harmless and stays in (Defuse)."""

    beat = Beat("saved")
    deed = "defused"
    who: Seat


class BombsFoundSeen(Event):
    """You learn where the bombs are: {found}."""

    n: int
    found: list[int]


class NoBombsFoundSeen(Event):
    """No bomb is left on the board."""


class NoPeeksToBorrow(Event):
    """No other player has peeked at a square yet. From now on, when they look at one in secret, you see what they
    see.
    """


class PeekBorrowed(Event):
    """When {other} peeked at square {n}, it was {what}."""

    other: Seat
    n: int
    what: Words


class HoldingsSeen(Event):
    """{other} has these hidden squares: {held}."""

    variants = ("{other} has no hidden square.",)
    other: Seat
    held: Names

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the template of the sentence that lists the hidden squares of another player, or else, if the fact
        `held` is empty, of the one that says they hold none.
        """
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
    """Your Blammo is now on square {n}. A player who opens it chooses one of four dangers."""

    n: int


class FreePlaySet(Event):
    """Your next square is a Free Play: it cannot cost you money."""


class FreePlayKept(Event):
    """Free Play: {who} does not have to pay {amount:£}."""

    who: Seat
    amount: Money


class GoldDustSet(Event):
    """Gold Dust: the next square that you open becomes cash of a million or more."""


class PenaltyReturned(Event):
    """Endure: {who} gets back the money of the last penalty of {least:£} or more."""

    who: Seat
    least: Money


class RevivePriceSet(Event):
    """Coming back costs half of what the player has gained in this round so far, but at least {least:£}."""

    least: Money


class ReviveLost(Event):
    """The round is over for you, so your Revive is lost."""


class NothingLeftOver(Event):
    """Nothing is under the bombs, so there are no leftovers."""


class LeftoversTaken(Event):
    """{who} takes the squares from under the bombs (Leftovers): {squares}."""

    who: Seat
    squares: Names


class BuriedSeen(Event):
    """These squares were under the bombs: {squares}."""

    squares: Names


class LeftoversLifted(Event):
    """In all, {won:£} is won and {lost:£} is lost. Hypnotise doubles only the money that is won."""

    won: Money
    lost: Money


class LeftoverUseless(Event):
    """One of these squares is {face}. It does nothing for a player who is out."""

    face: Words


class LeftoverForNobody(Event):
    """One of these squares is {face}. It does nothing, because no other player is left in the round."""

    face: Words


class LeftoverEffect(Event):
    """One of these squares is {face}."""

    face: Words


class NothingToSiphon(Event):
    """No other player still in has a booster, so {who} gets nothing."""

    who: Seat


class BoostersSiphoned(Event):
    """{who} takes all boosters of {robbed}: {taken}%."""

    deed = "siphoned"
    who: Seat
    robbed: Seats
    taken: int


class ChamberEmpty(Event):
    """Chamber of Secrets: {who} opens it, but it is empty."""

    who: Seat


class ChamberOpened(Event):
    """Chamber of Secrets: everybody still in gets a hidden square!"""

    who: Seat


class FastForwardSet(Event):
    """Fast Forward: {who} plays every minigame of this round as soon as it is found, whether {who} wins the round or
    not.
    """

    who: Seat


class NothingToHandOver(Event):
    """No other player still in has a minigame, so {who} gets nothing."""

    who: Seat


class MinigameHandedOver(Event):
    """Game Boy takes the minigame {minigame} from {who}."""

    who: Seat
    minigame: str


class GameOnVoid(Event):
    """{who} wants minigames for everybody, but there are none left."""

    who: Seat


class GameOnCalled(Event):
    """Game On! Everybody still in gets a minigame."""

    who: Seat


class GiftCardShown(Event):
    """The Gift Card has {gifts}. {who} must give one of these to another player."""

    gifts: Names
    who: Seat


class GiftGiven(Event):
    """{who} gives the gift to {friend}."""

    deed = "gifts"
    who: Seat
    friend: Seat


class GiftCardExpired(Event):
    """Nobody can use the gift, so the Gift Card is lost."""


class SixAndOut(Event):
    """Six and Out: {who} gets six squares of cash and is then out!"""

    who: Seat


class RocketSent(Event):
    """Team Rocket: everybody still in gets +50% booster."""

    who: Seat


class BombShruggedOff(Event):
    """No bomb can hurt {who} in this round, so this bomb does nothing."""

    beat = Beat("saved")
    deed = "shrugged_off"
    who: Seat


class Protected(Event):
    """{who} is safe: on the next square that {who} chooses, nothing can put {who} out."""

    who: Seat


class ProtectionHeld(Event):
    """{who} is protected and stays in the round."""

    beat = Beat("saved")
    deed = "protected"
    who: Seat


class InviteTooLate(Event):
    """This round is already decided, so nobody can join it any more."""


class InviteVoid(Event):
    """{who} can invite nobody, because nobody is free."""

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
    """Switcheroo: {who} and {other} swap places."""

    deed = "switched"
    who: Seat
    other: Seat


class SwitchDeclined(Event):
    """Switcheroo: {who} swaps places with nobody."""

    who: Seat


class WormholeClosed(Event):
    """Wormhole: no other round is being played, so {who} stays in this one."""

    who: Seat


class WormholeTooLate(Event):
    """Wormhole: this round is already decided, so {who} stays here."""

    who: Seat


class WormholeTaken(Event):
    """Wormhole: {who} moves to {round}."""

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
    """{who} chooses {rival}: if {rival} goes out, {who} gets a reward."""

    who: Seat
    rival: Seat


class RivalDeclined(Event):
    """{who} chooses nobody this time."""

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
    """{who} chooses no player."""

    who: Seat


class TagWon(Event):
    """{who} chose the player who won, so {who} wins, too (Tag Along)."""

    deed = "rides"
    who: Seat


class BlammoBegun(Event):
    """Blammo! {who} must choose one of four squares, and each does something different."""

    who: Seat


class BlammoOpened(Event):
    """{who} opens square {n} of the four: {face}! The others were {others}."""

    beat = Beat("doors", what="face")
    who: Seat
    n: int
    face: Words
    others: Names


class BlammoBlocked(Event):
    """The Blammo does nothing to {who}."""

    beat = Beat("saved")
    who: Seat


class OpponentDrawn(Event):
    """Chance chooses {who}."""

    who: Seat


class FifthPledged(Event):
    """Threshold Situation: if {who} does not win this round, {who} also loses a fifth of {who}'s total."""

    who: Seat


class MilitaryAidGiven(Event):
    """Military Aid: {who} has the lowest total of all still in, and gets one more bomb to hide, and a hidden square."""

    who: Seat


class ExtraBombSealed(Event):
    """{who} has hidden one more bomb. Code to check this later: {receipt}"""

    proof = "receipt"
    who: Seat
    receipt: str


class ReparationsVoid(Event):
    """Reparations: only one player is still in, so nothing changes."""


class ReparationsMade(Event):
    """Reparations: {high} has the highest total of all still in, and gives booster and held squares to {low}, who
    has the lowest.
    """

    high: Seat
    low: Seat


class SobStoryTold(Event):
    """Sob Story helps {who}, who is still in and has the lowest total of the round."""

    who: Seat


class SobStoryOfFolded(Event):
    """Sob Story: nothing changes. {who} has the lowest total of the round, but has left this cycle (Fold) and comes
    back in the next one.
    """

    who: Seat


class SobStoryOfMoved(Event):
    """Sob Story: nothing changes. {who} has the lowest total of the round, but is still busy in another round."""

    who: Seat


class SobStoryOfOut(Event):
    """Sob Story: {who} has the lowest total of the round and is out."""

    who: Seat


class DeadlockSet(Event):
    """Deadlock: if more than one of you survives, only the one with the lowest total wins."""


class DeadlockDecides(Event):
    """Deadlock: {n} of you have survived, but only the one with the lowest total wins."""

    n: int


class SharePledged(Event):
    """Split & Share: if {who} does not win this round, the others share 15% of {who}'s total."""

    who: Seat


class ForfeitSpared(Event):
    """Free Play: {square} will cost {who} nothing."""

    square: str
    who: Seat


class ForfeitDue(Event):
    """{who} has lost the round and now pays for {square}."""

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
    """OnePlus: in {who}’s total, every digit but the first goes up by one. A nine stays a nine."""

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
    """Deal! {who} leaves the round and gets {package}."""

    beat = Beat("deal", what="package", look="bank_deal")
    deed = "deals"
    who: Seat
    package: Names


class DealRefused(Event):
    """No deal: {who} says no to the bank and stays in the round."""

    beat = Beat("no_deal")
    deed = "no_deals"
    who: Seat


class KnifeEdgeStood(Event):
    """Knife Edge: the next square that {who} chooses is either a bomb, or a Win Zone with a hidden square."""

    who: Seat


class KnifeEdgeWon(Event):
    """{who} opens square {n} and is lucky: it is a Win Zone and no bomb."""

    beat = Beat("open")
    who: Seat
    n: int


class MissForgiven(Event):
    """{who} did not choose a square in time. The first time, {who} only misses the turn. Next: {other}."""

    variants = ("{who} did not choose a square in time. The first time, {who} only misses the turn.",)
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
    """{who} misses this turn and opens no square."""

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

    beat = Beat("booster", what="percent", total="booster")
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
        """Return the template of the sentence for a raised booster: with “a” or “an” before the percentage, and, with
        the fact `capped`, saying that the maximum is reached.
        """
        return (cls.says, *cls.variants)[2 * ("capped" in facts) + is_said_with_an(facts["percent"])]


class HiddenReceived(Event):
    """You now have the hidden square {hidden}. Only you know."""

    hidden: str


class HiddenUsedSeen(Event):
    """You use your hidden square {hidden}."""

    hidden: str


class HiddenUsed(Event):
    """{who} uses the hidden square {hidden}."""

    deed = "hidden"
    who: Seat
    hidden: str


class HiddenLost(Event):
    """You have lost the hidden square {hidden}."""

    hidden: str


class PledgeTakenOver(Event):
    """{taker} takes over {square} from another player."""

    taker: Seat
    square: str


class AccessReceived(Event):
    """Access: {who} will be in the next Super Round."""

    who: Seat


class PutOut(Event):
    """{who} is out of the round."""

    beat = Beat("out")
    deed = "outs"
    rings = CHAT
    who: Seat


class StayedAlone(Event):
    """{who} is the only player left in the round, so {who} stays in it."""

    who: Seat


class CameBack(Event):
    """{who} is back in the round!"""

    deed = "revived"
    who: Seat


class Folded(Event):
    """Fold: {who} leaves this cycle and comes back in the next one. {who} keeps booster, minigames and hidden
    squares.
    """

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
    """{who} wins money in the minigame {minigame}."""

    beat = Beat("won", what="minigame")
    deed = "minigames"
    minigame: str
    who: Seat


class MinigamePaidNothing(Event):
    """{who} wins nothing in the minigame {minigame}."""

    beat = Beat("lost", what="minigame")
    deed = "empty_minigames"
    minigame: str
    who: Seat
    source: str = "minigames"


class VoteNoted(Event):
    """Your vote is {vote}. All votes are shown together at the end."""

    vote: str


class VotesShown(Event):
    """All have voted. Remain: {remain}. Leave: {leave}."""

    remain: Seats
    leave: Names


class MostLeave(Event):
    """Most of you voted Leave. So this board has no squares that move players to another round."""


class AllRemain(Event):
    """All of you voted Remain. So on this board there is at least one Invite."""


class RoundReopened(Event):
    """Everybody has chosen a square. The other squares of {round} change now, and everybody hides a bomb."""

    round: Words


class CastleStood(Event):
    """Takeshi’s Castle: {who} survives, but is not in a Win Zone and cannot win."""

    who: Seat
