"""Days lived through the pages: people act at random among what their pages offer, and all is checked."""
