"""API tokens of an account: their scope, creation and page."""
