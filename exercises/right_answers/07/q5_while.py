def cheapest(splits, passages, percent):
    best_name, best_price = None, float("inf")
    names = list(splits)
    while names:
        name = names.pop()
        whole = price = 0
        for start, end in splits[name]:
            price += end - start
        for passage in passages:
            for start, end in splits[name]:
                if start <= passage[0] and passage[1] <= end:
                    whole += 1
                    break
        if whole * 100 >= len(passages) * percent and price < best_price:
            best_name, best_price = name, price
    return best_name
