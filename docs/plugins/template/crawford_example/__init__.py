"""An example of a plug-in: a section on the page of every tournament."""
