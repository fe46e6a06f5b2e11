"""Slips of paper in the air, where somebody has won."""

from __future__ import annotations

from host.doors.web.markup.html import Markup, h

# Slips of paper that fall, by colour: where they begin.
CONFETTI = {
    "cf1": ((20, 30), (96, 8), (142, 52), (236, 10), (330, 66), (40, 96)),
    "cf2": ((58, 54), (120, 20), (262, 44), (300, 12), (350, 28), (12, 74)),
    "cf3": ((82, 40), (160, 8), (222, 62), (280, 84), (318, 38), (4, 12)),
    "cf4": ((34, 8), (104, 84), (206, 26), (248, 78), (342, 100), (70, 76)),
}


def render_confetti(spread: int = 1) -> list[Markup]:
    """Render confetti in the air as SVG: slips of paper at fixed places, one path for each colour. The heights of these
    places are multiplied by `spread`.
    """
    return [
        h(
            "path",
            d="".join(
                f"M{x} {y * spread}l{8 - n % 3} {n % 4 + 3}l-3 5l-{8 - n % 3}-{n % 4 + 3}z"
                for n, (x, y) in enumerate(at)
            ),
            class_=kind,
        )
        for kind, at in CONFETTI.items()
    ]


def render_confetti_rain() -> Markup:
    """Render confetti as SVG that fills the top of a picture."""
    return h("svg", render_confetti(), class_="conf9", viewBox="0 0 360 110", preserveAspectRatio="none")


def render_confetti_storm() -> Markup:
    """Render confetti as SVG that fills a whole picture, above all its top."""
    drawn = [*render_confetti(), *render_confetti(4)]
    return h("svg", drawn, class_="conf9", viewBox="0 0 360 420", preserveAspectRatio="xMidYMid slice")
