"""Changes of draws and results, and previews of what they do."""
