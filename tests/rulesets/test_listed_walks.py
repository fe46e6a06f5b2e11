"""What is told, asked, offered, shown and advised in games of computers and careless players: the first lines of each
kind, and a checksum of all others.
"""

import zlib
from contextlib import suppress
from random import Random

import msgspec
import pytest

from engine.billionaire import auction, decks
from engine.billionaire.rules import BILLIONAIRE
from engine.billionaire.state import OWN_AUCTION, Billionaire, PendingAction, StandingBid
from engine.billionaire.tables import BIDS, BILLION_DOLLARS, INVESTMENTS, REGIONS, THREE, THREE_BIDS
from engine.kernel import LOG, Game, Illegal, Phrase, format_text
from engine.kernel.text import PLAIN_READER
from engine.ladder.rules import LADDER_RULESET
from engine.notation.run import format_told_line
from engine.rulesets import RULESETS
from host.core.stand_ins import pick_play_value
from tests import listings
from tests.ladder import test_properties as ladder
from tests.ladder.conftest import BOX
from tests.properties.midst import end_of_grids, end_of_rounds, midst_of_grid, midst_of_ladder, midst_of_round
from tests.properties.seasons import some_round
from tests.properties.test_deluxe_any_way import laid
from workshop.bots.sample_players import move_carelessly

pytestmark = pytest.mark.as_released
READ = 2  # lines of each kind that are worth reading; of more there is a checksum
ADVISED = 0.7  # how often a computer moves
HOST, HOST_IN_THE_MIDST, HOST_OF_LADDER = 0.005, 0.05, 0.08  # how often the host does
UNASKED, IDLE = 0.2, ("wish", "report")  # how often somebody on a ladder does something else, and what seldom
SILENT = 0.04  # how often somebody who is asked in the midst falls silent
STRENGTHS = ("novice", "regular", "expert")
ORDERS = 6
NAMES = ["Ann", "Bob", "Cat", "Dan"]
BOXES = {"season7": {"rows": 4, "columns": 4, "target": 500_000_000}, "deluxe": {"target": 60_000_000}}
HOUSES = {
    "season7": {"wits": True, "duel": True, "computers": "expert", "forgive_first_miss": True},
    "deluxe": {"computers": "expert", "first_miss": "pass", "failsafe": "grid", "start_phase": "3"},
    "billionaire": {"book": False, "finish": "at once", "leaving": "bought out", "security": "ask"},
}


def begin(ruleset, seed, options):
    """A game from its beginning."""
    return Game.start(RULESETS[ruleset], NAMES, options, f"walks {seed}", keep=False), Random(seed)


def begin_deluxe(seed):
    """A race in which everybody has their hands full."""
    dice = Random(seed)
    return laid(str(seed), dice), dice


def begin_ladder(seed):
    """A ladder by any options, with a box of questions that need no reading."""
    dice = Random(seed)
    state = LADDER_RULESET.create_state(NAMES, ladder.options(dice))
    LADDER_RULESET.stock_box(state, BOX, {})
    return Game.start_from_state(LADDER_RULESET, state, str(seed)), dice


def begin_late(seed):
    """A game of Billionaire in which most is sold, and everybody holds Power Play cards and has left orders."""
    dice, options = Random(seed), {"security": ("orders", "ask")[seed % 2]}
    state = BILLIONAIRE.create_state(NAMES, options)
    players = list(state.players.values())
    for region, deck in state.decks.items():
        state.decks[region] = dice.sample(deck, dice.choice((0, 1, 4)))
        for card in sorted({*deck} - {*state.decks[region]}):
            min(players, key=lambda player: sum(INVESTMENTS[each].actual for each in player.owned)).owned.append(card)
    for player in players:
        player.power = [state.power.pop(dice.randrange(len(state.power))) for _ in range(2)]
    game = Game.start_from_state(BILLIONAIRE, state, str(seed))
    for who in NAMES * ORDERS:
        orders = [play for play in game.list_plays(who) if play.key.startswith("order ")]
        with suppress(Illegal):
            game.play(who, (order := dice.choice(orders)).key, pick_play_value(order, dice))
    return game, dice


def open_at_once(state, opener, dice):
    """An auction in which most bids have been made: equal ones, and some that nobody can pay."""
    region = dice.choice(state.list_selling_regions())
    auction.lay_out_auction(state, opener, region, state.decks[region][:1])
    found = state.auction
    found.ties, found.forfeited = dice.choice((0, 1, 3)), dice.sample(NAMES, dice.choice((0, 0, 1)))
    found.bidders = [who for who in found.bidders if who not in found.forfeited]
    for who in dice.sample(found.bidders, len(found.bidders) - 1):
        found.bids[who], found.changes[who] = dice.choice((0, 5_000_000, 5_000_000, 500_000_000)), 0


