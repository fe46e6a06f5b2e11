"""The host in Telegram: what people do there becomes use-cases, and what the outbox holds becomes messages."""

import os

os.environ.setdefault("PTB_TIMEDELTA", "true")  # how python-telegram-bot is to tell waiting times; it warns without
