"""What happens at one board: players, desks, matches, reports, records, rulings."""
