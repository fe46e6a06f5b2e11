"""How often what costs room, time or letters may be done: by one person, from one network, and in all.

Nobody can use up what is everybody's: the host's ceilings are many times what one network may take.
"""

from __future__ import annotations

from msgspec import Struct

from host.core.store.rate_counters import RateLimit

MINUTES, HOUR = 600.0, 3600.0
HOURS, DAY = 6 * HOUR, 24 * HOUR


class RateLimits(Struct, frozen=True):
    """A rate limit for each act that is counted."""

    # tables opened on the web
    tables: RateLimit = RateLimit(
        ((MINUTES, 10), (HOURS, 25)), ((MINUTES, 20), (HOURS, 50)), ((MINUTES, 400), (HOURS, 1000))
    )
    # people without an account who become known by something else than a seat
    newcomers: RateLimit = RateLimit((), ((MINUTES, 30), (HOURS, 120)), ((MINUTES, 1000), (HOURS, 4000)))
    # people without an account who sit down at a game: apart, so that whatever goes on elsewhere keeps no friend out
    guests: RateLimit = RateLimit((), ((MINUTES, 30), (HOURS, 120)), ((MINUTES, 1000), (HOURS, 4000)))
    # codes that a browser shows
    codes: RateLimit = RateLimit(
        ((MINUTES, 10), (HOURS, 40)), ((MINUTES, 30), (HOURS, 120)), ((MINUTES, 1000), (HOURS, 4000))
    )
    # tables that begin to look for strangers
    seeking: RateLimit = RateLimit(
        ((MINUTES, 5), (HOURS, 20)), ((MINUTES, 10), (HOURS, 40)), ((MINUTES, 200), (HOURS, 800))
    )
    # reports of what a table says to strangers
    reports: RateLimit = RateLimit(
        ((MINUTES, 10), (HOURS, 40)), ((MINUTES, 20), (HOURS, 80)), ((MINUTES, 1000), (HOURS, 4000))
    )
    # finished games that are played again because nothing is cached of them
    checks: RateLimit = RateLimit(
        ((MINUTES, 10), (HOURS, 60)), ((MINUTES, 20), (HOURS, 120)), ((MINUTES, 400), (HOURS, 2400))
    )
    # letters that ask an address whether it wants any
    addresses: RateLimit = RateLimit(((DAY, 3),), ((DAY, 6),), ((MINUTES, 120), (DAY, 600)))
    # the same at one address
    address: RateLimit = RateLimit(((DAY, 2),), ((DAY, 2),), ((DAY, 40),))
    # letters to one person who wants them
    letters: RateLimit = RateLimit(((HOUR, 6), (DAY, 20)), (), ((HOUR, 2000), (DAY, 20_000)))
