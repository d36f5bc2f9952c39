"""Every service requires an actor and refuses a call without an account."""

import inspect
import typing
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, date, datetime
from functools import cache
from importlib import import_module
from itertools import product
from types import ModuleType, NoneType
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import models, transaction

from matches import states
from matches.actors import SYSTEM, Identity, account_of, username_of
from matches.models import Match, PlayerChange, Report, User
from matches.services import desks, guards, lifecycle
from matches.states import Decision
from rules.errors import Refusal
from tests.factories import a_desk, a_match, a_user
from tests.site import source
from tests.site.two_clubs import SITUATIONS, Site
from tournaments.mirrors.models import CopiedTournament
from tournaments.models import Event, Role
from tournaments.play.event_journal.services import journal

pytestmark = pytest.mark.django_db

# Services that are not in a `services` module of a subject or of an app: all subjects use them.
SHARED_SERVICES = ("tournaments.club_log",)
ACTORS = ("by", "actor", "identity")
# The refusals of actors without permission.
CODES = {
    "cashiers_only",
    "club_officers_only",
    "desk_only",
    "directors_only",
    "founding_by_host",
    "host_only",
    "not_signed_in",
    "not_your_player",
}
NOBODY = {"none": None, "anonymous": AnonymousUser()}
# The situation that creates a row of a model which the new site does not have.
SITUATION_OF: dict[type[models.Model], str] = {
    PlayerChange: "joined",
    Report: "claimed",
    CopiedTournament: "copied",
}
Service = Callable[..., Any]


@cache
def services() -> dict[str, Service]:
    """Every public function of the services of all apps that takes an actor, by its full name."""
    by_name = {}
    for module in _modules():
        for name, service in vars(module).items():
            is_own = inspect.isfunction(service) and service.__module__ == module.__name__
            if is_own and not name.startswith("_") and _takes_actor(service):
                by_name[f"{module.__name__}.{name}".replace("services.", "", 1)] = service
    return by_name


def _modules() -> Iterator[ModuleType]:
    for path in source.modules():
        name = source.name(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if "services" in name.split(".") or name in SHARED_SERVICES:
            yield import_module(name)


def _takes_actor(service: Service) -> bool:
    return any(actor in inspect.signature(service).parameters for actor in ACTORS)


def with_account() -> list[str]:
    return [name for name, service in services().items() if "by" in inspect.signature(service).parameters]


def hints_of(service: Service) -> dict[str, Any]:
    return typing.get_type_hints(inspect.unwrap(service))


def test_there_are_services_to_be_checked() -> None:
    assert len(with_account()) > 200


def test_every_service_requires_its_actor(subtests: pytest.Subtests) -> None:
    for name in sorted(services()):
        with subtests.test(name=name):
            service = services()[name]
            actor_parameters = {
                actor: parameter
                for actor, parameter in inspect.signature(service).parameters.items()
                if actor in ACTORS
            }

            assert {
                actor: parameter.default for actor, parameter in actor_parameters.items()
            } == dict.fromkeys(actor_parameters, inspect.Parameter.empty)
            assert not any(
                NoneType in typing.get_args(hints_of(service)[actor]) for actor in actor_parameters
            )


@pytest.mark.second_stage
def test_every_service_refuses_a_call_without_an_account(subtests: pytest.Subtests, site: Site) -> None:
    for name, nobody in product(sorted(with_account()), sorted(NOBODY)):
        with subtests.test(name=name, nobody=nobody):
            service = services()[name]
            with transaction.atomic():
                values = arguments(site, service)
                with pytest.raises(Refusal) as excinfo:
                    service(**values, by=NOBODY[nobody])
                transaction.set_rollback(True)

            assert excinfo.value.code in CODES, "a service checks its actor before anything else"


def arguments(site: Site, service: Service) -> dict[str, Any]:
    """The required arguments of a service without its actor: objects of the site, and values of the right
    type."""
    hints = hints_of(service)
    return {
        name: argument(site, name, hints[name])
        for name, parameter in inspect.signature(service).parameters.items()
        if name != "by" and parameter.default is inspect.Parameter.empty
    }


def argument(site: Site, name: str, hint: Any) -> Any:
    if name == "event_journal":
        return journal.open_journal(Event.objects.get(pk=site.event.pk))
    if inspect.isclass(hint) and issubclass(hint, models.Model):
        return model_instance(site, name, hint)
    if _is(hint, Mapping) and typing.get_args(hint)[0] is Match:
        return {site.match: None}
    return next((make() for kind, make in VALUES if _is(hint, kind)), object())


def _is(hint: Any, kind: Any) -> bool:
    return hint is kind or typing.get_origin(hint) is kind


def model_instance(site: Site, name: str, model: type[models.Model]) -> models.Model:
    """A row of the site; for users, one who is not the director."""
    instances = {Match: site.match, Event: site.event, type(site.club): site.club}
    if model in instances:
        return instances[model]
    if model is User:
        return User.objects.exclude(pk=site.director.pk).first() or a_user("somebody")
    if model._meta.label == "matches.Player" and name in {"other", "absorb", "black"}:
        return site.match.black
    if model in SITUATION_OF:
        SITUATIONS[SITUATION_OF[model]](site)
    row = model._default_manager.order_by("pk").first()
    assert row is not None, model
    return row


def test_the_system_has_the_permissions_of_the_desk_and_no_account() -> None:
    match = a_match()

    lifecycle.void_match(match=match, reason="Entered twice", by=SYSTEM)

    assert match.rulings.get().by is None
    assert (account_of(SYSTEM), username_of(SYSTEM)) == (None, "")


def test_an_identity_has_the_permissions_of_its_account() -> None:
    official, outsider = a_user(), a_user()
    desk = a_desk(official)

    desks.label_table(table=desk.tables.get(number=1), label="Stream", by=Identity(user=official))

    for identity in (Identity(user=outsider), Identity(device="phone"), Identity()):
        with pytest.raises(Refusal, match="desk_only"):
            guards.require_official(identity, desk)


VALUES: tuple[tuple[Any, Callable[[], Any]], ...] = (
    (str, lambda: "word"),
    (int, lambda: 1),
    (bool, lambda: True),
    (bytes, lambda: b"x"),
    (date, lambda: date(2026, 1, 1)),
    (datetime, lambda: datetime(2026, 1, 1, tzinfo=UTC)),
    (Role, lambda: Role.MEMBER),
    (Decision, lambda: Decision.RULING),
    (states.MatchResult, lambda: states.make_played_result(7, 7, 3)),
)
