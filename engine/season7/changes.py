"""What Season 7 does otherwise than it did in a release, for games that began then."""

from __future__ import annotations

from engine.kernel.ruleset import Change
from engine.minigames import events as minigame_events
from engine.minigames.changes import WEIGHED, build_weighing_changes
from engine.season7 import events

FIRST_RELEASE_DATE = "2026-11-22"
_HOST_UNDERSTANDS = "Ask the Host understands how people ask"
_HIDDEN_USED_AT_ONCE = "{who} uses {hidden}."
_TAKEN_BACK = "Copy/Paste and Force Play can be taken back until their target is named"
_CAPPED = "Season 7 says where a booster hits its cap"
_BURNOUT = "what a Burnout Bomb has promised is said when it comes"
_TARGET = "a player at the target at the end of a selection, minigame or bonus is announced"
_HANDED_CASH_HIDES = (
    "cash that is handed over (Get Lucky, Gift Card, Six and Out, Schadenfreude, Bonus Bag) can hide a square"
)
_SEAT = "a seat left empty in the Super Round goes to the lowest total"
_FOUR = "twelve or thirteen players sit in four rounds"
_SHUFFLE = "Times Table tells you alone that one amount cannot be shuffled"
_WHOSE = "whose bomb it was is always said"
_LAY = "when a round is decided its board is laid open, with the bombs that nobody found"
_STAKED = "a stake on Square 00 is told before its fate"
_SIZE = "a cycle says who takes part, and a round how large its board is, to those who tell of it"
_GOOD = "over or under is asked of the median of the game's last rounds"
_GUESS = "Higher or Lower tells what was guessed"
_CARD = "The next card is {card}. The bank is {bank:£}."
_ROUND_CLOSED_TEXT = "{round} is closed."
_POT = "the Megagrid says at each row how much it has come to"
_BEGINS = "{round} begins. Turn order: {order}."
_AUTO = "an Auto-Bomb can mutate"
_QUESTIONS = (
    "{who} asks: {question}? {answer}.",
    "{who} asks: does {about} hold {what}? {answer}.",
    "{who} asks: is there {what} {where}? {answer}.",
    "{who} asks: is {what} hidden {where}? {answer}.",
    "{who} asks: is there a square of {what} {where}? {answer}.",
    "{who} asks: is {about}'s bomb {where}? {answer}.",
)
_GIFTS = ("gift_card.squares", "get_lucky.booster", "six_and_out.cash", "schadenfreude.prize")
_NINES = "OnePlus says where it finds no digit that can go up"
_ONE_DIGIT = "Zero Hour between two speaks of one digit"
_CYCLE = "Cycle {cycle} begins with {n} {n:round|rounds side by side}."
_LAST = "the host is asked once the selection is over with all else that it brings"
_AT_ITS_END = (
    events.SpellOver,
    events.HypnosisOver,
    events.ProtectionOver,
    events.WinZoneLeft,
    events.TurnMissed,
    events.DoubleDipDue,
)
_SPELL_REDRAWS = ("draw power_spike.again", "draw metamorphosis.again")

_PLAIN_AUTO_BOMB = "an Auto-Bomb that would be a Fizzle or a Burnout is a plain bomb"
_SUPER_THREE = "in a group of four or five the last player to fall has a seat in the Super Round, too"
_HABITS = "a round shows where its players have hidden their last bombs"
_TARGET_ORDER = "the first to reach the target wins; side by side the highest total does"
_TWO_BURNOUTS = "two Burnout Bombs bring 100% to the next round"
_WORMHOLE_TOO_LATE = "a Wormhole on the last square says that the round is decided"
_REST = "squares that are still closed are told in other words"
_LEFTOVERS_ONCE = "what hid under bombs is handed out by the first Leftovers only"
_INVITE_REPLACES_EVENT = "the Invite that all have voted for takes the place of an event"
_VINTAGE_MINIGAMES_GIVEN = (
    "Square 00, Game On! and The Commissioner give the three minigames of the Vintage squares, too"
)
_VINTAGE_DRAWS = ("square00.minigame", "game_on.minigame", "the_commissioner.by_lot")
_OPPONENT = "what comes of your own minigame is told apart from what you win in another's"
_INVITED_PEEKS = "who comes into a round later has as many peeks there as all others"
_CASTLE = "two Win Zones lie in Takeshi's Castle"

