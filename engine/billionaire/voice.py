"""How the host of Billionaire speaks: an auction in three lines, near misses, who owns how much, and a finale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import field

from engine.billionaire import events
from engine.billionaire.options import build_billionaire_options
from engine.billionaire.tables import BILLIONAIRE_GOALS, INVESTMENTS, RED
from engine.kernel.event import Event
from engine.kernel.recap import FALL_WEIGHT, MONEY_WEIGHT, ROUND_WEIGHT
from engine.kernel.text import PUBLIC, Told, Words, phrase
from engine.kernel.voice import Holds, Narrators, SceneNarrator, SceneVoice, ScoreMemory, read_voice_lines

NEAR, BARGAIN = 1_000_000, 12  # a bid that is so near another; how many times its price something is worth
EARLY_AUCTIONS = 3


def is_countering_security(_security: events.SecurityPlayed, before: Sequence[Told]) -> bool:
    """Return whether the last public announcement in `before` was a Security card, too, so that the new Security card
    cancels that one.
    """
    public = [each for each in before if each.to == PUBLIC]
    return bool(public) and public[-1].kind is events.SecurityPlayed


class BillionaireMemory(ScoreMemory, omit_defaults=True):
    """What is remembered of a game of Billionaire: the totals are what Investments are worth."""

    owned: dict[str, list[str]] = field(default_factory=dict)
    bids: dict[str, int] = field(default_factory=dict)  # as they were shown last
    moved: list[str] = field(default_factory=list)  # who has moved in this round

    def add_cards(self, who: str, cards: Sequence[str]) -> None:
        """Note in the commentary's memory that a player now owns these Investments, and nobody else, and adjust what
        players' Investments are worth.
        """
        for card in cards:
            self.remove_card(card)
            self.owned.setdefault(who, []).append(card)
            self.add_money(who, INVESTMENTS[card].actual)

    def note_move(self, who: str) -> None:
        """Note in the commentary's memory that a player moves; if they have moved in this round already, or nobody has
        moved yet, count a new round.
        """
        if who in self.moved or not self.round:
            self.round, self.moved = self.round + 1, []
        self.moved.append(who)

    def remove_card(self, card: str) -> None:
        """Note in the commentary's memory that an Investment has no owner any more, and lower what its owner's are
        worth; do nothing if it knows of no owner.
        """
        for who, cards in self.owned.items():
            if card in cards:
                cards.remove(card)
                self.add_money(who, -INVESTMENTS[card].actual)


BILLIONAIRE_NARRATORS = Narrators[SceneNarrator]()


# -- turns


@BILLIONAIRE_NARRATORS.register(events.HandDealt)
def narrate_deal(voice: SceneNarrator, dealt: events.HandDealt) -> None:
    """Add to the host's commentary one line that all players have been dealt their cards and, if that is decided, who
    begins; the announcements of the other hands and of the rolls are taken with it and get no lines of their own.
    """
    players = [dealt.who]
    while more := voice.take_if(events.HandDealt):
        players.append(more.who)
    rolls = []
    while rolled := voice.take_if(events.FirstPlayerRolled):
        rolls.append(phrase("{who} {n}", who=rolled.who, n=rolled.n))
    first = voice.take_if(events.FirstPlayerFound)
    rolled_once, rolled_again = rolls[: len(players)], rolls[len(players) :]
    if first is None:
        voice.say("bn", "deal", players=players, n=dealt.n)
    elif rolled_again:
        facts = {"rolls": rolled_once, "again": rolled_again, "who": first.who}
        voice.say("bn", "deal.again", players=players, n=dealt.n, **facts)
    else:
        voice.say("bn", "deal.first", players=players, n=dealt.n, rolls=rolls, who=first.who)


@BILLIONAIRE_NARRATORS.register(events.Landed)
def narrate_landing(voice: SceneNarrator, landed: events.Landed) -> None:
    """Add to the host's commentary one line about the space on which a player lands and what it brings at once: Profit
    cards, an auction or a Power Play card, whose own announcement gets no line then.
    """
    who, facts = landed.who, {"who": landed.who, "n": landed.n, "space": landed.space}
    drawn = voice.take_if(events.ProfitDrawn, who=who)
    if landed.host:
        facts["host"] = landed.host
        home = "hqexact" if landed.host == who else "rival"
        if drawn:
            voice.say("bn", f"{home}.draws", **facts, cards=drawn.n)
        else:
            voice.say("bn", home, **facts)
    elif landed.passed_home:
        if drawn:
            voice.say("bn", "hq.draws", **facts, cards=drawn.n)
        else:
            voice.say("bn", "hq", **facts)
    elif drawn:
        voice.say("bn", "profit", **facts, cards=drawn.n)
    elif opened := voice.take_if(events.AuctionOpened, who=who):
        voice.say("bn", "auction", **facts, region=opened.region)
    elif three := voice.take_if(events.AuctionOfThreeOpened, who=who):
        voice.say("bn", "three", **facts, regions=three.regions, amount=three.n)
    elif voice.take_if(events.PowerDrawn, who=who):
        voice.say("bn", "power", **facts)
    else:
        voice.say("bn", "lands", **facts)


# -- auctions


@BILLIONAIRE_NARRATORS.register(events.BidsIn)
def narrate_bids(voice: SceneNarrator, _in: events.BidsIn) -> None:
    """Add to the host's commentary one line about all revealed bids, and how close they were, and remember the bids,
    whose announcements get no lines of their own; if no bid is shown, only a line that everybody has bid.
    """
    memory, bids = voice.memory, dict[str, int]()
    while shown := voice.take_if(events.BidShown):
        bids[shown.who] = shown.amount
    memory.bids = bids
    if not bids:
        voice.say("bn", "beat1")
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
    voice.say("bn", *names, "bids", **facts)


def format_no_bid(who: str) -> Words:
    """Return the words “(name) nothing” for a player who bids nothing, as an item of the line that lists all bids."""
    return phrase("{who} nothing", who=who)


@BILLIONAIRE_NARRATORS.register(events.PricePaid)
def narrate_price(voice: SceneNarrator, paid: events.PricePaid) -> None:
    """Add to the host's commentary lines about what a player buys, with which cards, what it is worth, and who is paid,
    and remember the sale for later lines, also as a record; do nothing if the sale is not announced with the payment.
    """
    memory, who = voice.memory, paid.who
    bought = voice.take_if(events.LotBought, who=who)
    facts: dict[str, Any] = {"who": who, "cards": group_cards(paid.cards)}
    facts |= {"payee": paid.payee} if paid.payee else {}
    if bought is None:
        return
    memory.count("auctions")
    memory.count(f"bought {who}", by=len(bought.lot))
    ratio = bought.worth // max(1, bought.amount)
    facts |= {"lot": bought.lot, "worth": bought.worth, "times": ratio}
    facts["standing"] = voice.format_standing(who, bought.worth)
    record = memory.keep_best("price", bought.amount, who) and memory.counts["auctions"] > EARLY_AUCTIONS
    bargain = ratio >= BARGAIN and memory.keep_best("bargain", ratio, who)
    climbs, more = voice.list_climbs(who, "sold")
    voice.say("bn", *climbs, "sold.record" * record, "sold.bargain" * bargain, "sold", **facts, **more)
    voice.say("bn", "seller" if paid.payee else "board", **facts)


def group_cards(cards: Sequence[Any]) -> list[Words]:
    """Return the cards of a payment as words for players: equal Profit cards counted together, Investments with the
    value at which they pay.
    """
    found = Counter[int]()
    papers: list[Words] = []
    for each in cards:
        facts = each["facts"]
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
    """Return the names of the Investments among the cards of a payment, each a phrase as plain data, as a logged event
    has it; Profit cards are left out.
    """
    found = [each["facts"] for each in cards]
    return [facts["card"] for facts in found if "amount" in facts]


# -- what is taken, fought for and stopped


@BILLIONAIRE_NARRATORS.register(events.InvestmentTaken)
def narrate_taken(voice: SceneNarrator, taken: events.InvestmentTaken) -> None:
    """Add to the host's commentary a line about an Investment that one player takes from another, and count it for
    later lines, such as one about revenge.
    """
    memory, winner, loser = voice.memory, taken.winner, taken.loser
    count = memory.count(f"took {winner}>{loser}")
    memory.count(f"takes {winner}")
    back = memory.counts.get(f"took {loser}>{winner}", 0)
    climbs, more = voice.list_climbs(winner, "redred")
    voice.say(
        "bn",
        *climbs,
        "redred.revenge" * (back > 0 and count == 1),
        "redred.again" * (count > 1),
        "redred",
        winner=winner,
        loser=loser,
        card=taken.card,
        amount=taken.amount,
        standing=voice.format_standing(winner),
        count=count,
        **more,
    )


@BILLIONAIRE_NARRATORS.register(events.InvestmentReturned)
def narrate_returned(voice: SceneNarrator, returned: events.InvestmentReturned) -> None:
    """Add to the host's commentary a line about an Investment that goes from its owner back to the deck, and what that
    player has left.
    """
    voice.say("bn", "back", card=returned.card, whom=returned.whom, standing=voice.format_standing(returned.whom))


@BILLIONAIRE_NARRATORS.register(events.NeedlesStopped)
def narrate_needles(voice: SceneNarrator, needles: events.NeedlesStopped) -> None:
    """Add to the host's commentary a line about how the two needles of the Analyzer stop: both red, both green, or one
    of each.
    """
    both = needles.first == needles.second
    name = "needles" if not both else "swaps" if needles.first == RED else "green"
    voice.say("bn", name, who=needles.who, first=needles.first, second=needles.second)


# -- the end


@BILLIONAIRE_NARRATORS.register(events.HandShown)
def narrate_hand(voice: SceneNarrator, shown: events.HandShown) -> None:
    """Add to the host's commentary one line about the cash and the total of every player at the end of the game, and
    remember the totals; the announcements of the other hands are taken with it and get no lines.
    """
    hands = [shown]
    while more := voice.take_if(events.HandShown):
        hands.append(more)
    ranked = sorted(hands, key=lambda hand: -hand.amount)
    said = [phrase("{who} {cash:$} (in all {amount:$})", who=it.who, cash=it.cash, amount=it.amount) for it in ranked]
    voice.memory.left = {hand.who: hand.amount for hand in ranked}
    voice.say("bn", "hands", hands=said)


@BILLIONAIRE_NARRATORS.register(events.GameWon)
def narrate_game_won(voice: SceneNarrator, won: events.GameWon) -> None:
    """Add to the host's commentary the lines that end a game: who has won it and by how much, how long it took, and its
    records; nothing if nobody has won.
    """
    memory = voice.memory
    if not won.who:
        return
    others = sorted(amount for who, amount in memory.left.items() if who not in won.who)
    alone = len(won.who) == 1
    facts: dict[str, Any] = {"who": won.who, "amount": won.amount}
    if alone and others:
        facts["gap"] = won.amount - others[-1]
    voice.say("bn", "won.gap" * ("gap" in facts), "won" if alone else "share", **facts)
    voice.say("bn", "end.how", rounds=memory.round, auctions=memory.counts.get("auctions", 0))
    since, leader = memory.decided
    if won.who == [leader] and since:
        voice.say("bn", "end.since", who=leader, since=since)
    for name in ("bought", "takes"):
        who, n = memory.find_most(f"{name} ")
        if who and n > 1:
            voice.say("bn", f"end.{name}", who=who, n=n)
    if "price" in memory.best:
        amount, who = memory.best["price"]
        voice.say("bn", "end.price", who=who, amount=amount)
    if "bargain" in memory.best:
        times, who = memory.best["bargain"]
        voice.say("bn", "end.bargain", who=who, times=times)


WITHOUT_CASH = "Not counting cash: {line}"  # it counts for the goal, but the host's voice does not know it


class HostOfBillionaire(SceneVoice):
    """The host of Billionaire."""

    book, heard = read_voice_lines(__spec__)
    memory = BillionaireMemory
    narrators = BILLIONAIRE_NARRATORS
    when: ClassVar[Mapping[str, Holds]] = {
        "countered": is_countering_security,
        "all_again": lambda tied, _: not (tied.only_they or tied.first),
        "played_on": lambda sold, _: not sold.round_over,
    }

    def build_memory(self, options: Mapping[str, Any]) -> BillionaireMemory:
        """Build what the commentary remembers of a new game: nothing yet but its goal."""
        return BillionaireMemory(whole=True, target=BILLIONAIRE_GOALS[build_billionaire_options(options).goal])

    def list_stakes(self, memory: Any) -> list[Told]:
        """List wordings, of which a recap tells one, of how much the leader still needs to reach the goal, each with
        the remark that cash, which is secret, is not counted; empty if no goal is known.
        """
        lines = super().list_stakes(memory)
        return [Told(WITHOUT_CASH, {"line": phrase(each.text, **each.facts)}) for each in lines]

    def note_event(self, memory: BillionaireMemory, event: Event) -> None:
        """Update what the commentary remembers of the game after a public event: who plays and owns what, the round,
        and what may be told as the moment of the day.
        """
        note_billionaire_headline(memory, event)
        match event:
            case events.HandDealt(who=who):
                memory.add_player(who)
            case events.Landed(who=who):
                memory.note_move(who)
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


def note_billionaire_headline(memory: BillionaireMemory, event: Event) -> None:
    """Offer what this one event tells (a sale, an Investment taken or forfeited, a player who leaves) as the moment of
    the day, which the next recap tells; the weightiest one offered stays.
    """
    match event:
        case events.LotBought(who=who, lot=lot, amount=amount, worth=worth):
            words = phrase("{who} has bought {lot} for {amount:$}", who=who, lot=[*lot], amount=amount)
            memory.note_headline(MONEY_WEIGHT, words, worth)
        case events.InvestmentTaken(winner=winner, card=card, loser=loser, amount=amount):
            words = phrase("{who} has taken {card} from {other}", who=winner, card=card, other=loser)
            memory.note_headline(ROUND_WEIGHT, words, amount)
        case events.InvestmentForfeited(who=who, card=card):
            memory.note_headline(FALL_WEIGHT, phrase("{who} has lost {card}", who=who, card=card))
        case events.BoughtOut(who=who):
            memory.note_headline(FALL_WEIGHT, phrase("{who} has left the game", who=who))


BILLIONAIRE_VOICE = HostOfBillionaire()
