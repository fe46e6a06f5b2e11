"""How the host of Billionaire speaks: an auction in three lines, near misses, who owns how much, and a finale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import field

from engine.billionaire import events
from engine.billionaire.tables import INVESTMENTS, RED
from engine.kernel.event import Event
from engine.kernel.scene_voice import Listeners, SceneListener, SceneVoice, ScoreMemory
from engine.kernel.text import PUBLIC, Phrase, Told, Words, phrase
from engine.kernel.voice import Holds, read_voice_lines

NEAR, BARGAIN = 1_000_000, 12  # a bid that is so near another; how many times its price something is worth
EARLY_AUCTIONS = 3


def was_security_countered(_security: events.SecurityPlayed, before: Sequence[Told]) -> bool:
    """Tell whether the last public event before this one was a Security as well, so that this card cancels that one."""
    public = [each for each in before if each.to == PUBLIC]
    return bool(public) and public[-1].kind is events.SecurityPlayed


class BillionaireMemory(ScoreMemory, omit_defaults=True):
    """What is remembered of a game of Billionaire: the totals are what Investments are worth."""

    owned: dict[str, list[str]] = field(default_factory=dict)
    bids: dict[str, int] = field(default_factory=dict)  # as they were shown last

    def add_cards(self, who: str, cards: Sequence[str]) -> None:
        """Note in the voice's memory that a player now owns these Investments."""
        for card in cards:
            self.remove_card(card)
            self.owned.setdefault(who, []).append(card)
            self.add_money(who, INVESTMENTS[card].actual)

    def remove_card(self, card: str) -> None:
        """Note in the voice's memory that an Investment has no owner any more."""
        for who, cards in self.owned.items():
            if card in cards:
                cards.remove(card)
                self.add_money(who, -INVESTMENTS[card].actual)


BILLIONAIRE_LISTENERS = Listeners()


# -- turns


@BILLIONAIRE_LISTENERS.hear(events.HandDealt)
def hear_deal(ear: SceneListener, dealt: events.HandDealt) -> None:
    """Add the host's line, once, that all have been dealt their cards, and who begins."""
    players = [dealt.who]
    while more := ear.take_if(events.HandDealt):
        players.append(more.who)
    rolls = []
    while rolled := ear.take_if(events.FirstPlayerRolled):
        rolls.append(phrase("{who} {n}", who=rolled.who, n=rolled.n))
    first = ear.take_if(events.FirstPlayerFound)
    if first is None:
        ear.say("bn", "deal", players=players, n=dealt.n)
    else:
        ear.say("bn", "deal.first", players=players, n=dealt.n, rolls=rolls, who=first.who)


@BILLIONAIRE_LISTENERS.hear(events.Landed)
def hear_landing(ear: SceneListener, landed: events.Landed) -> None:
    """Add the host's line about where a player lands, and what that brings."""
    who, facts = landed.who, {"who": landed.who, "n": landed.n, "space": landed.space}
    drawn = ear.take_if(events.ProfitDrawn, who=who)
    if landed.host:
        facts["host"] = landed.host
        home = "hqexact" if landed.host == who else "rival"
        if drawn:
            ear.say("bn", f"{home}.draws", **facts, cards=drawn.n)
        else:
            ear.say("bn", home, **facts)
    elif landed.passed_home:
        if drawn:
            ear.say("bn", "hq.draws", **facts, cards=drawn.n)
        else:
            ear.say("bn", "hq", **facts)
    elif drawn:
        ear.say("bn", "profit", **facts, cards=drawn.n)
    elif opened := ear.take_if(events.AuctionOpened, who=who):
        ear.say("bn", "auction", **facts, region=opened.region)
    elif three := ear.take_if(events.AuctionOfThreeOpened, who=who):
        ear.say("bn", "three", **facts, regions=three.regions, amount=three.n)
    elif ear.take_if(events.PowerDrawn, who=who):
        ear.say("bn", "power", **facts)
    else:
        ear.say("bn", "lands", **facts)


# -- auctions


