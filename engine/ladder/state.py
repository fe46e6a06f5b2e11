"""The quiz ladder as plain data: who plays, what is in the box of cards, and how the present climb stands."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, field

LADDER_LETTERS = ("A", "B", "C", "D")
FIFTY: Final = "50:50"
AUDIENCE: Final = "audience"
FRIEND: Final = "friend"
TAKE = "take"  # the money already won, instead of an answer
QUESTIONS_AT_ONCE = 5  # questions that may be asked in one message
LEVELS = 15  # how finely questions are graded, however many rungs a ladder has
RUNG_MONEY = [  # rulebook
    100, 200, 300, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 125_000, 250_000, 500_000, 1_000_000,
]  # fmt: skip
HAVENS = [5, 10]  # rulebook: rungs whose money is safe once they have been passed
CATEGORIES_OFFERED = 3  # categories among which a host chooses
MOST_PLAYERS = 12
MOST_ROUNDS = 24  # a card of each level for every round: a record has to be read and written with every move

Amount = Annotated[int, Meta(ge=1, le=10**12)]
Lifeline = Literal["50:50", "audience", "friend"]


class LadderOptions(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The options of a game. The defaults are the rulebook, with the bot as host so that all play."""

    host: Literal["bot", "players"] = "bot"
    rounds: Annotated[int, Meta(ge=1, le=12)] = 3  # climbs; how often each hosts, or is the one contestant
    lifelines: Annotated[list[Lifeline], Meta(max_length=3)] = field(default_factory=lambda: [FIFTY, AUDIENCE, FRIEND])
    lifelines_per: Literal["round", "game"] = "round"
    asking: Literal["together", "clockwise"] = "together"  # lifelines whenever one likes, or each in turn first
    friend: Literal["cards", "call"] = "cards"  # a card shuffled with the right one, or a word of advice
    contestants: Literal["all", "one"] = "all"  # one: as on television, the others are the audience
    ladder: Annotated[list[Amount], Meta(min_length=2, max_length=LEVELS)] = field(
        default_factory=lambda: list(RUNG_MONEY)
    )
    havens: list[int] = field(default_factory=lambda: list(HAVENS))
    categories: list[str] = field(default_factory=list)  # none named: all of them
    without: list[str] = field(default_factory=list)  # and these are left out
    packs: list[str] = field(default_factory=list)  # whose questions; none named: all there are
    patience: Literal["quick", "turn", "long"] = "turn"  # how long an answer may take
    duel: bool = False  # two climb against each other, once, and nobody helps
    day: Annotated[str, Meta(pattern=r"^(\d{4}-\d\d-\d\d)?$")] = ""  # the same questions for everybody that day
    choosing: Literal["chance", "host"] = "chance"  # what the next question is about: the host may choose of three
    first: Literal["auto", "together", "apart"] = "auto"  # the first five; apart, unless a host knows of slow turns
    computers: Literal["novice", "regular", "expert"] = "regular"

    def has_round_owners(self) -> bool:
        """Return whether each round belongs to one player, as its host or as its only contestant."""
        return self.host == "players" or self.contestants == "one"


class Card(Struct, array_like=True, frozen=True, gc=False):
    """One question. The first answer is the right one; they are shuffled when the card is drawn."""

    id: str
    level: int
    category: str
    question: str
    answers: tuple[str, str, str, str]
    why: str
    credit: str = ""  # whom a licence wants named


class LadderPage(Struct, array_like=True, frozen=True, gc=False):
    """One of the first questions, where they are asked in one message; its letters as in `Ladder.letters`."""

    card: Card
    letters: list[str]


class LadderPlayer(Struct, omit_defaults=True, gc=False):
    """One player for the whole game."""

    total: int = 0
    lifelines: list[str] = field(default_factory=list)
    wish: list[str] = field(default_factory=list)  # lifelines to play, in order, for an answer marked unsure
    guess: str = ""  # what somebody who does not climb says to the question in play: their card, if one is wanted
    row: list[str] = field(default_factory=list)  # a box for each question of a day's ladder, or of a duel
    led: int = 0  # how often it was this player's turn to host, or to climb alone
    reported: list[str] = field(default_factory=list)  # the last cards this player has complained about
    gone: bool = False
    chart: list[int] = field(default_factory=list)  # the total after each round


class FriendAdvice(Struct, array_like=True, frozen=True, gc=False):
    """What a friend has said on the telephone."""

    friend: str
    words: str


ClimberStatus = Literal["in", "out", "walked", "won", "left"]


