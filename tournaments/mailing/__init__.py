"""E-mail to players: announcements of the desk and calls to a table, for those who chose it."""
