"""What directors do with webhooks, and how messages are queued and delivered."""
