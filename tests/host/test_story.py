import hashlib

from engine.kernel import render
from host import people, showing
from host.games import answer
from host.move import Command
from host.seats import close
from host.story import PRINT, story
from tests.host.web.visitor import Visitor


def test_a_finished_game_ends_with_the_fingerprint_of_its_public_story_and_anybody_can_check_it(house, playing):
    for person in ("ann", "bob"):
        (asked,) = [each for each in showing.view(house, playing, person).asked if each.key == "seal"]
        assert answer(house, Command(by=person), playing, asked.id, 4).ok
    assert close(house, Command(by="ann"), playing).ok
    said = [told for _, told in showing.history(house, playing) if told.to == ""]
    assert said[-1].text == PRINT
    text = Visitor(house).ask("GET", f"/g/{playing}/story").body
    assert hashlib.sha256(text).hexdigest() == said[-1].facts["print"]
    assert said[-1].facts["n"] == len(said) - 1 == len(text.splitlines())
    assert text.decode().splitlines()[-1] == render(said[-2].text, said[-2].facts)


def test_nothing_secret_is_in_it_and_forgetting_somebody_does_not_change_it(house, playing):
    person = people.known(house, "t:cat", "Cat")
    (asked,) = [each for each in showing.view(house, playing, "ann").asked if each.key == "seal"]
    answer(house, Command(by="ann"), playing, asked.id, 4)
    close(house, Command(by="ann"), playing)
    before = story(house.store, playing)
    assert not any("sealed 4" in line for line in before.lines)
    people.forget(house, "ann")
    people.forget(house, person.id)
    assert story(house.store, playing) == before
