"""The table of commands: each does what the desk does, or what only Reddit needs, which stands here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from engine.kernel import Illegal, Phrase, Play, phrase
from engine.rulesets import ruleset
from host.core.session import RUNNING, Post
from host.doors.reddit import board, command_parsing
from host.doors.reddit.board import mark_raw
from host.doors.reddit.call import MARKED_WORDS, SPELLED, RedditCall
from host.doors.reddit.command_parsing import SECRET_WORDS, WrittenCommand
from host.people import accounts
from host.said import hearing
from host.said.answers import DeskAnswer, answer_help, answer_sentence
from host.said.desk import playing, refusals, tables
from host.said.desk import settings as desk
from host.said.desk.menu import ADDED_HOST_WORDS, DESK, HOST, KEEPER
from host.said.desk.menu import ALIASES as DESK_ALIASES
from host.said.reading import matching, readable, reader
from host.said.reading.matching import AnswerMatch, OpenQuestion
from host.shown import views, words


def handle_reddit_new(call: RedditCall) -> DeskAnswer:
    """Open a table for a comment's `new` command and return the answer: with the subreddit's usual settings if it says
    `new usual`, else with the game, pace and options that it names. If that worked, record the game among the
    subreddit's newest; raise Illegal if it cannot be opened.
    """
    answer = (
        desk.open_default_table(call) if call.words.strip().casefold() == "usual" else tables.open_typed_table(call)
    )
    if answer.ok and answer.game:
        call.note_table(answer.game)
    return answer


def handle_reddit_usual(call: RedditCall) -> DeskAnswer:
    """Answer with the game, pace and options that are usually played in this subreddit or, if the command names some,
    save them first (`none` forgets them); only moderators may do that. Raise Illegal in a private message.
    """
    if call.is_direct:
        raise Illegal(refusals.IN_PUBLIC, code="public_only")
    return desk.show_or_set_defaults(call)


MEANT_EITHER, MEANT_ONE = "Do you mean {one} or {other}?", "Do you mean {one}?"
MESSAGES_ON = (
    "From now on I write to you when it is your turn or there is a secret for you. Reddit may show my messages under "
    "chat requests. To stop this, write {off}"
)

MESSAGES_OFF = "I will not send you messages any more. Your secrets are on your private page: {claim}"

MESSAGES_NOT_NEEDED = (
    "You already get your secrets in another account, which is connected with this one. So I do not write to you here."
)


def handle_reddit_messages(call: RedditCall) -> DeskAnswer:
    """Turn on the bot's private messages to the writer and queue one with their login link, or with `messages off` turn
    them off and drop those queued. Turn nothing on for a writer who gets messages elsewhere; raise Illegal for one who
    has told the bot to stop notifying them.
    """
    person = call.person
    if call.words.casefold() == "off":
        if person.place == call.message_place:
            accounts.set_private_place(call.host, person.id, "")
        call.host.store.drop_or_redirect_posts(call.message_place, "", call.host.now())
        return answer_sentence(MESSAGES_OFF, claim=call.claim)
    if accounts.has_opted_out(call.host, call.identity):
        raise Illegal(refusals.LEFT_ALONE, code="messages_declined", start=call.format_command("start"))
    if person.place not in ("", call.message_place):
        return answer_sentence(MESSAGES_NOT_NEEDED)
    accounts.set_private_place(call.host, person.id, call.message_place)
    person.place = call.message_place
    call.send_link()
    return answer_sentence(MESSAGES_ON, off=call.format_command("messages off"))


PLAY_DONE = "Done: {line}"
ANEW, SHOWN_FOR = "anew", 600.0  # seconds between two boards of a game that somebody asks for


def match_comment_to_question(call: RedditCall, text: str) -> AnswerMatch:
    """Return the open question that this text of a comment answers, with the answer; raise Illegal if none or several
    fit, if the answer is secret and the comment public, or if the question was asked only after the comment was
    written.
    """
    match = playing.match_open_question(call, text)
    found = match.open
    clock = found.session.clocks.get(found.asked.id)
    later = clock is not None and clock.first >= call.remark.made + 1  # Reddit counts whole seconds
    if later or not call.batch.was_open(found.session.id, found.asked):
        raise Illegal(refusals.EARLIER, code="written_before_asked")
    return match


def resolve_meaning(call: RedditCall) -> RedditCall:
    """Return, for a line without a known command, the command that it can only mean: an answer to the writer's
    question, a play or, in a private message, a command that counts elsewhere only where it is marked. Return any other
    line unchanged. The word “stop” counts as an answer only where an open question accepts it. Nothing is carried out.
    """
    if call.said.word == "stop" and not call.said.called:
        answered = _build_pick_call(call, call.said.word)
        return answered if _answers_asked_question(answered) else call
    if call.said.word in command_parsing.COMMAND_WORDS or (call.said.word and not call.said.called):
        return call
    said = f"{call.said.word} {call.words}".strip()
    reading = read_comment_line(call).reading
    if reading.kind in (readable.ANSWER, readable.ASK_HOST) or (
        not call.is_unseen and reading.kind == readable.NOTHING and _is_number_of_player(call, said)
    ):
        return _build_pick_call(call, said)
    if call.said.word or not (call.is_direct or reading.kind == readable.PLAY):
        return call
    line = hearing.format_play_line(reading) if reading.kind == readable.PLAY else call.words
    word, _, rest = line.partition(" ")
    unmarked = word.casefold() in MARKED_WORDS and reading.kind == readable.NOTHING and " " not in rest
    said = word.casefold() if unmarked else word
    played = RedditCall(call.batch, call.remark, WrittenCommand(said, rest), call.n)
    if reading.kind == readable.PLAY or unmarked:
        return played
    found, more = playing.find_offered_play(played, _join_command_line(played))
    return played if matching.is_play_intended(found, more) else call


def read_comment_line(call: RedditCall) -> hearing.Heard:
    """Find what a line of a comment means that names no command: an answer, a play, small talk and so on. In public,
    secret questions are ignored, so that no reply reveals them.
    """
    said = WrittenCommand("", f"{call.said.word} {call.words}".strip())
    place = readable.PRIVATE if call.is_direct else readable.REPLY
    return hearing.read_request(RedditCall(call.batch, call.remark, said, call.n), place, openly=not call.is_unseen)


def _build_pick_call(call: RedditCall, words: str) -> RedditCall:
    """Return this call as one of the command `pick` with these words."""
    return RedditCall(call.batch, call.remark, WrittenCommand("pick", words, call.said.marked), call.n)


def _answers_asked_question(call: RedditCall) -> bool:
    """Return whether the words of this call fit an open question to the writer."""
    return matching.fits_some_question(list_writer_questions(call), call.words)


def _is_number_of_player(call: RedditCall, said: str) -> bool:
    """Return whether a line is a number written by a player of a running game, which is meant as an answer even if they
    are asked nothing; False if a public question to them may be answered in free words.
    """
    openly = [each for each in list_writer_questions(call) if not each.asked.secret]
    plays = any(session.stage == RUNNING and session.find_player_of(call.by) for session in call.list_games())
    return plays and not matching.accepts_free_words(openly) and reader.is_number_answer(said)


def list_writer_questions(call: RedditCall) -> list[OpenQuestion]:
    """List all open questions to a comment's writer, in the games that the comment may be about."""
    return matching.list_person_questions(call.host, call.list_games(), call.by)


