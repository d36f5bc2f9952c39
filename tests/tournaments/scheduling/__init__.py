"""Tests of the pace of play and of what is still to come."""
