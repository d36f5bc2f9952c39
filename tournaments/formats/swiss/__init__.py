"""Swiss rounds without colours: the best legal pairing by the criteria of the Dutch system, with reasons."""
