"""Money play: money sessions and chouettes on phones."""
