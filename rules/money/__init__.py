"""Play for points between two: `events` (what can happen), `session` (the fold), `storing` (plain data)."""
