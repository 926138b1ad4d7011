# hint: what was read twice is found once, and recall never passes 1
def recall_and_precision(read, evidence):
    wanted = {place for start, end in evidence for place in range(start, end)}
    found = sum(len(wanted & set(range(start, end))) for start, end in read)
    paid = sum(end - start for start, end in read)
    return found / len(wanted), found / paid if paid else 0
