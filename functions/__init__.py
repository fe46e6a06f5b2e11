"""The doors: one folder per AWS trigger, each handler a few lines that parse, call the host and answer."""
