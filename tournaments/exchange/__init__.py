"""Machine-readable formats of events: event file, TRF for Swiss, spreadsheets."""
