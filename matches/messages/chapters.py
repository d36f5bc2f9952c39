"""Chapters of the rules of play, by the first part of the ids of their rules, in reading order."""

from django.utils.translation import gettext_lazy as _

CHAPTERS = {
    "board": _("Board"),
    "game": _("Game"),
    "turn": _("Turns"),
    "dice": _("Dice"),
    "move": _("Movement of the checkers"),
    "bearoff": _("Bearing off"),
    "cube": _("Cube"),
    "match": _("Match"),
    "money": _("Money play"),
    "chouette": _("Chouette"),
    "conduct": _("Conduct at the table"),
    "record": _("Match files"),
}
# Chapters of the questions on the rules.
QUESTION_CHAPTERS = {
    "board": _("Board and equipment"),
    "move": _("Movement of the checkers"),
    "bar": _("Hitting and entering"),
    "bearoff": _("Bearing off"),
    "cube": _("Cube"),
    "match": _("Match"),
    "money": _("Money play"),
    "chouette": _("Chouette"),
    "more": _("About the game"),
}
