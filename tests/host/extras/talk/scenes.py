"""The picture of talk at a table, for docs/show."""

from host.extras.talk import talking
from host.extras.talk.talking import TalkMessage, TalkSettings
from tests.host.doors.web.in_a_browser.scenes import DESK, PHONE, ROUND


def talk(stage):
    game = stage.laid(ROUND, "Zoe      select 14")
    game.goes_on(2)
    store, now = game.host.store, game.host.now()
    n = game.version() - 1
    talking.write_talk_settings(store, game.game, TalkSettings(words=True), "a")
    for who, felt in (("Mia", "gasp"), ("Raj", "gasp"), ("Ada", "clap"), ("Tom", "love")):
        person = game.people[who].id
        talking.save_log_reaction(
            store, game.game, person, n, felt, talking.load_talk_pace(store, game.game, person), who, now
        )
    said = (("Mia", "Nine million behind a door nobody wanted"), ("Raj", "I had it on my list!"), ("Zoe", "Sorry, Raj"))
    for back, (who, text) in zip((60, 40, 20), said, strict=True):
        person = game.people[who].id
        word = TalkMessage(person, text, now - back)
        talking.save_talk_message(store, game.game, word, talking.load_talk_pace(store, game.game, person), text)
    for name, viewport, scheme in (("talk", PHONE, "dark"), ("talk-desk", DESK, "light")):
        page = stage.page(game, "Zoe", viewport, scheme)
        if page.locator("#tab-talk-sheet").is_visible():
            page.locator("#tab-talk-sheet").click()
        page.locator("#talk-sheet .words").wait_for()
        page.evaluate("() => scrollTo(0, 0)")
        page.wait_for_timeout(300)
        stage.take(page, name)


SCENES = (talk,)
