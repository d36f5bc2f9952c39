"""Desk and Table: who rules, under which laws and house setting, and where matches are played."""

from django.conf import settings
from django.db import models

from matches.models.codes import new_code
from matches.states import Policy

POLICIES = [(policy.value, policy.value) for policy in Policy]


class Desk(models.Model):
    """Authority over matches: a tournament has one, a club has one for casual matches."""

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=120)
    officials = models.ManyToManyField(settings.AUTH_USER_MODEL, blank=True, related_name="desks")
    confirm_policy = models.CharField(max_length=8, choices=POLICIES, default=Policy.BOTH.value)
    laws = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="desk_has_a_name"),
            models.CheckConstraint(
                condition=models.Q(confirm_policy__in=[value for value, _ in POLICIES]),
                name="desk_policy_is_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Table(models.Model):
    """A board in the room; its code is printed on the card that lies there and is no secret."""

    desk = models.ForeignKey(Desk, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=40, blank=True, default="")
    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)

    class Meta:
        ordering = ["desk", "number"]
        constraints = [
            models.UniqueConstraint(fields=["desk", "number"], name="table_number_once_per_desk"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="table_number_from_one"),
        ]

    def __str__(self) -> str:
        return self.label or str(self.number)
