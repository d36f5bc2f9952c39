"""Queries of matches; they never write."""
