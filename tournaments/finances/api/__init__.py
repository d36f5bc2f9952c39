"""Finances of an event over the API: the same forms and services as the pages."""
