"""Swiss rounds without colours: the best lawful pairing by the criteria of the Dutch system, and why."""
