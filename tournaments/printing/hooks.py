"""What printing adds to the core: the addresses of its pages."""

from tournaments import registry

registry.page_urls.append("tournaments.printing.urls")
