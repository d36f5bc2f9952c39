"""The API of tournaments: clubs, tournaments, events, seasons and what belongs to them."""
