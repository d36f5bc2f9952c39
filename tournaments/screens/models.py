"""The model of a screen: a television at the venue, identified by the code it shows, and its settings."""

import secrets

from django.db import models
from django.db.models import Q

from tournaments.models.event import FLIGHT_PATTERN, Event
from tournaments.models.tournament import Tournament

CODE_LENGTH = 5
# The parts a screen can show, in the order of rotation.
PARTS = ("calls", "clocks", "brackets", "tables", "results", "entries", "news", "phone")
PART_PATTERN = f"({'|'.join(PARTS)})"
# How long each page is shown: the limits of `Screen.seconds`; its default is also that of a desk's own page.
SHORTEST_SECONDS, LONGEST_SECONDS = 5, 120
DEFAULT_SECONDS = 12
IS_UNCLAIMED = Q(tournament__isnull=True)


def new_screen_code() -> str:
    """Return five digits for a remote control; the first is not 0. It is an identifier, not a secret."""
    return str(secrets.randbelow(9 * 10 ** (CODE_LENGTH - 1)) + 10 ** (CODE_LENGTH - 1))


class Screen(models.Model):
    """A television, unclaimed until a desk claims it by its code.

    `parts` are values of PARTS separated by commas, empty for all; `event` and `flight` limit what they show.
    `showing` and `seen_at` are from the last heartbeat of the screen.
    """

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_screen_code, editable=False)
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.SET_NULL, related_name="screens"
    )
    name = models.CharField(max_length=40, blank=True, default="")
    parts = models.CharField(max_length=120, blank=True, default="")
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    flight = models.CharField(max_length=20, blank=True, default="")
    seconds = models.PositiveSmallIntegerField(default=DEFAULT_SECONDS)
    paused_at = models.DateTimeField(null=True, blank=True)
    showing = models.CharField(max_length=60, blank=True, default="")
    seen_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["tournament", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "name"],
                condition=Q(tournament__isnull=False),
                name="screen_name_once_per_tournament",
            ),
            models.CheckConstraint(
                condition=Q(code__regex=rf"^[1-9][0-9]{{{CODE_LENGTH - 1}}}$"), name="screen_code_is_figures"
            ),
            models.CheckConstraint(condition=IS_UNCLAIMED | ~Q(name=""), name="screen_taken_on_by_name"),
            models.CheckConstraint(
                condition=Q(parts="") | Q(parts__regex=f"^{PART_PATTERN}(,{PART_PATTERN})*$"),
                name="screen_parts_are_known",
            ),
            models.CheckConstraint(
                condition=Q(flight="") | Q(flight__regex=FLIGHT_PATTERN), name="screen_flight_is_known"
            ),
            models.CheckConstraint(
                condition=Q(seconds__range=(SHORTEST_SECONDS, LONGEST_SECONDS)),
                name="screen_pace_is_bearable",
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.code

    @property
    def shown_parts(self) -> tuple[str, ...]:
        """The parts the screen shows, all by default."""
        return tuple(self.parts.split(",")) if self.parts else PARTS
