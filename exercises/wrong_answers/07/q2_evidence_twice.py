# hint: evidence that is given twice counts once
def recall_and_precision(read, evidence):
    seen = {place for start, end in read for place in range(start, end)}
    found = sum(place in seen for start, end in evidence for place in range(start, end))
    wanted = sum(end - start for start, end in evidence)
    paid = sum(end - start for start, end in read)
    return found / wanted, found / paid if paid else 0
