"""Reads: what the report for an arbiter shows of an event."""
