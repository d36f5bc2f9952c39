"""Who is in an event, and what tells people of one name apart."""
