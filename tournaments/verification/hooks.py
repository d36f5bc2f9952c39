"""What `verification` adds to the core: the pages of the report for an arbiter."""

from tournaments import registry

registry.page_urls.append("tournaments.verification.urls")
