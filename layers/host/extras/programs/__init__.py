"""Programs as players: a key for each, tables that let them in, and the Model Context Protocol at /mcp."""
