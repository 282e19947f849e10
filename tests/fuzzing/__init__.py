"""What ``python -m tests.fuzz`` is made of: inputs, what must hold for each, and the process in
which it is tried."""
