"""API of finances of an event, with the forms and services of the pages."""
