"""Commands of verification."""
