"""What imports and zips of match files do when matches are settled and players anonymised, and later on."""

from typing import Any

from django.dispatch import receiver

from matches.models import Match, Player
from matches.services import outbox
from matches.signals import match_settled, player_anonymised
from tournaments.importing.services import history_import, imports, record_exports

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
