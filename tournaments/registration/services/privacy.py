"""Services that delete personal details of sign-ups: after the tournament, of a player, of an account."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from matches.models import User
from tournaments.name_lists.details import SIGN_UP_LABELS, EntryDetails
from tournaments.registration.models import (
    EventSignUp,
    Registration,
    SignUp,
    SignUpAnswer,
)
from tournaments.registration.services.sign_up_status import lock_registration

# The values of deleted details, of a sign-up and of its events.
FORGOTTEN_DETAILS: dict[str, Any] = {
    "name": "",
    "distinction": "",
    "email": "",
    **{name: getattr(EntryDetails(), name) for name in SIGN_UP_LABELS},
}
FORGOTTEN_PLACE: dict[str, Any] = {"partner": "", "team": "", "members": ""}


def forget_expired_details(*, now: datetime) -> int:
    """Delete the details of sign-ups of tournaments that began `keep_days` days ago; return their number."""
    registrations = Registration.objects.filter(
        sign_ups__forgotten_at=None, sign_ups__isnull=False
    ).distinct()
    rows = [
        row
        for row in registrations.select_related("tournament")
        if row.tournament.starts_at + timedelta(days=row.keep_days) <= now
    ]
    return sum(_forget_details(row, now) for row in rows)


@transaction.atomic
def _forget_details(registration: Registration, now: datetime) -> int:
    """Delete e-mail addresses and answers, and all details of people without an account who did not enter."""
    registration, _rows = lock_registration(registration)
    remaining = SignUp.objects.filter(registration=registration, forgotten_at=None)
    SignUpAnswer.objects.filter(sign_up__in=remaining).delete()
    is_identified = Q(player__isnull=False) | Q(places__player__isnull=False)
    identified_keys = list(remaining.filter(is_identified).values_list("pk", flat=True).distinct())
    count = remaining.filter(pk__in=identified_keys).update(email="", forgotten_at=now)
    other_keys = list(remaining.values_list("pk", flat=True))
    EventSignUp.objects.filter(sign_up__in=other_keys).update(**FORGOTTEN_PLACE)
    return count + remaining.filter(pk__in=other_keys).update(**FORGOTTEN_DETAILS, forgotten_at=now)


def anonymise_player(*, former_names: Mapping[int, str], placeholder: str) -> None:
    """Delete the details of a person from sign-ups: their own, and where they are a partner or in a team."""
    keys, names = list(former_names), set(former_names.values())
    is_own = Q(player__in=keys) | Q(places__player__in=keys)
    own_keys = list(SignUp.objects.filter(is_own).values_list("pk", flat=True).distinct())
    is_in_pair = Q(player__first__in=keys) | Q(player__second__in=keys)
    for place in EventSignUp.objects.filter(is_in_pair).select_related("sign_up"):
        if place.partner in names:
            EventSignUp.objects.filter(pk=place.pk).update(partner=placeholder)
        else:
            own_keys.append(place.sign_up_id)
    EventSignUp.objects.filter(
        event__event__entries__members__player__in=keys, player=F("event__event__entries__player")
    ).update(members="")
    SignUpAnswer.objects.filter(sign_up__in=own_keys).delete()
    details = {**FORGOTTEN_DETAILS, "name": placeholder, "forgotten_at": timezone.now()}
    SignUp.objects.filter(pk__in=own_keys).update(**details)


def detach_account(*, user: User) -> None:
    """Delete address and account from the sign-ups of an account that is being closed."""
    SignUp.objects.filter(user=user).update(user=None, email="")
