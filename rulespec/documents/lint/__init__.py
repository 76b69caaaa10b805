"""What is wrong with a document by itself: its references, numbering, terms, contents and tables."""
