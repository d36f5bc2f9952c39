"""Lists of names as people type, paste or upload them, read without the database."""
