"""A second opinion on an event: reads the exported file alone and shares no line with the engine."""
