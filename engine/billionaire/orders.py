"""Standing orders: what a player has decided beforehand. They can be given at any time, and nobody else sees them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.billionaire import actions
from engine.billionaire.actions import ANSWERABLE, STOPPABLE
from engine.billionaire.decks import Board
from engine.billionaire.money import UNREADABLE_CODE, parse_dollars
from engine.billionaire.state import OWN_AUCTION, UNREACHABLE_WORTH, Billionaire, StandingBid, StandingOrders
from engine.billionaire.tables import AFRO_EUROPA, AMERICAS, BILLION_DOLLARS, EURASIA, REGIONS, THREE, M
from engine.kernel import Question
from engine.kernel.errors import Illegal
from engine.kernel.question import Form, Option, Play, format_input_excerpt
from engine.kernel.text import Words, phrase

ROUND, CARDS, NEVER, GO_ON = "round", "cards", "never", "go on"
WAKE_SUMS = {f"{n}m": n * M for n in (250, 500, 600, 700, 800, 900)}

WAKE_REASON_TEXTS: Mapping[str, Words] = {
    ROUND: "The end of each round",
    CARDS: "I draw a Power Play card",
    **{region: phrase("{region} has no Investments left", region=name) for region, name in REGIONS.items()},
    **{word: phrase("A player owns {amount:$}", amount=amount) for word, amount in WAKE_SUMS.items()},
    NEVER: "Never, even if everything is ordered",
}

BETWEEN_TURNS = ("landed", "next", "round")


def covers_all(orders: StandingOrders) -> bool:
    """Return whether a player's standing orders (instructions left in advance) decide their bids in every kind of
    auction, how they pay, what they analyze and when they play cards, so that the game need hardly ever ask them.
    Orders about Security are not looked at.
    """
    quiet = orders.cards == "quiet" and orders.analyze != "ask" and orders.pay not in ("ask", "always")
    return quiet and {*REGIONS, THREE, OWN_AUCTION} <= orders.bids.keys()


def list_wake_reasons(state: Billionaire, who: str) -> list[str]:
    """Return the reasons, by their keys (such as a region that is sold out), for which the game has to pause now,
    between two turns, because this player's standing orders ask for it; empty if there is none. A sold-out region and a
    sum that somebody owns count only until it has paused for them once.
    """
    player = state.players[who]
    wanted = player.orders.wake or ([ROUND] if covers_all(player.orders) else [])
    if not wanted or NEVER in wanted:
        return []
    dearest = max(map(state.compute_worth, state.here()), default=0)
    now = [
        *(region for region in REGIONS if not state.decks[region]),
        *(word for word, amount in WAKE_SUMS.items() if dearest >= amount),
    ]
    found = [each for each in now if each in wanted and each not in player.woken]
    found += [CARDS] if CARDS in wanted and len(player.power) > player.held else []
    ended = state.phase == "round" and player.looked < state.round
    return [*found, ROUND] if ROUND in wanted and ended else found


def list_players_to_wake(state: Billionaire) -> list[str]:
    """Return the players who have asked that the game pause for them now, before the next turn, so that they can review
    their standing orders.
    """
    return [who for who in state.here() if list_wake_reasons(state, who)] if state.phase in BETWEEN_TURNS else []


async def pause_for_order_review(t: Board) -> None:
    """Ask each player whose standing orders (instructions left in advance) want a pause now whether to go on, so that
    they may change these orders before the next turn; wait for the first answer, and note that this player has had
    their look, or never wants one again.
    """
    state = t.state
    why = {who: list_wake_reasons(state, who) for who in list_players_to_wake(state)}
    text = "You wanted the game to wait for you here. Reason: {reasons}. Do you go on?"
    who, said = await t.ask_any(
        Question(key="look", text=text, lapse=GO_ON, secret=True, patience="quick"),
        why,
        lambda _: [Option(GO_ON, "Go on"), Option(NEVER, "Go on, and never wait for me here again")],
        lambda who: {"reasons": [WAKE_REASON_TEXTS[each] for each in why[who]]},
    )
    player = state.players[who]
    player.orders.wake = [NEVER] if said == NEVER else player.orders.wake
    player.woken += [each for each in why[who] if each not in (ROUND, CARDS)]
    player.held = len(player.power)
    player.looked = state.round if ROUND in why[who] else player.looked


def update_woken_card_counts(state: Billionaire) -> None:
    """Lower, for each player, the number of Power Play cards at which the game last paused for them to what they hold
    now, so that the next card they draw makes it pause again.
    """
    for player in state.players.values():
        player.held = min(player.held, len(player.power))


ORDER_PREFIX = "order "  # what their keys begin with
ASK, NOTHING, NONE, YES, NO, LIMIT = "ask", "nothing", "none", "yes", "no", "never"
TYPED_ORDER_FORM = Form(words=True)

LOTS: Mapping[str, str] = {
    EURASIA: "Your bid in advance for Eurasia",
    AFRO_EUROPA: "Your bid in advance for Afro-Europa",
    AMERICAS: "Your bid in advance for The Americas",
    THREE: "Your bid in advance for three Investments",
    OWN_AUCTION: "Your bid in advance for Investments that you sell yourself",
}

NO_OFFER = (
    "I do not understand {answer}. Write your bid in advance, for example “up to 7m keep 2m” or “all keep 2m”, or"
    " write “nothing” or “ask”."
)
NO_LIMIT = "I do not understand {answer}. Write a sum, for example “80m” (80 million), or write “always” or “never”."
KEEPING = re.compile(r",? (?:and )?keep(?:ing)? ")
CONDITION = re.compile(r",? (?:and )?if ")
CARDS_UP = re.compile(r"(?:all )?([123]|one|two|three)(?: cards?)?(?: (?:comes?|is|are) up)?")
LEFT_UNSOLD = re.compile(r"(?:one worth )?(.+?)(?: is)? (?:left|unsold)")
CARD_NUMBERS = {"one": 1, "two": 2, "three": 3}
PERCENT = re.compile(r"([0-9]{1,4}) ?%")
READY_BIDS = (1 * M, 2 * M, 3 * M, 5 * M, 7 * M, 10 * M)
READY_SHARES = (25, 50, 75, 100)
READY_WORTH = (0, 40 * M, 60 * M, 80 * M, 100 * M, 120 * M)

PAYING_CHOICES = {
    ASK: "Ask me only if it makes a difference",
    "always": "Ask me each time I can choose",
    "least": "Pay as close to the price as possible",
    "keep investments": "Keep my Investments",
    "keep cash": "Keep my cash",
}

CARD_ORDER_CHOICES = {ASK: "Ask me", "quiet": "Do not ask me. I choose in advance"}
ANALYZING = {ASK: "Ask me", "best": "Try for the most valuable Investment", LIMIT: "Never use it"}
SECURITY_FIRST = {NO: "Follow my orders", YES: "Ask me first"}
NO_CARD, NO_KIND = Option(NONE, "None"), Option(NONE, "None of these")

ORDER_TITLES = {
    "pay": "How I pay",
    "keep": "Investments I do not pay with",
    "guard": "Protect my Investments with Security",
    "counter": "Cancel a Security that stops me at an Investment",
    "ask": "When my Security could be used",
    "stop": "What my Security stops",
    "others": "Protect other players' Investments with Security",
    "answer": "Cancel a Security that stops these",
    "cards": "My Power Play cards",
    "analyze": "On spaces with the Analyzer",
    "plan": "Play this card first when my turn begins",
    "wake": "When the game waits for me",
}

EXAMPLES: Mapping[str, str] = {
    **dict.fromkeys(LOTS, "up to 5m keep 1m"),
    "pay": "keep investments",
    "keep": "Caspian Oil Fields",
    "guard": "80m",
    "counter": "100m",
    "ask": "yes",
    "stop": "bids, espionage, analyses",
    "others": "120m",
    "answer": "analyses, bids",
    "cards": "quiet",
    "analyze": "best",
    "plan": "Disaster: Ural Steel",
    "wake": "round, 800m",
}


# -- on offer


def list_order_plays(state: Billionaire, who: str) -> list[Play]:
    """Return one play for each standing order (instruction left in advance) that a player can give, whatever they hold,
    with its choices and its present value.
    """
    now, own = state.players[who].orders, sorted(state.players[who].owned)
    owned, lost = ([Option(card, card) for card in cards] for cards in (own, [c for c in now.keep if c not in own]))
    keep = [*owned, NO_CARD, *lost]
    stop, answer = ([*build_labelled_options(kinds), NO_KIND] for kinds in (STOPPABLE, ANSWERABLE))
    worth = [*(Option(str(amount), format_limit_button(amount)) for amount in READY_WORTH), Option(LIMIT, "Never")]
    playable = actions.list_card_plays(state, who)
    plans = [NO_CARD, *(Option(key, label) for key, label in playable.items())]
    if now.plan and now.plan not in playable:
        plans += list_current_order(now, "plan")
    return [
        *(build_order_play(now, lot, list_standing_bid_options(lot), TYPED_ORDER_FORM) for lot in LOTS),
        build_order_play(now, "pay", build_labelled_options(PAYING_CHOICES)),
        build_order_play(now, "keep", keep, Form("several", 1, len(keep))),
        build_order_play(now, "guard", worth, TYPED_ORDER_FORM),
        build_order_play(now, "counter", worth, TYPED_ORDER_FORM),
        build_order_play(now, "ask", build_labelled_options(SECURITY_FIRST)),
        build_order_play(now, "stop", stop, Form("several", 1, len(stop))),
        build_order_play(now, "others", worth, TYPED_ORDER_FORM),
        build_order_play(now, "answer", answer, Form("several", 1, len(answer))),
        build_order_play(now, "cards", build_labelled_options(CARD_ORDER_CHOICES)),
        build_order_play(now, "analyze", build_labelled_options(ANALYZING)),
        build_order_play(now, "plan", plans),
        build_order_play(
            now,
            "wake",
            [*build_labelled_options(WAKE_REASON_TEXTS), NO_KIND],
            Form("several", 1, len(WAKE_REASON_TEXTS)),
        ),
    ]


def build_order_play(now: StandingOrders, about: str, choices: list[Option], form: Form | None = None) -> Play:
    """Build the play by which a player gives the standing order (instruction left in advance) called `about`: with its
    label and `choices`, the `form` of an answer (one choice by default), its present value in `now`, and an example to
    type.
    """
    label, found = LOTS[about] if about in LOTS else ORDER_TITLES[about], list_current_order(now, about)
    return Play(
        f"{ORDER_PREFIX}{about}",
        label,
        choices,
        form or Form(),
        secret=True,
        now=found,
        example=EXAMPLES[about],
        standing=True,
    )


def build_labelled_options(labels: Mapping[str, Words]) -> list[Option]:
    """Return an answer option for each value in `labels`, with its label."""
    return [Option(value, label) for value, label in labels.items()]


def format_limit_button(amount: int) -> Words:
    """Return the label of a button that lets a standing order apply from this amount on: “If worth $5,000,000 or
    more”, or “Always” for 0.
    """
    return phrase("If worth {amount:$} or more", amount=amount) if amount else "Always"


def list_standing_bid_options(lot: str) -> list[Option]:
    """Return suggested standing bids for auctions of the kind `lot` as answer options; a player can type any other."""
    if lot == OWN_AUCTION:
        ready = [Option(f"{share}%", phrase("{share}% of the value as payment", share=share)) for share in READY_SHARES]
    else:
        ready = [Option(str(amount), phrase("Up to {amount:$}", amount=amount)) for amount in READY_BIDS]
    return [Option(ASK, "Ask me"), Option(NOTHING, "Bid nothing"), *ready]


# -- taking them


def save_order(state: Billionaire, who: str, key: str, value: Any) -> Words:
    """Save the standing order that a player gives by the play `key` (`order ` and its name), in place of the one
    before, and return the confirmation, which only that player is to see; raise Illegal, and save nothing, if what they
    typed cannot be read. That a chosen `value` is on offer has been checked.
    """
    about, orders = key.removeprefix(ORDER_PREFIX), state.players[who].orders
    return (
        ORDER_HANDLERS[about](orders, value) if about in ORDER_HANDLERS else set_standing_bid(orders, about, str(value))
    )


def set_standing_bid(orders: StandingOrders, lot: str, text: str) -> Words:
    """Standing bids: one bid in advance for each region, one for three Investments, and one for cards that you sell
    yourself. Write up to 7m keep 2m, all keep 2m, nothing, or ask. For cards that you sell yourself, you can also write
    a share of the trading value, such as 50% keep 2m. No change is given, so your bid is only as high as your Profit
    cards can pay exactly. A bid for three Investments counts a third for each card. Add if 3 cards, or if 100m left (an
    Investment worth that much is unsold). If that is not so, I ask you.

    Save the bid for auctions of the kind `lot` (deleted if `text` is ask), and return its confirmation for the player.
    Raise Illegal if the text cannot be read.
    """
    if text.strip().casefold() == ASK:
        orders.bids.pop(lot, None)
        return phrase("{lot}: I will ask you.", lot=LOTS[lot])
    orders.bids[lot] = offer = parse_standing_bid(lot, text)
    return phrase("{lot}: {offer}.", lot=LOTS[lot], offer=describe_standing_bid(offer))


def parse_standing_bid(lot: str, text: str) -> StandingBid:
    """Parse a standing bid (left in advance) that a player typed, such as `up to 7m keep 2m`, `all`, `nothing` or `5m
    if 3 cards`; for auctions where they sell themselves also `50% keep 2m`. Raise Illegal if it cannot be read.
    """
    bid, *conditions = CONDITION.split(" ".join(text.casefold().split()))
    cards, left = parse_bid_conditions(conditions)
    most, *more = KEEPING.split(bid, maxsplit=1)
    most, kept = (
        most.removeprefix("bid ").removeprefix("up to "),
        sum(parse_order_amount(each.removesuffix(" back"), NO_OFFER) for each in more),
    )
    share = PERCENT.fullmatch(most)
    if share and lot == OWN_AUCTION:
        return StandingBid(int(share[1]), kept, percent=True, cards=cards, left=left)
    known = {"all": BILLION_DOLLARS, LIMIT: 0}
    return StandingBid(
        known[most] if most in known else parse_order_amount(most, NO_OFFER), kept, cards=cards, left=left
    )


def parse_bid_conditions(texts: Iterable[str]) -> tuple[int, int]:
    """Parse the conditions of a typed standing bid and return two numbers, 0 for none: how many cards must be auctioned
    together (`3 cards`, `three cards`, `3`), and how much some unsold Investment must be worth (`100m left`, `one worth
    100m is unsold`). Raise Illegal for any other text.
    """
    cards = left = 0
    for text in texts:
        if number := CARDS_UP.fullmatch(text):
            cards = CARD_NUMBERS.get(number[1]) or int(number[1])
        elif worth := LEFT_UNSOLD.fullmatch(text):
            left = parse_order_amount(worth[1], NO_OFFER)
        else:
            raise Illegal(NO_OFFER, code="unreadable_order", answer=format_input_excerpt(text))
    return cards, left


def describe_standing_bid(offer: StandingBid) -> Words:
    """Describe for its player what a standing bid bids, what it keeps, and its conditions."""
    most = phrase("up to {most:$}", most=offer.most)
    if offer.percent:
        most = phrase("up to {share}% of the value as payment", share=offer.most)
    elif offer.most in (0, BILLION_DOLLARS):
        most = phrase("all your cash") if offer.most else phrase("nothing")
    if offer.keep:
        most = phrase("{most}, and you keep at least {keep:$}", most=most, keep=offer.keep)
    if offer.cards:
        most = phrase("{most}, only if {n} {n:Investment is|Investments are} in the auction", most=most, n=offer.cards)
    return (
        phrase("{most}, only while an Investment worth {left:$} is unsold", most=most, left=offer.left)
        if offer.left
        else most
    )


def set_pay_order(orders: StandingOrders, value: Any) -> Words:
    """Pay orders: how you pay without being asked: as exactly as possible, keeping your Investments, or keeping your
    cash. You can also choose to be asked always.

    Save the style chosen, and return its confirmation for the player.
    """
    orders.pay = value
    return phrase("{order}: {value}.", order=ORDER_TITLES["pay"], value=PAYING_CHOICES[value])


def set_keep_order(orders: StandingOrders, value: Any) -> Words:
    """Keep orders: investments that you do not pay with, as long as you have enough without them.

    Save the names chosen in place of those before, and return the confirmation for the player.
    """
    orders.keep = [card for card in value if card != NONE]
    return phrase("{order}: {value}.", order=ORDER_TITLES["keep"], value=orders.keep or NONE)


def set_guard_order(orders: StandingOrders, value: Any) -> Words:
    """Guard orders: your Security protects your Investments from this value on, at once and without asking. Without
    this order it never does. You are asked for one when you draw a Security.

    Save the amount, and return its confirmation for the player; raise Illegal if it cannot be read.
    """
    orders.guard = parse_limit(value)
    return phrase("{order}: {value}.", order=ORDER_TITLES["guard"], value=format_limit(orders.guard))


def set_counter_order(orders: StandingOrders, value: Any) -> Words:
    """Counter orders: another Security stops you when you want an Investment. From this value on, your Security cancels
    it. With the value 0, your Security cancels it whatever it stopped. Without this order, you never use it for that.

    Save the amount, and return its confirmation for the player; raise Illegal if it cannot be read.
    """
    orders.counter = parse_limit(value)
    return phrase("{order}: {value}.", order=ORDER_TITLES["counter"], value=format_limit(orders.counter))


def parse_limit(value: Any) -> int:
    """Return the amount from which on a standing order is to apply, as a player gave it: a sum of dollars, 0 for
    “always”, UNREACHABLE_WORTH for “never” or words such as “nothing”. Raise Illegal for what cannot be read.
    """
    if isinstance(value, int):
        return value
    word = str(value).strip().casefold()
    if word in ("always", "anything"):
        return 0
    return UNREACHABLE_WORTH if word in (LIMIT, NOTHING, NONE, NO) else parse_order_amount(word, NO_LIMIT)


def parse_order_amount(text: str, unreadable: str) -> int:
    """Parse an amount of dollars in a standing order that a player typed; raise Illegal if it is none, with the
    sentence `unreadable` if it cannot be read at all, or with one of its own if it is too high or not in whole
    millions.
    """
    try:
        return parse_dollars(text)
    except Illegal as no:
        if no.code == UNREADABLE_CODE:
            raise Illegal(unreadable, code="unreadable_order", answer=format_input_excerpt(text)) from None
        raise


def format_limit(amount: int) -> Words:
    """Describe for players the amount from which on a standing order applies, as its button does (“Always” for 0), or
    “Never” from UNREACHABLE_WORTH on.
    """
    return phrase("Never") if amount >= UNREACHABLE_WORTH else format_limit_button(amount)


def set_ask_order(orders: StandingOrders, value: Any) -> Words:
    """Ask orders: I ask you before your Security is used: from the value in your guard order on, or for all your
    Investments, and wherever else your orders would use it. I ask as long as you hold any Power Play card, so nobody
    learns whether it is a Security.

    Save whether the player is asked first, and return the confirmation for them.
    """
    orders.ask = value == YES
    return phrase("{order}: {value}.", order=ORDER_TITLES["ask"], value=SECURITY_FIRST[value])


def set_stop_order(orders: StandingOrders, value: Any) -> Words:
    """Stop orders: kinds of actions by other players that your Security stops, also actions against each other.

    Save the kinds chosen in place of those before, and return the confirmation for the player.
    """
    orders.stop = [kind for kind in value if kind != NONE]
    return phrase(
        "{order}: {value}.", order=ORDER_TITLES["stop"], value=[STOPPABLE[kind] for kind in orders.stop] or NONE
    )


def set_bystander_order(orders: StandingOrders, value: Any) -> Words:
    """Bystander orders: from which value on your Security stops actions against other players' Investments. Without
    this order, from any value on.

    Save the amount, and return its confirmation for the player; raise Illegal if it cannot be read.
    """
    orders.others = parse_limit(value)
    return phrase("{order}: {value}.", order=ORDER_TITLES["others"], value=format_limit(orders.others))


def set_answer_order(orders: StandingOrders, value: Any) -> Words:
    """Answer orders: kinds of actions, your own and those between other players, that your Security lets happen after
    another Security has stopped them.

    Save the kinds chosen in place of those before, and return the confirmation for the player.
    """
    orders.answer = [kind for kind in value if kind != NONE]
    kinds = [ANSWERABLE[kind] for kind in orders.answer]
    return phrase("{order}: {value}.", order=ORDER_TITLES["answer"], value=kinds or NONE)


def set_card_order(orders: StandingOrders, value: Any) -> Words:
    """Card orders: I ask you about your Power Play cards when you draw one and before you roll. Or I never ask.

    Save which of the two it is, and return the confirmation for the player.
    """
    orders.cards = value
    return phrase("{order}: {value}.", order=ORDER_TITLES["cards"], value=CARD_ORDER_CHOICES[value])


def set_analysis_order(orders: StandingOrders, value: Any) -> Words:
    """Analysis orders: on a space where you may analyze: always take the most valuable Investment on offer, or never
    analyze.

    Save the choice (the best, never, or to be asked), and return its confirmation for the player.
    """
    orders.analyze = value
    return phrase("{order}: {value}.", order=ORDER_TITLES["analyze"], value=ANALYZING[value])


def set_plan_order(orders: StandingOrders, value: Any) -> Words:
    """Plans: the card that you play when your turn begins, without being asked. If this is no longer possible, you keep
    the card, and only you are told.

    Save the play chosen, as `card: target` (none deletes it), and return the confirmation for the player; it is played
    when the turn begins.
    """
    orders.plan = "" if value == NONE else value
    return phrase(
        "{order}: {value}.",
        order=ORDER_TITLES["plan"],
        value=actions.format_card_play(orders.plan) if orders.plan else NONE,
    )


def set_wake_order(orders: StandingOrders, value: Any) -> Words:
    """Wake orders: when the game waits for you, for half a turn at most, so that you can look and change your orders.
    You can choose: the end of each round, a region sold out, a Power Play card drawn, or a player owning so much. If
    your orders decide everything, it waits at the end of each round, unless you say never.

    Save the reasons chosen in place of those before, and return the confirmation for the player.
    """
    orders.wake = [each for each in value if each != NONE]
    return phrase(
        "{order}: {value}.",
        order=ORDER_TITLES["wake"],
        value=[WAKE_REASON_TEXTS[each] for each in orders.wake] or NONE,
    )


ORDER_HANDLERS: Mapping[str, Callable[[StandingOrders, Any], Words]] = {
    "pay": set_pay_order,
    "keep": set_keep_order,
    "guard": set_guard_order,
    "counter": set_counter_order,
    "ask": set_ask_order,
    "stop": set_stop_order,
    "others": set_bystander_order,
    "answer": set_answer_order,
    "cards": set_card_order,
    "analyze": set_analysis_order,
    "plan": set_plan_order,
    "wake": set_wake_order,
}

ORDER_KEYS = tuple(f"{ORDER_PREFIX}{about}" for about in (*LOTS, *ORDER_HANDLERS))

# -- what stands

DEFAULT_ORDERS = StandingOrders()


def format_orders(orders: StandingOrders) -> Iterable[Words]:
    """Yield, for display to the player who gave them, one sentence about each standing order (instruction left in
    advance) that differs from the default.
    """
    if orders == DEFAULT_ORDERS:
        return
    for lot, offer in orders.bids.items():
        yield phrase("{lot}: {offer}.", lot=LOTS[lot], offer=describe_standing_bid(offer))
    spare = StandingOrders()
    for key, take_ in ORDER_HANDLERS.items():
        now = getattr(orders, key)
        if now != getattr(DEFAULT_ORDERS, key):
            yield take_(spare, format_order_value(key, now))


def format_order_value(key: str, now: Any) -> Any:
    """Return the present value of the standing order `key` in the form of the answer that would set it, such as yes or
    no.
    """
    if key == "ask":
        return YES if now else NO
    return LIMIT if key in ("guard", "counter", "others") and now >= UNREACHABLE_WORTH else now


def list_current_order(orders: StandingOrders, about: str) -> list[Option]:
    """Return the present value of the standing order `about` as the answer options that would set it again."""
    if about in LOTS:
        offer = orders.bids.get(about)
        return [
            Option(format_typed_standing_bid(offer), describe_standing_bid(offer)) if offer else Option(ASK, "Ask me")
        ]
    now = getattr(orders, about)
    if isinstance(now, list):
        found = [Option(each, LABELLED.get(about, {}).get(each, each)) for each in now]
        return found or [NO_KIND if about in LABELLED else NO_CARD]
    if about == "plan":
        return [Option(now, actions.format_card_play(now)) if now else NO_CARD]
    value = str(format_order_value(about, now))
    return [
        Option(
            value,
            LABELLED[about][value]
            if about in LABELLED
            else format_limit_button(now)
            if now < UNREACHABLE_WORTH
            else "Never",
        )
    ]


LABELLED: Mapping[str, Mapping[str, Words]] = {
    "wake": WAKE_REASON_TEXTS,
    "pay": PAYING_CHOICES,
    "ask": SECURITY_FIRST,
    "stop": STOPPABLE,
    "answer": ANSWERABLE,
    "cards": CARD_ORDER_CHOICES,
    "analyze": ANALYZING,
}


def format_typed_standing_bid(offer: StandingBid) -> str:
    """Return a standing bid as the text that a player could type to give it, such as `7000000 keep 2000000`."""
    ready = {0: NOTHING, BILLION_DOLLARS: "all"}
    most = f"{offer.most}%" if offer.percent else ready.get(offer.most, str(offer.most))
    most += f" keep {offer.keep}" if offer.keep else ""
    most += f" if {offer.cards} cards" if offer.cards else ""
    return f"{most} if {offer.left} left" if offer.left else most
