"""Services of screens: registration, claiming by a desk, and what each screen shows."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.models import User
from matches.services import live
from matches.services.players import normalise_name
from rules.errors import Refusal
from tournaments.locks import lock_tournament
from tournaments.models import Event, Pairing, Tournament
from tournaments.permissions import may_direct, must_direct
from tournaments.screens.models import LONGEST_SECONDS, PARTS, SHORTEST_SECONDS, Screen, new_screen_code

MAX_SCREENS = 30
UNCLAIMED_PERIOD = timedelta(days=2)
CODE_ATTEMPTS = 20


@transaction.atomic
def register_screen() -> Screen:
    """Register a television with a code of its own; no permission is needed.

    Televisions that have been unclaimed for two days are deleted.
    """
    Screen.objects.filter(tournament=None, created_at__lt=timezone.now() - UNCLAIMED_PERIOD).delete()
    return Screen.objects.create(code=_make_unused_code())


@transaction.atomic
def create_screen(*, tournament: Tournament, by: User) -> Screen:
    """Create a screen for this tournament, to be opened on a television by URL. Raises `screens_many`."""
    must_direct(by, tournament)
    lock_tournament(tournament.pk)
    return Screen.objects.create(
        code=_make_unused_code(), tournament=tournament, name=_make_next_name(tournament)
    )


@transaction.atomic
def claim_screen(*, tournament: Tournament, code: str, by: User) -> Screen:
    """Claim a screen by its code for this tournament; it then rotates through all parts.

    Raises `screen_unknown`, and `screen_taken` while it belongs to a desk `by` does not direct.
    """
    must_direct(by, tournament)
    lock_tournament(tournament.pk)
    screen = Screen.objects.select_for_update().filter(code=code).first()
    if screen is None:
        raise Refusal("screen_unknown", figures=code)
    if screen.tournament_id == tournament.pk:
        return screen
    if screen.tournament is not None and not may_direct(by, screen.tournament):
        raise Refusal("screen_taken", figures=code)
    defaults: dict[str, Any] = {"parts": "", "event": None, "flight": "", "paused_at": None}
    return _update_screen(screen, tournament=tournament, name=_make_next_name(tournament), **defaults)


@transaction.atomic
def release_screen(*, screen: Screen, by: User) -> Screen:
    """Release the screen from the desk; it shows its code again."""
    _check_director(by, screen)
    return _update_screen(screen, tournament=None, name="", parts="", event=None, flight="", paused_at=None)


@transaction.atomic
def rename_screen(*, screen: Screen, name: str, by: User) -> Screen:
    """Rename a screen after its location. Raises `name_missing`, `name_taken`."""
    tournament = _check_director(by, screen)
    lock_tournament(tournament.pk)
    new_name = normalise_name(name)[:40].strip()
    if Screen.objects.filter(tournament=tournament, name=new_name).exclude(pk=screen.pk).exists():
        raise Refusal("name_taken", name=new_name)
    return _update_screen(screen, name=new_name)


@transaction.atomic
def show_parts(*, screen: Screen, parts: Iterable[str], by: User) -> Screen:
    """Show these parts of the whole tournament and resume the rotation. Raises `screen_part_unknown`."""
    _check_director(by, screen)
    requested_parts = set(parts)
    if requested_parts - set(PARTS):
        raise Refusal("screen_part_unknown", part=min(requested_parts - set(PARTS)))
    parts_text = (
        "" if requested_parts == set(PARTS) else ",".join(part for part in PARTS if part in requested_parts)
    )
    return _update_screen(screen, parts=parts_text, event=None, flight="", paused_at=None)


@transaction.atomic
def show_flight(*, screen: Screen, event: Event, flight: str = "", by: User) -> Screen:
    """Show one event, or one flight of it: brackets and tables. Raises `screen_flight_unknown`."""
    tournament = _check_director(by, screen)
    is_here = event.tournament_id == tournament.pk
    if not is_here or (flight and not Pairing.objects.filter(event=event, flight=flight).exists()):
        raise Refusal("screen_flight_unknown")
    return _update_screen(screen, parts="brackets,tables", event=event, flight=flight, paused_at=None)


@transaction.atomic
def pause_screen(*, screen: Screen, by: User) -> Screen:
    """Pause the rotation; the page is still updated."""
    _check_director(by, screen)
    return _update_screen(screen, paused_at=timezone.now())


@transaction.atomic
def resume_screen(*, screen: Screen, by: User) -> Screen:
    """Resume the rotation."""
    _check_director(by, screen)
    return _update_screen(screen, paused_at=None)


@transaction.atomic
def set_screen_pace(*, screen: Screen, seconds: int, by: User) -> Screen:
    """Set the duration of each page. Raises `screen_pace_impossible`."""
    _check_director(by, screen)
    if not SHORTEST_SECONDS <= seconds <= LONGEST_SECONDS:
        raise Refusal("screen_pace_impossible", least=SHORTEST_SECONDS, most=LONGEST_SECONDS)
    return _update_screen(screen, seconds=seconds)


@transaction.atomic
def record_heartbeat(*, screen: Screen, showing: str) -> None:
    """Record that the screen is on, and the page it shows."""
    Screen.objects.filter(pk=screen.pk).update(seen_at=timezone.now(), showing=showing[:60])


def _check_director(by: User, screen: Screen) -> Tournament:
    if screen.tournament is None:
        raise Refusal("screen_unknown", figures=screen.code)
    must_direct(by, screen.tournament)
    return screen.tournament


def _update_screen(screen: Screen, **fields: Any) -> Screen:
    for name, value in fields.items():
        setattr(screen, name, value)
    screen.save(update_fields=list(fields))
    live.publish(topic=f"screen:{screen.code}", kind="screen")
    return screen


def _make_next_name(tournament: Tournament) -> str:
    used_names = set(Screen.objects.filter(tournament=tournament).values_list("name", flat=True))
    if len(used_names) >= MAX_SCREENS:
        raise Refusal("screens_many", most=MAX_SCREENS)
    return next(name for number in range(1, MAX_SCREENS + 2) if (name := f"TV {number}") not in used_names)


def _make_unused_code() -> str:
    candidate_codes = (new_screen_code() for _ in range(CODE_ATTEMPTS))
    code = next(
        (candidate for candidate in candidate_codes if not Screen.objects.filter(code=candidate).exists()),
        None,
    )
    if code is None:
        raise Refusal("screens_many", most=MAX_SCREENS)
    return code
