"""What others may do meanwhile to predictions; see tests/host/core/test_listed_races.py."""

from host.core.session import Command
from host.extras.predictions import prediction_slips, services
from host.people import accounts
from tests.host.conftest import begun
from tests.host.core.timing import shout


def predicting(host):
    return begun(host), accounts.load_or_create_person(host, "t:zoe", "Zoe").id


def predict(value, once=""):
    return lambda host, there: services.submit_prediction(host, Command(once, there[1]), there[0], "lap/shouts", value)


def to_settle(host):
    there = predicting(host)
    predict("p1")(host, there)
    assert shout(host, there[0])
    return there


def settle(host, there):
    game, zoe = there
    return services.load_settled_slip(host, host.store.load_game(game).session, zoe)


def settle_all(host, there):
    return services.load_all_settled_slips(host, host.store.load_game(there[0]).session)


def hand_over(host, there):
    prediction_slips.hand_over_person_data(host.store, there[1], "zoe 2")


def forget(host, there):
    prediction_slips.delete_person_data(host.store, there[1])
    assert prediction_slips.load_slip(host.store, *there)[1] == 0


DEEDS = {
    "extras/predictions/prediction_slips.py _delete_slip": [(to_settle, forget, settle), (to_settle, forget, forget)],
    "extras/predictions/prediction_slips.py save_slip": [(predicting, predict("p1"), predict("p2"))],
    "extras/predictions/services.py _save_prediction": [
        (predicting, predict("p1", "k"), predict("p1", "k")),
        (to_settle, predict("p2"), settle),
    ],
    "extras/predictions/prediction_slips.py _move_with_retries": [
        (to_settle, hand_over, settle),
        (to_settle, hand_over, predict("p2")),
    ],
    "extras/predictions/services.py load_settled_slip": [(to_settle, settle, settle), (to_settle, settle, settle_all)],
    "extras/predictions/services.py load_all_settled_slips": [(to_settle, settle_all, settle)],
}
