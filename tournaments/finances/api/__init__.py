"""Finances over the API."""
