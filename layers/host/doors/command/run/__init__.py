"""Commands that start the host here, and that look whether all is well with it."""
