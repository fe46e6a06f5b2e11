"""The host's words in the ladder, Deluxe and Billionaire: each line says all that its sentence says, and no more."""

import itertools
import re
from random import Random

import pytest

from engine.billionaire import events as bn
from engine.billionaire.tables import INVESTMENTS
from engine.kernel import LOG, Game, Told, format_text
from engine.kernel.voice import SceneVoice, list_template_facts
from engine.ladder import events as quiz
from engine.notation import parse_transcript
from engine.notation.run import _Replay
from engine.rulesets import RULESETS
from host.core.cards import dealt_cards
from tests.season7.voiced_transcripts import TRANSCRIPTS
from tests.words.marked import every_text
from workshop.bots import sample_players
from workshop.simulate.voice import LONG_GAMES, build_mover, play_heard_game

UNSAID = {"receipt", "receipts"}  # they stand with the seals
VOICES = {name: rules.voice for name, rules in RULESETS.items() if isinstance(rules.voice, SceneVoice)}
NAMES = sorted(VOICES)


def lines(voice, event, kind):
    return voice.book.get(event, {}).get(kind, ())


def test_these_three_have_lines():
    assert NAMES == ["billionaire", "deluxe", "ladder"]


@pytest.mark.whole
@pytest.mark.parametrize("name", NAMES)
def test_a_line_leaves_out_nothing_of_a_sentence_of_its_event(name):
    voice, known = VOICES[name], every_text()
    shelves = set()
    for kind, found in voice.heard.items():
        texts = (kind.says, *kind.variants) if kind else ()
        for shelf in found:
            assert not shelf.when or shelf.when in voice.when
            shelves.add((shelf.event, shelf.kind))
            assert not shelf.event or lines(voice, shelf.event, shelf.kind)
            for line in lines(voice, shelf.event, shelf.kind):
                assert any(line.needs | UNSAID >= list_template_facts(text) >= line.needs for text in texts), line
                assert line.text in known


@pytest.mark.parametrize("name", NAMES)
def test_every_line_can_be_translated_and_names_nobody_he_or_she(name):
    known = every_text()
    for line in (
        line for circumstances in VOICES[name].book.values() for some in circumstances.values() for line in some
    ):
        assert line.text in known
        assert not re.search(r"\b(he|she|him|her|his|hers)\b", line.text, re.IGNORECASE), line


@pytest.mark.parametrize("name", NAMES)
def test_no_line_stands_twice_among_those_said_in_the_same_place(name):
    for event, shelves in VOICES[name].book.items():
        for kind, some in shelves.items():
            texts = [line.text for line in some]
            assert len({*texts}) == len(texts), (event, kind)


def score(rules, state):
    """What everybody has, as all may know it."""
    if rules.name == "billionaire":
        return {who: sum(INVESTMENTS[card].actual for card in it.owned) for who, it in state.players.items()}
    return {who: it.total for who, it in state.players.items()}


@pytest.mark.parametrize("name", NAMES)
def test_the_host_knows_the_score_and_says_it_at_the_end_of_a_line(name):
    """Whatever has come to whom, the total in a line is the one of that moment, and the last one that of the state."""
    rules, voice, dice = RULESETS[name], VOICES[name], Random(f"score {name}")
    seats = ["Ann", "Bob", "Cat", "Dan"]
    game = Game.start_from_state(rules, dealt_cards.build_initial_state(rules, seats, {}, name), name, keep=False)
    memory, standings = voice.build_memory({}), 0
    for _ in range(300):
        said = voice.speak(memory, game.told).lines
        known = score(rules, game.state)
        assert {who: memory.totals.get(who, 0) for who in known} == known
        for line in (line for n in said for line in said[n]):
            found = voice.find_line(line.id)
            assert found
            assert found.text.endswith("{standing}") == ("standing" in line.facts)
            if "standing" in line.facts:
                standings += 1
                assert 1 <= line.facts["standing"].facts["place"] <= len(seats)
        if game.over:
            break
        sample_players.move_carelessly(game, dice, seats)
    assert standings > 5


