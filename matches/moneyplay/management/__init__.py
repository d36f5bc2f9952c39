"""Management of money sessions."""
