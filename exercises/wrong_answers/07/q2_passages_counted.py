# hint: that counts passages; count characters of evidence
def recall_and_precision(read, evidence):
    hits = [any(s < end and start < e for s, e in read) for start, end in evidence]
    useful = [any(s < end and start < e for s, e in evidence) for start, end in read]
    return sum(hits) / len(hits), sum(useful) / len(useful) if useful else 0
