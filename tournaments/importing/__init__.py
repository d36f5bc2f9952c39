"""Files in and out: members, results of earlier years, events, and zips of match files."""
