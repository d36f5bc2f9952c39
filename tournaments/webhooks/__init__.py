"""Webhooks: what happens in a club is sent to other programs that subscribed to it."""
