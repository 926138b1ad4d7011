from itertools import product


def leak_of(search, roles):
    store = make_store(ROWS)
    words = sorted({word for row in ROWS for word in row[4].strip(".").split()})
    for word, environment in product(words, ("prod", "dev")):
        ask = (word, "marrow-quill", environment, roles)
        rows = [ROWS[number - 1] for number in search(store, *ask)]
        if any(row[1:3] != ask[1:3] or not {*row[3]} & {*roles} for row in rows):
            return ask


leak_a = leak_of(search_a, ["underwriter"])
leak_b = leak_of(search_b, ["underwriter"])
leak_c = leak_of(search_c, [])
