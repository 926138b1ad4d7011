from collections import Counter


def recall_and_precision(read, evidence):
    seen = Counter(place for start, end in read for place in range(start, end))
    wanted = dict.fromkeys(place for start, end in evidence for place in range(start, end))
    found = sum(1 for place in wanted if seen[place])
    return found / len(wanted), found / (seen.total() or 1)
