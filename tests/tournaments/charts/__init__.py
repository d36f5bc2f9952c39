"""Tests of the charts, without a database."""
