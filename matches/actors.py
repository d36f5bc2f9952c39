"""The actor of a command: a user, an identity (device, badge or table card), or the system."""

from typing import Final, TypeAlias, final

from matches.identity import Identity
from matches.models import User
from rules.errors import Refusal


@final
class System:
    """The system: a task, a command, or a service that acts upon a decision whose actor it has checked."""

    def __repr__(self) -> str:
        return "SYSTEM"


SYSTEM: Final = System()

Actor: TypeAlias = User | Identity | System


def require_actor(actor: Actor) -> None:
    """Raise `not_signed_in` for anything that is no actor: None or an anonymous user."""
    if actor is not SYSTEM and not isinstance(actor, User | Identity):
        raise Refusal("not_signed_in")


def account_of(actor: Actor) -> User | None:
    """Return the account an action is recorded under; None for the system and for anonymous devices.

    Raises `not_signed_in`.
    """
    require_actor(actor)
    if isinstance(actor, User):
        return actor
    return actor.user if isinstance(actor, Identity) else None


def username_of(actor: Actor) -> str:
    """Return the user name an action is recorded under; "" for the system."""
    account = account_of(actor)
    return account.get_username() if account is not None else ""