class Climber(Struct, omit_defaults=True, gc=False):
    """One player on the ladder. The fields after `status` belong to the question in play."""

    status: ClimberStatus = "in"
    won: int = 0  # what was paid when the climb ended
    choice: str = ""  # a letter, or TAKE
    silent: list[int] = field(default_factory=list)  # rungs whose answer is TAKE because time ran out
    final: bool = False
    helped: bool = False  # by a lifeline
    polled: bool = False  # asked for lifelines, where that is done in turn
    picks: dict[int, str] = field(default_factory=dict)  # choices by rung, where several questions are in play
    unsure: str = ""  # the letter leaned to, while the wish is being carried out
    covered: list[str] = field(default_factory=list)  # letters this player knows to be wrong
    advice: FriendAdvice | None = None
    word: str = ""  # what the host of the round has said to this player alone
    cards: list[str] = field(default_factory=list)  # letters that audience and friend have handed over
    missing: list[str] = field(default_factory=list)  # letters that one hand of cards lacked, as the right one never is

    def list_wrong_letters(self) -> list[str]:
        """List the letters that this player's lifelines have shown to be wrong: covered, or missing in a hand of
        cards, as the right one lies in every hand.
        """
        return [*self.covered, *self.missing]

    def note_silence(self, rung: int, *, silent: bool) -> None:
        """Note whether the player's answer to this rung's question stands there because time ran out (`silent`), in
        place of what was noted of it before.
        """
        self.silent = [*(each for each in self.silent if each != rung), *([rung] if silent else [])]


class Call(Struct, array_like=True, gc=False):
    """A lifeline that waits for other players: who called, how, and whom."""

    who: str
    lifeline: str
    whom: list[str]


