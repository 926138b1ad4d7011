def never_read(chunks, ends):
    beyond = set().union(*(range(end, chunk[1]) for chunk, end in zip(chunks, ends)))
    for i, chunk in enumerate(chunks):
        beyond -= set(range(chunk[0], ends[i]))
    return len(beyond)
