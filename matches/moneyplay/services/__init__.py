"""Writing money sessions."""
