# hint: these are per cent; return shares, from 0 to 1
def recall_and_precision(read, evidence):
    seen = {place for start, end in read for place in range(start, end)}
    wanted = {place for start, end in evidence for place in range(start, end)}
    found = len(seen & wanted)
    paid = sum(end - start for start, end in read)
    return 100 * found / len(wanted), 100 * found / paid if paid else 0
