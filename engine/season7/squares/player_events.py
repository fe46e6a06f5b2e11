"""Events between players: what they hand out, take away, shield from, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence

from engine.season7 import board, bombs, events, rounds, square00, tables, verbs
from engine.season7.state import BOMB_STOPPED, Pledge, RoundMove, RoundTable
from engine.season7.turn import give_square

# What only somebody still in the round can use: it asks its finder, or works on the finder's place in it.
NEEDS_A_PLACE = (
    "Add a Row",
    "Banker's Offer",
    "Blammo",
    "The Commissioner",
    "Extra Peek",
    "Fast Forward",
    "Gift Card",
    "Hypnotise",
    "Immunise",
    "Immunity",
    "Invite",
    "Knife Edge",
    "Protect",
    "Schadenfreude",
    "Six and Out",
    "Split & Share",
    "Switcheroo",
    "Tag Along",
    "Win Zone",
    "Wormhole",
)


# -- boosters, minigames and hidden squares


async def booster_siphon(t: RoundTable, finder: str) -> None:
    """The finder takes the boosters of all other players still in, up to the maximum.

    Play the square for its finder: move the boosters at once, and announce from whom and how much.
    """
    robbed = [who for who in t.list_living(but=finder) if t.player(who).booster]
    taken = sum(t.player(who).booster for who in robbed)
    if not robbed:
        t.tell(events.NothingToSiphon(who=finder))
        return
    with t.scene(events.BoostersSiphoned(who=finder, robbed=robbed, taken=taken)):
        for who in robbed:
            verbs.set_booster(t, who, 0)
        verbs.raise_booster(t, finder, taken)


async def chamber_of_secrets(t: RoundTable, finder: str) -> None:
    """All players still in get a hidden square each.

    Play the square; who found it does not matter: draw for each player in, the same perhaps twice, and whisper it to
    them alone. Only announce it if the season's options leave no hidden square.
    """
    secrets = t.state.options.list_hidden_squares()
    if not secrets:
        t.tell(events.ChamberEmpty(who=finder))
        return
    players = t.list_living()
    with t.scene(events.ChamberOpened(who=finder)):
        drawn = t.draw("chamber_of_secrets.hidden", secrets, len(players), again=True)
        for who, hidden in zip(players, drawn, strict=True):
            verbs.give_hidden(t, who, hidden)


async def fast_forward(t: RoundTable, finder: str) -> None:
    """The finder plays every minigame of this round at once, whether they win the round or not: those held now and
    those still to come.

    Play the square for its finder: queue what they hold, and mark their seat, so that later ones are queued when they
    come.
    """
    t.seat(finder).fast_forward = True
    t.tell(events.FastForwardSet(who=finder))
    verbs.queue_minigames(t, finder)


async def game_boy(t: RoundTable, finder: str) -> None:
    """The finder takes the minigames of all other players still in.

    Play the square for its finder: move the minigames at once, and announce each, or that there is none.
    """
    loot = [(who, minigame) for who in t.list_living(but=finder) for minigame in verbs.take_minigames(t, who)]
    if not loot:
        t.tell(events.NothingToHandOver(who=finder))
    for who, minigame in loot:
        with t.scene(events.MinigameHandedOver(who=who, minigame=minigame)):
            verbs.give_minigame(t, finder, minigame)


async def game_on(t: RoundTable, finder: str) -> None:
    """All players still in get a minigame each.

    Play the square; who found it does not matter: draw for each player in, the same perhaps twice. Only announce it if
    the season's options leave no minigame.
    """
    players, minigames = t.list_living(), square00.list_playable_minigames(t.state.options)
    if not minigames:
        t.tell(events.GameOnVoid(who=finder))
        return
    with t.scene(events.GameOnCalled(who=finder)):
        drawn = t.draw("game_on.minigame", minigames, len(players), again=True)
        for who, minigame in zip(players, drawn, strict=True):
            verbs.give_minigame(t, who, minigame)


async def get_lucky(t: RoundTable, finder: str) -> None:
    """The finder gets a booster, a minigame and seven-figure cash, in this order: so the booster raises the cash.

    Play the square for its finder: draw and apply the three at once.
    """
    for what, category in (("booster", 4), ("minigame", 5), ("cash", 3)):
        for face in board.draw_prize_squares(t, f"get_lucky.{what}", 1, (category,)):
            await give_square(t, finder, face)


async def gift_card(t: RoundTable, finder: str) -> None:
    """The finder sees three squares of Categories 3 to 6, and gives one to another player of the round, in or out.

    Play the square for its finder: draw three, ask which and then for whom, and apply it to that player. Without an
    answer nobody gets anything.
    """
    gifts = board.draw_prize_squares(t, "gift_card.squares", 3, (3, 4, 5, 6))
    t.tell(events.GiftCardShown(gifts=list(map(tables.format_square, gifts)), who=finder))
    gift = await t.ask(
        "gift_card.prize",
        finder,
        "Which of these do you give away?",
        lambda: (
            {face: tables.format_square(face) for face in gifts if list_gift_recipients(t, finder, face)}
            or {"nothing": "Nothing"}
        ),
        lapse="nothing",
    )
    friend = gift in gifts and await t.ask_for_player(
        "gift_card.recipient",
        finder,
        "Which player gets {gift}?",
        lambda: list_gift_recipients(t, finder, gift),
        gift=tables.format_square(gift),
    )
    if friend:
        with t.scene(events.GiftGiven(who=finder, friend=friend)):
            await give_square(t, friend, gift)
    else:
        t.tell(events.GiftCardExpired())


def list_gift_recipients(t: RoundTable, giver: str, gift: str) -> list[str]:
    """List the players of the round to whom this square can be given as a gift: all others, or only those still in if
    it needs a place in the round.
    """
    return t.list_living(but=giver) if gift in NEEDS_A_PLACE else t.list_playing(but=giver)


async def six_and_out(t: RoundTable, finder: str) -> None:
    """The finder gets six seven-figure squares, and is then out without a penalty.

    Play the square for its finder: pay the six, then put them out, unless they are protected or the last one in.
    """
    with t.scene(events.SixAndOut(who=finder)):
        for face in board.draw_prize_squares(t, "six_and_out.cash", 6, (3,)):
            await give_square(t, finder, face)
        bombs.knock_out(t, finder)


async def team_rocket(t: RoundTable, finder: str) -> None:
    """The booster of everybody still in the round rises by 50%.

    Play the square; who found it does not matter. The rise is 50 percentage points, up to the cap.
    """
    with t.scene(events.RocketSent(who=finder)):
        for who in t.list_living():
            verbs.raise_booster(t, who, 50)


# -- shields


async def immunise(t: RoundTable, finder: str) -> None:
    """The finder chooses a player still in, perhaps themselves. No bomb of this round can hurt that player.

    Play the square for its finder: ask for the player and make them immune; without an answer it is the finder.
    """
    chosen = await t.ask(
        "immunise.player", finder, "Which player should be safe from bombs in this round?", t.list_living, lapse=finder
    )
    await immunity(t, chosen)


async def immunity(t: RoundTable, finder: str) -> None:
    """No bomb of this round can hurt the finder. Other squares may still put them out.

    Play the square for its finder. Only mark and announce it: `stop_bomb_if_immune` stops the bombs.
    """
    verbs.make_immune(t, finder)


async def stop_bomb_if_immune(t: RoundTable, victim: str) -> str | None:
    """Stop a bomb that reaches an immune player, announce it and return BOMB_STOPPED, before any of their squares is
    used up; return None if they are not immune.
    """
    if not t.seat(victim).immune:
        return None
    t.tell(events.BombShruggedOff(who=victim))
    return BOMB_STOPPED


async def protect(t: RoundTable, finder: str) -> None:
    """Nothing at all can put the finder out until they have made their next selection.

    Play the square for its finder. Only mark their seat: `keep_if_protected` keeps them in, and `end_due_protection`
    ends it.
    """
    seat = t.seat(finder)
    seat.protected, seat.protect_ends = True, False
    t.tell(events.Protected(who=finder))


def mark_last_protected(t: RoundTable, who: str) -> None:
    """Mark the selection that now begins as the last one under the player's protection, if they have one."""
    seat = t.seat(who)
    seat.protect_ends = seat.protected


