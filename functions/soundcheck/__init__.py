"""What a release has to pass before it reaches anybody."""
