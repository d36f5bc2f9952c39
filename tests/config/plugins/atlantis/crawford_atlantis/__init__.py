"""Backgammon Federation of Atlantis: member cards are checked, and places give points."""