@BILLIONAIRE_LISTENERS.hear(events.BidsIn)
def hear_bids(ear: SceneListener, _in: events.BidsIn) -> None:
    """Add the host's line about all bids at once, and how close they were."""
    memory, bids = ear.memory, dict[str, int]()
    while shown := ear.take_if(events.BidShown):
        bids[shown.who] = shown.amount
    memory.bids = bids
    if not bids:
        ear.say("bn", "beat1")
        return
    ranked = sorted(bids.items(), key=lambda each: -each[1])
    listed = [
        phrase("{who} {amount:$}", who=who, amount=amount) if amount else format_no_bid(who)
        for who, amount in bids.items()
    ]
    facts: dict[str, Any] = {"bids": listed, "who": ranked[0][0]}
    names = []
    if len(ranked) > 1:
        (_, most), (other, next_most) = ranked[:2]
        gap = most - next_most
        facts |= {"other": other, "gap": gap}
        names = ["bids.near" * (0 < gap <= NEAR and next_most > 0), "bids.alone" * (most > 0 == next_most)]
        names.append("bids.far" * (next_most > 0 and most > 4 * next_most))
    ear.say("bn", *names, "bids", **facts)


def format_no_bid(who: str) -> Words:
    """Return the words for a player who bids nothing, for the line that lists all bids."""
    return phrase("{who} nothing", who=who)


@BILLIONAIRE_LISTENERS.hear(events.PricePaid)
def hear_price(ear: SceneListener, paid: events.PricePaid) -> None:
    """Add the host's line about what a player buys, with which cards, and what it is worth."""
    memory, who = ear.memory, paid.who
    bought = ear.take_if(events.LotBought, who=who)
    facts: dict[str, Any] = {"who": who, "cards": group_cards(paid.cards)}
    facts |= {"payee": paid.payee} if paid.payee else {}
    if bought is None:
        return
    memory.count("auctions")
    memory.count(f"bought {who}", by=len(bought.lot))
    facts |= {"lot": bought.lot, "amount": bought.amount, "worth": bought.worth, "standing": ear.format_standing(who)}
    ratio = bought.worth // max(1, bought.amount)
    record = memory.keep_best("price", bought.amount, who) and memory.counts["auctions"] > EARLY_AUCTIONS
    bargain = ratio >= BARGAIN and memory.keep_best("bargain", ratio, who)
    climbs, more = ear.list_climbs(who, "sold")
    ear.say("bn", *climbs, "sold.record" * record, "sold.bargain" * bargain, "sold", **facts, **more)
    ear.say("bn", "seller" if paid.payee else "board", **facts)


def group_cards(cards: Sequence[Any]) -> list[Words]:
    """Return the cards of a payment in words, equal Profit cards together, and Investments with what they pay."""
    found = Counter[int]()
    papers: list[Words] = []
    for each in cards:
        facts = each.facts if isinstance(each, Phrase) else each["facts"]
        if "amount" in facts:
            papers.append(phrase("{card} (pays {amount:$})", **facts))
        else:
            found[facts["card"]] += 1
    profit: list[Words] = [
        phrase("{n} × {card:$}", n=n, card=card) if n > 1 else phrase("{card:$}", card=card)
        for card, n in found.items()
    ]
    return profit + papers


def list_paper_names(cards: Sequence[Any]) -> list[str]:
    """Return the Investments among the cards of a payment."""
    found = [each.facts if isinstance(each, Phrase) else each["facts"] for each in cards]
    return [facts["card"] for facts in found if "amount" in facts]


# -- what is taken, fought for and stopped


@BILLIONAIRE_LISTENERS.hear(events.InvestmentTaken)
def hear_taken(ear: SceneListener, taken: events.InvestmentTaken) -> None:
    """Add the host's line about an Investment taken by one player from another, and what both own now."""
    memory, winner, loser = ear.memory, taken.winner, taken.loser
    count = memory.count(f"took {winner}>{loser}")
    memory.count(f"takes {winner}")
    back = memory.counts.get(f"took {loser}>{winner}", 0)
    climbs, more = ear.list_climbs(winner, "redred")
    ear.say(
        "bn",
        *climbs,
        "redred.revenge" * (back > 0 and count == 1),
        "redred.again" * (count > 1),
        "redred",
        winner=winner,
        loser=loser,
        card=taken.card,
        amount=taken.amount,
        standing=ear.format_standing(winner),
        count=count,
        **more,
    )


