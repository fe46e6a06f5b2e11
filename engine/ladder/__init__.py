"""Fifteen Rungs: a quiz ladder. Everybody answers the same question in secret, and climbs or falls together."""
