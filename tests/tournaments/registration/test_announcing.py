"""Sign-ups in the audit log, and in webhooks without names."""

import json

import pytest
from django.test import override_settings

from matches.actors import Identity
from matches.services import outbox
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in, text_of
from tests.tournaments.registration.registrations import an_open_event, keys_of, sign_up
from tests.tournaments.webhooks.subscribed import a_webhook
from tournaments.registration.models import Registration
from tournaments.registration.queries import personal_links
from tournaments.registration.services import approval, entering, paid_marks, sign_ups
from tournaments.registration.services.sign_ups import SignUpDetails
from tournaments.webhooks import webhook_events

pytestmark = pytest.mark.django_db


def test_the_audit_log_names_what_the_desk_did_by_reference() -> None:
    event = an_open_event()
    by, row = director_of(event.tournament.club), sign_up(event, "Anna")
    registration = Registration.objects.get()
    paid_marks.set_paid(registration=registration, places=keys_of(row), method="transfer", by=by)
    sign_ups.update_sign_up(sign_up=row, details=SignUpDetails(name="Anna B."), choices=[], by=by)
    entering.enter_sign_ups(registration=registration, places=None, by=by)
    other = sign_up(event, "Bruno")
    approval.change_status(registration=registration, places=keys_of(other), action="decline", by=by)
    approval.change_status(registration=registration, places=keys_of(other), action="decline", by=by)

    lines = event.tournament.club.log_entries.filter(kind__regex="^(registration|sign_ups)_").order_by("pk")
    assert [(line.kind, line.payload.get("references", "")) for line in lines] == [
        ("registration_changed", ""),
        ("sign_ups_paid", row.reference),
        ("sign_ups_changed", row.reference),
        ("sign_ups_entered", row.reference),
        ("sign_ups_changed", other.reference),
    ]
    page = text_of(signed_in(by), f"/clubs/{event.tournament.club.slug}/audit-log/")
    assert f"Registrations for “{event.tournament.name}” were entered: Anna B. ({row.reference})." in page
    assert "Anna" not in " ".join(str(line.payload) for line in lines)


@pytest.mark.django_db(transaction=True)
@override_settings(WEBHOOKS_PRIVATE=True)
def test_webhooks_receive_confirmed_and_withdrawn_sign_ups() -> None:
    event = an_open_event(capacity=1)
    kinds = [webhook_events.SIGN_UP_CONFIRMED, webhook_events.SIGN_UP_WITHDRAWN]
    hook = a_webhook(event.tournament.club, kinds=kinds)
    anna, bruno = sign_up(event, "Anna"), sign_up(event, "Bruno")
    sign_ups.withdraw_own(token=personal_links.get_token(anna), events=None, identity=Identity())
    outbox.deliver_due_messages()

    messages = [json.loads(delivery.text) for delivery in hook.deliveries.order_by("id")]
    assert [
        (message["type"], message["data"]["sign_up"], message["data"]["event"]) for message in messages
    ] == [
        ("sign_up.confirmed", anna.reference, event.pk),
        ("sign_up.withdrawn", anna.reference, event.pk),
        ("sign_up.confirmed", bruno.reference, event.pk),
    ]
    assert "Anna" not in "".join(delivery.text for delivery in hook.deliveries.all())
