"""The journal of a ladder: its rules, its entries, its state as a pure function of them, and commands."""
