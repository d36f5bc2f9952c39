"""Tests of the site itself: layers, lock files, terms."""
