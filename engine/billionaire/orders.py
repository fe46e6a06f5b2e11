"""Standing orders: what a player has decided beforehand. They can be given at any time, and nobody else sees them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.billionaire import powers, waking
from engine.billionaire.amounts import UNREADABLE_CODE, dollars
from engine.billionaire.security import ANSWERABLE, STOPPABLE
from engine.billionaire.state import NEVER, OWN, Billionaire, Offer, Orders
from engine.billionaire.tables import AFRO_EUROPA, AMERICAS, BILLION, EURASIA, THREE, M
from engine.kernel.errors import Illegal
from engine.kernel.question import Form, Option, Play, shown
from engine.kernel.text import Words, phrase

ORDER = "order "  # what their keys begin with
ASK, NOTHING, NONE, YES, NO, LIMIT = "ask", "nothing", "none", "yes", "no", "never"
WORDS = Form(words=True)
LOTS: Mapping[str, str] = {
    EURASIA: "Standing bid: Eurasia",
    AFRO_EUROPA: "Standing bid: Afro-Europa",
    AMERICAS: "Standing bid: The Americas",
    THREE: "Standing bid: three Investments",
    OWN: "Standing bid: cards that you auction",
}
NO_OFFER = "{answer} is no standing bid. Write up to 7m keep 2m, all keep 2m, nothing or ask, for instance."
NO_LIMIT = "{answer} is no limit. Write 80m, anything or never, for instance."
KEEPING = re.compile(r",? (?:and )?keep(?:ing)? ")
CONDITION = re.compile(r",? (?:and )?if ")
CARDS_UP = re.compile(r"([123]) cards?")
PERCENT = re.compile(r"([0-9]{1,4}) ?%")
READY_BIDS = (1 * M, 2 * M, 3 * M, 5 * M, 7 * M, 10 * M)
READY_SHARES = (25, 50, 75, 100)
READY_WORTH = (0, 40 * M, 60 * M, 80 * M, 100 * M, 120 * M)
PAYING = {
    ASK: "Ask me when it matters",
    "always": "Ask me whenever there is more than one way",
    "least": "Exactly, or overpaying least",
    "keep investments": "Keep my Investments",
    "keep cash": "Keep my cash",
}
CARDS = {ASK: "Ask me", "quiet": "Never ask; I plan my cards"}
ANALYZING = {ASK: "Ask me", "best": "The most valuable on offer", LIMIT: "Never analyze"}
SECURITY_FIRST = {NO: "Go by my orders", YES: "Ask me first"}
NO_CARD, NO_KIND = Option(NONE, "None"), Option(NONE, "Nothing of that")
LABELS = {
    "pay": "How I pay",
    "keep": "Investments I do not pay with",
    "guard": "Security protects Investments of mine worth",
    "counter": "Security answers a Security when I am after one worth",
    "ask": "When my Security could be used",
    "stop": "Security stops what others do",
    "others": "Of what others own, Security protects what is worth",
    "answer": "Security answers a Security against",
    "cards": "Power Play cards in my hand",
    "analyze": "On spaces where I may analyze",
    "plan": "When my turn begins I play",
    "wake": "Wait for a look of mine at",
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


def offered(state: Billionaire, who: str) -> list[Play]:
    """All orders, whatever the player holds; only what a card is planned for depends on the hand."""
    now, own = state.players[who].orders, sorted(state.players[who].owned)
    owned, lost = ([Option(card, card) for card in cards] for cards in (own, [c for c in now.keep if c not in own]))
    keep = [*owned, NO_CARD, *lost]
    stop, answer = ([*options(kinds), NO_KIND] for kinds in (STOPPABLE, ANSWERABLE))
    worth = [*(Option(str(amount), at_least(amount)) for amount in READY_WORTH), Option(LIMIT, "Never")]
    playable = powers.playable(state, who)
    plans = [NO_CARD, *(Option(key, label) for key, label in playable.items())]
    if now.plan and now.plan not in playable:
        plans += stands(now, "plan")
    return [
        *(standing(now, lot, bid_options(lot), WORDS) for lot in LOTS),
        standing(now, "pay", options(PAYING)),
        standing(now, "keep", keep, Form("several", 1, len(keep))),
        standing(now, "guard", worth, WORDS),
        standing(now, "counter", worth, WORDS),
        standing(now, "ask", options(SECURITY_FIRST)),
        standing(now, "stop", stop, Form("several", 1, len(stop))),
        standing(now, "others", worth, WORDS),
        standing(now, "answer", answer, Form("several", 1, len(answer))),
        standing(now, "cards", options(CARDS)),
        standing(now, "analyze", options(ANALYZING)),
        standing(now, "plan", plans),
        standing(now, "wake", [*options(waking.SHOWN), NO_KIND], Form("several", 1, len(waking.SHOWN))),
    ]


def standing(now: Orders, about: str, choices: list[Option], form: Form | None = None) -> Play:
    """One order as it is offered."""
    label, found = LOTS[about] if about in LOTS else LABELS[about], stands(now, about)
    return Play(f"{ORDER}{about}", label, choices, form or Form(), secret=True, now=found, example=EXAMPLES[about])


def options(labels: Mapping[str, Words]) -> list[Option]:
    """Words with their labels."""
    return [Option(value, label) for value, label in labels.items()]


def at_least(amount: int) -> Words:
    """A limit as a button."""
    return phrase("{amount:$} or more", amount=amount) if amount else "Anything"


def bid_options(lot: str) -> list[Option]:
    """Ready-made standing bids; any other may be typed."""
    if lot == OWN:
        ready = [Option(f"{share}%", phrase("{share}% of the trading value", share=share)) for share in READY_SHARES]
    else:
        ready = [Option(str(amount), phrase("Up to {amount:$}", amount=amount)) for amount in READY_BIDS]
    return [Option(ASK, "Ask me"), Option(NOTHING, "Bid nothing"), *ready]


# -- taking them


def take(state: Billionaire, who: str, key: str, value: Any) -> Words:
    """Keep an order; what is said of it is for its player alone."""
    about, orders = key.removeprefix(ORDER), state.players[who].orders
    return TAKEN[about](orders, value) if about in TAKEN else take_bid(orders, about, str(value))


def take_bid(orders: Orders, lot: str, text: str) -> Words:
    """Standing bids: for each region, for three Investments and for cards that you auction yourself. Write up to 7m
    keep 2m, all keep 2m, nothing, or ask; for your own auctions also a share of the trading value, such as 50% keep 2m.
    As no change is given, it goes only as high as your Profit cards can pay with so much of them left. A bid for three
    is a third of that for each card that comes up. Add if 3 cards, or if 100m left (an Investment worth that much is
    unsold there): where that does not hold you are asked.
    """
    if text.strip().casefold() == ASK:
        orders.bids.pop(lot, None)
        return phrase("{lot}: you will be asked.", lot=LOTS[lot])
    orders.bids[lot] = offer = read_offer(lot, text)
    return phrase("{lot}: {offer}.", lot=LOTS[lot], offer=offer_told(offer))


def read_offer(lot: str, text: str) -> Offer:
    """`up to 7m keep 2m`, `all`, `nothing`; for one's own auctions also `50% keep 2m`."""
    bid, *conditions = CONDITION.split(" ".join(text.casefold().split()))
    cards, left = read_conditions(conditions)
    most, *more = KEEPING.split(bid, maxsplit=1)
    most, kept = (
        most.removeprefix("bid ").removeprefix("up to "),
        sum(amount(each.removesuffix(" back"), NO_OFFER) for each in more),
    )
    share = PERCENT.fullmatch(most)
    if share and lot == OWN:
        return Offer(int(share[1]), kept, percent=True, cards=cards, left=left)
    known = {"all": BILLION, LIMIT: 0}
    return Offer(known[most] if most in known else amount(most, NO_OFFER), kept, cards=cards, left=left)


