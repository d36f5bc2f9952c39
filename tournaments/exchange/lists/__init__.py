"""Lists that secretaries and directors really have, read to rows, questions and rows passed over. Pure."""
