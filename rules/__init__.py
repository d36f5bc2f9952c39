"""The laws of backgammon as pure Python: no Django, no database, no clock, no hidden chance."""
