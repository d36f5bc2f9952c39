"""The public page of a tournament: its description, cover and attachments."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.tournament import Tournament

LONGEST_DESCRIPTION = 12_000
MOST_ATTACHMENTS = 5
ATTACHMENT_BYTES = 10_000_000
COVER_BYTES = 1_000_000


class TournamentPage(models.Model):
    """The text of the public page of a tournament; optional.

    `description` is Markdown, `map_link` an https URL, `contact` plain text. `version` grows with every
    change, also of the cover and the attachments.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="page")
    description = models.TextField(max_length=LONGEST_DESCRIPTION, blank=True, default="")
    venue = models.CharField(max_length=120, blank=True, default="")
    address = models.CharField(max_length=200, blank=True, default="")
    map_link = models.CharField(max_length=400, blank=True, default="")
    contact = models.CharField(max_length=200, blank=True, default="")
    entry_limits = models.CharField(max_length=300, blank=True, default="")
    entry_deadline = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["tournament"]
        constraints = [
            models.CheckConstraint(
                condition=Q(map_link="") | Q(map_link__startswith="https://"),
                name="tournament_map_link_is_https",
            ),
        ]

    def __str__(self) -> str:
        return str(self.tournament)


class TournamentCover(models.Model):
    """The cover picture of a tournament, re-encoded as JPEG by the site, with its alternative text."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="cover")
    data = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    alt = models.CharField(max_length=200, blank=True, default="")
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["tournament"]
        constraints = [
            models.CheckConstraint(
                condition=Q(width__gte=1, height__gte=1), name="tournament_cover_has_a_size"
            ),
        ]

    def __str__(self) -> str:
        return self.alt


class TournamentAttachment(models.Model):
    """A PDF file on the page of a tournament, numbered from 1."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="attachments")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=120)
    data = models.BinaryField()
    size = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="tournament_attachment_number_once"
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=MOST_ATTACHMENTS),
                name="tournament_attachments_are_few",
            ),
            models.CheckConstraint(
                condition=Q(size__gte=1, size__lte=ATTACHMENT_BYTES), name="tournament_attachment_size"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="tournament_attachment_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
