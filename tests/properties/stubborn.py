"""The most stubborn player: looks for whatever may be done without the game moving on, and does it again and again."""

from functools import cache
from pathlib import Path
from unittest.mock import patch

import msgspec

from engine.kernel import PUBLIC, Game, Illegal, Record
from engine.notation import parse_transcript
from engine.notation.run import _Replay, run_transcript
from engine.rulesets import RULESETS

TRANSCRIPTS = Path(__file__).parent.parent / "transcripts"
MINDS = 1, -1  # whether they begin with the first thing that is offered, or with the last
TRIED = 12  # of the choices that a question offers, or a play


@cache
def reached(among="**/*.rtab"):
    """For each question that anybody is asked in a transcript, and each play, how the game stood before it: by the
    name of its rules and the key, a record and whoever answered or played."""
    found = {}
    take = Game._take_input

    def taking(game, entry):
        name = f"{game.ruleset.name} {entry.key}"
        if name not in found and entry.who in game.ruleset.list_players(game.state):
            found[name] = game.save().to_json(), entry.who
        take(game, entry)

    with patch.object(Game, "_take_input", taking), patch.object(_Replay, "_check_saving", lambda *_: None):
        for path in sorted(TRANSCRIPTS.glob(among)):
            transcript = parse_transcript(path.read_text("utf-8"), RULESETS)
            run_transcript(transcript, RULESETS[transcript.ruleset])
    return found


def inputs(game, who):
    """Everything this player may do now, or of what has very many choices the first and the last of them."""
    for question in game.list_legal_moves(who).questions:
        yield from (("answer", question.key, value) for value in values(question))
    for play in game.list_plays(who):
        yield from (("play", play.key, value) for value in values(play))


def values(asked):
    form, offered = asked.form, [option.value for option in asked.options]
    if form.kind == "number":
        return [form.low, form.high]
    if form.kind == "text":
        return ["Is it so?"]
    if form.kind == "several":
        return (
            [(value,) for value in some(offered)]
            if form.low == 1
            else [(*offered[: form.low],), (*offered[-form.high :],)]
        )
    return some(offered) if offered else [None]


def some(offered):
    return offered if len(offered) <= TRIED else [*offered[: TRIED // 2], *offered[-TRIED // 2 :]]


def situation(game):
    """What there is, and what everybody is asked."""
    asked = [(q.key, q.who, q.facts, [option.value for option in q.options]) for q in game.list_questions()]
    private = [table.tape for table in game._tables.values() if table.tape]
    kept = [tape.copy() for tape in private]
    for tape in private:
        tape.clear()
    state = msgspec.json.encode((game.state, asked))
    for tape, entries in zip(private, kept, strict=True):
        tape.extend(entries)
    return state


def do(game, who, act):
    """Do it; what a sentence refuses changes nothing. Has it moved the game on?"""
    kind, key, value = act
    before = situation(game)
    try:
        if kind == "play":
            game.play(who, key, value)
        else:
            game.answer(who, next(q.id for q in game.list_legal_moves(who).questions if q.key == key), value)
    except Illegal:
        return None
    return bool(game.drawn) or (any(told.to == PUBLIC for told in game.told) and situation(game) != before)


class Stubborn:
    """One player of one game. What moves the game on is left alone, and so is what leads where nothing else is left."""

    def __init__(self, rules, game, who, mind):
        self.rules, self.game, self.who, self.mind = rules, game, who, mind
        self.moves, self.idle, self.ways = set(), {}, []
        self.last = None

    def act(self):
        """Do one more thing that does not move the game on; false when there is none."""
        offered = [act for act in inputs(self.game, self.who) if act not in self.moves][:: self.mind]
        for act in sorted(offered, key=lambda act: self.idle.get(act, 0)):
            self.last = act
            if act in self.idle:
                if do(self.game, self.who, act) is not None:
                    self.idle[act] += 1
                    return True
            elif self.tried(act):
                return True
        return self.turns_back()

    def tried(self, act):
        """Something new, first on a copy of the game."""
        before = self.game.save()
        moved = do(Game.load(self.rules, before), self.who, act)
        if moved:
            self.moves.add(act)
        elif moved is False:
            self.ways.append((before, act))
            self.idle[act] = 1
            do(self.game, self.who, act)
        return moved is False

    def turns_back(self):
        """The last thing that was new has led nowhere: as if it had not been done."""
        self.last = None
        if self.ways:
            before, act = self.ways.pop()
            self.game = Game.load(self.rules, before)
            self.moves.add(act)
        return bool(self.ways)


def loaded(rules, game):
    return Game.load(rules, Record.from_json(game.save().to_json()))
