"""The commands about a webhook, besides its settings: test messages, its secret, pause and removal."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.web.command import Command
from tournaments.webhooks import serializers, services
from tournaments.webhooks.models import Webhook


class WebhookCommand(Command):
    """A command about one webhook."""

    about, api_status = "webhook", 200
    webhook: Webhook


class PingWebhook(WebhookCommand):
    """Send a test message."""

    name, api, api_status, answer = "ping", "POST ping", 201, serializers.DeliverySerializer
    service = staticmethod(services.ping_webhook)
    sentence = _("A test message has been sent. Reload the page to see the result.")


class Redeliver(WebhookCommand):
    """Send a message again, with the same id."""

    name, api = "redeliver", "POST deliveries/(?P<message>[a-z0-9_]{1,40})/redeliver"
    api_status, answer = 201, serializers.DeliverySerializer
    service, sentence = staticmethod(services.redeliver), _("The message is being sent again.")
    # One that is not in the log is refused by the service.
    message = forms.CharField(required=False)


class RotateSecret(WebhookCommand):
    """Create a new secret, shown once; the old one is also used for signatures for a day."""

    name, api, answer = "rotate", "POST rotate-secret", serializers.WebhookSecretSerializer
    service = staticmethod(services.rotate_secret)


class PauseWebhook(WebhookCommand):
    """Pause a webhook; pending messages are not sent any more."""

    name, api = "pause", "POST pause"
    service, sentence = staticmethod(services.pause_webhook), _("Webhook paused.")


class ResumeWebhook(WebhookCommand):
    """Resume a webhook that was paused, or disabled for failing."""

    name, api = "resume", "POST resume"
    service, sentence = staticmethod(services.resume_webhook), _("Messages are sent there again.")


class RemoveWebhook(WebhookCommand):
    """Remove a webhook with its log."""

    name, api, api_status = "remove", "DELETE ", 204
    service, sentence = staticmethod(services.remove_webhook), _("Webhook removed.")


COMMANDS = (PingWebhook, Redeliver, RotateSecret, PauseWebhook, ResumeWebhook, RemoveWebhook)
COMMANDS_BY_NAME: Mapping[str, type[WebhookCommand]] = {command.name: command for command in COMMANDS}
