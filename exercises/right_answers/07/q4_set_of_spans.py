def read_within(ranked, budget):
    read = []
    for start, end in ranked:
        for place in range(start, end):
            if place not in read and len(read) < budget:
                read.append(place)
    return {(place, place + 1) for place in read}
