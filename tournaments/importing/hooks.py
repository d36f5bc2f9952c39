"""What imports and zips of match files do when matches are settled and players anonymised, and later on."""

from typing import Any

from django.dispatch import receiver

from matches import registry
from matches.models import Match, Player
from matches.services import outbox
from matches.signals import match_settled, player_anonymised
from tournaments.importing.services import history_import, imports, record_exports
from tournaments.play.entrants.queries.answered_names import export_answered_names
from tournaments.play.entrants.services import answered_names

outbox.EXTERNAL_HANDLERS[imports.KIND] = imports.deliver
outbox.EXTERNAL_HANDLERS[record_exports.KIND] = record_exports.deliver


@receiver(match_settled, sender=Match)
def restore_date(match: Match, **_: Any) -> None:
    """Give a match of imported results the day of its file again."""
    history_import.restore_match_date(match=match)


@receiver(player_anonymised, sender=Player)
def delete_record_exports(former_names: dict[int, str], **_: Any) -> None:
    """Delete the ZIP files of match files that contain the former names of an anonymised player."""
    record_exports.delete_exports_of_player(player_ids=list(former_names))


@receiver(player_anonymised, sender=Player)
def delete_answered_names(former_names: dict[int, str], **_: Any) -> None:
    """Delete the names of lists that were answered to be an anonymised player."""
    answered_names.forget_players(keys=list(former_names))


@registry.own_data.register
def get_answered_names(player: Player) -> dict[str, Any]:
    """Return the names of lists that were answered to be a player."""
    return {"names_in_lists": export_answered_names(player)}
