"""Tests of the pace of a room and of what is still to come."""
