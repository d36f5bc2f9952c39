"""Pages of registration: those for players and those of the desk."""
