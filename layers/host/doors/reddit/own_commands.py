"""Tables as they are usual in a subreddit."""

from __future__ import annotations

from engine.kernel import Illegal, Play
from engine.rulesets import ruleset
from host.core.session import RUNNING, Post
from host.doors.reddit import board, command_parsing
from host.doors.reddit.call import RedditCall
from host.doors.reddit.command_parsing import SECRET_WORDS, WrittenCommand
from host.doors.reddit.markdown import mark_raw
from host.people import accounts
from host.said import answer_matching, plain_words
from host.said.answer_matching import AnswerMatch, OpenQuestion
from host.said.desk import group_defaults as desk
from host.said.desk import playing, refusals, tables
from host.said.desk.answer import DeskAnswer, answer_sentence
from host.shown import views, words


def handle_reddit_new(call: RedditCall) -> DeskAnswer:
    """Open a table, with the subreddit's usual settings if that is what they say."""
    answer = (
        desk.open_default_table(call) if call.words.strip().casefold() == "usual" else tables.open_typed_table(call)
    )
    if answer.ok and answer.game:
        call.note_table(answer.game)
    return answer


def handle_reddit_usual(call: RedditCall) -> DeskAnswer:
    """Show or set what is usually played in this subreddit; only moderators may set it."""
    if call.private:
        raise Illegal(refusals.IN_PUBLIC)
    return desk.show_or_set_defaults(call)


MESSAGES_ON = (
    "I write to you from now on when something waits that is only for you. Reddit may show my messages among the chat "
    "requests. {off} ends that."
)


MESSAGES_OFF = "I write you no more messages. What is only for you stands on your private page: {claim}"


MESSAGES_NOT_NEEDED = (
    "You are told your secrets where you have linked an account already, so I need not write to you here."
)


def handle_reddit_messages(call: RedditCall) -> DeskAnswer:
    """Turn private messages to this person on or off."""
    person = call.person
    if call.words.casefold() == "off":
        if person.place == call.letters:
            accounts.set_private_place(call.host, person.id, "")
        call.host.store.drop_or_redirect_posts(call.letters, "", call.host.now())
        return answer_sentence(MESSAGES_OFF, claim=call.claim)
    if accounts.has_opted_out(call.host, call.identity):
        raise Illegal(refusals.LEFT_ALONE, start=call.format_command("start"))
    if person.place not in ("", call.letters):
        return answer_sentence(MESSAGES_NOT_NEEDED)
    accounts.set_private_place(call.host, person.id, call.letters)
    person.place = call.letters
    call.send_link()
    return answer_sentence(MESSAGES_ON, off=call.format_command("messages off"))


ANEW, SHOWN_FOR = "anew", 600.0  # seconds between two boards that somebody asks for


def match_comment_to_question(call: RedditCall, text: str) -> AnswerMatch:
    """Return the question that this answers; raise Illegal if it was asked only after this was written."""
    match = playing.match_open_question(call, text)
    found = match.open
    clock = found.session.clocks.get(found.asked.id)
    later = clock is not None and clock.first >= call.remark.made + 1  # Reddit counts whole seconds
    if later or not call.batch.was_open(found.session.id, found.asked):
        raise Illegal(refusals.EARLIER)
    return match


def resolve_meaning(call: RedditCall) -> RedditCall:
    """Return the call with the command that an unknown line must mean: the only possible answer or, in a message, a
    play. Treat “stop” as an answer where a question takes it.
    """
    if call.said.word == "stop" and not call.said.called:
        answered = _build_pick_call(call, call.said.word)
        return answered if _answers_asked_question(answered) else call
    if call.said.word in command_parsing.COMMAND_WORDS or (call.said.word and not call.said.called):
        return call
    if not call.private:
        answered = _build_pick_call(call, f"{call.said.word} {call.words}".strip())
        return answered if _is_clear_answer(answered) else call
    if call.said.word:
        return call
    word, _, rest = call.words.partition(" ")
    answered, played = (
        RedditCall(call.batch, call.remark, said, call.n)
        for said in (WrittenCommand("pick", call.words), WrittenCommand(word, rest))
    )
    if _answers_asked_question(answered):
        return answered
    found, more = playing.find_offered_play(played, _join_command_line(played))
    return played if answer_matching.is_play_intended(found, more) else call


def _build_pick_call(call: RedditCall, words: str) -> RedditCall:
    return RedditCall(call.batch, call.remark, WrittenCommand("pick", words, call.said.marked), call.n)


def _answers_asked_question(call: RedditCall) -> bool:
    return answer_matching.fits_some_question(list_writer_questions(call), call.words)