def begin_sale(seed):
    """The same, as somebody opens an auction, of one card or of those decks that are left, and all have left bids."""
    game, dice = begin_late(seed)
    while (state := game.state).auction or not state.list_selling_regions():
        game, dice = begin_late(seed := seed + 100)
    state = msgspec.json.decode(msgspec.json.encode(state), type=Billionaire)
    dearest = [
        max(INVESTMENTS[card].actual for card in state.list_unowned(each)) for each in state.list_selling_regions()
    ]
    for player in state.players.values():
        for lot in dice.sample((THREE, OWN_AUCTION, *REGIONS), dice.randint(0, 3)):
            most = dice.choice((BILLION_DOLLARS, 3_000_000, 20_000_000)) if lot != OWN_AUCTION else 50
            keep, cards, left = (dice.choice((0, 0, *each)) for each in ((4_000_000,), (1, 2), dearest))
            player.orders.bids[lot] = StandingBid(most, keep, lot == OWN_AUCTION, cards, left)
        player.orders.pay = dice.choice(("ask", "always", "always", "least", "keep cash"))
        if dice.random() < 0.15:  # and has nothing left to bid with
            state.profit += player.cash
            for card in player.owned:
                decks.put_back_investment(state, card)
            player.cash, player.owned = [], []
    kind, opener = dice.choice((BIDS, THREE_BIDS)), dice.choice(NAMES)
    state.actions = [PendingAction(kind, opener, min(REGIONS, key=lambda each: len(state.decks[each])))]
    if dice.random() < 0.6:
        open_at_once(state, opener, dice)
    return Game.start_from_state(BILLIONAIRE, state, str(seed)), dice


WALKS = {  # how it begins, how often, and moves of each
    "season7": (lambda seed: begin("season7", seed, BOXES["season7"]), 2, 300),
    "season7_wits": (lambda seed: begin("season7", seed, HOUSES["season7"]), 1, 300),
    "season7_any": (lambda seed: some_round(f"walks {seed}"), 20, 40),
    "season7_midst": (midst_of_round, 25, 16),
    "season7_midst_ends": (end_of_rounds, 25, 8),
    "deluxe": (lambda seed: begin("deluxe", seed, BOXES["deluxe"]), 2, 300),
    "deluxe_house": (lambda seed: begin("deluxe", seed, HOUSES["deluxe"]), 1, 300),
    "deluxe_any": (begin_deluxe, 25, 40),
    "deluxe_midst": (midst_of_grid, 60, 8),
    "deluxe_midst_ends": (end_of_grids, 30, 10),
    "ladder": (begin_ladder, 10, 60),
    "ladder_midst": (midst_of_ladder, 64, 9),
    "billionaire": (lambda seed: begin("billionaire", seed, {}), 2, 200),
    "billionaire_house": (lambda seed: begin("billionaire", seed, HOUSES["billionaire"]), 1, 200),
    "billionaire_late": (begin_late, 12, 30),
    "billionaire_sale": (begin_sale, 20, 10),
}


def move(game, dice, host=HOST):
    """Let the host move, seldom, or a player, and yield what is told."""
    try:
        if dice.random() < host and (plays := game.list_plays(LOG)):
            play = dice.choice(plays)
            game.play(LOG, play.key, "Eve" if play.key == "join" else pick_play_value(play, dice))
        elif host == HOST_OF_LADDER and dice.random() < UNASKED and (plays := list_all_plays(game)):
            who, play = dice.choice(plays)
            game.play(who, play.key, pick_play_value(play, dice))
        elif game.ruleset is LADDER_RULESET and game.list_questions():
            ladder.move(game, dice)
        elif host == HOST_IN_THE_MIDST and (asked := game.list_questions()) and dice.random() < SILENT:
            game.lapse(dice.choice(asked).id)
        else:
            move_somehow(game, dice)
    except Illegal as no:
        yield f"refused {no.code}", text_of(Phrase(no.text, no.facts))
    else:
        for told in game.told:
            of = f" (of {told.of} before)" if told.of else ""
            yield f"told {told.what}{' alone' if told.to else ''}", f"{told.to}> {format_told_line(told)}{of}"


def list_all_plays(game):
    """What anybody may do who is asked or not, but for what changes next to nothing."""
    return [(who, play) for who in game.list_players() for play in game.list_plays(who) if play.key not in IDLE]


def move_somehow(game, dice):
    """Let a computer with a character of its own move, or somebody careless."""
    asked = game.list_questions()
    if dice.random() < ADVISED and asked and (advice := advise(game, question := dice.choice(asked))):
        if advice.question:
            game.answer(question.who, advice.question, advice.value)
        else:
            game.play(question.who, advice.play, advice.value)
    else:
        move_carelessly(game, dice)


