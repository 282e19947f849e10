"""Checkpointing of loops: chooses the states that the tape stores; the others are recomputed."""
