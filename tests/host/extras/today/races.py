"""What others may do meanwhile to a place's morning post; see tests/host/core/test_listed_races.py."""

from host.extras.today import mornings
from host.extras.today.mornings import Morning


def morning(host):
    mornings.save_morning(host, "t:g", Morning(480, people=["bob"]))
    host.now.now += 2 * 86400
    return ()


DEEDS = {
    "extras/today/mornings.py add_person": [
        (morning, lambda h, _: mornings.add_person(h, "t:g", "ann"), lambda h, _: mornings.drop_morning(h, "t:g"))
    ],
    "extras/today/mornings.py hand_over_person_data": [
        (morning, lambda h, _: mornings.hand_over_person_data(h.store, "bob", "rob"), other)
        for other in (lambda h, _: mornings.add_person(h, "t:g", "ann"), lambda h, _: mornings.post_due_mornings(h))
    ],
    "extras/today/mornings.py _post_morning": [(morning, *[lambda h, _: mornings.post_due_mornings(h)] * 2)],
}