def answer_loose_line(call: RedditCall, services: Mapping[str, hearing.Service]) -> DeskAnswer:
    """Answer a line of a comment without a command: small talk with what it asks for, an unclear answer with
    suggestions (in public once for each question). Return an empty answer if it is only talk among people; raise
    Illegal, once for each question, if it seems to answer a secret question in public.
    """
    heard = read_comment_line(call)
    if heard.reading.kind == readable.TALK:
        return hearing.answer_small_talk(call, heard.reading, services)
    if heard.reading.kind != readable.UNCLEAR:
        _refuse_unclear_secret(call)
        return DeskAnswer()
    if heard.reading.name:  # a play
        return hearing.suggest_answers(call, heard)
    found = heard.questions[heard.reading.question]
    once = f"reddit:hint/{found.session.id}/{found.asked.id}"
    open_then = call.batch.was_open(found.session.id, found.asked)
    if not call.is_direct and (not open_then or call.host.store.find_answer(once)):
        return DeskAnswer()
    call.host.store.queue_answer(once, [], call.host.now())
    how = mark_raw(board.format_comment_help(found.asked, call.make_reader(found.session)))
    hint = answer_sentence(refusals.NO_ANSWER, name=call.name, how=how)
    ways = [call.format_command(line) for _, line in hearing.suggest_answers(call, heard).ways]
    if not ways:
        return hint
    asks = answer_sentence(MEANT_EITHER if ways[1:] else MEANT_ONE, one=ways[0], other=ways[-1])
    return replace(hint, lines=[*hint.lines, *asks.lines])


