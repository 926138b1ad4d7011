def pages_of(bounds, start, end):
    touched = []
    for page in range(1, len(bounds)):
        first, last = max(bounds[page - 1], start), min(bounds[page], end)
        if first < last:
            touched.append(page)
    return touched[0], touched[-1]
