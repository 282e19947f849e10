"""Loading, calling and caching compiled code."""
