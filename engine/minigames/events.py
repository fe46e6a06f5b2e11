"""All that happens in minigames: each event says itself in its docstring. Amounts are the minigame's own."""

from __future__ import annotations

from engine.kernel.event import Event, Money, Names, Seat, Words


class BeamHitWall(Event):
    """The beam hits the wall! {speed} points are saved from the wreck."""

    speed: int


class BeamHeld(Event):
    """{gear:C}: the beam holds, and circles at {speed} points."""

    gear: str
    speed: int


class BiscuitBombFound(Event):
    """Square {square} is a Bomb! Nothing but crumbs is left."""

    square: int


class BiscuitFound(Event):
    """Square {square}: a million packs for {found:£}."""

    square: int
    found: Money


class CodeCracked(Event):
    """{who} cracks the code!"""

    deed = "codes"
    who: Seat


class CodeTried(Event):
    """{here} in place, {elsewhere} elsewhere."""

    here: int
    elsewhere: int


class GatesShut(Event):
    """The gates shut. The code was {code}."""

    code: str


class WalkedAway(Event):
    """{who} walks away."""

    who: Seat


class LightLit(Event):
    """Light {light} is {colour}: {number} payment{number:s}."""

    light: int
    colour: str
    number: int


class LightsOut(Event):
    """That is the last red light. Everything is gone."""


class RedLightWarned(Event):
    """Stopping on a red light would pay half."""


class EnvelopeOpened(Event):
    """Envelope {n}: payments of {payment:£}."""

    n: int
    payment: Money


class FractionPlaced(Event):
    """The {card} goes {side} the line."""

    card: int
    side: str


class TrapsShown(Event):
    """Traps of row {row}: {traps}."""

    row: int
    traps: list[int]


class TrapSprung(Event):
    """{who} steps on {step}: a trap!"""

    who: Seat
    step: int


class StepSafe(Event):
    """{who} steps on {step}, safely: {cash:£}."""

    who: Seat
    step: int
    cash: Money


class TrapClueGiven(Event):
    """Clue: of the traps, {hint}: {count}."""

    hint: str
    count: int


class CardChanged(Event):
    """The card is changed to {card}."""

    card: str


class CardTurned(Event):
    """The next card is {card}. The bank is {bank:£}."""

    card: str
    bank: Money
    called: Words


class BlackHoleFound(Event):
    """Square {square} is a black hole! The sum is gone."""

    square: int


class CubeOpened(Event):
    """Square {square}: {number}, with {holes} hole{holes:s} near it."""

    square: int
    number: int
    holes: int


class LedgeStepped(Event):
    """Step {step}: {who} stands at {cash:£}."""

    step: int
    who: Seat
    cash: Money


class GapShown(Event):
    """{who} looks at the gap: it is {gap}."""

    who: Seat
    gap: str


class LedgeCrumbled(Event):
    """The ledge crumbles under {who}!"""

    who: Seat


class LeapMissed(Event):
    """{who} leaps, and misses!"""

    who: Seat


class LeapLanded(Event):
    """{who} leaps, and lands!"""

    who: Seat


class RopeTied(Event):
    """On rung {rung} hangs a rope: {who} ties it on."""

    rung: int
    who: Seat


class RungSnapped(Event):
    """Rung {rung} snaps!"""

    rung: int


class RungReached(Event):
    """{who} stands on rung {rung}, worth {cash:£}."""

    who: Seat
    rung: int
    cash: Money


class RopeHeld(Event):
    """The rope holds {who}."""

    who: Seat


class FellOff(Event):
    """{who} falls."""

    who: Seat


class FigurePutBack(Event):
    """{what} goes back."""

    what: str


class FigureFound(Event):
    """Square {square} is {what}."""

    square: int
    what: str


class CashInHand(Event):
    """{who} has {cash:£} in hand."""

    who: Seat
    cash: Money


class LineTotalShown(Event):
    """{line} holds {total:£} in total."""

    line: Words
    total: Money


class AmountFound(Event):
    """Square {square} holds {found:£}."""

    square: int
    found: Money


class KickSaved(Event):
    """Kick {kick}, {aim}: saved! The pot is down to {pot:£}."""

    kick: int
    aim: str
    pot: Money


class KickScored(Event):
    """Kick {kick}, {aim}: goal! The pot is {pot:£}."""

    kick: int
    aim: str
    pot: Money


class BailiffOpened(Event):
    """A bailiff opens! He takes every house there was."""


class HouseFound(Event):
    """A house in {street}, worth {value:£}."""

    street: str
    value: Money


class PowerRaised(Event):
    """The power rises to {power}: {prize:£}."""

    power: str
    prize: Money


class FuseBlown(Event):
    """{named} is too high: a fuse blows!"""

    named: str


class PowerShown(Event):
    """The Power Number was {secret}."""

    secret: str


class SecondChancePunched(Event):
    """Hole {hole}: a Second Chance! The next slip of this row counts double."""

    hole: int


class KnockedOut(Event):
    """Hole {hole}: a knockout! {who} is on the floor."""

    hole: int
    who: Seat


class SlipPunched(Event):
    """Hole {hole}: the slip is worth {slip:£}."""

    hole: int
    slip: Money


class DiceRolled(Event):
    """{who} rolls {roll}."""

    who: Seat
    roll: list[int]


class NoFlapFits(Event):
    """No flaps fit {total}."""

    total: int


class FlapsShut(Event):
    """Shut: {flaps}."""

    flaps: list[int]


class NoTokensLeft(Event):
    """{who} has no token left to listen with."""

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
    """Row {row}: {bombs} bomb{bombs:s}."""

    row: str
    bombs: int


class ColourOpened(Event):
    """Square {square} is {colour}."""

    square: int
    colour: str


class WentBlack(Event):
    """Everything goes black."""


class PairFound(Event):
    """A pair of {colour}, worth {prize:£}!"""

    colour: str
    prize: Money


class SafeOpened(Event):
    """Safe {safe}: {found}."""

    safe: int
    found: str


class SafeTrapped(Event):
    """The trap springs on {who}!"""

    who: Seat


class FirstGoldSafeOpened(Event):
    """The first gold safe holds {first:£}."""

    first: Money


class SecondGoldSafeOpened(Event):
    """The second gold safe holds {second:£}."""

    second: Money


class DragonWoke(Event):
    """Square {square} is the dragon! It eats everything."""

    square: int


class BoardSquareOpened(Event):
    """Square {square}: {found}."""

    square: int
    found: str


class DragonBeaten(Event):
    """{who} has beaten the dragon!"""

    deed = "dragons"
    who: Seat


class DragonHeard(Event):
    """Row {row}: the dragon breathes here."""

    row: str


class DragonUnheard(Event):
    """Row {row}: no dragon breathes here."""

    row: str


class PlaceMultiplied(Event):
    """{place}, times {times}: {cash:£}."""

    place: str
    times: int
    cash: Money


class TableShuffled(Event):
    """Shuffled: {places}."""

    places: Names


class TableShown(Event):
    """The table: {faces}."""

    faces: Names


class ShuffleUseless(Event):
    """One amount alone cannot be shuffled."""


class TrebleEnvelopeOpened(Event):
    """Envelope {n}: {found}."""

    n: int
    found: str