def read_conditions(texts: Iterable[str]) -> tuple[int, int]:
    """`3 cards`, `100m left`: how many Investments must come up, and how much one must be worth that is unsold."""
    cards = left = 0
    for text in texts:
        if number := CARDS_UP.fullmatch(text):
            cards = int(number[1])
        elif text.endswith(" left"):
            left = amount(text.removesuffix(" left").removesuffix(" is"), NO_OFFER)
        else:
            raise Illegal(NO_OFFER, answer=shown(text))
    return cards, left


def offer_told(offer: Offer) -> Words:
    """A standing bid in words."""
    most = phrase("up to {most:$}", most=offer.most)
    if offer.percent:
        most = phrase("up to {share}% of the trading value", share=offer.most)
    elif offer.most in (0, BILLION):
        most = phrase("all your cash") if offer.most else phrase("nothing")
    if offer.keep:
        most = phrase("{most}, keeping {keep:$} back", most=most, keep=offer.keep)
    if offer.cards:
        most = phrase("{most}, if {n} {n:card comes|cards come} up", most=most, n=offer.cards)
    return phrase("{most}, if one worth {left:$} is unsold", most=most, left=offer.left) if offer.left else most


def take_pay(orders: Orders, value: Any) -> Words:
    """Pay orders: how to pay without being asked: exactly or least overpaid, keeping Investments, or keeping cash. You
    may also ask to be asked always, and not only where these differ.
    """
    orders.pay = value
    return phrase("{order}: {value}.", order=LABELS["pay"], value=PAYING[value])


