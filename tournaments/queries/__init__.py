"""Read operations: all ORM queries of more than one line; they never write."""
