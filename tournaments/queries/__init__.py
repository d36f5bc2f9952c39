"""The only readers with more than one line of ORM; they never write."""
