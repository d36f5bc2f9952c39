"""The money of an event as the desk sees it: who owes what, prizes, lots, cash accounts, every act."""
