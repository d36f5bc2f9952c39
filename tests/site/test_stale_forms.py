"""Pages: a form that shows stored values does not overwrite a change that its sender has not seen."""

from collections.abc import Mapping
from decimal import Decimal

import pytest
from django.test import Client

from tests.page_forms import PageForm, read_forms
from tests.site.requests import fill_in
from tests.site.test_permissions import rolled_back
from tests.site.two_clubs import Site
from tournaments.models import Event
from tournaments.registration.models import MEMBER
from tournaments.registration.services import event_prices
from tournaments.registration.services.event_prices import PriceOptions

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.second_stage,
    pytest.mark.usefixtures("lean_requests"),
]

# A page, and for each form on it with stored values a field, or the beginning of its name, and the value
# that a colleague saves meanwhile.
CHANGED: Mapping[str, tuple[dict[str, str], ...]] = {
    "/account/": ({"username": "chair"},),
    "/clubs/{club}/about/": ({"place": "Rome"},),
    "/clubs/{club}/members/{member}/": ({"phone": "+39 055 2"},),
    "/clubs/{club}/nights/{weekly}/change/": ({"name": "Friday"},),
    "/clubs/{club}/ways-to-pay/{club_way}/": ({"account": "67890"},),
    "/clubs/{club}/webhooks/{webhook}/": ({"address": "https://example.org/other"},),
    "/clubs/{club}/ladders/{ladder}/": ({"rules-reach": "5"},),
    "/clubs/{club}/seasons/{season}/rules/": ({"name": "Winter"},),
    "/clubs/{club}/seasons/{season}/divisions/": ({"division_": "1"},),
    "/clubs/{club}/ratings/{list}/constants/": ({"name": "Slow list"},),
    "/clubs/{night}/page/": ({"venue": "Town hall"}, {"start-monday-night": "2026-12-24T20:00"}),
    "/clubs/{night}/settings/": ({"name": "Another night"}, {"name": "Another event"}),
    "/clubs/{competition}/desk/money/terms/": ({"fee": "61"}, {"name": "Jackpot"}, {"name": "Calcutta two"}),
    "/clubs/{competition}/desk/screens/": (
        {"flight": "{event}:"},
        {"part": "calls"},
        {"seconds": "25"},
        {"name": "Bar"},
    ),
    "/clubs/{competition}/desk/table-settings/": (
        {"label": "Stream"},
        {"policy": "desk"},
        {"final_after": "17"},
    ),
    "/clubs/{squads}/meeting/R1-1/": ({"board-1": ""},),
    "/clubs/{competition}/desk/certificates/": ({"title": "Award"},),
    "/clubs/{night}/sponsors/{sponsor}/": ({"name": "Café Lido"},),
    "/clubs/{signing}/registration/questions/{question}/": ({"text": "Which hotel?"},),
    "/clubs/{signing}/registration/settings/": ({"keep_days": "44"},),
    "/clubs/{signing}/registration/{sign_up}/": ({"name": "Zelda Zimmer"},),
    "/clubs/{signing}/registration/prices/{signing_event}/": ({"price-0-amount": "7"},),
    "/clubs/{signing}/registration/ways-to-pay/{signing_way}/": ({"account": "67890"},),
    "/signed-up/{sign_up_token}/": ({"name": "Zelda Zimmer"},),
    "/d/{desk}/laws/": ({"setup_turns": "3"},),
}
SAVED = {302, 303}
# Buttons that save where a form has several; `save` is sent where a preview comes first.
SAVE_BUTTONS = ("Save", "Change", "Rename")


def with_seen(page: str) -> list[PageForm]:
    """Return the forms that carry stored values."""
    return [form for form in read_forms(page) if any(name.endswith("seen") for name, _ in form.fields)]


def send(client: Client, path: str, form: PageForm, **changed: str) -> tuple[int, str]:
    button = next((text for text, *_ in form.buttons if any(label in text for label in SAVE_BUTTONS)), "")
    answer = client.post(form.action or path, {**form.data(button), "save": "1", **changed})
    return answer.status_code, answer.content.decode()


def test_a_form_shown_before_a_change_by_somebody_else_is_refused(
    subtests: pytest.Subtests, site: Site
) -> None:
    """What was typed stays, the new value is named, and the form can be sent again."""
    client = Client()
    client.force_login(site.director)
    event = Event.objects.get(pk=fill_in("{signing_event}", site))
    member_price = PriceOptions(category=MEMBER, amount=Decimal(5))
    event_prices.save_prices(event=event, prices=[member_price], by=site.director)
    for address, all_changes in CHANGED.items():
        path = fill_in(address, site)
        for number, each in enumerate(all_changes):
            with subtests.test(address=address, changed=each), rolled_back(client):
                shown = with_seen(client.get(path).content.decode())
                form = shown[number]
                ((start, value), *others) = each.items()
                name = next(field for field in sorted(form.visible) if field.startswith(start))
                changed = {name: fill_in(value, site), **dict(others)}
                saved, _ = send(client, path, form, **changed)
                refused, page = send(client, path, form)
                shown_again = [one for one in with_seen(page) if name in one.visible]
                again = next(one for one in shown_again if one.action == form.action)
                shown_values = [one.data().get(name, "") for one in shown_again]
                repeated, _ = send(client, path, again)

                assert (saved in SAVED, refused, repeated in SAVED) == (True, 409, True)
                assert form.data().get(name, "") in shown_values
                assert "This has changed since the page was shown" in page
