"""A file that is taken in by a task, as the API shows it."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from matches.phrases import sentence
from tournaments.models.file_import import KINDS, STATES
from tournaments.queries.file_imports import ImportStatus


class FileImportOut(serializers.Serializer[Any]):
    """How far an import is, and what became of it."""

    code = serializers.CharField(source="task.code")
    kind = serializers.ChoiceField(choices=KINDS, source="task.kind")
    state = serializers.ChoiceField(choices=STATES, source="task.state")
    percent = serializers.IntegerField()
    rows = serializers.IntegerField(source="task.rows")
    address = serializers.SerializerMethodField(help_text="Where to ask how far it is.")
    event = serializers.IntegerField(source="task.event_id", allow_null=True)
    file = serializers.IntegerField(
        source="task.batch_id", allow_null=True, help_text="Its `number` among the imports."
    )
    problem = serializers.SerializerMethodField(
        allow_null=True, help_text="What a failed one was refused for."
    )

    def get_address(self, status: ImportStatus) -> str:
        """The address of this description."""
        return reverse("api-club-file-import", args=[status.task.club.slug, status.task.code])

    def get_problem(self, status: ImportStatus) -> str | None:
        """The sentence of a refusal."""
        return sentence(status.refusal.code, status.refusal.facts) if status.refusal else None