def come_or_go(game, dice):
    """Somebody leaves, or comes back, if that can be just now."""
    plays = {play.key: play for play in game.list_legal_moves(LOG).plays if play.key in ("leave", "join")}
    gone = [who for who, player in game.state.players.items() if player.gone and who not in game.state.newcomers]
    if gone and "join" in plays:
        game.play(LOG, "join", dice.choice(gone))
    elif "leave" in plays and len(plays["leave"].options) > 2:
        game.play(LOG, "leave", dice.choice(plays["leave"].options).value)
    else:
        sample_players.move_carelessly(game, dice)


@pytest.mark.parametrize("name", ["season7", "deluxe"])
def test_the_voice_knows_what_those_have_who_have_left_and_come_back(name):
    rules, dice, back = RULESETS[name], Random(f"back {name}"), set[str]()
    voice = rules.voice
    assert voice is not None
    game = Game.start(rules, ["Ann", "Bob", "Cat", "Dan"], {}, name, keep=False)
    memory = voice.build_memory({})
    for _ in range(250):
        here = {who for who, player in game.state.players.items() if not player.gone}
        voice.speak(memory, game.told)
        if game.over:
            break
        known = {line.who: line.total for line in game.build_view().standings}
        assert {who: memory.totals.get(who, 0) for who in known} == known
        if dice.random() < 0.05:
            come_or_go(game, dice)
        else:
            sample_players.move_carelessly(game, dice)
        back |= {who for who, player in game.state.players.items() if not player.gone and player.total} - here
    assert back


@pytest.mark.parametrize("name", NAMES)
def test_a_recap_tells_who_leads_with_how_much_and_who_is_out_since_when(name):
    rules, voice, dice = RULESETS[name], VOICES[name], Random(f"recap {name}")
    seats = ["Ann", "Bob", "Cat", "Dan"]
    game = Game.start_from_state(
        rules, dealt_cards.build_initial_state(rules, seats, LONG_GAMES.get(name, {}), name), name
    )
    move = build_mover(rules, seats)
    memory, recaps, outs = voice.build_memory({}), list[list[Told]](), list[str]()
    for n in range(240):
        voice.speak(memory, game.told)
        if n % 12 == 11 and (recap := voice.build_recap(memory)):
            recaps.append(recap)
            news, *more = (format_text(each.text, each.facts) for each in recap)
            assert re.match(r"News since yesterday: .*\b(Ann|Bob|Cat|Dan|\d of \d)\b", news)
            known = score(rules, game.state)
            if len({*known.values()}) > 1:
                assert f"{max(known.values()):,}" in more.pop(0)
            outs += more
            assert voice.build_recap(memory) == []
        if game.over:
            break
        move(game, dice)
    assert len(recaps) > 2
    assert bool(outs) == (name != "billionaire")


@pytest.mark.parametrize("name", NAMES)
def test_one_line_after_the_other_is_said_in_the_place_of_a_sentence(name):
    rules, voice, dice, said = RULESETS[name], VOICES[name], Random(name), list[str]()
    game = Game.start_from_state(rules, dealt_cards.build_initial_state(rules, ["Ann", "Bob", "Cat"], {}, name), name)
    memory = voice.build_memory({})
    for _ in range(300):
        spoken = voice.speak(memory, game.told).lines
        for n, told in enumerate(game.told):
            assert n not in spoken or told.kind in voice.heard or told.kind in voice.narrators
            said += [line.id for line in spoken.get(n, ())]
            for line in spoken.get(n, ()):
                known = voice.find_line(line.id)
                assert known
                assert format_text(known.text, line.facts)
        if game.over:
            break
        sample_players.move_carelessly(game, dice)
    assert len(said) > 10
    assert all(a != b for a, b in itertools.pairwise(said))


def said(name, *told):
    """The ids of the lines for these tellings, the last first."""
    voice = VOICES[name]
    found = voice.speak(voice.build_memory({}), told).lines
    return [line.id.rpartition("/")[0] for n in sorted(found, reverse=True) for line in found[n]]


def told(event):
    return Told(event.id, event.list_facts())


def answer(asked, right):
    return told(quiz.RightAnswerShown("B", "Bee", "It is.", asked, right, "card", 1))


def needles(first, second):
    return told(bn.NeedlesStopped("Ann", first, second))


