"""The language of conditions: parse, resolve names and types, print, evaluate. It knows no domain."""
