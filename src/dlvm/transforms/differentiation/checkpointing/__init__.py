"""Checkpointing of loops: which states the tape stores, and which are recomputed."""