def list_advice(game, question, n):
    """Yield what computers of each strength would do, each with another character."""
    had = [(part, part.computers) for part in (game.state, game.state.options) if hasattr(part, "computers")]
    for at, strength in enumerate(STRENGTHS):
        for part, _ in had:
            part.computers = strength
        character = game.ruleset.characters[(n + at) % len(game.ruleset.characters)].key
        advice = game.ruleset.advise(game, question, character)
        yield f"{strength} at {question.key}", f"{question.who} {character}: {advice}"
    for part, strength in had:
        part.computers = strength


def advise(game, question):
    characters = [each.key for each in game.ruleset.characters] or [""]
    at = game.list_players().index(question.who)
    return game.ruleset.advise(game, question, characters[at % len(characters)])


def look(game, n):
    """Yield what one seat after the other sees, is asked and may do."""
    seats = game.list_players()
    seat = seats[n % len(seats)]
    view = game.build_view(seat)
    yield (
        "seats",
        f"{seat} may {'' if game.ruleset.can_hand_over_seat(game, seat, resting=True) else 'not '}be replaced",
    )
    yield "the game", f"{text_of(view.stage)} {texts_of(view.notes)}"
    yield from (("standing", f"{each.place} {each.who} {each.total} {texts_of(each.marks)}") for each in view.standings)
    for panel in view.panels:
        stage = panel.stage.text if isinstance(panel.stage, Phrase) else panel.stage
        yield f"panel {stage}", f"{panel.id} {text_of(panel.title)}: {text_of(panel.stage)} {' '.join(panel.to_move)}"
        yield from ((f"note {kind_of(each)}", f"{panel.id} {text_of(each)}") for each in panel.notes)
        for line in panel.seats:
            yield f"seat {line.status}", f"{panel.id} {line.who} {texts_of(line.marks)}"
        if board := panel.board:
            for at, cell in board.cells.items():
                yield f"cell {cell.kind}", f"{panel.id} {at} {cell}"
            yield from (("lock", f"{panel.id} {each}") for each in board.locked.items())
        yield from ((f"picture {each.id}", str(each)) for each in view.list_pictures(panel))
    if own := view.own:
        yield from ((f"secret {kind_of(each)}", f"{seat} {text_of(each)}") for each in own.secrets)
        for at, notes in own.notes.items():
            yield from ((f"own {note.kind}", f"{seat} {at} {n} {note}") for n, note in notes.items())
        yield from (("wish", f"{seat} {each}") for each in own.wishes.items())
    for play in game.list_plays(seat):
        yield (
            f"may {play.key.partition(' ')[0]}",
            f"{seat} {play.key} {values_of(play.options)} now {values_of(play.now)}{'; secret' * play.secret}",
        )
    for asked in game.list_questions():
        if asked.who == seat:
            numbers = {name: fact for name, fact in sorted(asked.facts.items()) if isinstance(fact, int)}
            said = format_text(asked.text, {"who": seat, **asked.facts})
            yield (
                f"asked {asked.key}",
                f"{seat} {said} {values_of(asked.options)}; {asked.lapse}; {numbers}{'; secret' * asked.secret}",
            )
            yield from list_advice(game, asked, n)


def sum_up(game):
    """Return a checksum of all that is kept of a game."""
    return f"{zlib.crc32(msgspec.json.encode(game.state)):08x}"


def kind_of(words):
    return words.text if isinstance(words, Phrase) else words


def text_of(words):
    return PLAIN_READER.format_value(words)


def texts_of(words):
    return " / ".join(map(text_of, words))


def values_of(options):
    found = ((f"{each.value}", text_of(each.label)) for each in options)
    return " | ".join(f"{value} {label}" if label != value else value for value, label in found)


def tell(name):
    begins, often, moves = WALKS[name]
    host = HOST_OF_LADDER if name == "ladder_midst" else HOST_IN_THE_MIDST if "_midst" in name else HOST
    found: dict[str, dict[str, None]] = {}
    for seed in range(often):
        game, dice = begins(seed)
        for n in range(moves):
            if game.over:
                break
            for kind, line in [*move(game, dice, host), *(look(game, n // 2) if n % 2 else ())]:
                found.setdefault(kind, {})[line] = None
        found.setdefault("at the end", {})[f"{seed} {sum_up(game)}"] = None
    for kind, lines in sorted(found.items()):
        yield kind
        yield from (f"  {line}" for line in [*lines][:READ])
        if more := [*lines][READ:]:
            yield f"  {len(more)} more {zlib.crc32(' '.join(more).encode()):08x}"


@pytest.mark.parametrize("name", WALKS)
def test_each_walk_goes_as_listed(name):
    listings.compare(f"walks_{name}", tell(name))
