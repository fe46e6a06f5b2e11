"""The packs of two people who become one, and of a group; see tests/host/people/test_listed_merges.py."""

from host.extras.packs import kept_packs
from host.extras.packs.kept_packs import Pack


def bring_packs(store, owner):
    for name in (owner, "both", *(["both-2"] if owner == "Ann" else [])):
        card = {"id": name, "text": f"{name} of {owner}"}
        kept_packs.save_pack(store, f"person:{owner}", Pack(name, 1.0, [card]))
    kept_packs.save_unwanted_categories(store, f"person:{owner}", [owner, "both"])


def bring_packs_of_place(store, place, name):
    for pack in (name, "both"):
        kept_packs.save_pack(store, f"chat:{place}", Pack(pack, 1.0, [{"id": pack, "text": f"of {name}"}]))
    kept_packs.save_unwanted_categories(store, f"chat:{place}", [name, "both"])


KEPT = {"questions brought": bring_packs}
PLACES = {"group with packs": bring_packs_of_place}
