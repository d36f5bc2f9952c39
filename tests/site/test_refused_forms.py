"""Pages: a form that is refused shows again what was entered in it."""

import os
from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.page_forms import Control, PageForm, read_forms
from tests.rehearsals.filling import Values
from tests.rehearsals.form_checks import list_lost
from tests.site.addresses import ADDRESSES
from tests.site.requests import fill_in
from tests.site.test_permissions import rolled_back
from tests.site.two_clubs import Site

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.second_stage,
    pytest.mark.usefixtures("lean_requests"),
]

# What no field of the kind takes: a value that is too large, too early or too long.
IMPOSSIBLE = {
    "number": "999999999",
    "date": "0026-12-12",
    "datetime-local": "0026-12-12T20:00",
    "time": "25:00",
    "email": "nobody@",
    "textarea": "y" * 70_000,
}
TOO_LONG = "x" * 3000
NOT_ENTERED = {"hidden", "submit", "image", "button", "reset", "file", "password", "radio"}
# Forms whose page is another after a refusal, with the reason.
WITHOUT_FORM = {
    # The receipts of the cash desk are shown instead; only a reason is entered.
    "/clubs/{competition}/desk/money/receipts/1/",
}
# The text of a move is shortened to what a line can have.
SHORTENED = {"/m/{match}/recorder/"}


def is_entered(control: Control) -> bool:
    """Whether a person enters something here; a field that no keyboard reaches is a trap for robots."""
    return (
        bool(control.name) and control.kind not in NOT_ENTERED and control.attributes.get("tabindex") != "-1"
    )


def enter(control: Control) -> list[str]:
    """Return the last choice of a select, the other state of a checkbox, or what is impossible."""
    if control.kind == "select":
        return control.options[-1:]
    if control.kind == "checkbox":
        return [] if control.shown else control.options[:1]
    return [IMPOSSIBLE.get(control.kind, TOO_LONG)]


def fill(form: PageForm) -> Iterator[Values]:
    """Yield what is sent: impossible in all fields, then, in the proofs, in each of them alone."""
    controls = [control for control in form.controls if is_entered(control)]
    texts = [control.name for control in controls if control.kind not in {"select", "checkbox"}]
    ticked = {control.name for control in controls if control.kind == "checkbox"}
    shown_values = {
        name: value if isinstance(value, list) else [value] for name, value in press(form).items()
    }
    alone = [{name} for name in texts] if os.environ.get("PROVE") == "1" and len(texts) > 1 else []
    for impossible in [set(texts), *alone]:
        values = {name: list(value) for name, value in shown_values.items() if name not in ticked}
        for control in controls:
            if control.kind == "checkbox":
                values.setdefault(control.name, []).extend(enter(control))
            elif control.name in impossible or control.kind == "select":
                values[control.name] = enter(control)
        yield values


def press(form: PageForm) -> Values:
    """Return what the form sends as it is shown, by its first button."""
    first_buttons = [(name, value) for _, name, value in form.buttons[:1] if name]
    return {**form.data(), **dict(first_buttons)}


def list_faults(client: Client, path: str) -> Iterator[str]:
    """Send the forms of a page and yield what those that are refused have lost."""
    for form in read_html_forms(client.get(path)):
        if form.method != "post" or not form.visible:
            continue
        for values in fill(form):
            with rolled_back(client):
                answer = client.post(urljoin(path, form.action), values)
                is_refused = answer.status_code in range(400, 500)
                forms = read_html_forms(answer) if is_refused else []
            if is_refused:
                lost = [list(list_lost(form, values, again)) for again in forms if is_same(form, again)]
                faults = min(lost, key=len, default=["the form is not shown again"])
                yield from (f"{form.action or path}: {answer.status_code}, {fault[:200]}" for fault in faults)


def read_html_forms(answer: HttpResponse) -> list[PageForm]:
    """Return the forms of a page; a file has none."""
    is_page = not answer.streaming and answer.get("Content-Type", "").startswith("text/html")
    return read_forms(answer.content.decode()) if is_page else []


def is_same(form: PageForm, again: PageForm) -> bool:
    """Whether a form of the answer is the one that was sent."""
    return (again.action in {form.action, ""} or not form.action) and bool(again.visible & form.visible)


def test_a_refused_form_shows_what_was_entered(subtests: pytest.Subtests, site: Site) -> None:
    client = Client()
    client.force_login(site.director)
    for address in ADDRESSES:
        if address.get and not address.is_api and address.path not in WITHOUT_FORM | SHORTENED:
            with subtests.test(address=address.path):
                assert list(list_faults(client, fill_in(address.path, site))) == []
