"""Verification: a checker that replays event files by its own code, and a simulator of random tournaments."""
