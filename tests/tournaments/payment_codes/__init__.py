"""Tests of the texts of payment codes."""
