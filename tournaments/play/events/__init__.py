"""What an event is now: its state, its stages and pairings, as its journal and its rows say."""