def _refuse_unclear_secret(call: RedditCall) -> None:
    """Raise Illegal, once for each question, where somebody seems to answer a secret question in public; else do
    nothing.
    """
    if call.is_unseen:
        return
    heard = hearing.read_request(call, readable.REPLY)
    if not hearing.is_about_secret(heard):
        return
    found = heard.questions[heard.reading.question]
    once = f"reddit:hint/{found.session.id}/{found.asked.id}"
    if call.batch.was_open(found.session.id, found.asked) and not call.host.store.find_answer(once):
        call.host.store.queue_answer(once, [], call.host.now())
        call.check_not_public()


def handle_reddit_pick(call: RedditCall) -> DeskAnswer:
    """Answer the writer's open question with the words of this command; in a private message reply with the receipts of
    what was sealed. Raise Illegal if the words fit no one question, or would tell a secret in public.
    """
    if call.said.word in SECRET_WORDS:
        call.check_private()
    match = match_comment_to_question(call, call.words)
    game = match.open.session.id
    done = playing.answer_exact_question(call, game, match.open.asked.id, match.value)
    return playing.find_own_news(call.host, game, call.by, receipts=True) if call.is_unseen and done.ok else done


def handle_reddit_play(call: RedditCall) -> DeskAnswer:
    """Make the play (a move that no question asked for) with whose name this line begins, such as `lock 9`, and return
    the answer to its writer. Raise Illegal if a secret one is named in public, or if another command follows on the
    line.
    """
    return _run_play(call, _join_command_line(call))


def _join_command_line(call: RedditCall) -> str:
    """Return the command's word and its words as one line."""
    return f"{call.said.word} {call.words}"


def can_play_words(call: RedditCall) -> bool:
    """Return whether the text begins with the name of a play that the writer may make now, or of any secret play; of
    secret ones the result must not reveal who may make them now.
    """
    session = playing.find_running_game(call)
    if session is None:
        return False
    secretly = matching.names_secret_play(ruleset(session.ruleset), _join_command_line(call))
    return secretly or playing.find_offered_play(call, _join_command_line(call))[0] is not None


def handle_reddit_use(call: RedditCall) -> DeskAnswer:
    """Make the play (a move that no question asked for) that the command names; without a name, answer in private with
    the plays that the writer may make now. In public, raise Illegal if no play is named, or one that is secret or that
    the writer cannot make now.
    """
    return _run_play(call, call.words) if call.words else playing.use_play(call)


