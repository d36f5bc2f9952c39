"""The commands of the match room."""
