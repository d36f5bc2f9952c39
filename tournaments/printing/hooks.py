"""Registration of the printing URLs."""

from tournaments import registry

registry.page_urls.append("tournaments.printing.urls")
