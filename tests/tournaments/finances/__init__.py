"""Money at the desk: facts, sums, rights, pages and races."""
