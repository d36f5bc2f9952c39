"""The rules of backgammon in pure Python: no Django, no database, no clock, no randomness."""