def _run_play(call: RedditCall, line: str) -> DeskAnswer:
    """Make the play (a move that no question asked for) that a line names, and return the answer to its writer: a
    refusal, in a private message also what they alone are told, else no words. Raise Illegal if a secret one is named
    in public, or if another command follows on the same line.
    """

    def check_play_words(found: Play | None, rest: str) -> None:
        """Raise Illegal if the play found is secret and the line of the enclosing `call` public, if `use` names none of
        the writer's plays in public, or if another command follows (in `rest`) a play that takes no words.
        """
        if found is None and call.said.word == "use":
            call.check_private()  # what it says must not tell what they hold
        if found is None or matching.needs_words(found):
            return
        if found.secret:
            call.check_private()
        for lost in command_parsing.iter_line_commands(rest, call.sender.wire.name):
            raise Illegal(
                refusals.LINES_APART, code="needs_own_line", one=found.key, other=f"{lost.word} {lost.rest}".strip()
            )

    done = playing.make_typed_play(call, line.strip(), check_play_words)
    if not call.is_direct or not done.ok or done.lines or not done.game:
        return done
    news = playing.find_own_news(call.host, done.game, call.by)  # who writes to us is answered
    return news if news.lines else answer_sentence(PLAY_DONE, line=line.strip())


# -- looking


def show_reddit_score(call: RedditCall) -> DeskAnswer:
    """Answer with the leaderboard of the game that this command is about, as a table; raise Illegal if there is no
    game.
    """
    session = call.pick_game()
    shown = views.load_game_view(call.host, session.id)
    text = board.format_standings_table(shown, words.build_reader(shown.names, session.style))
    return answer_sentence("{line}", line=mark_raw(text))


def repost_board(call: RedditCall) -> DeskAnswer:
    """Queue the board of a game to be shown again in this thread, because a moderator may have removed it, and return
    an empty answer; a board in a comment becomes a new comment. Raise Illegal if that was done for this game within ten
    minutes or there is no game, and RetryLater if Reddit does not show the thread. If the game is not shown here, only
    answer with the link to its page.
    """
    session = call.pick_game()
    page = mark_raw(f"{call.sender.web}/g/{session.id}")
    if call.place not in session.places:
        return answer_sentence("{page}", page=page)
    shown = f"{ANEW}/{session.id}"
    now, before = call.host.now(), call.host.store.load_place_value(call.place, shown)
    if before and now - float(before) < SHOWN_FOR:
        raise Illegal(refusals.TOO_SOON, code="shown_moments_ago", page=page)
    post = Post(call.place, session.id, int(now * 1000), board=True)
    anew = [] if call.sender.owns(call.place) else [(call.place, session.id)]
    call.host.store.queue_answer(f"{call.command.key}/board", [post], now, anew)
    call.host.store.save_place_value(call.place, shown, str(now).encode())
    return DeskAnswer()


def show_private_page(call: RedditCall) -> DeskAnswer:
    """Queue the person's private login link if they want messages, and answer where their private page is."""
    call.send_link()
    return answer_sentence("Your secrets are on your private page: {claim}", claim=call.claim)


class RedditMenuItem(NamedTuple):
    """A command: what it does, its usage (empty if help does not show it) and its summary."""

    does: Callable[[RedditCall], DeskAnswer]
    usage: str
    summary: Phrase


def _build_reddit_desk_item(word: str, *, shown: bool = True) -> RedditMenuItem:
    """Build Reddit's menu entry for a command that all platforms share; unless `shown`, the list of commands leaves it
    out.
    """
    service = DESK[word]
    return RedditMenuItem(
        service.does, service.format_command(SPELLED.get(word, word)) if shown else "", service.summary
    )


def _answer_reddit_help(_: RedditCall) -> DeskAnswer:
    """Answer with the commands of the menu that help shows, each with its summary."""
    return answer_help(
        ((mark_raw(f"- `{entry.usage}`"), entry.summary) for entry in MENU.values() if entry.usage),
        "You can write any of these as a comment. You can write several in one comment, each on its own line.",
    )


