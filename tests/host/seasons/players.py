"""People who do what they see: one taps and types in Telegram, another fills in the forms of the page."""

from collections import Counter

from engine.kernel import format_money
from engine.notation import parse_transcript, replay_text
from engine.notation.verify import verify_chance
from engine.rulesets import RULESETS
from host.core.session import OVER
from host.doors.command.operate.open_games import format_transcript
from host.doors.telegram.messages.screens import parse_button_data
from host.shown import views
from tests.host.doors.web.visitor import Visitor

MOST_MOVES = 5000
PLAYS = 0.2  # how often somebody does something unasked first


def typed(luck, asked):
    """Any answer to a question, as somebody would write it."""
    form, values = asked.form, [str(option.value) for option in asked.options]
    if form.kind == "number":
        return str(form.low + form.step * luck.randint(0, (form.high - form.low) // form.step))
    if form.kind == "several":
        return ", ".join(luck.sample(values, luck.randint(form.low, min(form.high, len(values)))))
    return luck.choice(values) if values else "a word"


def plays_again_alike(host, game):
    """The engine, on its own, comes to the same accounts as the game that is exported, and finds its chance fair."""
    text, view = format_transcript(host, game), views.load_game_view(host, game).view
    assert view
    accounts = "; ".join(f"{line.who} {format_money(line.total, view.currency)}" for line in view.standings)
    assert replay_text(f"{text}= {accounts}\n", RULESETS) == []
    assert verify_chance(parse_transcript(text, RULESETS)).faults == []


class Player:
    """Somebody in a game."""

    def __init__(self, host, person, name, luck):
        self.host, self.person, self.name, self.luck, self.game = host, person, name, luck, ""

    def shown(self):
        return views.load_game_view(self.host, self.game, self.person)

    def asked(self):
        shown = self.shown()
        return [each for each in shown.asked if each.who == shown.you]


class InTelegram(Player):
    """Taps a button that is there, in the group or in private, or writes."""

    def __init__(self, host, account, group, luck, now):
        super().__init__(host, host.store.find_person_id(f"telegram:{account.id}", now), account.name, luck)
        self.account, self.group = account, group

    def answer(self, asked):
        message, mine = self._found(asked)
        if message and self.luck.random() < 0.5:
            self.account.taps(message, data=self.luck.choice(mine))
            return
        # Whoever is asked several things says which is meant, by a reply to the question.
        several = message if len(self.asked()) > 1 else None
        answer = f"/pick {typed(self.luck, asked)}"
        if asked.secret:
            self.account.says(self.account.chat, answer, reply_to=several)
        else:
            self.account.says(self.group, answer, reply_to=several)

    def play(self, play):
        choice = self.luck.choice(play.options).value if play.options else ""
        self.account.writes(f"/use {play.key} {choice}".strip())

    def _found(self, asked):
        """The newest message with buttons for this question, and what they carry."""
        chats = [self.account.chat] if asked.secret else [self.group, self.account.chat]
        for message in (message for chat in chats for message in reversed(chat.messages[-40:])):
            data = [button["callback_data"] for row in message.keyboard for button in row if "callback_data" in button]
            mine = [each for each in data if each.startswith("a/") and parse_button_data(each, 5)[2] == asked.id]
            if mine:
                return message, mine
        return None, []


class OnThePage(Player):
    """Presses a button of the page, taps a square of the board, or types into a field."""

    def __init__(self, host, person, name, cookie, luck):
        super().__init__(host, person, name, luck)
        self.visitor = Visitor(host, cookie)

    def answer(self, asked):
        self.visitor.go(f"/g/{self.game}")
        own = [form for form in self.visitor.forms if asked.id in (form["fields"].get("question"), self._tap(form))]
        if not own:  # its table is not the one on the stage
            self.visitor.post(f"/g/{self.game}/answer", question=asked.id, value=typed(self.luck, asked))
            return
        form = next((form for form in own if form["buttons"] and self._values(form, asked)), own[0])
        values = self._values(form, asked)
        if self._tap(form):
            square, types = self.luck.choice(values), self.luck.random() < 0.3
            by = {"by": "typed", "typed": square} if types else {"value": square}
            self.visitor.post(form["action"], **{**form["fields"], "do": f"question:{asked.id}", **by})
        else:
            value = self.luck.choice(values) if values else typed(self.luck, asked)
            self.visitor.post(form["action"], **{**form["fields"], "value": value})
        assert self.visitor.page.status == 200, self.visitor.text

    def play(self, play):
        self.visitor.go(f"/g/{self.game}")
        forms = [form for form in self.visitor.forms if form["fields"].get("key") == play.key]
        for form in forms:
            choice = self.luck.choice(play.options).value if play.options else ""
            self.visitor.post(form["action"], **{**form["fields"], "value": choice})

    @staticmethod
    def _tap(form):
        """The question that a tap on the board answers."""
        return form["fields"].get("do", "").removeprefix("question:")

    @staticmethod
    def _values(form, asked):
        there = [button["value"] for button in form["buttons"] if button.get("name") == "value"]
        return [value for value in there if value in {str(option.value) for option in asked.options}]


class Table:
    """One game, and those who play it."""

    def __init__(self, stage, game, players, luck):
        self.stage, self.host, self.game, self.players, self.luck = stage, stage.host, game, players, luck
        self.played = Counter[str]()
        for player in players:
            player.game = game

    @property
    def over(self):
        return self.host.store.load_game(self.game).session.stage == OVER

    def play(self):
        for _ in range(MOST_MOVES):
            if self.over:
                return
            self.move()
        raise AssertionError("the season never ends")

    def move(self):
        """Somebody who is asked answers; now and then they do something else first. Computers play among themselves."""
        waiting = [(each, one) for each in self.players for one in each.asked()]
        if not waiting:
            self.stage.api.advance(3)
            self.pass_by()
            return
        player, asked = self.luck.choice(waiting)
        plays = player.shown().plays
        if plays and self.luck.random() < PLAYS:
            rarest = min(plays, key=lambda play: self.played[play.key])
            self.played[rarest.key] += 1
            player.play(rarest)
            self.pass_by()
        still = next((one for one in player.asked() if one.id == asked.id), None)
        if still is not None:
            player.answer(still)
            self.pass_by()
            assert asked.id not in [one.id for one in player.asked()], (player.name, asked)

    def pass_by(self):
        """Everything is said, and everybody has read it."""
        self.stage.pass_by(600, 3)
