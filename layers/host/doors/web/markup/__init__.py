"""Markup that all pages use: the frame, faces of players, typed pictures, charts."""
