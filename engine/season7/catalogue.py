"""What everything on a board is, in a few sentences: the docstring of its script, and the category it belongs to.

Before it: what is counted for people, what it earns them, and what can be predicted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from engine.kernel.event import Event
from engine.kernel.question import Forecast, Option, Outcome
from engine.kernel.ruleset import Achievement, Deed, Element, read_rule
from engine.kernel.text import PUBLIC, Phrase, Told, Words, format_money, phrase
from engine.minigames import MINIGAMES
from engine.minigames.texts import build_minigame_rule, list_table_words
from engine.race.events import COACHING, SQUARE
from engine.race.table import (
    build_fall_outcome,
    build_seat_options,
    list_money_deeds,
    list_round_forecasts,
    list_round_outcomes,
    list_shared_deeds,
    list_tagged_deeds,
)
from engine.season7 import booths, events, host_answers, square00, tables, view
from engine.season7.hooks import HOOKS
from engine.season7.square00 import OUTCOMES
from engine.season7.squares import game_changers, vintage
from engine.season7.squares.hidden import bomb_switch, deflect, defuse
from engine.season7.state import MinigameBooth, Season, Season7Round

# How each is shown, in this order; those that are not listed are counted, but not shown.
SEASON7_TALLIES: Mapping[str, str] = {
    "seasons_won": "{n:n} {n:season|seasons} won",
    "seasons": "{n:n} {n:season|seasons} played",
    "cycles": "{n:n} {n:cycle|cycles} played",
    "rounds_won": "{n:n} {n:round|rounds} won",
    "rounds": "{n:n} {n:round|rounds} played",
    "super_rounds_won": "{n:n} Super {n:Round|Rounds} won",
    "round": "best round: {n:£}",
    "squares": "{n:n} {n:square|squares} opened",
    "bombs": "{n:n} {n:bomb|bombs} met",
    "asleep": "{n:n} {n:turn|turns} slept through",
    "minigames": "{n:n} {n:minigame|minigames} won",
    "hidden": "{n:n} hidden {n:square|squares} used",
    "peeks": "{n:n} {n:peek|peeks}",
    "won": "{n:£} gained in all",
    "won cash": "{n:£} gained in cash",
    "won win bonus": "{n:£} gained in win bonuses",
    "won minigames": "{n:£} gained in minigames",
    "won megagrid": "{n:£} gained on the Megagrid",
    "won jackpot": "{n:£} gained in jackpots",
    "won banker": "{n:£} gained from the bank",
    "won vintage": "{n:£} gained on vintage squares",
    "lost": "{n:£} lost in all",
    "lost bomb": "{n:£} lost to bombs",
}


FINE_SQUARE, LAST_ROW, CROWD = 60_000_000, 5, 4  # on one square; of the Megagrid; who win a round together

SEASON7_ACHIEVEMENTS = (  # rare: fewer than about one in twenty players earn one in a race
    Achievement("Part of the Furniture", "Two hundred rounds.", "rounds", 200),
    Achievement("Serial Billionaire", "Three seasons won.", "seasons_won", 3),
    Achievement("Limping Home", "A season won with less than the target.", "limped_home", 1),
    Achievement("Top of the Megagrid", "Five rows climbed, and not one bomb.", "megagrids", 1),
    Achievement("One Row Short", "A bomb in the last row of the Megagrid.", "last_row_bombs", 1),
    Achievement("Pot of Gold", "£60,000,000 or more from one square of cash.", "fine_squares", 1),
    Achievement("Back from the Dead", "Back in a round three times after being out.", "revived", 3),
    Achievement("All Aboard", "Two rounds won by four or more together.", "crowds", 2),
    Achievement("Hitchhiker", "Three rounds won by Tag Along.", "rides", 3),
    Achievement("Steady Hands", "Ten bombs defused.", "defused", 10),
)


def list_season7_deeds(told: Told) -> Iterator[Deed]:
    """Yield what one public announcement adds to players' statistics and medals (money, rounds, best results, rare
    feats); nothing for private ones.
    """
    if told.to != PUBLIC:
        return
    event = told.event
    yield from list_season7_feats(event)
    match event:
        case events.Gained() | events.Lost() | events.PricePaid() as moved:
            source = "minigames" if moved.source == tables.OPPONENT_SOURCE else moved.source
            yield from list_money_deeds(moved.who, moved.deed, moved.amount, source)
        case events.RoundOver(deeds=deeds) | events.CycleOver(deeds=deeds) | events.RaceWon(deeds=deeds):
            yield from list_shared_deeds(deeds)
        case events.RoundClosed(best=best):
            for name, reached in best.items():
                yield from (Deed(who, name, amount, best=True) for who, amount in reached.items())
        case _:
            yield from list_tagged_deeds(told)


def list_season7_feats(event: Event | None) -> Iterator[Deed]:
    """Yield an entry for each rare feat (such as £60,000,000 from one square of cash), for which medals are given, that
    this one event shows by itself; nothing for other events. Feats that are tags of an event's kind are counted
    elsewhere.
    """
    match event:
        case events.Gained(who=who, amount=amount, source="cash") if amount >= FINE_SQUARE:
            yield Deed(who, "fine_squares")
        case events.MegagridBombed(who=who, row=row) if row == LAST_ROW:
            yield Deed(who, "last_row_bombs")
        case events.RoundOver(winners=winners) if len(winners) >= CROWD:
            yield from (Deed(who, "crowds") for who in winners)
        case events.RaceWon(champions=champions, fell=True):
            yield from (Deed(who, "limped_home") for who in champions)


BOMB, OVER, UNDER = "bomb", "over", "under"
KEEP, RISK = "keep", "risk"  # a win bonus
NOTHING, LESS, MORE = "nothing", "less", "more"  # what a minigame brings
SAFE, STOP, TOP = "safe", "stop", "top"  # on the Megagrid
GOOD_MINIGAME = 5_000_000  # about as much as most minigames bring who plays them well

RACE, LEADS = "race", "leads"


def iter_season7_forecasts(season: Season) -> Iterator[Forecast]:
    """Yield everything that spectators can predict now: about each round in play, what the winners of others play for,
    the minigames in play and, while two or more players are left, who leads when the cycle is over and who wins the
    race.
    """
    for name, r in season.rounds.items():
        if r.is_contested() and r.stage in ("seal", "play"):
            yield from list_round_forecasts(name, r)
            yield build_best_gain_forecast(name, r, r.list_living())
            if r.stage == "play":
                yield from iter_square_forecasts(name, r)
        elif r.stage in ("bonus", "minigames"):
            yield from iter_bonus_forecasts(season, r)
            yield from (build_climb_forecast(who) for who in r.winners if r.kind == "super")
            if max(seat.gained for seat in r.seats.values()) <= r.good:
                yield build_best_gain_forecast(name, r, r.winners)
    for booth in season.booths.values():
        yield from iter_booth_forecasts(booth)
    here = season.here()
    if season.phase != "over" and len(here) > 1:
        seats = build_seat_options(here)
        cycle = phrase("Who will lead when cycle {cycle} is over?", cycle=max(1, season.cycle))
        yield Forecast(LEADS, cycle, seats, list_who_can_still_lead(season))
        yield Forecast(RACE, phrase("Who will win the race?"), seats, here)


def list_who_can_still_lead(season: Season) -> list[str]:
    """List the players who can still change who leads at the end of the cycle, and so may not predict it: all in the
    race, or in the cycle's last part only those who play the Megagrid.
    """
    if season.phase == "megagrid":
        return [who for booth in season.booths.values() for who in booth.players]
    return season.here()


def iter_bonus_forecasts(season: Season, r: Season7Round) -> Iterator[Forecast]:
    """Yield the predictions that spectators can make of each winner of this round who has been shown their win bonus
    and has still to decide about it: whether they risk it, and what Square 00 hides for them. The winner may predict
    neither.
    """
    hides = [Option(each, each) for each in square00.list_stake_outcomes(season.options)]
    for who in [who for who in r.winners if r.seats[who].teaser and r.seats[who].bonus]:
        text = phrase("Does {who} risk the win bonus of {bonus:£}?", who=who, bonus=r.seats[who].bonus)
        risk = [Option(RISK, "risks it"), Option(KEEP, "keeps it")]
        yield Forecast(f"bonus/{who}", text, risk, [who], renewed=True)
        text = phrase("What is behind Square 00, if {who} opens it?", who=who)
        yield Forecast(f"square00/{who}", text, hides, [who], renewed=True)


def iter_booth_forecasts(booth: MinigameBooth) -> Iterator[Forecast]:
    """Yield what spectators can predict of this minigame in play: how much its finder wins; or of a Megagrid, the next
    row and the end of the climb. Its own players may not. An Accelerator pays no money, and nothing of it can be
    predicted.
    """
    who = booth.players[0]
    if booth.game == booths.MEGAGRID_NAME:
        text = phrase("What happens in {who}’s next row of the Megagrid?", who=who)
        next_row = [Option(SAFE, "a safe square"), Option(BOMB, "a bomb"), Option(STOP, "stops")]
        yield Forecast(f"megagrid/row/{who}", text, next_row, booth.players, renewed=True)
        yield build_climb_forecast(who)
    elif booth.game != "Accelerator":
        text = phrase("How much does {who} win in {minigame}?", who=who, minigame=booth.game)
        wins = [
            Option(NOTHING, "nothing"),
            Option(LESS, phrase("up to {line:£}", line=GOOD_MINIGAME)),
            Option(MORE, phrase("more than {line:£}", line=GOOD_MINIGAME)),
        ]
        yield Forecast(f"minigame/{who}", text, wins, booth.players, renewed=True)


def build_climb_forecast(who: str) -> Forecast:
    """Build the prediction how a player's climb on the Megagrid will end: stopped, by a bomb, or at the top. It can be
    made from when they have won the Super Round, by all but this player.
    """
    ends = [Option(STOP, "stops with the money"), Option(BOMB, "a bomb"), Option(TOP, "at the top")]
    text = phrase("How does {who}’s climb on the Megagrid end?", who=who)
    return Forecast(f"megagrid/end/{who}", text, ends, [who], renewed=True)


def build_best_gain_forecast(name: str, r: Season7Round, barred: list[str]) -> Forecast:
    """Build the prediction whether the best gain of a player in this round will be over or under what is usual in
    recent rounds (`good` of the round). The players in `barred` can still change that, and so may not make it.
    """
    text = phrase(
        "{round}: will the best player of the round gain more than {line:£}, or less?", round=r.title, line=r.good
    )
    return Forecast(f"gain/{name}", text, [Option(OVER, "over"), Option(UNDER, "under")], barred)


def iter_square_forecasts(name: str, r: Season7Round) -> Iterator[Forecast]:
    """Yield the predictions of what lies on the next square to be opened, and on each square that a player has locked
    in. Players still in the round may make none; those who are out make none of locked squares, nor of the next one
    while any is locked, as they may know what lies there.
    """
    finds = [Option(BOMB, "a Bomb"), *(Option(str(n), title) for n, title in tables.CATEGORY_NAMES.items() if n < 9)]
    locked = {who: n for who in r.list_living() if (n := r.seats[who].locked)}
    know = r.list_who_may_know([*locked.values()])
    text = phrase("{round}: what is behind the next square?", round=r.title)
    yield Forecast(f"{name}/next", text, finds, know, renewed=r.kind == "super")
    for who, n in locked.items():
        text = phrase("{round}: what is behind square {n}, locked by {who}?", round=r.title, n=n, who=who)
        yield Forecast(f"{name}/square/{n}", text, finds, r.list_who_may_know([n]))


# -- what has come of it


def iter_season7_outcomes(told: Told) -> Iterator[Outcome]:
    """Yield the results of the predictions, if any, that this one public announcement decides or cancels, each with the
    key of its prediction; nothing for a private one.
    """
    if told.to != PUBLIC:
        return
    table = told.table
    match told.event:
        case events.PutOut(who=who):
            yield build_fall_outcome(table, who)
        case events.RoundOver(winners=winners):
            yield from list_round_outcomes(table, winners)
        case events.RoundClosed(best=best, good=good):
            most = max(best["round"].values(), default=0)
            yield Outcome(f"gain/{table}", [OVER if most > (tables.GOOD_ROUND if good is None else good) else UNDER])
        case events.CycleOver(leaders=leaders):
            yield from (Outcome(LEADS, leaders), Outcome("megagrid/"))
        case events.RaceWon(champions=champions):
            yield Outcome(LEADS, champions)
            yield Outcome(RACE, champions)
        case _:
            yield from iter_square_outcomes(table, told.event)
            yield from iter_winner_outcomes(told.event)


def iter_square_outcomes(table: str, event: Event | None) -> Iterator[Outcome]:
    """Yield the results that this one event of a round gives to the predictions what the next square will be and what a
    square is that a player has locked in; a bomb swept away decides only the second. Nothing for events that open no
    square.
    """
    match event:
        case events.SquareOpened(n=n, face=face):
            yield from list_opened_outcomes(table, n, find_square_kind(face))
        case events.KnifeEdgeWon(n=n):
            yield from list_opened_outcomes(table, n, find_square_kind("Win Zone"))
        case events.BombFound(n=n) | events.AutoBombed(n=n):
            yield from list_opened_outcomes(table, n, BOMB)
        case events.BombsSwept(squares=squares):  # nobody has opened these as the next square
            yield from (Outcome(f"{table}/square/{n}", [BOMB]) for n in squares)


def iter_winner_outcomes(event: Event | None) -> Iterator[Outcome]:
    """Yield the results of the predictions that this one event decides, if any, about what a round's winners play for:
    bonus, minigames and the Megagrid. When a bonus or a minigame is announced, predictions left over from an earlier
    one of this player are cancelled.
    """
    match event:
        case events.WinBonusTeased(who=who):
            yield from (Outcome(f"bonus/{who}"), Outcome(f"square00/{who}"))
        case events.BonusKept(who=who):
            yield from (Outcome(f"bonus/{who}", [KEEP]), Outcome(f"square00/{who}"))
        case events.BonusStaked(who=who):
            yield Outcome(f"bonus/{who}", [RISK])
        case events.Square00Opened(who=who, outcome=outcome):
            yield Outcome(f"square00/{who}", [outcome])
        case events.MinigameStarted(who=who):
            yield Outcome(f"minigame/{who}")
        case events.MinigamePaidNothing(who=who, source="minigames"):
            yield Outcome(f"minigame/{who}", [NOTHING])
        case events.Gained(who=who, amount=amount, source="minigames"):
            yield Outcome(f"minigame/{who}", [MORE if amount > GOOD_MINIGAME else LESS])
        case _:
            yield from iter_megagrid_outcomes(event)


def iter_megagrid_outcomes(event: Event | None) -> Iterator[Outcome]:
    """Yield the results that this one event of a Megagrid gives to predictions of its next row and of the end of the
    climb; that a Megagrid opens cancels all older ones of a row. Nothing for other events.
    """
    match event:
        case events.MegagridOpened():
            yield Outcome("megagrid/row/")
        case events.MegagridRowSafe(who=who):
            yield Outcome(f"megagrid/row/{who}", [SAFE])
        case events.MegagridClimbed(who=who):
            yield Outcome(f"megagrid/end/{who}", [TOP])
        case events.MegagridStopped(who=who):
            yield from (Outcome(f"megagrid/row/{who}", [STOP]), Outcome(f"megagrid/end/{who}", [STOP]))
        case events.MegagridBombed(who=who):
            yield from (Outcome(f"megagrid/row/{who}", [BOMB]), Outcome(f"megagrid/end/{who}", [BOMB]))


def list_opened_outcomes(table: str, n: int, kind: str) -> Iterator[Outcome]:
    """Yield the results of the two predictions that opening square `n` decides: what the next square will be, and what
    this square is.
    """
    yield Outcome(f"{table}/next", [kind])
    yield Outcome(f"{table}/square/{n}", [kind])


def find_square_kind(face: Words | Mapping[str, object]) -> str:
    """Return, as text, the number of the category to which an opened square with this face belongs: the option that was
    right in a prediction of the square. A face that is not plain text is a booster's.
    """
    return str(tables.find_category(face if isinstance(face, str) else "a booster"))


SEASON7_GLOSSARY = {  # words of the show that the rules page explains nowhere else
    "Auto-Bomb": "the bomb that explodes when a player does not select in time.",
    "Held": "what a player keeps until they go out: booster, minigames, hidden squares, promises.",
    "Leaderboard": "all players in the order of their money. Above and below mean places on it.",
}

SCRIPTS: Mapping[str, Callable[..., Any]] = {
    **HOOKS.squares,
    **MINIGAMES,
    **{name: instead.use for name, instead in HOOKS.instead.items()},
    **{name: use.does for name, use in HOOKS.uses.items()},
    "Bomb Switch": bomb_switch,
    "Deflect": deflect,
    "Defuse": defuse,
}

WITHOUT_SCRIPT = {
    "Bomb": f"The player who selects it is out of the round and pays {format_money(tables.BOMB_PENALTY)}. "
    f"Of 100 bombs, {tables.MUTATES} first change into something else.",
    "Nitrous": "In their next round, the holder hides three bombs and not one.",
    tables.MYSTERY_SIX: "Cash: any whole number of thousands from £100,000 to £999,000, drawn when it is found.",
    tables.MYSTERY_SEVEN: "Cash: any whole number of thousands from £1,000,000 to £9,999,000, drawn when it is found.",
    tables.MYSTERY_BOOST: "A booster from 1 to 100 percent, drawn when it is found.",
}

BOOSTER = f"Raises all cash that the finder finds from now on, up to {tables.BOOSTER_CAP}% in all."
LOSS, CASH = "The finder loses this amount.", "The finder wins this amount, and a booster raises it."
TEACHES = {name: events.WildcardTaught.sentence({"wildcard": name}) for name in tables.WILDCARDS}
MEGAGRID_RULE = read_rule(booths.megagrid)
NAMES_BY_SPELLING = {name.casefold(): name for name in [*SCRIPTS, *WITHOUT_SCRIPT, *TEACHES]}


@lru_cache(maxsize=1024)  # pages ask again and again for the same squares
def explain_season7_name(word: str) -> Phrase | None:
    """Return a text for players with the name, the rule and the category of a square, hidden square, minigame, amount
    of cash or booster; without a category for the Bomb and the Megagrid, and the rule alone for a wildcard round.
    `word` may be in capitals or not, with or without “The”; None for any other word.
    """
    said = " ".join(word.split()).casefold()
    if said == booths.MEGAGRID_NAME.casefold():
        return phrase("{face}: {rule}", face=booths.MEGAGRID_NAME, rule=MEGAGRID_RULE)
    face = NAMES_BY_SPELLING.get(said) or NAMES_BY_SPELLING.get(f"the {said}") or _parse_plain_face(said)
    if face is None:
        return None
    if face in TEACHES:
        return phrase("{rule} (A wildcard round: a round with special rules.)", rule=TEACHES[face])
    facts = {"face": face, "rule": find_square_rule(face)}
    if face == "Bomb":
        return phrase("{face}: {rule}", **facts)
    number = _find_shown_category(face)
    kind = tables.CATEGORY_NAMES[number]
    return phrase("{face}: {rule} (Category {number}, {kind}.)", **facts, number=number, kind=kind)


def list_season7_topics() -> dict[str, list[str]]:
    """Return all names of which players can ask the rule, as a sorted list under the title of each category; plain
    amounts are left out, because they explain themselves.
    """
    found = {"Bombs": ["Bomb"], **{kind: [] for kind in tables.CATEGORY_NAMES.values()}, "Wildcard Rounds": [*TEACHES]}
    for face in {*NAMES_BY_SPELLING.values()} - {"Bomb", *TEACHES}:
        found[tables.CATEGORY_NAMES[_find_shown_category(face)]].append(face)
    return {kind: sorted(faces) for kind, faces in found.items() if faces}


def _parse_plain_face(said: str) -> str | None:
    """Return the name of the square if the word, in lower case, is an amount of cash or a booster, of which there are
    too many to list one by one; else None.
    """
    face = said.replace("booster", "Booster")
    return face if tables.parse_cash(face) is not None or tables.parse_booster(face) is not None else None


def find_square_rule(face: str) -> Words:
    """Return the text that tells players what a square, hidden square or minigame does, without its name; for cash and
    boosters the text for all amounts. Any unknown word counts as a booster.
    """
    if face in MINIGAMES:
        return build_minigame_rule(face)
    if face in WITHOUT_SCRIPT:
        return WITHOUT_SCRIPT[face]
    if face in SCRIPTS:
        return read_rule(SCRIPTS[face])
    amount = tables.parse_cash(face)
    if amount is None:
        return BOOSTER
    return LOSS if amount < 0 else CASH


def _find_rule_template(face: str) -> str:
    """Return the rule of a square as a text with placeholders for its numbers, so that translators need to translate it
    only once for all amounts.
    """
    said = find_square_rule(face)
    return said if isinstance(said, str) else said.text


def _find_shown_category(face: str) -> int:
    """Return the category number under which the catalogue shows a square or minigame: 9 for hidden squares, 8 for
    vintage minigames, else its own.
    """
    return 9 if face in tables.HIDDEN_SQUARES else 8 if face in tables.VINTAGE_MINIGAMES else tables.find_category(face)


RULE_SENTENCES = tuple(
    dict.fromkeys(
        [
            BOOSTER,
            LOSS,
            CASH,
            *TEACHES.values(),
            MEGAGRID_RULE,
            *(_find_rule_template(face) for face in NAMES_BY_SPELLING.values() if face not in TEACHES),
        ]
    )
)

ODD_LOSSES = [n for n in tables.NEGATIVE_CASH if n % 10_000]
STEPPED_LOSSES = "-£10,000…-£250,000 step £10,000"
MINIGAME_HOUSE = "amounts, odds and how it is played, but for the sentence that the rulebook has"
PRIZES = ("Bonus Bag", "Get Lucky", "Gift Card", "Schadenfreude", "Six and Out")  # they hand over cash

HOUSE_RULES_BY_NAME = {
    "Add a Row": "the bomb may be placed by the host when its owner sleeps",
    "Ask the Host": "the questions it understands",
    "Banker's Offer": "the bank's formula and its extras",
    "Blammo": "the four fates are shuffled evenly",
    "Board Booster": "every percentage from 50 to 100 is equally likely",
    "Hypnotise": "one to four selections are equally likely",
    "Knife Edge": "the two sides are equally likely",
    "Minesweeper": "one to four bombs are equally likely",
}


def list_season7_elements() -> list[Element]:
    """Return everything in the game that has a name (squares, minigames, wildcard rounds, bombs …), and the negative
    cash, kind by kind, each with the note of what in it is a house rule, for the command `rtab catalogue`.
    """
    found = [
        Element(STEPPED_LOSSES, "Negative Cash", ("board",), face=format_money(-10_000)),
        *(Element(format_money(n), "Negative Cash", ("board",)) for n in ODD_LOSSES),
        *(Element(name, "Minigames", house=MINIGAME_HOUSE) for name in tables.MINIGAMES),
        *(Element(name, "Events", _find_prize_keys(name)) for name in tables.EVENTS),
        *(Element(name, "Game Changers") for name in tables.GAME_CHANGERS),
        *(Element(name, "Vintage", house=_find_vintage_house(name)) for name in tables.VINTAGE_SQUARES),
        *(Element(name, "Hidden Squares", _find_prize_keys(name)) for name in tables.HIDDEN_SQUARES),
        *(Element(name, "Wildcard Rounds", ("wildcard",)) for name in tables.WILDCARDS),
        *(Element(name, "Bombs", ("bomb",), house="the six mutations are equally likely") for name in tables.MUTATIONS),
        *(Element(name, "Square 00", ("square00",), house="the five outcomes are equally likely") for name in OUTCOMES),
        Element("Megagrid", "Bonus round", house="all but its starting amount"),
    ]
    return [_add_house_note(element) for element in found]


def _find_prize_keys(name: str) -> tuple[str, ...]:
    """Return the keys of a square in the catalogue: `prize` for one that hands cash to somebody, none for any other."""
    return ("prize",) if name in PRIZES else ()


def _find_vintage_house(name: str) -> str:
    """Return the note on what of a vintage minigame is our own rule; '' for other vintage squares."""
    return MINIGAME_HOUSE if name in tables.VINTAGE_MINIGAMES else ""


def _add_house_note(element: Element) -> Element:
    """Return the element with the note on what of its rule is our own, if it has none yet and there is one for its
    name.
    """
    house = element.house or HOUSE_RULES_BY_NAME.get(element.name, "")
    return Element(element.name, element.category, element.keys, house, element.face)


SQUARE_NAMES = [
    *(
        face
        for faces in tables.SQUARES_BY_CATEGORY.values()
        for face in faces
        if tables.parse_cash(face) is None and "%" not in face
    ),
    *tables.HIDDEN_SQUARES,
    *tables.WILDCARDS,
    *tables.MUTATIONS,
    *tables.CATEGORY_NAMES.values(),
    *vintage.EXTRAS,
    *(outcome for outcome in square00.OUTCOMES if tables.parse_cash(outcome) is None),
    *(game_changers.BLOCK, game_changers.OPPONENT, game_changers.YOU, game_changers.THRESHOLD),
    *host_answers.QUESTION_KINDS.values(),
    *host_answers.HOLDINGS.values(),
]

STATISTICS = [
    *SEASON7_TALLIES.values(),
    *(words for each in SEASON7_ACHIEVEMENTS for words in (each.name, each.sentence)),
]

OTHER_NAMES = [
    *("Bomb", "anywhere", "anybody"),
    *("in", "out", "folded", "sold", "moved", "won", "Remain", "Leave"),
    *("Super Round", "Race to a Billion", SQUARE),
    *(tables.MYSTERY_BOOST, *list_season7_topics()),
]

COACHING_SENTENCES = COACHING.values()

SEASON7_NAMES = tuple(
    dict.fromkeys(
        [
            *SQUARE_NAMES,
            *list_table_words(),
            booths.MEGAGRID_NAME,
            *view.STAGE_NAMES.values(),
            *view.KINDS_BY_CATEGORY.values(),
            *OTHER_NAMES,
            *STATISTICS,
            *RULE_SENTENCES,
            *COACHING_SENTENCES,
        ]
    )
)
