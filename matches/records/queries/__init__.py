"""Queries of match files."""
