"""All that happens in minigames: each event says itself in its docstring. Amounts are the minigame's own."""

from __future__ import annotations

from engine.kernel.event import Event, Money, Names, Seat, Words


class BeamHitWall(Event):
    """The beam hits the wall! The booster is now only {speed}%."""

    speed: int


class BeamHeld(Event):
    """{gear:C}: the beam does not crash. The booster is now {speed}%."""

    gear: str
    speed: int


class BiscuitBombFound(Event):
    """Square {square} is a Bomb! Only a tenth of your money is left."""

    square: int


class BiscuitFound(Event):
    """Square {square} has a million packs of biscuits, worth {found:£}."""

    square: int
    found: Money


class CodeCracked(Event):
    """{who} cracks the code!"""

    deed = "codes"
    who: Seat


class CodeTried(Event):
    """{here} {here:digit is|digits are} in the right place, {elsewhere} in the wrong place."""

    here: int
    elsewhere: int


class GatesShut(Event):
    """The code was not found, so nothing is won. The code was {code}."""

    code: str


class WalkedAway(Event):
    """{who} leaves with the money won so far."""

    who: Seat


class LightLit(Event):
    """Light {light} is {colour}. You now have {number} payment{number:s}."""

    light: int
    colour: str
    number: int


class LightsOut(Event):
    """This was the last red light: all the money won here is lost."""


class RedLightWarned(Event):
    """If you stop right after a red light, you get only half of the money."""


class EnvelopeOpened(Event):
    """Envelope {n}: each payment is {payment:£}."""

    n: int
    payment: Money


class FractionPlaced(Event):
    """In the fraction, the card {card} goes {side} the line."""

    card: int
    side: str


class TrapsShown(Event):
    """In row {row}, the {row:trap was|traps were} on {traps}."""

    row: int
    traps: list[int]


class TrapSprung(Event):
    """{who} steps on {step}: a trap!"""

    who: Seat
    step: int


class StepSafe(Event):
    """{who} steps on {step} and is safe: {cash:£}."""

    who: Seat
    step: int
    cash: Money


class TrapClueGiven(Event):
    """Clue: {count} {count:trap is|traps are} on numbers that are {hint}."""

    hint: str
    count: int


class CardChanged(Event):
    """The card is changed. The new card is {card}."""

    card: str


class CardTurned(Event):
    """The next card is {card}. The money in the bank is {bank:£}."""

    card: str
    bank: Money
    called: Words


class BlackHoleFound(Event):
    """Square {square} is a black hole! The whole sum is lost."""

    square: int


class CubeOpened(Event):
    """Square {square} has the number {number}, and {holes} black hole{holes:s} next to it."""

    square: int
    number: int
    holes: int


class LedgeStepped(Event):
    """{who} is safe on step {step} and now has {cash:£}."""

    step: int
    who: Seat
    cash: Money


class GapShown(Event):
    """{who} sees how wide the gap is: {gap}."""

    who: Seat
    gap: str


class LedgeCrumbled(Event):
    """The ledge breaks under {who}!"""

    who: Seat


class LeapMissed(Event):
    """{who} jumps and falls!"""

    who: Seat


class LeapLanded(Event):
    """{who} jumps and lands safely!"""

    who: Seat


class RopeTied(Event):
    """On rung {rung} {who} finds a rope."""

    rung: int
    who: Seat


class RungSnapped(Event):
    """Rung {rung} breaks under the player!"""

    rung: int


class RungReached(Event):
    """{who} is safe on rung {rung}, worth {cash:£}."""

    who: Seat
    rung: int
    cash: Money


class RopeHeld(Event):
    """The rope saves {who}, who keeps the money of the last mark."""

    who: Seat


class FellOff(Event):
    """{who} falls off the ladder."""

    who: Seat


class FigurePutBack(Event):
    """{what} is put back, and the next square of its row is opened."""

    what: str


class FigureFound(Event):
    """Square {square} is {what}."""

    square: int
    what: str


class CashInHand(Event):
    """{who} now has {cash:£}."""

    who: Seat
    cash: Money


