# hint: lies between the spans, and was never read
def merged(spans):
    if not spans:
        return []
    return [(min(start for start, _ in spans), max(end for _, end in spans))]
