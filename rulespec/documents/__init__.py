"""The documents that specs encode: their text, found clause by clause."""
