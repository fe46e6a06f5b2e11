"""Discord as a way in: HTTP interactions and REST calls, without a gateway, so nothing runs while nobody plays."""
