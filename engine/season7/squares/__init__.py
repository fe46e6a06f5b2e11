"""The squares: one script each, in files by family. A square's docstring is its rule."""
