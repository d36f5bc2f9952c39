"""A URL of the site for the tests: its methods, who may call them, what is sent, and its counterpart in the
API."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.module_loading import import_string

# nobody     no account, no badge            foreign    directs another club
# card       scanned the card of the table   recorder   records at the club's own desk
# stranger   signed in, belongs nowhere      helper     helps in the club without an office at its desk
# player     shows the badge of White        owner      runs the whole site
# other      shows the badge of a player of another match
# director   directs the club
ROLES = (
    *("nobody", "card", "stranger", "player", "other"),
    *("director", "foreign", "recorder", "helper", "owner"),
)

# Rights: the answer to each role in the order of ROLES. "ok" stands for the status of the call, "sign" for a
# redirect to the sign-in page; "-" is not requested. The number in a name is the answer to everybody else.
#                nobody card stranger player other director foreign recorder helper owner
EVERYBODY = "     ok    ok   ok       ok     ok    ok       ok      ok       ok     ok"
READERS = "       ok    -    -        ok     ok    ok       ok      -        -      ok"
ACCOUNTS = "      sign  sign ok       sign   sign  ok       ok      ok       ok     ok"
SIGNED_OUT = "    200   200  ok       200    200   ok       ok      ok       ok     ok"
DIRECTORS = "     sign  sign 404      sign   sign  ok       404     404      404    ok"
DIRECTORS_403 = " 403   403  403      403    403   ok       403     403      403    ok"
DIRECTORS_404 = " 404   404  404      404    404   ok       404     404      404    ok"
RECORDERS_403 = " 403   403  403      403    403   ok       403     ok       403    ok"
RECORDERS_404 = " 404   404  404      404    404   ok       404     ok       404    ok"
DIRECTOR_ONLY = " sign  sign 404      sign   sign  ok       404     404      404    404"
UPLOADER_404 = "  404   404  404      404    404   ok       404     404      404    404"
PLAYERS_403 = "   403   ok   403      ok     403   ok       403     403      403    ok"
WHITE_403 = "     403   403  403      ok     403   ok       403     403      403    ok"
WHITE_404 = "     404   404  404      ok     404   ok       404     404      404    ok"
SEATED_404 = "    404   404  404      ok     404   ok       404     ok       404    ok"
SESSION_HOSTS = " 404   404  404      403    404   ok       404     ok       404    ok"
HELPER = "        sign  sign 404      sign   sign  404      404     404      ok     404"
OWNER = "         sign  sign 404      sign   sign  404      404     404      404    ok"
ABSENT = "        sign  sign 404      sign   sign  404      404     404      404    404"


@dataclass(frozen=True)
class Call:
    """A method of an address, and what is expected of it.

    `rights` is one of the constants above, or a line like them; `status` is the answer to roles that may call
    it: 200, 201, 204, 302 (pages of a match) and 303 (pages of an event) mean success, 409 that the state
    forbids it.

    `body` is the form or JSON that is sent. Placeholders are those of
    `Site.names`; `{card}`, `{token}`, `{version}`, `{waiting}` and `{last}` are filled in by the tests.

    `situation` is the state of the match before the call (`tests.site.two_clubs.SITUATIONS`); without one it
    is in play and nothing is reported.

    `test_hostile_input` fills the fields of `form` and the further `fields` with invalid values. The form is
    named by its module and imported late, as the gallery reads addresses without Django.
    """

    rights: str
    status: int = 200
    body: Mapping[str, Any] = field(default_factory=dict)
    situation: str = ""
    form: str = ""
    fields: tuple[str, ...] = ()

    @cached_property
    def all_fields(self) -> tuple[str, ...]:
        """The fields of the form, and the further ones."""
        return (*(import_string(self.form).base_fields if self.form else ()), *self.fields)

    @cached_property
    def answers(self) -> dict[str, str]:
        """The answer expected for each role that is to be requested."""
        answers = zip(ROLES, self.rights.split(), strict=True)
        return {role: answer.replace("ok", str(self.status)) for role, answer in answers if answer != "-"}


# A page that everybody may read, requested by some of the roles.
PUBLIC = Call(READERS)

# Requests of the API that do the same as a form: "PUT /api/v1/…/", or the path alone for POST.
Requests = str | tuple[str, ...]


@dataclass(frozen=True)
class Address:
    """One address with all its methods.

    A page with a POST names the API requests that do the same in `api` (by action, if the page has several),
    or the reason why there is none in `without_api`. `docs/commands.md` is written from both.
    """

    path: str
    get: Call | None = None
    post: Call | None = None
    put: Call | None = None
    patch: Call | None = None
    delete: Call | None = None
    api: Requests | Mapping[str, Requests] = ""
    without_api: str = ""

    @cached_property
    def calls(self) -> dict[str, Call]:
        """The calls of this address by method."""
        calls = {
            "GET": self.get,
            "POST": self.post,
            "PUT": self.put,
            "PATCH": self.patch,
            "DELETE": self.delete,
        }
        return {method: call for method, call in calls.items() if call}

    @property
    def is_api(self) -> bool:
        """Whether the address belongs to the API."""
        return self.path.startswith("/api/")

    @property
    def is_public(self) -> bool:
        """Whether everybody may read the address."""
        return self.get is PUBLIC
