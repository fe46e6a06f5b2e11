"""Setting a bot up, and looking whether all is well with it."""
