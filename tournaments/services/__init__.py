"""Write operations of the tournaments app; each runs in one transaction under lock."""
