"""Queries of records."""
