import hashlib
from contextlib import nullcontext

import msgspec

from engine.kernel import format_text
from host.core import posting
from host.core.events import FingerprintShown
from host.core.games import submit_answer
from host.core.seats import close_table
from host.core.session import Command
from host.core.transaction import run_transaction
from host.doors.command import main
from host.doors.command.operate import open_games
from host.people import accounts
from host.shown import views
from tests.host.doors.web.visitor import Visitor


def test_a_finished_game_ends_with_the_fingerprint_of_its_public_story_and_anybody_can_check_it(host, playing):
    for person in ("ann", "bob"):
        (asked,) = [each for each in views.load_game_view(host, playing, person).asked if each.key == "seal"]
        assert submit_answer(host, Command(by=person), playing, asked.id, 4).ok
    assert close_table(host, Command(by="ann"), playing).ok
    said = [told for _, told in views.list_told_lines(host, playing) if told.to == ""]
    assert said[-1].kind is FingerprintShown
    text = Visitor(host).ask("GET", f"/g/{playing}/story?seats=1").body.decode()
    *lines, last = text.splitlines()
    found = ""
    for line in lines:
        found = hashlib.sha256(f"{found}\n{line}\n".encode()).hexdigest()
    assert last == found == said[-1].facts["print"]
    assert [msgspec.json.decode(line) for line in lines] == [[told.what, told.facts, told.table] for told in said[:-1]]


def test_a_game_from_before_there_were_events_keeps_its_fingerprint_of_sentences(host, playing):
    def of_old(tx):
        tx.session.by_event = False
        tx.session.story = posting.compute_log_fingerprint(tx.session, host.store.load_log(playing))

    assert run_transaction(host, Command(by="ann"), playing, of_old).ok
    (asked,) = [each for each in views.load_game_view(host, playing, "ann").asked if each.key == "seal"]
    assert submit_answer(host, Command(by="ann"), playing, asked.id, 4).ok
    assert close_table(host, Command(by="ann"), playing).ok
    said = [told for _, told in views.list_told_lines(host, playing) if told.to == ""]
    *lines, last = posting.format_fingerprint_text(host.store, playing).splitlines()
    assert lines == [" ".join(format_text(told.text, told.facts).split()) for told in said[:-1]]
    assert last == said[-1].facts["print"] == posting.compute_fingerprint(lines)


def test_whoever_reads_it_finds_names_in_it_and_where_the_text_of_the_fingerprint_is(
    host, playing, capsys, monkeypatch
):
    (asked,) = [each for each in views.load_game_view(host, playing, "ann").asked if each.key == "seal"]
    submit_answer(host, Command(by="ann"), playing, asked.id, 4)
    close_table(host, Command(by="ann"), playing)
    plain, text = (
        posting.format_fingerprint_text(host.store, playing),
        Visitor(host).ask("GET", f"/g/{playing}/story").body.decode(),
    )
    assert "p1" in plain
    assert "p1" not in text
    assert plain.splitlines()[-1] in text.splitlines()[-1]
    assert "/story?seats=1" in text
    assert len(text.splitlines()[:-2]) == len(plain.splitlines()[:-1])
    for flags, wanted in (([], text), (["--seats"], plain)):
        monkeypatch.setattr(open_games, "open_configured_host", lambda: nullcontext(host))
        assert main(["export", playing, "--story", *flags]) == 0
        assert capsys.readouterr().out == wanted


def test_a_story_that_differs_in_a_letter_or_in_its_order_has_another_fingerprint():
    lines = ["Ann wins £10.", "Bob wins £10."]
    prints = {
        posting.compute_fingerprint(each) for each in (lines, lines[::-1], lines[:1], ["Ann wins £11.", lines[1]], [])
    }
    assert len(prints) == 5
    assert posting.compute_fingerprint(
        lines[1:], posting.compute_fingerprint(lines[:1])
    ) == posting.compute_fingerprint(lines)


def test_nothing_secret_is_in_it_and_forgetting_somebody_does_not_change_it(host, playing):
    person = accounts.load_or_create_person(host, "t:cat", "Cat")
    (asked,) = [each for each in views.load_game_view(host, playing, "ann").asked if each.key == "seal"]
    submit_answer(host, Command(by="ann"), playing, asked.id, 4)
    close_table(host, Command(by="ann"), playing)
    before = posting.format_fingerprint_text(host.store, playing)
    assert "sealed 4" not in before
    accounts.forget_account(host, "ann")
    accounts.forget_account(host, person.id)
    assert posting.format_fingerprint_text(host.store, playing) == before