SEASON7_CHANGES = (
    *(Change(FIRST_RELEASE_DATE, _HOST_UNDERSTANDS, text, event=events.QuestionAnswered) for text in _QUESTIONS),
    Change(FIRST_RELEASE_DATE, _TAKEN_BACK, _HIDDEN_USED_AT_ONCE, ""),
    Change(FIRST_RELEASE_DATE, _TAKEN_BACK, event=events.HiddenUsed),
    Change(
        FIRST_RELEASE_DATE, _CAPPED, events.Boosted.variants[0], event=events.Boosted, now=events.Boosted.variants[2]
    ),
    Change(FIRST_RELEASE_DATE, _CAPPED, events.Boosted.says, event=events.Boosted, now=events.Boosted.variants[1]),
    Change(FIRST_RELEASE_DATE, _BURNOUT, event=events.BurnoutOver),
    Change(FIRST_RELEASE_DATE, _BURNOUT, event=events.Boosted, now=events.Boosted.says),
    Change(FIRST_RELEASE_DATE, _SHUFFLE, minigame_events.ShuffleUseless.says, event=minigame_events.ShuffleUseless),
    Change(FIRST_RELEASE_DATE, _WHOSE, event=events.BombOwned, now=events.BombOwned.says),
    Change(FIRST_RELEASE_DATE, _WHOSE, event=events.BombOwned, now=events.BombOwned.variants[0]),
    Change(FIRST_RELEASE_DATE, _WHOSE, event=events.OwnBombFound),
    Change(FIRST_RELEASE_DATE, _WHOSE, event=events.OwnBombWentOff),
    Change(FIRST_RELEASE_DATE, _LAY, event=events.RestShown),
    Change(FIRST_RELEASE_DATE, _LAY, event=events.BuriedShown),
    Change(FIRST_RELEASE_DATE, _LAY, event=events.UnfoundBombsShown),
    Change(FIRST_RELEASE_DATE, _STAKED, event=events.BonusStaked),
    Change(FIRST_RELEASE_DATE, _SIZE, _BEGINS, event=events.RoundBegun),
    Change(FIRST_RELEASE_DATE, _SIZE, _CYCLE, event=events.CycleBegun),
    *(
        Change(FIRST_RELEASE_DATE, _POT, event.says, event=event)
        for event in (events.MegagridStopped, events.MegagridRowSafe)
    ),
    Change(FIRST_RELEASE_DATE, _POT, events.MegagridBombed.variants[0], event=events.MegagridBombed),
    Change(FIRST_RELEASE_DATE, _AUTO, "", "draw bomb.mutates", ruling=True),
    Change(FIRST_RELEASE_DATE, _GOOD, _ROUND_CLOSED_TEXT, event=events.RoundClosed),
    *(Change(FIRST_RELEASE_DATE, _GOOD, path, path) for path in ("state best", "state rounds.*.good")),
    Change(FIRST_RELEASE_DATE, _GUESS, _CARD, event=minigame_events.CardTurned),
    Change(FIRST_RELEASE_DATE, _TARGET, event=events.TargetReached, now=events.TargetReached.says, ruling=True),
    Change(FIRST_RELEASE_DATE, _TARGET, event=events.TargetReachedTogether, ruling=True),
    Change(FIRST_RELEASE_DATE, _NINES, events.OnePlusRaised.says, event=events.OnePlusUseless),
    Change(FIRST_RELEASE_DATE, _ONE_DIGIT, events.ZeroHourStruck.says, event=events.ZeroHourStruckOne),
    *(Change(FIRST_RELEASE_DATE, _HANDED_CASH_HIDES, f"draw {key}", f"draw {key}", ruling=True) for key in _GIFTS),
    Change(FIRST_RELEASE_DATE, _SEAT, events.SuperRoundSeated.says, event=events.SeatsFilledUp, ruling=True),
    Change(FIRST_RELEASE_DATE, _FOUR, _CYCLE, event=events.CycleBegun, ruling=True),
    Change(FIRST_RELEASE_DATE, _FOUR, events.WildcardSeated.says, event=events.WildcardSeated, ruling=True),
    Change(FIRST_RELEASE_DATE, _CASTLE, "draw board.category5", "draw board.category6", ruling=True),
    *(Change(FIRST_RELEASE_DATE, _LAST, event.says) for event in _AT_ITS_END),
    *(Change(FIRST_RELEASE_DATE, _LAST, event=event) for event in _AT_ITS_END),
    *(Change(FIRST_RELEASE_DATE, _LAST, drawn, "", ruling=True) for drawn in _SPELL_REDRAWS),
    *(Change(FIRST_RELEASE_DATE, _LAST, "", drawn, ruling=True) for drawn in _SPELL_REDRAWS),
    Change(FIRST_RELEASE_DATE, WEIGHED, event=events.MinigameStarted, ruling=True),
    *build_weighing_changes(FIRST_RELEASE_DATE),
    Change(FIRST_RELEASE_DATE, _PLAIN_AUTO_BOMB, "draw bomb.mutation", "draw bomb.mutation", ruling=True),
    Change(FIRST_RELEASE_DATE, _HABITS, "state players.*.hiding_places", "state players.*.hiding_places"),
    Change(FIRST_RELEASE_DATE, _SUPER_THREE, "state rounds.*.fallen", "state rounds.*.fallen"),
    Change(
        FIRST_RELEASE_DATE, _TARGET_ORDER, event=events.TargetReached, now=events.TargetReached.variants[1], ruling=True
    ),
    *(
        Change(FIRST_RELEASE_DATE, _TARGET_ORDER, path, path)
        for path in ("state players.*.reached_at", "state players.*.behind", "state players.*.reached_with")
    ),
    Change(FIRST_RELEASE_DATE, _INVITED_PEEKS, "state rounds.*.seats.*.peeks", "state rounds.*.seats.*.peeks"),
    Change(FIRST_RELEASE_DATE, _TWO_BURNOUTS, events.BurnoutPromised.says, event=events.BurnoutPromised, ruling=True),
    Change(FIRST_RELEASE_DATE, _LEFTOVERS_ONCE, events.HiddenReceived.says, ruling=True),
    Change(
        FIRST_RELEASE_DATE,
        _INVITE_REPLACES_EVENT,
        "draw remain_or_leave.invite",
        "draw remain_or_leave.invite",
        ruling=True,
    ),
    *(
        Change(FIRST_RELEASE_DATE, _VINTAGE_MINIGAMES_GIVEN, f"draw {key}", f"draw {key}", ruling=True)
        for key in _VINTAGE_DRAWS
    ),
    Change(FIRST_RELEASE_DATE, _OPPONENT, events.MinigamePaidNothing.id, event=events.MinigamePaidNothing),
    Change(FIRST_RELEASE_DATE, _WORMHOLE_TOO_LATE, events.WormholeClosed.id, event=events.WormholeTooLate),
    *(
        Change(FIRST_RELEASE_DATE, _REST, event.id, event=event)
        for event in (events.RestShown, events.BuriedShown, events.BuriedSeen, events.UnfoundBombsShown)
    ),
)
