"""Variants of shipped specs, some that mean the same and some that need not, and what walking every case says of them."""
