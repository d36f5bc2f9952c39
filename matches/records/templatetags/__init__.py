"""Template tags of match files."""
