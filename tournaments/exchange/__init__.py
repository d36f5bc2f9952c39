"""Events on paper that machines read: the one event file, TRF for Swiss, sheets for spreadsheets."""
