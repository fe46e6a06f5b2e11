"""The picture of talk at a table, for docs/show."""

from host.extras.talk import table_talk
from host.extras.talk.table_talk import TalkMessage, TalkSettings
from tests.host.doors.web.in_a_browser.scenes import DESK, PHONE, ROUND


def talk(stage):
    game = stage.laid(ROUND, "Zoe      select 14")
    game.goes_on(2)
    store, now = game.host.store, game.host.now()
    n = game.version() - 1
    table_talk.write_talk_settings(store, game.game, TalkSettings(words=True), "a")
    for who, felt in (("Mia", "gasp"), ("Raj", "gasp"), ("Ada", "clap"), ("Tom", "love")):
        person = game.people[who].id
        table_talk.save_log_reaction(
            store, game.game, person, n, felt, table_talk.load_talk_pace(store, game.game, person), who, now
        )
    said = (("Mia", "Nine million behind a door nobody wanted"), ("Raj", "I had it on my list!"), ("Zoe", "Sorry, Raj"))
    for back, (who, text) in zip((60, 40, 20), said, strict=True):
        person = game.people[who].id
        word = TalkMessage(person, text, now - back)
        table_talk.save_talk_message(store, game.game, word, table_talk.load_talk_pace(store, game.game, person), text)
    for name, viewport, scheme in (("talk", PHONE, "dark"), ("talk-desk", DESK, "light")):
        page = stage.page(game, "Zoe", viewport, scheme)
        if page.locator("#tab-talk-sheet").is_visible():
            page.locator("#tab-talk-sheet").click()
        page.locator("#talk-sheet .words").wait_for()
        page.evaluate("() => scrollTo(0, 0)")
        page.wait_for_timeout(300)
        stage.take(page, name)


SCENES = (talk,)
