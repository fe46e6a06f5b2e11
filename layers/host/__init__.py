"""What keeps a game going between people: the same host in one small process and in the cloud."""
