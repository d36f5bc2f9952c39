"""Demo data: a small club with a finished tournament and one in progress."""
