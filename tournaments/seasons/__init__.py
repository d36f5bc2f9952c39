"""Seasons of a club, careers, honours and attendance."""
