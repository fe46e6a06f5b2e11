"""What everything in the game is, in a few sentences: taken from the scripts that do it, so that it cannot be wrong.

Before it: what is counted for people, what it earns them, and what can be predicted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.billionaire import actions, auction, decks, events, money, orders, turn, view
from engine.billionaire.events import (
    AuctionCalledOff,
    AuctionOfThreeOpened,
    AuctionOpened,
    FightRolled,
    GameWon,
    InvestmentForfeited,
    InvestmentTaken,
    LotBought,
    LotUnwanted,
    ProfitForfeited,
    SecurityPlayed,
)
from engine.billionaire.state import Billionaire
from engine.billionaire.tables import (
    ANALYZE_ANY,
    CORNER_COLOURS,
    DISASTER,
    ESPIONAGE,
    GREEN,
    INVESTMENTS,
    POWER_DECK,
    PROXY_FIGHT,
    RED,
    REGIONS,
    SECURITY,
    TRACK,
)
from engine.kernel.event import Event
from engine.kernel.question import Forecast, Option, Outcome
from engine.kernel.ruleset import Achievement, Deed, Element, read_rule
from engine.kernel.text import PUBLIC, Phrase, Told, phrase

BARGAIN, SUPER_RICH = 25, 1_100_000_000  # how often the price is in the value; with what a game is won

BILLIONAIRE_ACHIEVEMENTS = (  # rare: fewer than about one in twenty players earn one in a game
    Achievement("Portfolio", "Buy fifty Investments.", "bought", 50),
    Achievement("Raider", "Take ten Investments from other players.", "captured", 10),
    Achievement("Bodyguard", "Play Security ten times.", "security", 10),
    Achievement("Bluffer", "Win an auction with a bid that you cannot pay.", "forfeit", 1),
    Achievement("Tycoon", "Win ten games.", "won", 10),
    Achievement("Super-Rich", "Win a game with $1,100,000,000 or more.", "super_rich", 1),
    Achievement("Steal of the Century", "Buy Investments for 4% of their value.", "steals", 1),
    Achievement("Winner's Curse", "Buy Investments for twice their value.", "curses", 1),
    Achievement("Fourth Time Lucky", "Win an auction that was tied four times.", "ties_won", 1),
    Achievement("Six to One", "Win a Proxy Fight by six to one.", "six_to_one", 1),
)

BILLIONAIRE_TALLIES = {
    "won": "{n:n} {n:game|games} won as a billionaire",
    "bought": "{n:n} {n:Investment|Investments} bought",
    "spent": "{n:$} paid for Investments",
    "bargain": "most bought at once: {n:$} in Investments",
    "captured": "{n:n} {n:Investment|Investments} taken from other players",
    "security": "{n:n} {n:Security|Securities} played",
    "forfeit": "{n:n} {n:bid|bids} that could not be paid",
}


def list_billionaire_deeds(told: Told) -> Iterator[Deed]:
    """Yield what one announcement adds to players' statistics: Investments bought (how many, for how much, and the most
    at once) or captured, Security cards played, bids that could not be paid, games won, and rare feats.
    """
    event = told.event
    yield from list_billionaire_feats(event)
    match event:
        case GameWon(who=champions):
            yield from (Deed(who, "won") for who in champions)
        case LotBought(who, lot, worth, amount):
            yield Deed(who, "bought", len(lot))
            yield Deed(who, "spent", amount)
            yield Deed(who, "bargain", worth, best=True)
        case InvestmentTaken(winner=winner):
            yield Deed(winner, "captured")
        case SecurityPlayed(who=who):
            yield Deed(who, "security")
        case InvestmentForfeited(who=who) | ProfitForfeited(who=who):
            yield Deed(who, "forfeit")


def list_billionaire_feats(event: Event | None) -> Iterator[Deed]:
    """Yield the rare feats that one event shows, for which players get medals, such as an auction won at a bargain
    price; nothing for other events or None.
    """
    match event:
        case GameWon(who=champions, amount=amount) if amount >= SUPER_RICH:
            yield from (Deed(who, "super_rich") for who in champions)
        case LotBought(who=who, worth=worth, amount=amount) if 0 < amount * BARGAIN <= worth:
            yield Deed(who, "steals")
        case LotBought(who=who, worth=worth, amount=amount) if amount >= 2 * worth:
            yield Deed(who, "curses")
        case FightRolled(who=who, mine=mine, whom=whom, theirs=theirs) if {mine, theirs} == {1, 6}:
            yield Deed(who if mine > theirs else whom, "six_to_one")
    if isinstance(event, LotBought) and event.tied:
        yield Deed(event.who, "ties_won")


AUCTION, GAME = "auction", "game"


def list_billionaire_forecasts(state: Billionaire) -> Iterator[Forecast]:
    """Yield what spectators may predict now: who wins the current auction, until bids have been shown in this turn, and
    who wins the game, while at least two players are left; nothing once the game is over.
    """
    here = state.here()
    seats = [Option(who, who) for who in here]
    if state.auction and not state.revealed and state.phase != "over":
        yield Forecast(AUCTION, phrase("Who wins the auction?"), seats, here)
    if state.phase != "over" and len(here) > 1:
        yield Forecast(GAME, phrase("Who wins the game?"), seats, here)


def list_billionaire_outcomes(told: Told) -> Iterator[Outcome]:
    """Yield the results of predictions that one public announcement decides: who has won the auction, that predictions
    of it are void (also when another one opens, for whatever was predicted before), or who has won the game; else
    nothing.
    """
    if told.to != PUBLIC:
        return
    match told.event:
        case LotBought(who=who):
            yield Outcome(AUCTION, [who])
        case LotUnwanted() | AuctionCalledOff() | AuctionOpened() | AuctionOfThreeOpened():
            yield Outcome(AUCTION)
        case GameWon(who=champions):
            yield Outcome(GAME, champions)


def extract_billionaire_rule(script: Callable[..., Any]) -> str:
    """Return the rule in the docstring of the function that carries it out, without the name before its colon; players
    read it as the text of the rule.
    """
    text = read_rule(script)
    name, _, rest = text.partition(": ")
    said = rest if len(name) < 25 else text
    return said[:1].upper() + said[1:]


SPACE_RULES = {
    "Headquarters": extract_billionaire_rule(turn.land_at_headquarters),
    "Profit": extract_billionaire_rule(turn.land_on_profit),
    "Power Play": extract_billionaire_rule(turn.land_on_power_play),
    "Sealed Bids": extract_billionaire_rule(turn.land_on_bids),
    "Sealed Bids on Three": extract_billionaire_rule(turn.land_on_three),
    "Analyze": extract_billionaire_rule(turn.land_on_analyze),
}

POWER_CARD_RULES = {
    SECURITY: extract_billionaire_rule(actions.play_security),
    ANALYZE_ANY: extract_billionaire_rule(actions.any_investment),
    ESPIONAGE: extract_billionaire_rule(actions.espionage),
    PROXY_FIGHT: extract_billionaire_rule(actions.proxy_fight),
    DISASTER: extract_billionaire_rule(actions.disaster),
}

SPINS = {
    "Red Red": extract_billionaire_rule(actions.red_red),
    "Red Green": extract_billionaire_rule(actions.red_green),
    "Green Red": extract_billionaire_rule(actions.green_red),
    "Green Green": extract_billionaire_rule(actions.green_green),
}

BIDDING = {
    "Bids": extract_billionaire_rule(auction.ask_bids),
    "Reveal": extract_billionaire_rule(auction.reveal_bids),
    "Ties": extract_billionaire_rule(auction.announce_tie),
    "Overbids": extract_billionaire_rule(auction.forfeit_uncovered_bid),
    "Sold out": extract_billionaire_rule(auction.ask_other_deck),
    "Unwanted": extract_billionaire_rule(auction.call_off_auction),
    "Payment": extract_billionaire_rule(auction.pay_auction_price),
    "Ready-made payments": extract_billionaire_rule(money.build_ready_payments),
    "Free payments": extract_billionaire_rule(money.check_payment),
}

ORDERS = {
    "Standing bids": extract_billionaire_rule(orders.set_standing_bid),
    "Pay orders": extract_billionaire_rule(orders.set_pay_order),
    "Keep orders": extract_billionaire_rule(orders.set_keep_order),
    "Guard orders": extract_billionaire_rule(orders.set_guard_order),
    "Counter orders": extract_billionaire_rule(orders.set_counter_order),
    "Ask orders": extract_billionaire_rule(orders.set_ask_order),
    "Stop orders": extract_billionaire_rule(orders.set_stop_order),
    "Bystander orders": extract_billionaire_rule(orders.set_bystander_order),
    "Answer orders": extract_billionaire_rule(orders.set_answer_order),
    "Card orders": extract_billionaire_rule(orders.set_card_order),
    "Analysis orders": extract_billionaire_rule(orders.set_analysis_order),
    "Plans": extract_billionaire_rule(orders.set_plan_order),
    "Wake orders": extract_billionaire_rule(orders.set_wake_order),
}

COURSE = {
    "The deal": extract_billionaire_rule(turn.deal_profit_cards),
    "The first player": extract_billionaire_rule(turn.roll_for_first_player),
    "A turn": extract_billionaire_rule(turn.begin_billionaire_turn),
    "The die": extract_billionaire_rule(turn.roll_and_move),
    "Profit cards": extract_billionaire_rule(decks.draw_profit_cards),
    "The Analyzer": extract_billionaire_rule(actions.spin_analyzer),
    "The goal": extract_billionaire_rule(turn.is_billionaire_over),
    "The finish": extract_billionaire_rule(turn.finish_billionaire),
    "The last round": extract_billionaire_rule(turn.begin_round_or_finish),
    "Leaving": extract_billionaire_rule(turn.buy_out_player),
}

GROUPS = {
    "Course of the game": COURSE,
    "Spaces": SPACE_RULES,
    "Bidding and paying": BIDDING,
    "Results of the Analyzer": SPINS,
    "Power Play cards": POWER_CARD_RULES,
    "Standing orders": ORDERS,
}

BILLIONAIRE_RULES = {name: text for group in GROUPS.values() for name, text in group.items()}
NAMES_BY_CASEFOLD = {name.casefold(): name for name in (*BILLIONAIRE_RULES, *INVESTMENTS)}

HOUSE_RULE_NOTES = {
    **dict.fromkeys(ORDERS, "so that nobody has to be awake"),
    "Headquarters": "a corner without an owner does nothing",
    "Sealed Bids": "what nobody bids for returns to its deck, unseen",
    "Ties": "after two ties only those who tied bid again, after four turn order decides",
    "Ready-made payments": "three ways are offered, any other may be named",
    "Free payments": "no card too many may be given up",
    SECURITY: "before anything spins; an odd number stops, an even one lets happen",
    ESPIONAGE: "what it does", PROXY_FIGHT: "what it does", DISASTER: "what it does",
    ANALYZE_ANY: "also what is protected",
    "The last round": "so that every game ends",
    "Leaving": "by the computer, or bought out",
}  # fmt: skip


def explain_billionaire_word(word: str) -> Phrase | None:
    """Return the rule or the Investment with this name, in any case and spacing, as a text for players that begins with
    the name; None for any other word.
    """
    name = NAMES_BY_CASEFOLD.get(" ".join(word.split()).casefold(), "")
    if name in INVESTMENTS:
        found = INVESTMENTS[name]
        text = "{face}: an Investment in {region}. It is worth {amount:$}, but only {trading:$} as payment."
        return phrase(text, face=name, region=REGIONS[found.region], amount=found.actual, trading=found.trading)
    return phrase("{face}: {rule}", face=name, rule=BILLIONAIRE_RULES[name]) if name else None


def list_billionaire_topics() -> dict[str, list[str]]:
    """Return the names of all rules and Investments that can be explained to players, by group."""
    return {**{group: [*rules] for group, rules in GROUPS.items()}, "Investments": [*INVESTMENTS]}


def list_billionaire_elements() -> Sequence[Element]:
    """Return all named things of the game: spaces, cards, results of the Analyzer, rules, orders and Investments."""
    named = [
        Element(
            name,
            group,
            ELEMENT_KEYS.get(name, ()),
            HOUSE_RULE_NOTES.get(name, ""),
            ELEMENT_MOVES.get(name, ""),
            *ELEMENT_EVENTS.get(name, ()),
        )
        for group, rules in GROUPS.items()
        for name in rules
    ]
    made_up = "name and value"
    return [*named, *(Element(name, REGIONS[found.region], house=made_up) for name, found in INVESTMENTS.items())]


ELEMENT_KEYS: dict[str, tuple[str, ...]] = {  # what the keys of draws and questions begin with
    "The deal": ("deal",),
    "The die": ("die",),
    "A turn": ("turn",),
    "Profit": ("profit",),
    "Power Play": ("power",),
    "Sealed Bids": ("deck",),
    "Sold out": ("bids",),
    "Bids": ("bid",),
    "Payment": ("pay",),
    "Analyze": ("analyze",),
    "The Analyzer": ("analyzer",),
    SECURITY: ("security",),
    ESPIONAGE: ("espionage",),
    PROXY_FIGHT: ("proxy_fight",),
    "Wake orders": ("look",),
}

NeedlesFacts = dict[str, str]
ELEMENT_EVENTS: dict[
    str, tuple[type[Event]] | tuple[type[Event], dict[str, str]]
] = {  # what tells that it has happened
    "The deal": (events.HandDealt,),
    "The first player": (events.FirstPlayerFound,),
    "A turn": (events.Landed,),
    "The die": (events.FirstPlayerRolled,),
    "Profit cards": (events.ProfitDrawn,),
    "The Analyzer": (events.NeedlesStopped,),
    "The goal": (events.GoalReached,),
    "The finish": (events.HandShown,),
    "The last round": (events.RoundsOver,),
    "Leaving": (events.BoughtOut,),
    "Bids": (events.BidShown,),
    "Reveal": (events.BidsIn,),
    "Ties": (events.BidsTied,),
    "Overbids": (events.BidNotCovered,),
    "Sold out": (events.DeckSoldOut,),
    "Unwanted": (events.LotUnwanted,),
    "Payment": (events.PricePaid,),
    "Analyze": (events.AnalyzerAimed,),
    "Sealed Bids": (events.AuctionOpened,),
    "Red Red": (events.NeedlesStopped, {"first": RED, "second": RED}),
    "Red Green": (events.NeedlesStopped, {"first": RED, "second": GREEN}),
    "Green Red": (events.NeedlesStopped, {"first": GREEN, "second": RED}),
    "Green Green": (events.NeedlesStopped, {"first": GREEN, "second": GREEN}),
}

ELEMENT_MOVES = {  # how it is written
    "Ready-made payments": "pay keep cash", "Free payments": "pay everything",
    "Standing bids": "play order eurasia", "Pay orders": "play order pay", "Keep orders": "play order keep",
    "Guard orders": "play order guard", "Counter orders": "play order counter", "Ask orders": "play order ask",
    "Stop orders": "play order stop", "Bystander orders": "play order others",
    "Answer orders": "play order answer", "Card orders": "play order cards", "Analysis orders": "play order analyze",
    "Plans": "play order plan", "Wake orders": "play order wake",
}  # fmt: skip

OTHER_BILLIONAIRE_NAMES = (
    "gone",
    "playing",
    "on turn",
    "none",
    "Investments",
    "Profit",
    "Power Play",
    "The last bids",
    "Always",
    "never",
    "Play no card",
    "Roll",
    "What everybody has",
    "Still unsold, and the decks",
)

EARNED = [words for each in BILLIONAIRE_ACHIEVEMENTS for words in (each.name, each.sentence)]

CARD_AND_SPACE_NAMES = [
    *REGIONS.values(),
    *(space.name for space in TRACK),
    *POWER_DECK,
    *INVESTMENTS,
    *CORNER_COLOURS,
    RED,
    GREEN,
]

ORDER_LABELS = [
    *orders.LOTS.values(),
    *orders.ORDER_TITLES.values(),
    *orders.PAYING_CHOICES.values(),
    *orders.CARD_ORDER_CHOICES.values(),
]

ORDER_CHOICE_NAMES = [*orders.ANALYZING.values(), *orders.SECURITY_FIRST.values(), *actions.STOPPABLE.values()]

ORDER_ANSWER_NAMES = [
    *actions.ANSWERABLE.values(),
    *(words for words in orders.WAKE_REASON_TEXTS.values() if isinstance(words, str)),
]

VIEWED = [
    *view.SPACE_LABELS.values(),
    *view.REGION_ABBREVIATIONS.values(),
    *view.BILLIONAIRE_STAGE_NAMES.values(),
    *BILLIONAIRE_TALLIES.values(),
]

TAUGHT = [*GROUPS, *BILLIONAIRE_RULES, *BILLIONAIRE_RULES.values()]

BILLIONAIRE_NAMES = tuple(
    dict.fromkeys(
        [
            *CARD_AND_SPACE_NAMES,
            *OTHER_BILLIONAIRE_NAMES,
            *EARNED,
            *ORDER_LABELS,
            *ORDER_CHOICE_NAMES,
            *ORDER_ANSWER_NAMES,
            *VIEWED,
            *TAUGHT,
        ]
    )
)
