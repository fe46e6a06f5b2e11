"""Reddit, looked at once a minute."""
