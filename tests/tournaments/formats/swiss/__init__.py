"""Tests of Swiss rounds."""
