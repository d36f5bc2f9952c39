"""Who acts: somebody with an account, a device with its proofs, or the system itself. Never nobody."""

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
    """Refuse ("not_signed_in") what is no actor: None, and the user of a request nobody has signed in to.

    Types say so already; this holds for callers that are not checked.
    """
    if actor is not SYSTEM and not isinstance(actor, User | Identity):
        raise Refusal("not_signed_in")


def account_of(actor: Actor) -> User | None:
    """The account an act is written down under: None for the system, and for a device without an account.

    Refuses what `require_actor` refuses.
    """
    require_actor(actor)
    if isinstance(actor, User):
        return actor
    return actor.user if isinstance(actor, Identity) else None


def username_of(actor: Actor) -> str:
    """The name an act is written down under; "" for the system."""
    account = account_of(actor)
    return account.get_username() if account is not None else ""
