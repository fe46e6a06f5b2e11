"""Announce letters (e-mail)."""

from __future__ import annotations

from host.core.extras import Extra

MAIL_PAGES = "host.extras.mail.pages"

EXTRA = Extra(
    name="mail",
    summary="letters (e-mail) to who plays on the page alone",
    own_page_sections=(f"{MAIL_PAGES}:render_mail_section",),
    own_page_forms={"mail": f"{MAIL_PAGES}:subscribe_mail", "mail-off": f"{MAIL_PAGES}:unsubscribe_mail"},
    page_folders={"mail": f"{MAIL_PAGES}:serve_mail_link"},
    personal_data={"letters": "host.extras.mail.mailboxes"},
)
