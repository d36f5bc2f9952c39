"""The journal of an event in the database: rows appended, undone, projected and described."""
