"""The only readers of the match room with more than one line of ORM; they never write."""