@BILLIONAIRE_LISTENERS.hear(events.InvestmentReturned)
def hear_returned(ear: SceneListener, returned: events.InvestmentReturned) -> None:
    """Add the host's line about an Investment that its owner has lost to the deck, and what they own still."""
    ear.say("bn", "back", card=returned.card, whom=returned.whom, standing=ear.format_standing(returned.whom))


@BILLIONAIRE_LISTENERS.hear(events.NeedlesStopped)
def hear_needles(ear: SceneListener, needles: events.NeedlesStopped) -> None:
    """Add the host's line about how the two needles of the Analyzer stop: both red, both green, or one of each."""
    both = needles.first == needles.second
    name = "needles" if not both else "swaps" if needles.first == RED else "green"
    ear.say("bn", name, who=needles.who, first=needles.first, second=needles.second)


# -- the end


@BILLIONAIRE_LISTENERS.hear(events.HandShown)
def hear_hand(ear: SceneListener, shown: events.HandShown) -> None:
    """Add the host's line about what everybody holds at the end of the game."""
    hands = [shown]
    while more := ear.take_if(events.HandShown):
        hands.append(more)
    ranked = sorted(hands, key=lambda hand: -hand.amount)
    said = [phrase("{who} {cash:$} (in all {amount:$})", who=it.who, cash=it.cash, amount=it.amount) for it in ranked]
    ear.memory.left = {hand.who: hand.amount for hand in ranked}
    ear.say("bn", "hands", hands=said)


@BILLIONAIRE_LISTENERS.hear(events.GameWon)
def hear_game_won(ear: SceneListener, won: events.GameWon) -> None:
    """Add the host's line about who has won the game, and how."""
    memory = ear.memory
    if not won.who:
        return
    others = sorted(amount for who, amount in memory.left.items() if who not in won.who)
    alone = len(won.who) == 1
    facts: dict[str, Any] = {"who": won.who, "amount": won.amount}
    if alone and others:
        facts["gap"] = won.amount - others[-1]
    ear.say("bn", "won.gap" * ("gap" in facts), "won" if alone else "share", **facts)
    ear.say("bn", "end.how", rounds=memory.round, auctions=memory.counts.get("auctions", 0))
    since, leader = memory.decided
    if won.who == [leader] and since:
        ear.say("bn", "end.since", who=leader, since=since)
    for name in ("bought", "takes"):
        who, n = memory.find_most(f"{name} ")
        if who and n > 1:
            ear.say("bn", f"end.{name}", who=who, n=n)
    if "price" in memory.best:
        amount, who = memory.best["price"]
        ear.say("bn", "end.price", who=who, amount=amount)
    if "bargain" in memory.best:
        times, who = memory.best["bargain"]
        ear.say("bn", "end.bargain", who=who, times=times)


class HostOfBillionaire(SceneVoice):
    """The host of Billionaire."""

    book, heard = read_voice_lines(__spec__)
    memory = BillionaireMemory
    listeners = BILLIONAIRE_LISTENERS
    when: ClassVar[Mapping[str, Holds]] = {
        "countered": was_security_countered,
        "all_again": lambda tied, _: not (tied.only_they or tied.first),
    }

    def note_event(self, memory: BillionaireMemory, event: Event) -> None:
        """Update the voice's memory by an event: who owns what, and how many turns were played."""
        match event:
            case events.HandDealt(who=who):
                memory.add_player(who)
                memory.count("players")
            case events.Landed():
                turns = memory.count("turns")
                memory.round = 1 + (turns - 1) // max(1, memory.counts.get("players", 1))
            case events.PricePaid(payee=payee, cards=cards):
                for card in list_paper_names(cards):
                    if payee:
                        memory.add_cards(payee, [card])
                    else:
                        memory.remove_card(card)
            case events.LotBought(who=who, lot=lot):
                memory.add_cards(who, lot)
            case events.InvestmentTaken(winner=winner, card=card):
                memory.add_cards(winner, [card])
            case events.InvestmentReturned(card=card) | events.InvestmentForfeited(card=card):
                memory.remove_card(card)
            case events.BoughtOut(who=who):
                memory.owned.pop(who, None)
                memory.totals.pop(who, None)


BILLIONAIRE_VOICE = HostOfBillionaire()
