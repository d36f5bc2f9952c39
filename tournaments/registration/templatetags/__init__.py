"""Template tags of registration."""
