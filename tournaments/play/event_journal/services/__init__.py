"""Writes: each function is one transaction and checks permission itself."""
