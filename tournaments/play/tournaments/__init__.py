"""Tournaments of a club: settings, public page, copies and weekly tournaments."""
