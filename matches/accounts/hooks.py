"""What `accounts` adds to the core: pages, API and messages."""

from matches import messages, registry
from matches.accounts.messages import ACCOUNTS

registry.page_urls.append("matches.accounts.urls")
registry.api_urls.append("matches.accounts.api")
messages.add_sentences(ACCOUNTS)
