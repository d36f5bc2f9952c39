"""Whom the names of lists were answered to mean, so that the next list proposes the same."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.models import Player
from tournaments.models.club import Club, ClubLogEntry
from tournaments.models.event import Event
from tournaments.models.imports import PastImport

LONGEST_WRITTEN, LONGEST_LIST_NAME = 200, 120


class AnsweredName(models.Model):
    """The answer of one list to the question whom a written name means in a club.

    `folded` is the name as it is compared, with what stood in brackets behind it. `is_new`: the answer was
    that it is another person, new in the club; `player` is the one made for it. `spelling` is the player
    under whose name the person has been found since, if the answer could be recorded so. The list is an
    import of results, a list of members, or what line `entered_line` of the journal of an event entered;
    the answer goes with it.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="answered_names")
    written_name = models.CharField(max_length=LONGEST_WRITTEN)
    folded = models.CharField(max_length=LONGEST_WRITTEN, db_index=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="answered_names")
    is_new = models.BooleanField(default=False)
    spelling = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="spelling_answers"
    )
    list_name = models.CharField(max_length=LONGEST_LIST_NAME, blank=True, default="")
    results_import = models.ForeignKey(
        PastImport, null=True, blank=True, on_delete=models.CASCADE, related_name="answered_names"
    )
    member_list = models.ForeignKey(
        ClubLogEntry, null=True, blank=True, on_delete=models.CASCADE, related_name="answered_names"
    )
    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.CASCADE, related_name="answered_names"
    )
    entered_line = models.PositiveIntegerField(null=True, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["club", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(results_import__isnull=False, member_list=None, event=None, entered_line=None)
                | Q(results_import=None, member_list__isnull=False, event=None, entered_line=None)
                | Q(results_import=None, member_list=None, event__isnull=False, entered_line__isnull=False),
                name="answered_name_of_one_list",
            ),
            models.CheckConstraint(condition=~Q(folded=""), name="answered_name_is_not_empty"),
        ]

    def __str__(self) -> str:
        return f"{self.written_name}: {self.player}"
