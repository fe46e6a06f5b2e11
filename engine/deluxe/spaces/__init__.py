"""The spaces of the Deluxe edition that have a rule of their own: one script each, its docstring the rule."""
