"""What Telegram allows a bot to say."""

from __future__ import annotations

from host.delivery.pace import Limits

LIMITS = Limits(in_all=30, window=1.0, gap=1.0, crowd_gap=3.0)  # that is 20 a minute in a group