def keep_if_protected(t: RoundTable, who: str) -> bool:
    """Return whether a player stays in because they are protected, and announce it; money they lose is lost all the
    same.
    """
    if t.seat(who).protected:
        t.tell(events.ProtectionHeld(who=who))
    return t.seat(who).protected


def end_due_protection(t: RoundTable, who: str) -> None:
    """End the protection if the selection that is over was the last one under it."""
    if t.seat(who).protect_ends:
        verbs.end_protection(t, who)


# -- who sits where


async def invite(t: RoundTable, finder: str) -> None:
    """The finder brings somebody who is active in no other round into this one, at once.

    Play the square for its finder: ask whom, and seat that player here. Nobody comes without an answer, if nobody can,
    or if the round is decided already.
    """
    if not rounds.is_under_way(t.round):
        t.tell(events.InviteTooLate())
        return
    if not list_invitable_players(t):
        t.tell(events.InviteVoid(who=finder))
        return
    guest = await t.ask_for_player(
        "invite.guest", finder, "Which player do you invite to this round?", lambda: list_invitable_players(t)
    )
    if guest:
        rounds.join_round(t, guest)
        t.tell(events.Invited(who=finder, guest=guest, order=t.list_living()))
    else:
        t.tell(events.InviteDeclined(who=finder))


