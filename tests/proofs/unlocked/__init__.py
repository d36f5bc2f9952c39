"""A house whose matches are read without their lock: the storm must be able to tell it from the real one."""
