"""This process and machine: the thread pool, and interrupts. May import: ``runtime.arrays``."""