def _is_clear_answer(call: RedditCall) -> bool:
    """Return whether the text answers an open question. Secret questions are ignored, so that the reply reveals
    nothing; a number from a player counts even if they are not asked.
    """
    openly = [each for each in list_writer_questions(call) if not each.asked.secret]
    if answer_matching.fits_some_question(openly, call.words):
        return True
    plays = any(session.stage == RUNNING and session.find_player_of(call.by) for session in call.list_games())
    return plays and not answer_matching.accepts_free_words(openly) and plain_words.is_number_answer(call.words)


def list_writer_questions(call: RedditCall) -> list[OpenQuestion]:
    """List all that they are asked in the games that may be meant."""
    return answer_matching.list_person_questions(call.host, call.list_games(), call.by)


def explain_how_to_answer(call: RedditCall) -> DeskAnswer:
    """Return how to answer the question that this seems meant for, once for each question; an empty answer if it is
    only talk.
    """
    openly = [
        each
        for each in list_writer_questions(call)
        if not each.asked.secret and call.batch.was_open(each.session.id, each.asked)
    ]
    found = answer_matching.find_attempted_question(openly, call.words)
    if found is None:
        return DeskAnswer()
    once = f"reddit:hint/{found.session.id}/{found.asked.id}"
    if call.host.store.find_answer(once):
        return DeskAnswer()
    call.host.store.queue_answer(once, [], call.host.now())
    how = mark_raw(board.format_comment_help(found.asked, call.make_reader(found.session)))
    return answer_sentence(refusals.NO_ANSWER, name=call.name, how=how)


def handle_reddit_pick(call: RedditCall) -> DeskAnswer:
    """Answer the open question."""
    if call.said.word in SECRET_WORDS:
        call.check_private()
    match = match_comment_to_question(call, call.words)
    game = match.open.session.id
    done = playing.answer_exact_question(call, game, match.open.asked.id, match.value)
    return playing.find_latest_receipt(call.host, game, call.by) if call.private and done.ok else done


def handle_reddit_play(call: RedditCall) -> DeskAnswer:
    """Make a play, named by the command word or by the beginning of the text."""
    return _run_play(call, _join_command_line(call))


def _join_command_line(call: RedditCall) -> str:
    return f"{call.said.word} {call.words}"


def can_play_words(call: RedditCall) -> bool:
    """Return whether the text begins with the name of a play that they may make now, or one that others must not
    learn about.
    """
    session = playing.find_running_game(call)
    if session is None:
        return False
    secretly = answer_matching.names_secret_play(ruleset(session.ruleset), _join_command_line(call))
    return secretly or playing.find_offered_play(call, _join_command_line(call))[0] is not None


def handle_reddit_use(call: RedditCall) -> DeskAnswer:
    """Make a play by its name; without one, list the plays."""
    return _run_play(call, call.words) if call.words else playing.use_play(call)


def _run_play(call: RedditCall, line: str) -> DeskAnswer:
    def check_play_words(found: Play | None, rest: str) -> None:
        if found is None and call.said.word == "use":
            call.check_private()  # what it says must not tell what they hold
        if found is None or answer_matching.needs_words(found):
            return
        if found.secret:
            call.check_private()
        for lost in command_parsing.iter_line_commands(rest, call.sender.wire.name):
            raise Illegal(refusals.LINES_APART, one=found.key, other=f"{lost.word} {lost.rest}".strip())

    return playing.make_typed_play(call, line.strip(), check_play_words)


# -- looking


def show_reddit_score(call: RedditCall) -> DeskAnswer:
    """Return the standings as a table."""
    session = call.pick_game()
    shown = views.load_game_view(call.host, session.id)
    text = board.format_standings_table(shown, words.build_reader(shown.names, session.style))
    return answer_sentence("{line}", line=mark_raw(text))


def repost_board(call: RedditCall) -> DeskAnswer:
    """Post the board again, as a new comment where it is one, because a moderator may have removed the old one."""
    session = call.pick_game()
    page = mark_raw(f"{call.sender.web}/g/{session.id}")
    if call.place not in session.places:
        return answer_sentence("{page}", page=page)
    now, before = call.host.now(), call.host.store.load_place_value(call.place, ANEW)
    if before and now - float(before) < SHOWN_FOR:
        raise Illegal(refusals.TOO_SOON, page=page)
    post = Post(call.place, session.id, int(now * 1000), board=True)
    anew = [] if call.sender.owns(call.place) else [(call.place, session.id)]
    call.host.store.queue_answer(f"{call.command.key}/board", [post], now, anew)
    call.host.store.save_place_value(call.place, ANEW, str(now).encode())
    return DeskAnswer()


def show_private_page(call: RedditCall) -> DeskAnswer:
    """Send the private link if messages are wanted, and say where the private page is."""
    call.send_link()
    return answer_sentence("What is only for you stands on your private page: {claim}", claim=call.claim)
