"""A test app: views and an outbox handler whose effects tests can count."""
