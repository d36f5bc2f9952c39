"""Tests of e-mail to players."""
