# hint: the other way round; recall comes first
def recall_and_precision(read, evidence):
    seen = {place for start, end in read for place in range(start, end)}
    wanted = {place for start, end in evidence for place in range(start, end)}
    paid = sum(end - start for start, end in read)
    return len(seen & wanted) / paid if paid else 0, len(seen & wanted) / len(wanted)
