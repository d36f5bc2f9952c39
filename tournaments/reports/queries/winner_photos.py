"""Winners of an event with their photographs, or initials without one."""

from base64 import b64encode
from dataclasses import dataclass
from typing import Any

from matches.models import Player
from matches.names import get_initials
from matches.queries.people import get_spellings, include_pairs
from tournaments.models import Entry, Event, WinnerPhoto
from tournaments.play.brackets import final_standings


@dataclass(frozen=True, slots=True)
class Winner:
    """An entry in first place; `photo` is None without a photograph."""

    entry: Entry
    photo: WinnerPhoto | None

    @property
    def initials(self) -> str:
        """The initials shown without a photograph."""
        return get_initials(self.entry.player.undistinguished_name)


def get_winners(event: Event) -> list[Winner]:
    """Return the winners of a finished event with their photographs, without their bytes. Two queries."""
    entries = final_standings.get_winners(event)
    rows = WinnerPhoto.objects.filter(event=event, player__in=[entry.player_id for entry in entries])
    photos = {photo.player_id: photo for photo in rows.defer("data")}
    return [Winner(entry, photos.get(entry.player_id)) for entry in entries]


def get_photo(event: Event, code: str) -> WinnerPhoto | None:
    """Return the photograph of a winner by player code, without its bytes; None if they have not won."""
    photo = WinnerPhoto.objects.filter(event=event, player__code=code).defer("data").first()
    winners = {entry.player_id for entry in final_standings.get_winners(event)} if photo is not None else ()
    return photo if photo is not None and photo.player_id in winners else None


def export_photos(player: Player) -> list[dict[str, Any]]:
    """Return the photographs of a person, for the copy of their data; those of their pairs too."""
    keys = [spelling.pk for spelling in include_pairs(get_spellings(player))]
    rows = WinnerPhoto.objects.filter(player__in=keys).select_related("event")
    return [
        {"event": row.event.name, "at": row.at.isoformat(), "jpeg": b64encode(bytes(row.data)).decode()}
        for row in rows
    ]
