"""The report of an event after it is played, with photographs of its winners."""
