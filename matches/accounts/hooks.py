"""What `accounts` adds to the core: messages."""

from matches import messages
from matches.accounts.messages import ACCOUNTS

messages.add_sentences(ACCOUNTS)
