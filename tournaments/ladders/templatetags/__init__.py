"""Template tags of ladders."""
