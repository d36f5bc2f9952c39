"""Template tags of leagues."""
