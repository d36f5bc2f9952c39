"""The money of an event as the desk sees it: who owes what, prizes, lots, drawers, every act."""
