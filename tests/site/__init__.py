"""Tests of the site itself: floors, locks, words."""
