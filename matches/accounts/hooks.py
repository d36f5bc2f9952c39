"""What accounts add to the core: pages, API and messages."""

from matches import phrases, registry
from matches.accounts.messages import ACCOUNTS

registry.page_urls.append("matches.accounts.urls")
registry.api_urls.append("matches.accounts.api")
phrases.add_sentences(ACCOUNTS)
