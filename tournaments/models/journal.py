"""JournalEntry: one fact about an event. Rows are added and never changed."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tournaments.journal.readers import READERS
from tournaments.models.event import Event

KINDS = [(kind, kind) for kind in READERS]
UNDONE = Q(kind="undone")


class JournalEntry(models.Model):
    """`seq` counts from 1 without a gap; `key` makes a repeated request harmless.

    `command` is the first line of the command of a person that wrote this one: what is undone and redone
    together. `effects` is what the line did to matches beyond the journal, for its undoing: see
    `services.projection`. It says nothing of the event and is not exported.

    `signed` is who wrote a line in another house, from whose file it came; nobody here has that account.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="journal")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=20, choices=KINDS)
    payload = models.JSONField()
    command = models.PositiveIntegerField()
    effects = models.JSONField(default=dict, blank=True)
    undoes = models.PositiveIntegerField(null=True, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="journal"
    )
    at = models.DateTimeField(auto_now_add=True)
    signed = models.CharField(max_length=150, blank=True, default="")
    reason = models.CharField(max_length=300, blank=True, default="")
    key = models.CharField(max_length=80)

    class Meta:
        ordering = ["event_id", "seq"]
        verbose_name_plural = "journal entries"
        constraints = [
            models.UniqueConstraint(fields=["event", "seq"], name="journal_seq_once"),
            models.UniqueConstraint(fields=["event", "key"], name="journal_key_once"),
            models.CheckConstraint(condition=Q(seq__gte=1) & ~Q(key=""), name="journal_seq_and_key_given"),
            models.CheckConstraint(
                condition=Q(command__gte=1, command__lte=F("seq")), name="journal_command_begins_before"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=[value for value, _ in KINDS]), name="journal_kind_is_known"
            ),
            models.CheckConstraint(
                condition=(UNDONE & Q(undoes__isnull=False, undoes__gte=1, undoes__lt=F("seq")))
                | (~UNDONE & Q(undoes__isnull=True)),
                name="journal_undoes_an_earlier_row",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.seq} {self.kind}"
