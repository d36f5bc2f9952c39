"""Draws of stages and rounds, and the plan of an event."""
