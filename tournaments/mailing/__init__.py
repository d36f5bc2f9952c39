"""E-mail to players who subscribed to it: announcements of the desk, and calls to a table."""