def take_keep(orders: Orders, value: Any) -> Words:
    """Keep orders: Investments that no ready-made payment touches, as long as there is enough without them."""
    orders.keep = [card for card in value if card != NONE]
    return phrase("{order}: {value}.", order=LABELS["keep"], value=orders.keep or NONE)


def take_guard(orders: Orders, value: Any) -> Words:
    """Guard orders: your Security defends Investments of yours from this worth on, at once and without asking. Unless
    you say so, it never does; who draws a Security is offered it.
    """
    orders.guard = limit(value)
    return phrase("{order}: {value}.", order=LABELS["guard"], value=limit_told(orders.guard))


def take_counter(orders: Orders, value: Any) -> Words:
    """Counter orders: where a Security has stopped you on your way to an Investment of this worth, yours cancels it;
    from nothing on, whatever it has stopped. Unless you say so, it never does.
    """
    orders.counter = limit(value)
    return phrase("{order}: {value}.", order=LABELS["counter"], value=limit_told(orders.counter))


def limit(value: Any) -> int:
    """An amount from which on, or never."""
    if isinstance(value, int):
        return value
    word = str(value).strip().casefold()
    return NEVER if word in (LIMIT, NOTHING, NONE, NO) else amount(word, NO_LIMIT)


def amount(text: str, unreadable: str) -> int:
    """Dollars in words, or the sentence about what can be written here."""
    try:
        return dollars(text)
    except Illegal as no:
        if no.code == UNREADABLE_CODE:
            raise Illegal(unreadable, answer=shown(text)) from None
        raise


def limit_told(amount: int) -> Words:
    """A limit in words."""
    return phrase("never") if amount >= NEVER else at_least(amount)


def take_ask(orders: Orders, value: Any) -> Words:
    """Ask orders: be asked before your Security is used, from the worth on that your guard order says, or about all of
    your Investments, and wherever else your orders would use it. You are then asked whether you hold one or not, so
    that nobody learns anything from it, as long as you hold any Power Play card.
    """
    orders.ask = value == YES
    return phrase("{order}: {value}.", order=LABELS["ask"], value=SECURITY_FIRST[value])


def take_stop(orders: Orders, value: Any) -> Words:
    """Stop orders: kinds of things that others do, which your Security stops, also such as they do to each other."""
    orders.stop = [kind for kind in value if kind != NONE]
    return phrase("{order}: {value}.", order=LABELS["stop"], value=[STOPPABLE[kind] for kind in orders.stop] or NONE)


def take_others(orders: Orders, value: Any) -> Words:
    """Bystander orders: how much an Investment of somebody else must be worth for a stop order to defend it. Unless you
    say so, any of them is.
    """
    orders.others = limit(value)
    return phrase("{order}: {value}.", order=LABELS["others"], value=limit_told(orders.others))


def take_answer(orders: Orders, value: Any) -> Words:
    """Answer orders: kinds of things, your own and those between others, which your Security lets happen when another
    Security has stopped them.
    """
    orders.answer = [kind for kind in value if kind != NONE]
    kinds = [ANSWERABLE[kind] for kind in orders.answer]
    return phrase("{order}: {value}.", order=LABELS["answer"], value=kinds or NONE)


