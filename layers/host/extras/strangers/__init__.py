"""The public lobby: tables that look for players among strangers, if their hosts want that."""
