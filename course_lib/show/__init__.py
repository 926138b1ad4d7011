"""What the notebooks show: pure strings (html), still pictures (figures), live views (widgets)."""