class LineTotalShown(Event):
    """{line}: its squares hold {total:£} in total."""

    line: Words
    total: Money


class AmountFound(Event):
    """Square {square} holds {found:£}."""

    square: int
    found: Money


class KickSaved(Event):
    """Kick {kick} goes {aim}: the keeper saves it! The pot falls to {pot:£}."""

    kick: int
    aim: str
    pot: Money


class KickScored(Event):
    """Kick {kick} goes {aim}: a goal! The pot is now {pot:£}."""

    kick: int
    aim: str
    pot: Money


class BailiffOpened(Event):
    """A debt collector opens the door! All houses won so far are lost."""


class HouseFound(Event):
    """There is a house in {street}, worth {value:£}."""

    street: str
    value: Money


class PowerRaised(Event):
    """The power goes up to {power}, worth {prize:£}."""

    power: str
    prize: Money


class FuseBlown(Event):
    """{named} is higher than the secret number: a fuse blows!"""

    named: str


class PowerShown(Event):
    """The secret Power Number was {secret}."""

    secret: str


class SecondChancePunched(Event):
    """Hole {hole}: a Second Chance! Choose another hole in this row. The amount in it counts double."""

    hole: int


class KnockedOut(Event):
    """Hole {hole}: a knockout! {who} wins nothing."""

    hole: int
    who: Seat


class SlipPunched(Event):
    """Hole {hole}: the paper in it says {slip:£}."""

    hole: int
    slip: Money


class DiceRolled(Event):
    """{who} throws {roll}."""

    who: Seat
    roll: list[int]


class NoFlapFits(Event):
    """No open numbers add up to {total}, so the game ends."""

    total: int


class FlapsShut(Event):
    """These numbers are shut: {flaps}."""

    flaps: list[int]


class NoTokensLeft(Event):
    """{who} wants to listen to the pigs of a row, but that costs a token and {who} has none."""

    who: Seat


class PigSmashed(Event):
    """Pig {pig}: {found} token{found:s}."""

    pig: int
    found: int


class PigBombed(Event):
    """Pig {pig} is a bomb! {tokens} token{tokens:s} left."""

    pig: int
    tokens: int


class RowHeard(Event):
    """{bombs} bomb{bombs:s} can be heard in row {row}."""

    row: str
    bombs: int


class ColourOpened(Event):
    """Square {square} is {colour}."""

    square: int
    colour: str


class WentBlack(Event):
    """This is the second black square: all money is lost."""


class PairFound(Event):
    """A pair of {colour} is worth {prize:£}!"""

    colour: str
    prize: Money


class SafeOpened(Event):
    """Safe {safe}: {found}."""

    safe: int
    found: str


class SafeTrapped(Event):
    """{who} gets a trap! Only a tenth of the money is left."""

    who: Seat


class FirstGoldSafeOpened(Event):
    """The first gold safe holds {first:£}."""

    first: Money


class SecondGoldSafeOpened(Event):
    """The second gold safe holds {second:£}."""

    second: Money


class DragonWoke(Event):
    """Square {square} is the dragon! It takes all the money."""

    square: int


class BoardSquareOpened(Event):
    """Square {square}: {found}."""

    square: int
    found: str


class DragonBeaten(Event):
    """{who} has found everything but the dragon, and wins!"""

    deed = "dragons"
    who: Seat


class DragonHeard(Event):
    """Row {row}: the dragon is in this row."""

    row: str


class DragonUnheard(Event):
    """Row {row}: the dragon is not in this row."""

    row: str


class PlaceMultiplied(Event):
    """{place} (× {times}) hides {cash:£}."""

    place: str
    times: int
    cash: Money


class TableShuffled(Event):
    """The amounts on these places are shuffled: {places}."""

    places: Names


class TableShown(Event):
    """The amounts are now: {faces}."""

    faces: Names


class ShuffleUseless(Event):
    """You cannot shuffle a single amount. Name at least two places."""


class TrebleEnvelopeOpened(Event):
    """Envelope {n}: {found}."""

    n: int
    found: str
