"""Rating systems: how a result changes two ratings, without the database."""
