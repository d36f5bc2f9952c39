"""Leagues: events that run for weeks in divisions, whose players arrange their own matches."""
