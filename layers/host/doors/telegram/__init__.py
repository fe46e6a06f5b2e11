"""The host in Telegram: what people do there becomes use-cases, and what the outbox holds becomes messages."""
