"""The tokens of an account on its page, revoked when it is closed."""

from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext

from matches import registry
from matches.models import User
from matches.registry import SectionLine, TemplateSection
from matches.signals import account_closing
from tournaments.web.tokens import queries as tokens
from tournaments.web.tokens import services as token_services


@registry.account_sections.register
def list_tokens(user: User) -> list[TemplateSection]:
    """Return the section of API tokens of an account."""
    lines = tuple(SectionLine(f"{token.name}: {token.scope.name}") for token in tokens.get_tokens(user))
    return [TemplateSection(gettext("API tokens"), lines, reverse("tokens"), gettext("Manage API tokens"))]


@receiver(account_closing, sender=User)
def revoke_tokens(user: User, **_: Any) -> None:
    """Revoke the tokens of a closed account."""
    token_services.revoke_all(of=user)
