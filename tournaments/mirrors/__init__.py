"""Tournaments directed at one site and copied to another: publication there, and the copies here."""