def list_invitable_players(t: RoundTable) -> list[str]:
    """List the players whom an Invite can bring in: not active in any round (who is out of this one may come back) and
    not folded in this cycle; none once this round is decided.
    """
    if not rounds.is_under_way(t.round):
        return []
    return [who for who in t.state.here() if not rounds.is_active_in_any_round(t, who) and not t.player(who).sits_out]


async def switcheroo(t: RoundTable, finder: str) -> None:
    """The finder swaps places with any player: in the turn order, or with their place in another round. Both keep what
    they hold. On the last square you can name nobody of another round, because this round is decided.

    Play the square for its finder: ask with whom. Only note the move: the round carries it out when the selection is
    over. Without an answer nobody moves.
    """
    other = await t.ask_for_player(
        "switcheroo.player",
        finder,
        "With which player do you swap places?",
        lambda: list_switch_partners(t, finder),
    )
    if other:
        t.round.moves.append(RoundMove(finder, t.state.find_live_round(other), other))
        t.tell(events.PlacesSwitched(who=finder, other=other))
    else:
        t.tell(events.SwitchDeclined(who=finder))


def list_switch_partners(t: RoundTable, finder: str) -> list[str]:
    """List the players with whom the finder of Switcheroo can change places: all in this round, and those of other
    rounds not in the middle of a selection.
    """
    elsewhere = [(name, who) for name in list_other_rounds(t) for who in t.state.rounds[name].list_living()]
    return t.list_living(but=finder) + [who for name, who in elsewhere if not rounds.is_amid_selection(t, name, who)]


def list_other_rounds(t: RoundTable) -> list[str]:
    """List the names of the other rounds in play to or from which players could move; none if this one is decided."""
    if t.round.is_finished():
        return []
    return [name for name, r in t.state.rounds.items() if name != t.id and rounds.is_under_way(r)]


async def wormhole(t: RoundTable, finder: str) -> None:
    """The finder moves to another round, drawn by chance, with everything they hold. If there is none, or on the
    last square, they stay. It is never on the board of a Super Round.

    Play the square for its finder: draw the round. Only note the move: the round carries it out when the selection is
    over.
    """
    rounds = list_other_rounds(t)
    if not rounds:
        stays = events.WormholeTooLate if t.round.is_finished() else events.WormholeClosed
        t.tell(stays(who=finder))
        return
    to = t.draw_one("wormhole.round", rounds)
    t.round.moves.append(RoundMove(finder, to))
    t.tell(events.WormholeTaken(who=finder, round=t.state.rounds[to].title))


# -- The Commissioner


async def the_commissioner(t: RoundTable, finder: str) -> None:
    """The finder chooses a minigame that every winner of this round will play.

    Play the square for its finder: ask which (without an answer it is drawn). Only note it:
    `hand_commissioned_minigames` gives it to the winners.
    """
    games = square00.list_playable_minigames(t.state.options)
    if not games:
        t.tell(events.CommissionVoid(who=finder))
        return
    minigame = await t.ask(
        "the_commissioner.minigame", finder, "Which minigame should the winners of this round play?", games, lapse=""
    )
    minigame = minigame or t.draw_one("the_commissioner.by_lot", games)
    t.round.commissioned.append(minigame)
    t.tell(events.MinigameCommissioned(minigame=minigame))