def take_cards(orders: Orders, value: Any) -> Words:
    """Card orders: be asked about your Power Play cards on drawing one and before you roll, or never."""
    orders.cards = value
    return phrase("{order}: {value}.", order=LABELS["cards"], value=CARDS[value])


def take_analyze(orders: Orders, value: Any) -> Words:
    """Analysis orders: on a space where you may analyze, take the most valuable on offer, or never any."""
    orders.analyze = value
    return phrase("{order}: {value}.", order=LABELS["analyze"], value=ANALYZING[value])


def take_plan(orders: Orders, value: Any) -> Words:
    """Plans: the card to play when your turn begins, without being asked. If it is no longer possible, nothing is lost,
    and only you are told.
    """
    orders.plan = "" if value == NONE else value
    return phrase("{order}: {value}.", order=LABELS["plan"], value=powers.named(orders.plan) if orders.plan else NONE)


def take_wake(orders: Orders, value: Any) -> Words:
    """Wake orders: where the game waits for you, half a turn at most, so that you may look and change your orders: the
    end of each round, a region sold out, a Power Play card drawn, Investments of somebody worth so much. If your orders
    decide everything it waits at the end of each round, unless you say never.
    """
    orders.wake = [each for each in value if each != NONE]
    return phrase("{order}: {value}.", order=LABELS["wake"], value=[waking.SHOWN[each] for each in orders.wake] or NONE)


TAKEN: Mapping[str, Callable[[Orders, Any], Words]] = {
    "pay": take_pay,
    "keep": take_keep,
    "guard": take_guard,
    "counter": take_counter,
    "ask": take_ask,
    "stop": take_stop,
    "others": take_others,
    "answer": take_answer,
    "cards": take_cards,
    "analyze": take_analyze,
    "plan": take_plan,
    "wake": take_wake,
}
KEYS = tuple(f"{ORDER}{about}" for about in (*LOTS, *TAKEN))


# -- what stands

PLAIN = Orders()


def told(orders: Orders) -> Iterable[Words]:
    """All orders that differ from what holds unless somebody gives any."""
    if orders == PLAIN:
        return
    for lot, offer in orders.bids.items():
        yield phrase("{lot}: {offer}.", lot=LOTS[lot], offer=offer_told(offer))
    spare = Orders()
    for key, take_ in TAKEN.items():
        now = getattr(orders, key)
        if now != getattr(PLAIN, key):
            yield take_(spare, written(key, now))


def written(key: str, now: Any) -> Any:
    """A field as the order that sets it."""
    if key == "ask":
        return YES if now else NO
    return LIMIT if key in ("guard", "counter", "others") and now >= NEVER else now


def stands(orders: Orders, about: str) -> list[Option]:
    """What holds now, as it could be ordered again."""
    if about in LOTS:
        offer = orders.bids.get(about)
        return [Option(again(offer), offer_told(offer)) if offer else Option(ASK, "Ask me")]
    now = getattr(orders, about)
    if isinstance(now, list):
        found = [Option(each, LABELLED.get(about, {}).get(each, each)) for each in now]
        return found or [NO_KIND if about in LABELLED else NO_CARD]
    if about == "plan":
        return [Option(now, powers.named(now)) if now else NO_CARD]
    value = str(written(about, now))
    return [Option(value, LABELLED[about][value] if about in LABELLED else at_least(now) if now < NEVER else "Never")]


LABELLED: Mapping[str, Mapping[str, Words]] = {
    "wake": waking.SHOWN,
    "pay": PAYING,
    "ask": SECURITY_FIRST,
    "stop": STOPPABLE,
    "answer": ANSWERABLE,
    "cards": CARDS,
    "analyze": ANALYZING,
}


def again(offer: Offer) -> str:
    """A standing bid as it can be written; without anything to keep it is that of the button."""
    ready = {0: NOTHING, BILLION: "all"}
    most = f"{offer.most}%" if offer.percent else ready.get(offer.most, str(offer.most))
    most += f" keep {offer.keep}" if offer.keep else ""
    most += f" if {offer.cards} cards" if offer.cards else ""
    return f"{most} if {offer.left} left" if offer.left else most
