"""Queries of registration: opening times and places, lists and fees of sign-ups, links, duplicates."""
