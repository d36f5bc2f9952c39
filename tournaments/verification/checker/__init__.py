"""An independent check of an event: it reads only the exported file and shares no code with the engine."""
