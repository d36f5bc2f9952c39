"""Tournaments, events, entries and the desk in the API."""