CLIMBS = told(quiz.ClimbedOn("Ann", "B", "food"))
SECURITY = told(bn.SecurityPlayed("Bob"))
QUESTION = told(quiz.QuestionAsked(100, "Which?", "card", "1", "2", "3", "4"))
ROUND = told(quiz.RoundBegun(1))


@pytest.mark.parametrize(
    ("name", "told", "line"),
    [
        ("ladder", [answer(3, 1), CLIMBS], "quiz/alone"),
        ("ladder", [answer(3, 2), CLIMBS], "quiz/climb"),
        ("ladder", [answer(1, 1), CLIMBS], "quiz/climb"),
        ("ladder", [answer(3, 1), answer(2, 2), CLIMBS], "quiz/climb"),
        ("ladder", [ROUND, QUESTION], "quiz/easy"),
        ("ladder", [QUESTION], "quiz/ask"),
        ("ladder", [ROUND, QUESTION, QUESTION], "quiz/ask"),
        ("ladder", [ROUND, told(quiz.OpeningQuestionsDealt(5)), QUESTION], "quiz/ask"),
        ("billionaire", [needles("red", "red")], "bn/swaps"),
        ("billionaire", [needles("red", "green")], "bn/needles"),
        ("billionaire", [needles("green", "red")], "bn/needles"),
        ("billionaire", [needles("green", "green")], "bn/green"),
        ("billionaire", [SECURITY], "bn/security"),
        ("billionaire", [SECURITY, SECURITY], "bn/counter"),
        ("billionaire", [SECURITY, told(bn.ActionStopped("Ann")), SECURITY], "bn/security"),
        ("billionaire", [told(bn.Landed("Ann", 3, "London", "Ann"))], "bn/hqexact"),
        ("billionaire", [told(bn.Landed("Ann", 3, "London", "Bob"))], "bn/rival"),
        ("billionaire", [told(bn.Landed("Ann", 3, "London"))], "bn/lands"),
    ],
)
def test_some_lines_wait_for_what_they_say(name, told, line):
    assert said(name, *told)[0] == line


ALONE = [quiz.FiftySeen(["A"]), quiz.FriendSilent("Bob"), quiz.FriendAway("Bob"), quiz.HostKeySeen("A")]


@pytest.mark.parametrize("event", ALONE)
def test_what_one_player_is_told_alone_is_said_in_other_words_too(event):
    assert said("ladder", Told(event.id, event.list_facts(), "Ann"))


RARE = {  # what no whole game of these seeds has told, and no transcript: long streaks, and several things at once
    *("quiz.host/many", "bn/beat1", "bn/redred.lead", "bn/rival.draws", "bn/won", "bn/puts3", "bn/deal"),
    *("deluxe/crown.come", "deluxe/minus.lead", "deluxe/bomb.house", "deluxe/spared.house"),
    *("quiz/walk.good", "quiz/right.credit"),
}


def list_groups_in_transcripts(name):
    voice, found = VOICES[name], set()
    for path in sorted((TRANSCRIPTS / name).rglob("*.rtab")):
        script = parse_transcript(path.read_text("utf-8"), RULESETS)
        running, memory = _Replay(script, RULESETS[name], ""), voice.build_memory({})
        for step in script.steps:
            running.play_step(step)
            if running.outcome.happened[-1].refused is None:
                said = voice.speak(memory, running.game.told).lines
                found |= {line.id.rpartition("/")[0] for lines in said.values() for line in lines}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_line_of_these_books_is_said_in_a_transcript_or_a_whole_game(monkeypatch, name):
    voice, found = VOICES[name], list_groups_in_transcripts(name)
    speak = voice.speak

    def noted(memory, told, bots=()):
        said = speak(memory, told, bots)
        found.update(line.id.rpartition("/")[0] for lines in said.lines.values() for line in lines)
        return said

    monkeypatch.setattr(voice, "speak", noted)
    for players, seed in ((4, "7"), (3, "1"), (3, "2"), (4, "3"), (2, "4"), (8, "5") if name == "deluxe" else (2, "5")):
        play_heard_game(RULESETS[name], players, seed)
    assert {f"{event}/{kind}" for event, shelf in voice.book.items() for kind in shelf} - found <= RARE
