"""What the pages and the API of all subjects stand on: guards, tabs, ETags, commands and tokens."""
