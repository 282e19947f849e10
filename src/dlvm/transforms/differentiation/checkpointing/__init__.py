"""Checkpoints of loops: which states the tape keeps, and which are computed again."""
