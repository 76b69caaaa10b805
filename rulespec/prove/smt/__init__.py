"""The same flat rows as the engine reads, as formulas: what `prove` asks z3 about them."""
