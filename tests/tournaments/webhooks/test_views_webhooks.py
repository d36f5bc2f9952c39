"""The pages of webhooks for directors."""

from collections.abc import Iterator

import pytest
from django.test import Client, override_settings

from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import a_club, director_of
from tournaments.models import Club
from tournaments.webhooks import deliveries, services, signing, webhook_events
from tournaments.webhooks.models import Delivery, Webhook

pytestmark = pytest.mark.django_db

# No host has this name.
HERE = "https://hooks.example.org/hook"
OPTIONS = {"address": HERE, "kinds": [webhook_events.SETTLED]}


@pytest.fixture(autouse=True)
def other_networks(own_network: None) -> Iterator[None]:
    """Refuse private addresses, as a site on the internet does."""
    with override_settings(WEBHOOKS_PRIVATE=False):
        yield


@pytest.fixture
def club() -> Club:
    return a_club("Riverside")


@pytest.fixture
def director(club: Club, client: Client) -> Client:
    client.force_login(director_of(club))
    return client


@pytest.fixture
@replayed
def hook(club: Club) -> Webhook:
    options = {"club": club, "address": HERE, "kinds": [webhook_events.SETTLED]}
    return services.subscribe(by=director_of(club), **options).webhook


def post(director: Client, hook: Webhook, action: str, **fields: object) -> tuple[int, str]:
    answer = director.post(f"/clubs/riverside/webhooks/{hook.code}/{action}/", fields, follow=True)
    return answer.status_code, answer.content.decode()


def test_a_webhook_is_added_and_its_secret_shown_once(club: Club, director: Client) -> None:
    answer = director.post("/clubs/riverside/webhooks/", OPTIONS)
    hook = Webhook.objects.get()
    secret = signing.secret_of(hook)
    assert (secret in answer.content.decode(), answer["Cache-Control"]) == (True, "no-store")
    pages = ("/clubs/riverside/webhooks/", f"/clubs/riverside/webhooks/{hook.code}/")
    texts = [director.get(path).content.decode() for path in pages]
    assert [(HERE in page, secret in page) for page in texts] == [(True, False)] * 2


def test_an_impossible_webhook_is_reported_on_the_form(director: Client, club: Club) -> None:
    answer = director.post("/clubs/riverside/webhooks/", {**OPTIONS, "address": "http://127.0.0.1/"})
    assert (answer.status_code, "Webhooks cannot be sent to this address" in answer.content.decode()) == (
        409,
        True,
    )
    answer = director.post("/clubs/riverside/webhooks/", {"address": HERE})
    assert (answer.status_code, Webhook.objects.count()) == (400, 0)


def test_the_log_shows_deliveries_and_sends_them_again(director: Client, hook: Webhook) -> None:
    # The name of the host has become one of this machine since.
    Webhook.objects.update(address="https://127.0.0.1/hook")
    assert post(director, hook, "ping")[0] == 200
    deliveries.send_due()
    answer = director.get(f"/clubs/riverside/webhooks/{hook.code}/")
    status, page = answer.status_code, answer.content.decode()
    assert (status, "The address resolves to a private network, which is not allowed." in page) == (200, True)
    message = hook.deliveries.get().message
    assert post(director, hook, "redeliver", message=message)[0] == 200
    assert hook.deliveries.get().state == "waiting"
    assert post(director, hook, "redeliver", message="msg_unknown")[0] == 409


def test_a_webhook_is_changed_paused_resumed_and_removed(director: Client, hook: Webhook) -> None:
    other = {"address": "https://other.example.org/hook", "kinds": [webhook_events.RATINGS]}
    assert post(director, hook, "change", **other)[0] == 200
    hook.refresh_from_db()
    assert (hook.address, hook.kinds) == ("https://other.example.org/hook", [webhook_events.RATINGS])
    assert post(director, hook, "change", address="")[0] == 400
    assert "Resume" in post(director, hook, "pause")[1]
    assert "Send test message" in post(director, hook, "resume")[1]
    post(director, hook, "remove")
    assert Webhook.objects.count() == 0


def test_a_new_secret_is_shown_once(director: Client, hook: Webhook) -> None:
    before = signing.secret_of(hook)
    page = post(director, hook, "rotate")[1]
    hook.refresh_from_db()
    assert (signing.secret_of(hook) in page, before in page) == (True, False)


def test_a_long_log_has_pages(director: Client, hook: Webhook) -> None:
    Delivery.objects.bulk_create(
        Delivery(webhook=hook, message=services.new_message_id(), kind=webhook_events.PING, text="{}")
        for _ in range(51)
    )
    page = f"/clubs/riverside/webhooks/{hook.code}/"
    counts = [director.get(page, {"page": number}).content.decode().count("msg_") for number in (1, 2)]
    assert counts == [50 * 3, 3]


def test_an_unknown_action_is_not_found(director: Client, hook: Webhook) -> None:
    assert director.post(f"/clubs/riverside/webhooks/{hook.code}/shout/").status_code == 404
