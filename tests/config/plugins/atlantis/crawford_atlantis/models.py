"""The member list of the federation."""

import re

from django.db import models

CARD = re.compile(r"ATL (\d{1,6})")


def read_card(club: str) -> int | None:
    """Return the number of the card in the club of an entry, "ATL 1042"; None without one."""
    card = CARD.fullmatch(club)
    return int(card[1]) if card else None


class FederationMember(models.Model):
    """A member of the federation by the number of the card."""

    number = models.PositiveIntegerField(unique=True)
    name = models.CharField(max_length=120)

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return f"ATL {self.number} {self.name}"
