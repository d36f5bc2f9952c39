"""Tests of the house itself: floors, locks, words."""
