"""Doors of the shell into the match room."""
