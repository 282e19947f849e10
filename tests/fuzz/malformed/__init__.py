"""What ``python -m tests.fuzz.malformed_inputs`` is made of: inputs, what must hold for each, and
the process in which it is tried."""
