"""Papers of an event for its directors: the page that lists them, and each as a file to print."""
