"""Tests of the pace of play and of the forecast."""
