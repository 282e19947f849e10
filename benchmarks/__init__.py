"""Benchmarks: compiled code and other frameworks. See README.md in this folder."""
