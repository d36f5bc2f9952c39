"""The JSON door of the match room."""