class Ladder(Struct, omit_defaults=True, gc=False):
    """The state of a whole game."""

    options: LadderOptions
    players: dict[str, LadderPlayer]
    phase: str = "box"  # box, round, deal, question, over
    box: dict[int, list[Card]] = field(default_factory=dict)  # the packs by level, the next card first
    topics: dict[str, str] = field(
        default_factory=dict
    )  # what cards are about, narrowly, where hosts choose among them
    subjects: dict[str, str] = field(default_factory=dict)  # of what their facts are told, where hosts choose
    in_sets: bool = False  # a climb lies at one place of all packs, even where hosts choose; in older games they mix
    round: int = 0
    host: str = ""  # the seat that hosts this round; empty when the bot does
    order: list[str] = field(default_factory=list)  # this round's contestants, clockwise from the host
    climbers: dict[str, Climber] = field(default_factory=dict)
    rung: int = 0  # the one in question, from 1
    card: Card | None = None
    letters: list[str] = field(default_factory=list)  # the letter of each of the card's answers; the right one first
    pages: list[LadderPage] = field(
        default_factory=list
    )  # all that are in play, from the first on, if more than one is
    last: str = ""  # the newest card that has been played out
    calls: dict[str, Call] = field(default_factory=dict)
    called: int = 0  # calls made so far; each gets a name of its own
    champions: list[str] = field(default_factory=list)
    reports: bool = True  # may a question be reported by a play? Now that is said to the host of games, out of the game
    joins_late: bool = True  # may a newcomer join where no further round comes? Only in older games
    computers: str = "regular"  # as the option was when the game began; games from before play as they did
    asks_in_vain: bool = True  # does a question still come once the last climber has left? Only in older games
    guessers_asked: bool = True  # is who guesses along still asked for a card once others gave one? Only in older games
    fifty_repeats: bool = True  # may 50:50 cover, or a wish choose, what cards show to be wrong? Only in older games

    # -- people

    def here(self) -> list[str]:
        """List all players who still take part in the game, in the order of their seats."""
        return [who for who, player in self.players.items() if not player.gone]

    def list_climbers(self) -> list[str]:
        """List all players who are still on the ladder in this round, clockwise from its host."""
        return [who for who in self.order if self.climbers[who].status == "in"]

    def has_lost_climbers(self) -> bool:
        """Return whether the last player on the ladder has left before the next question, which then does not come."""
        return self.phase == "deal" and not self.asks_in_vain and not self.list_climbers()

    def list_helpers(self, who: str) -> list[str]:
        """List the players whom a climber, or anybody with a seat, may ask for help by a lifeline: all others still in
        the game but the host of the round, clockwise, also those who have fallen; nobody in a duel.
        """
        if self.options.duel:
            return []
        seats = list(self.players)
        ring = seats[seats.index(who) + 1 :] + seats[: seats.index(who)]
        return [name for name in ring if not self.players[name].gone and name != self.host]

    def rank_climbers(self) -> list[tuple[int, str]]:
        """Return a pair of place and player for each player of the game, also those who have left: the richest first,
        by money won; equal totals share a place.
        """
        ranked = sorted(self.players, key=lambda who: -self.players[who].total)
        totals = [self.players[who].total for who in ranked]
        return [(totals.index(self.players[who].total) + 1, who) for who in ranked]

    def count_needed_cards(self) -> int:
        """Count how many quiz cards of each difficulty level the game needs: one for each round that it can have, even
        with newcomers.
        """
        return min(self.options.rounds * (MOST_PLAYERS if self.options.has_round_owners() else 1), MOST_ROUNDS)

    # -- the ladder

    def count_rounds(self) -> int:
        """Count the rounds that the game will have in all; where each round belongs to one player, every player gets
        the same number, and it changes when players come or leave.
        """
        if not self.options.has_round_owners():
            return self.options.rounds
        return self.round + sum(max(0, self.options.rounds - self.players[who].led) for who in self.here())

    def has_room(self) -> bool:
        """Return whether a newcomer can be seated: a seat is free, and a round is left that they would climb in. Where
        each climbs alone, that is one more round, which must not be one too many.
        """
        rounds = self.count_rounds()
        left = self.round < rounds and (self.options.contestants == "all" or rounds < MOST_ROUNDS)
        return len(self.here()) < MOST_PLAYERS and (self.joins_late or left)

    def list_levels(self) -> list[int]:
        """List the difficulty levels of the questions on the ladder, from the lowest rung up."""
        return [self.compute_level(rung) for rung in range(1, len(self.options.ladder) + 1)]

    def compute_level(self, rung: int) -> int:
        """Return the difficulty level of the question for a rung; on a ladder with fewer rungs it rises faster."""
        return 1 + round((rung - 1) * (LEVELS - 1) / (len(self.options.ladder) - 1))

    def has_boxes(self) -> bool:
        """Return whether players get their results as a row of coloured squares to share: in the game of the day, and
        in a duel.
        """
        return bool(self.options.day) or self.options.duel

    def compute_prize(self, rung: int) -> int:
        """Return the money that a right answer to the question for this rung wins; 0 for rung 0, the ground. Raise
        IndexError above the top.
        """
        return self.options.ladder[rung - 1] if rung else 0

    def compute_fall(self, rung: int = 0) -> int:
        """Return the money that a wrong answer to the present question, or to that of `rung`, leaves a player: that of
        the highest safe rung (haven) below it, or 0 if there is none.
        """
        return self.compute_prize(
            max((haven for haven in self.options.havens if haven < (rung or self.rung)), default=0)
        )

    def find_top_amount(self) -> int:
        """Return the money that the highest rung of the ladder wins."""
        return self.options.ladder[-1]

    # -- the question in play

    @property
    def right(self) -> str:
        """Return the letter of the right answer to the question in play; of several asked together it is that of the
        first or, while they are judged, of the one judged. Raise IndexError between questions.
        """
        return self.letters[0]

    def map_questions_in_play(self) -> dict[int, LadderPage]:
        """Return the questions that are being asked now, keyed by the rung to which each leads; empty between
        questions.
        """
        if self.phase != "question" or self.card is None:
            return {}
        return dict(enumerate(self.pages or [LadderPage(self.card, self.letters)], 1 if self.pages else self.rung))

    def count_first_questions(self) -> int:
        """Return how many quiz questions are asked at once when a round of climbing the ladder begins: several if the
        game's options say so, else one.
        """
        return min(QUESTIONS_AT_ONCE, len(self.options.ladder)) if self.options.first == "together" else 1

    def map_answers(self, rung: int = 0) -> dict[str, str]:
        """Return the answers of the question in play by letter, A to D, as everybody sees them; empty between
        questions. `rung` says which question is meant where several are asked together; without it, or for a rung
        without one, it is the first, or the one that is being judged.
        """
        page = self.map_questions_in_play().get(rung)
        card, letters = (page.card, page.letters) if page else (self.card, self.letters)
        return dict(sorted(zip(letters, card.answers if card else (), strict=True)))

    def list_open_letters(self, who: str) -> list[str]:
        """List the letters of those answers to the question in play that 50:50 has not covered and this player, who
        must climb in this round, has not tried; letters that only cards show to be wrong are among them.
        """
        return [letter for letter in LADDER_LETTERS if letter not in self.climbers[who].covered]

    def list_lifelines(self, who: str) -> list[str]:
        """List the lifelines (helps such as 50:50) that this player has not used yet; it is the list in the state
        itself, not a copy.
        """
        return self.players[who].lifelines

    def has_all_answers(self) -> bool:
        """Return whether all players still on the ladder, if any, have answered, and no lifeline waits for others'
        help.
        """
        return not self.calls and all(each.choice for each in self.climbers.values() if each.status == "in")

    def is_calling(self, who: str) -> bool:
        """Return whether this player has used a lifeline that asks other players for advice, and still waits for it."""
        return bool(self.calls) and any(call.who == who for call in self.calls.values())

    def find_next_polled(self) -> str:
        """Return the player who is to be asked next whether to use a lifeline, in games where that is asked clockwise;
        an empty string if nobody is left to ask, or in other games. Players who have answered or have no lifelines are
        skipped, but not one whose lifeline still waits for help.
        """
        if self.options.asking != "clockwise":
            return ""
        waiting = (
            who for who in self.list_climbers() if not self.climbers[who].polled and not self.climbers[who].choice
        )
        return next((who for who in waiting if self.list_lifelines(who) or self.is_calling(who)), "")