async def hand_commissioned_minigames(t: RoundTable, who: str) -> None:
    """Give a winner of the round every minigame that finders of The Commissioner chose in it; nothing to others."""
    if who in t.round.winners:
        for minigame in t.round.commissioned:
            square00.hand_winner_minigame(t, who, minigame)


# -- Schadenfreude


async def schadenfreude(t: RoundTable, finder: str) -> None:
    """The finder chooses an opponent. If that opponent goes out, here or in another round, the finder gets a random
    square of Category 3, 4 or 5.

    Play the square for its finder: ask whom. Only note the pledge: `settle_schadenfreude` pays it. Without an answer
    there is none.
    """
    rival = await t.ask_for_player(
        "schadenfreude.opponent",
        finder,
        "Choose a player: if this player goes out, you get a reward.",
        lambda: t.list_living(but=finder),
    )
    if rival:
        verbs.add_pledge(t, finder, "Schadenfreude", rival)
        t.tell(events.RivalNamed(who=finder, rival=rival))
    else:
        t.tell(events.RivalDeclined(who=finder))


async def settle_schadenfreude(t: RoundTable, rival: str) -> None:
    """When a round of `rival` ends, settle each Schadenfreude that names them: give its holder a square if the rival
    was put out, otherwise drop it. Leave it while its own round is undecided or the rival still plays elsewhere.
    """
    for holder in [who for who, player in t.state.players.items() if player.pledges and not player.gone]:
        for pledge in [p for p in t.player(holder).pledges if p.name == "Schadenfreude" and p.about == rival]:
            status = rounds.find_final_status(t, pledge.round, rival)
            if status != "in" and rounds.is_decided(t.state.rounds[pledge.round]):
                t.player(holder).pledges.remove(pledge)
                if status == "out":
                    await pay_schadenfreude(t, holder, pledge)


async def pay_schadenfreude(t: RoundTable, holder: str, pledge: Pledge) -> None:
    """Give the holder of Schadenfreude a random square of Category 3, 4 or 5, in the round in which it was found, even
    if they are out.
    """
    there = t if pledge.round == t.id else t.find_round_table(pledge.round)
    with t.scene(events.RivalOut(rival=pledge.about, who=holder), there):
        for face in board.draw_prize_squares(t, "schadenfreude.prize", 1, (3, 4, 5)):
            await give_square(there, holder, face)


# -- Tag Along


async def tag_along(t: RoundTable, finder: str) -> None:
    """The finder chooses another player. If that player wins this round, the finder wins, too.

    Play the square for its finder: ask whom. Only note the pledge: `add_tag_along_winners` counts it. Without an answer
    there is none.
    """
    leader = await t.ask_for_player(
        "tag_along.player",
        finder,
        "Choose a player: if this player wins, you win, too.",
        lambda: t.list_living(but=finder),
    )
    if leader:
        verbs.add_pledge(t, finder, "Tag Along", leader)
        t.tell(events.TagNamed(who=finder, leader=leader))
    else:
        t.tell(events.TagDeclined(who=finder))


def add_tag_along_winners(t: RoundTable, winners: Sequence[str]) -> list[str]:
    """Return the winners and, after them, the players who tagged along with one, directly or through another; not
    players who folded. Announce each of these, and delete all Tag Along pledges of the round.
    """
    won = list(winners)
    rides = [(who, pledge.about) for who in t.round.order for pledge in list_tag_along_pledges(t, who)]
    while riders := [who for who, about in rides if about in won and who not in won]:
        won.append(riders[0])
        t.tell(events.TagWon(who=riders[0]))
    # Reparations may have given such a square to somebody who never sat here.
    for player in t.state.players.values():
        if player.pledges:
            player.pledges = [p for p in player.pledges if (p.name, p.round) != ("Tag Along", t.id)]
    return won


def list_tag_along_pledges(t: RoundTable, who: str) -> list[Pledge]:
    """List the Tag Along pledges of a player in this round; none if they left the cycle or cannot win this round."""
    player = t.player(who)
    if not player.pledges or player.sits_out or player.gone:
        return []
    if t.seat(who).status == "folded" or not rounds.can_win(t, who):
        return []
    return [pledge for pledge in player.pledges if (pledge.name, pledge.round) == ("Tag Along", t.id)]
