"""Parts of ``python -m tests.fuzz.malformed_inputs``: inputs, checks, and the worker process."""
