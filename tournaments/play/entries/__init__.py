"""Entering, changing and withdrawing entries."""
