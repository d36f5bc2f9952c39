"""Bundle and BundledFile: many records handed in at once for a desk, and what became of each."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.models.codes import new_code
from matches.models.desk import Desk
from matches.models.transcript import Transcript

WAITING, ATTACHED, ASKS, TWICE, REFUSED = "waiting", "attached", "asks", "twice", "refused"
FATES = (WAITING, ATTACHED, ASKS, TWICE, REFUSED)


class Bundle(models.Model):
    """One zip, as an official handed it in; the zip itself is not kept."""

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    desk = models.ForeignKey(Desk, on_delete=models.PROTECT, related_name="bundles")
    name = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="bundles")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name


class BundledFile(models.Model):
    """One file of a zip. Its bytes are kept while it waits, then its record or what was wrong."""

    bundle = models.ForeignKey(Bundle, on_delete=models.CASCADE, related_name="files")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=200)
    data = models.BinaryField(null=True)
    fate = models.CharField(max_length=8, choices=[(fate, fate) for fate in FATES], default=WAITING)
    transcript = models.ForeignKey(
        Transcript, null=True, blank=True, on_delete=models.PROTECT, related_name="bundled"
    )
    problem = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["bundle", "number"], name="bundled_number_once"),
            models.CheckConstraint(condition=Q(fate__in=FATES), name="bundled_fate_is_known"),
            models.CheckConstraint(
                condition=Q(fate=WAITING, data__isnull=False) | (~Q(fate=WAITING) & Q(data__isnull=True)),
                name="bundled_bytes_while_waiting",
            ),
            models.CheckConstraint(
                condition=Q(fate__in=[WAITING, REFUSED], transcript__isnull=True)
                | Q(fate__in=[ATTACHED, ASKS, TWICE], transcript__isnull=False),
                name="bundled_record_when_readable",
            ),
        ]

    def __str__(self) -> str:
        return self.name
