"""Template tags of money sessions."""
