"""The doctor of a bot says who cannot be reached in private, and when nobody hears."""

from telegram import WebhookInfo

from host.doors.telegram.set_up import doctor
from tests.host.doors.telegram.test_places import session_of


def test_the_doctor_says_who_cannot_be_told_secrets(stage, playing, bob):
    assert list(doctor._iter_group_game_troubles(stage.host, stage.wire)) == []
    bob.blocks_bot()
    stage.pass_by()
    (trouble,) = doctor._iter_group_game_troubles(stage.host, stage.wire)
    assert f"Bob cannot be told secrets. They have to open https://t.me/{stage.wire.name} and press Start." in trouble
    assert session_of(stage, playing).id in trouble


def test_the_doctor_says_when_nobody_hears():
    gone = WebhookInfo(
        "https://x.on.aws/t",
        has_custom_certificate=False,
        pending_update_count=101,
        last_error_message="Wrong response: 502",
    )
    assert list(doctor._iter_webhook_troubles(gone)) == [
        "101 updates wait: is the host running?",
        "The webhook last failed with: Wrong response: 502",
    ]
