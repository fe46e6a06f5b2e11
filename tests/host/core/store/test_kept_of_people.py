"""Whatever keeps something of people is known in one place, so that nothing of them stays behind."""

from pathlib import Path

from host.core.store import kept_of_people

STORE = Path(kept_of_people.__file__).parent
OTHERWISE = {"handover", "kept_of_people"}  # accounts themselves, which people/ moves


def test_whatever_can_be_handed_over_can_be_exported_and_forgotten():
    keeps = {
        path.stem for path in STORE.glob("*.py") if "def hand_over_person_data(" in path.read_text("utf-8")
    } - OTHERWISE
    assert keeps == {
        name for name, kept in vars(kept_of_people).items() if kept in kept_of_people.PERSONAL_DATA_MODULES.values()
    }
