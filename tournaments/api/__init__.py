"""Read doors for programs: clubs, evenings, events, standings, ratings."""
