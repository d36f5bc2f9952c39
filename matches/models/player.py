"""Player: a spelling of one who sits at a board, with or without a login; Person: spellings that are one."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from matches.models.codes import new_code
from matches.spellings import Shown

SHOWN = [(choice.value, choice.value) for choice in Shown]


class Person(models.Model):
    """Several spellings of one person: the players that point here. `face` is the one that is shown.

    A player points to one person at most and never to a player, so no chain of spellings can run in a circle.
    """

    face = models.OneToOneField("matches.Player", on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return str(self.face)


class Player(models.Model):
    """A name at a board. Never deleted while a match remembers it.

    `name` is what everybody may read: it follows from `full_name`, which only desks read, by the choice
    `shown` (see `matches.spellings`) of the person.
    """

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=120)
    full_name = models.CharField(max_length=120)
    shown = models.CharField(max_length=7, choices=SHOWN, default=Shown.FULL.value)
    code_name = models.CharField(max_length=40, blank=True, default="")
    person = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="spellings"
    )
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="player"
    )
    anonymised_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name="") & ~Q(full_name=""), name="player_has_a_name"),
            models.CheckConstraint(
                condition=Q(shown__in=[value for value, _ in SHOWN]), name="player_shown_is_known"
            ),
            models.CheckConstraint(
                condition=~Q(shown=Shown.CODE.value) | ~Q(code_name=""), name="player_code_name_when_shown"
            ),
            models.CheckConstraint(
                condition=~Q(shown=Shown.FULL.value) | Q(person__isnull=False) | Q(name=F("full_name")),
                name="player_full_name_is_shown",
            ),
            models.CheckConstraint(
                condition=~Q(shown=Shown.CODE.value) | Q(person__isnull=False) | Q(name=F("code_name")),
                name="player_code_name_is_shown",
            ),
            models.CheckConstraint(
                condition=Q(anonymised_at__isnull=True) | Q(user__isnull=True, name=F("full_name")),
                name="player_anonymous_has_no_login",
            ),
        ]
        indexes = [models.Index(fields=["name"], name="player_by_name")]

    def __str__(self) -> str:
        return self.name

    def is_one_with(self, other: "Player") -> bool:
        """Whether both are the same person, under the same spelling or another."""
        return self.pk == other.pk or (self.person_id is not None and self.person_id == other.person_id)


class PlayerChange(models.Model):
    """One decision about who a player is; rows are only ever added. The spellings of persons are folded
    from those of kind "merged" that no later row undoes. `by` is how whoever decided was known then."""

    MERGED, UNMERGED, SHOWN, ANONYMISED = "merged", "unmerged", "shown", "anonymised"
    KINDS = (MERGED, UNMERGED, SHOWN, ANONYMISED)

    kind = models.CharField(max_length=10, choices=[(kind, kind) for kind in KINDS])
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="changes")
    other = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="changes_as_other"
    )
    undoes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="undone_by"
    )
    payload = models.JSONField(default=dict, blank=True)
    reason = models.TextField(blank=True, default="")
    by = models.CharField(max_length=150, blank=True, default="")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["merged", "unmerged", "shown", "anonymised"]),
                name="change_kind_is_known",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["merged", "unmerged"], other__isnull=False)
                | (~Q(kind__in=["merged", "unmerged"]) & Q(other__isnull=True)),
                name="change_names_both_spellings",
            ),
            models.CheckConstraint(condition=~Q(player=F("other")), name="change_merges_two"),
            models.CheckConstraint(
                condition=Q(kind="unmerged", undoes__isnull=False)
                | (~Q(kind="unmerged") & Q(undoes__isnull=True)),
                name="change_undoes_exactly_a_merge",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["merged", "unmerged"]) | ~Q(reason=""),
                name="change_merge_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.player}"
