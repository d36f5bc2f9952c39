"""Money sessions: money play of two and chouettes, recorded on phones as a journal of events."""
