"""Pictures that doors draw: each is drawn once for all tests. Nearly all of them play the same first minutes."""

from host.shown.picture import boards

DRAWN: dict = {}


def remember_pictures(*modules):
    """Let these modules draw no picture of boards again that was drawn for one of them before."""
    for module in modules:
        module.render_boards_png = render_once


def render_once(panels, reader):
    seen = repr((panels, sorted(vars(reader).items())))
    if seen not in DRAWN:  # what stands in the key by its address is kept, so that nothing else comes to lie there
        DRAWN[seen] = boards.render_boards_png(panels, reader), panels, reader
    return DRAWN[seen][0]
