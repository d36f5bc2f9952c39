"""Tables and times: calls, breaks, estimated times, and whom a match waits for."""
