"""The logos of the sponsors of a tournament."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.tournament import Tournament

LOGO_BYTES, LONGEST_SPONSOR, LONGEST_SPONSOR_LINK = 100_000, 80, 300


class SponsorLogo(models.Model):
    """The logo of a sponsor, re-encoded as JPEG by the site; `name` is its alternative text.

    `place` orders the logos of a tournament. `link` is an https address, or empty.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="sponsor_logos")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=LONGEST_SPONSOR)
    link = models.CharField(max_length=LONGEST_SPONSOR_LINK, blank=True, default="")
    data = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["tournament", "place", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="sponsor_logo_has_a_name"),
            models.CheckConstraint(
                condition=Q(link="") | Q(link__startswith="https://"), name="sponsor_logo_link_is_https"
            ),
            models.CheckConstraint(condition=Q(place__gte=1), name="sponsor_logo_place_from_one"),
            models.CheckConstraint(condition=Q(width__gte=1, height__gte=1), name="sponsor_logo_has_a_size"),
        ]

    def __str__(self) -> str:
        return self.name
