"""Tests of online registration."""
