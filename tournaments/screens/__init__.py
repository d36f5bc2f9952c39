"""Screens: televisions in the playing room that a desk runs, and announcements."""
