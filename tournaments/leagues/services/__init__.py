"""What directors and players do in a league season."""
