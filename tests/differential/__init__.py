"""Variants of shipped specs, that mean the same or need not, and what walking every case says of them."""
