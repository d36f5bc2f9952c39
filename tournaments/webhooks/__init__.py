"""Webhooks: events of a club are sent to subscribed programs."""
