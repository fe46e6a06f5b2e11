"""Time zones that can be chosen without knowing what they are called: by the clock on the wall, then by a city."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

TIME_ZONES = (
    *("Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver", "America/Phoenix"),
    *("America/Chicago", "America/Mexico_City", "America/New_York", "America/Toronto", "America/Bogota"),
    *("America/Lima", "America/Caracas", "America/Santiago", "America/Halifax", "America/St_Johns"),
    *("America/Sao_Paulo", "America/Argentina/Buenos_Aires", "Atlantic/Azores", "UTC", "Europe/London"),
    *("Europe/Dublin", "Europe/Lisbon", "Africa/Lagos", "Africa/Casablanca", "Europe/Madrid", "Europe/Paris"),
    *("Europe/Amsterdam", "Europe/Berlin", "Europe/Zurich", "Europe/Rome", "Europe/Vienna", "Europe/Prague"),
    *("Europe/Stockholm", "Europe/Warsaw", "Africa/Johannesburg", "Africa/Cairo", "Europe/Athens", "Europe/Helsinki"),
    *("Europe/Kyiv", "Europe/Bucharest", "Asia/Jerusalem", "Europe/Istanbul", "Europe/Moscow", "Africa/Nairobi"),
    *("Asia/Riyadh", "Asia/Baghdad", "Asia/Tehran", "Asia/Dubai", "Asia/Tbilisi", "Asia/Yerevan", "Asia/Kabul"),
    *("Asia/Karachi", "Asia/Tashkent", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Dhaka", "Asia/Almaty", "Asia/Yangon"),
    *("Asia/Bangkok", "Asia/Jakarta", "Asia/Ho_Chi_Minh", "Asia/Shanghai", "Asia/Hong_Kong", "Asia/Singapore"),
    *("Asia/Manila", "Australia/Perth", "Asia/Tokyo", "Asia/Seoul", "Australia/Adelaide", "Australia/Brisbane"),
    *("Australia/Sydney", "Australia/Melbourne", "Pacific/Noumea", "Pacific/Auckland", "Pacific/Tongatapu"),
)


def group_zones_by_time(moment: float) -> dict[str, list[str]]:
    """Group the time zones by what their clocks show at this moment, the furthest behind first."""
    found: dict[tuple[float, str], list[str]] = {}
    for zone in TIME_ZONES:
        here = datetime.fromtimestamp(moment, ZoneInfo(zone))
        offset = here.utcoffset()
        found.setdefault((offset.total_seconds() if offset else 0.0, f"{here:%a %H:%M}"), []).append(zone)
    return {shown: found[offset, shown] for offset, shown in sorted(found)}


def format_zone_city(zone: str) -> str:
    """Return the city of a time zone."""
    return zone.rpartition("/")[2].replace("_", " ")
