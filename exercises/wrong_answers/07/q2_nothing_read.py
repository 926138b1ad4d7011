# hint: raised ZeroDivisionError
def recall_and_precision(read, evidence):
    seen = {place for start, end in read for place in range(start, end)}
    wanted = {place for start, end in evidence for place in range(start, end)}
    found = len(seen & wanted)
    return found / len(wanted), found / sum(end - start for start, end in read)
