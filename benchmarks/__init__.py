"""Tables of ratios, each measured within one run: make bench."""
