"""The functions that are compared, in a module for each library under the same names."""
