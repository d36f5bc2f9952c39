"""The journal of a ladder: its lines, the state as a pure function of them, and commands that add lines."""
