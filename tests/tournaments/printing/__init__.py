"""Tests of printed PDF files, which are read back: texts, their positions and fonts."""
