"""Services of leagues: `seasons`, `fixtures`, `arrangements` of the players, `reminders`."""
