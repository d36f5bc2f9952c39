"""Reads: what pages, the API and services ask the database."""
