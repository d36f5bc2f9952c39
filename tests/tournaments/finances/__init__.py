"""Tests of fees, payments, prizes and their pages."""
