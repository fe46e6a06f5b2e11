"""Rate limits: a share for each account and for each network, and a ceiling of the host's that is far above.

A visitor without an account could be anybody, any number of times: they are counted by their network alone. One site
can have thousands of IPv6 networks, so these have a share together, too.
"""

from __future__ import annotations

import hashlib
from ipaddress import IPv6Network, ip_network
from typing import NamedTuple

from engine.kernel import Illegal
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.store import rate_counters
from host.core.store.rate_counters import Rates

TEXTS = {
    "tables": "Too many games are being opened now. Try again in {time}.",
    "newcomers": "Too many people are arriving now. Try again in {time}.",
    "guests": "Too many people are arriving now. Try again in {time}.",
    "codes": "Too many people are asking for codes now. Try again in {time}.",
    "seeking": "Too many games are looking for players now. Try again in {time}.",
    "reports": "Too many reports are being made now. Try again in {time}.",
    "checks": "Too many games are being checked now. Try again in {time}.",
    "addresses": "Too many people are confirming addresses now. Try again in {time}.",
    "address": "A confirmation was sent to this address a moment ago. Try again in {time}.",
    "letters": "Too many e-mails are being sent now. Try again in {time}.",
}
SITE_BITS, SITE_NETWORKS = 48, 4  # all networks of an IPv6 site together may do what so many may
SHARE, SCOPE = 5, 8  # hexadecimal digits: a counter keeps nobody's address, and two visitors hardly ever share one


class Crowded(Illegal):
    """Too many of the same acts at once; it passes by itself."""

    code = "crowded"


class Requester(NamedTuple):
    """Whose share is counted: a network, a person, or both."""

    network: str = ""
    person: str = ""


UNKNOWN_REQUESTER = Requester()


def count_act(host: HostContext, act: str, visitor: Requester, scope: str = "") -> None:
    """Count an action for the rate limits of this visitor, their network and the whole host; raise Crowded, and count
    nothing, if it is one too many. `act` names a limit of the settings, such as `tables` (opened). With `scope` it is
    counted apart, such as for one address.
    """
    wait = rate_counters.count_within_rates(
        host.store.table, _build_act_counters(host, act, visitor, scope), host.now()
    )
    if wait:
        raise Crowded(TEXTS[act], time=clocks.format_duration(max(clocks.MINUTE, wait)))


def take_back_act(host: HostContext, act: str, visitor: Requester, at: float, scope: str = "") -> None:
    """Take back an action of this visitor that was counted for the rate limits at the time `at`, with the same `scope`,
    because it has been undone; in time spans that are over meanwhile nothing is changed.
    """
    rate_counters.take_back_count(host.store.table, _build_act_counters(host, act, visitor, scope), at, host.now())


def _build_act_counters(host: HostContext, act: str, visitor: Requester, scope: str) -> dict[str, Rates]:
    """Return, by name, each counter in which an action of this visitor counts, with its rates: their network, its IPv6
    site (with four times as much allowed), their person, and the whole host; with `scope` these counters are of that
    scope alone. Those without a rate or unknown are left out.
    """
    limit, within = getattr(host.config.limits, act), f"{act}/{_shorten_hash(scope, SCOPE)}" if scope else act
    site = find_ipv6_site(visitor.network)
    found = {
        f"{within}/network {_shorten_hash(visitor.network, SHARE)}": limit.network if visitor.network else (),
        f"{within}/site {_shorten_hash(site, SHARE)}": _multiply_rates(limit.network, SITE_NETWORKS) if site else (),
        f"{within}/person {_shorten_hash(visitor.person, SHARE)}": limit.person if visitor.person else (),
        within: limit.host,
    }
    return {name: rates for name, rates in found.items() if rates}


def find_ipv6_site(network: str) -> str:
    """Return the /48 network (site) to which an IPv6 network belongs, as text; empty for other addresses."""
    try:
        found = ip_network(network)
    except ValueError:
        return ""
    return str(found.supernet(new_prefix=SITE_BITS)) if isinstance(found, IPv6Network) else ""


def _multiply_rates(rates: Rates, factor: int) -> Rates:
    """Return these rates with so many times as much allowed in each span."""
    return tuple((seconds, most * factor) for seconds, most in rates)


def _shorten_hash(word: str, digits: int) -> str:
    """Return the first so many hexadecimal digits of a hash of this word."""
    return hashlib.sha256(word.encode()).hexdigest()[:digits]
