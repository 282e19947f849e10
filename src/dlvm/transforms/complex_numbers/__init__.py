"""Arithmetic on complex numbers, written as arithmetic on their real and imaginary parts."""
