"""Commands on money sessions."""
