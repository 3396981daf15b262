"""Whole games written down: committed texts and fingerprints that every engine must repeat."""
