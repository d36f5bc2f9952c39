"""An independent check of an event: it reads only its exported file and shares no code with the engine.

`verify` has the entry points, `findings` the list of checked guarantees.
"""