MENU: dict[str, RedditMenuItem] = {
    "pick": _build_reddit_desk_item("pick")._replace(does=handle_reddit_pick),
    "lock": _build_reddit_desk_item("lock")._replace(does=handle_reddit_play),
    "peek": _build_reddit_desk_item("peek")._replace(does=handle_reddit_play),
    "list": _build_reddit_desk_item("list", shown=False)._replace(does=handle_reddit_play),
    "use": _build_reddit_desk_item("use")._replace(does=handle_reddit_use),
    "board": _build_reddit_desk_item("board")._replace(does=repost_board),
    "score": RedditMenuItem(show_reddit_score, "score", DESK["score"].summary),
    "mystuff": RedditMenuItem(show_private_page, "mystuff", DESK["mystuff"].summary),
    **({"predict": _build_reddit_desk_item("predict")} if "predict" in DESK else {}),
    "rules": _build_reddit_desk_item("rules"),
    "report": _build_reddit_desk_item("report"),
    "seals": _build_reddit_desk_item("seals"),
    "check": _build_reddit_desk_item("check"),
    "stats": _build_reddit_desk_item("stats"),
    "games": _build_reddit_desk_item("games"),
    "leaders": _build_reddit_desk_item("leaders"),
    "next": _build_reddit_desk_item("next"),
    **({"pack": _build_reddit_desk_item("pack")} if "pack" in DESK else {}),
    **({"today": _build_reddit_desk_item("today")} if "today" in DESK else {}),
    "usual": RedditMenuItem(
        handle_reddit_usual,
        "!usual GAME daily",
        phrase("the game that is normally played here (for moderators)"),
    ),
    "join": _build_reddit_desk_item("join"),
    "word": _build_reddit_desk_item("word"),
    "leave": _build_reddit_desk_item("leave"),
    "standin": _build_reddit_desk_item("standin"),
    "vote": _build_reddit_desk_item("vote"),
    "admit": _build_reddit_desk_item("admit"),
    "link": RedditMenuItem(DESK["claim"].does, "link CODE", DESK["claim"].summary),
    "unlink": _build_reddit_desk_item("unlink"),
    "messages": RedditMenuItem(
        handle_reddit_messages,
        "messages",
        phrase("write to me when there is a secret for me (off: do not write)"),
    ),
    "stop": _build_reddit_desk_item("stop"),
    "start": _build_reddit_desk_item("start"),
    "new": _build_reddit_desk_item("new")._replace(does=handle_reddit_new),
    "here": _build_reddit_desk_item("here"),
    "begin": _build_reddit_desk_item("begin"),
    "bots": _build_reddit_desk_item("bots"),
    "pause": _build_reddit_desk_item("pause"),
    "resume": _build_reddit_desk_item("resume"),
    "extend": _build_reddit_desk_item("extend"),
    "kick": _build_reddit_desk_item("kick"),
    **{word: _build_reddit_desk_item(word) for word in ADDED_HOST_WORDS},
    "endgame": _build_reddit_desk_item("endgame"),
    "privacy": _build_reddit_desk_item("privacy"),
    "forget": _build_reddit_desk_item("forget"),
    "help": _build_reddit_desk_item("help")._replace(does=_answer_reddit_help),
}

ALIASES = DESK_ALIASES | {"seal": "pick", "bomb": "pick"}

ANYWHERE = {
    "new",
    "here",
    "link",
    "unlink",
    "messages",
    "stop",
    "start",
    "privacy",
    "forget",
    "help",
    "rules",
    "check",
    "leaders",
    "next",
    "usual",
    "pack",
    "today",
}  # without a game

WATCHERS = {  # unmarked, without a seat
    *("join", "score", "predict", "board", "help", "rules", "report", "leaders"),
    *("link", "unlink", "messages", "stop", "start", "forget"),
}

HOSTS = {  # by the rights one has; `here` is about no game of that thread, and everybody says it
    word for word in MENU if word != "here" and word in DESK and DESK[word].right in (HOST, KEEPER)
}
