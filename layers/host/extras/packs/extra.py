"""Announce packs of questions."""

from __future__ import annotations

from engine.kernel import phrase
from host.core.extras import DeskOffer, Extra

PACK_SERVICES, PACK_PAGES = "host.extras.packs.services", "host.extras.packs.pages"

EXTRA = Extra(
    name="packs",
    summary="questions that people bring along",
    services={
        "pack": DeskOffer(
            phrase("your own questions: add, take, delete, switch off"),
            "keeper",
            f"{PACK_SERVICES}:manage_packs",
            typed=True,
        )
    },
    commands={
        "packs": (
            "host.extras.packs.command:run_packs_command",
            "list the questions that a group or a person has brought; add, drop",
        )
    },
    own_page_sections=(f"{PACK_PAGES}:render_packs_section",),
    own_page_views={"pack": f"{PACK_PAGES}:serve_pack"},
    own_page_forms={
        "pack": f"{PACK_PAGES}:add_uploaded_pack",
        "pack-drop": f"{PACK_PAGES}:drop_pack",
        "pack-off": f"{PACK_PAGES}:switch_off_category",
        "pack-on": f"{PACK_PAGES}:switch_on_category",
        "pack-mend": f"{PACK_PAGES}:mend_question",
        "pack-withdraw": f"{PACK_PAGES}:withdraw_question",
        "pack-restore": f"{PACK_PAGES}:restore_question",
        "pack-dismiss": f"{PACK_PAGES}:dismiss_reports",
    },
    personal_data={"questions brought": "host.extras.packs.kept_packs"},
    cards_brought="host.extras.packs.kept_packs:list_brought_cards",
    card_copies="host.extras.packs.kept_packs:list_card_copies",
    on_place_moved="host.extras.packs.kept_packs:move_place_packs",
    on_sheet=f"{PACK_SERVICES}:import_pack",
)
