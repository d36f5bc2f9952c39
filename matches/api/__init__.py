"""The API of matches: players, matches, records and sessions, and what all views share."""
