"""Players, desks, matches, reports, records and rulings."""
