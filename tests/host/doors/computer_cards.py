"""What a table's computers are like, in the words that every door has to show."""

from engine.kernel import Reader
from engine.rulesets import RULESETS
from host.core import stand_ins


def list_expected_cards(session):
    """The name and the sentence of each computer player at this table."""
    reader = Reader({player.seat: player.bare_name for player in session.players})
    found = {}
    for player in session.players:
        if player.bot:
            character = stand_ins.find_bot_character(RULESETS[session.ruleset], player.name)
            assert character
            found[player.bare_name] = reader.format_value(character.build_description(player.seat))
    assert len(set(found.values())) == len(found) > 0
    return found
