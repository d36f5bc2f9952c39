"""Screens: televisions at the venue, controlled from a desk, and announcements."""
