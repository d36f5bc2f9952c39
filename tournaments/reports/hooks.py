"""The photographs of a player in the copy of their data, deleted with their name."""

from typing import Any

from django.dispatch import receiver

from matches import registry
from matches.models import Player
from matches.signals import player_anonymised
from tournaments.reports import services
from tournaments.reports.queries import winner_photos


@registry.own_data.register
def get_winner_photos(player: Player) -> dict[str, Any]:
    """Return the photographs of a player as a winner."""
    return {"winner_photos": winner_photos.export_photos(player)}


@receiver(player_anonymised, sender=Player)
def delete_photos(former_names: dict[int, str], **_: Any) -> None:
    """Delete the photographs of an anonymised player."""
    services.delete_photos_of_players(players=former_names)
