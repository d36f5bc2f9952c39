"""Having an account: the way in, the second factor, and one's own page. Nobody at a board needs one."""
