def locate(text, quote):
    alike, places = "", []
    for at, char in enumerate(text):
        char = " " if char.isspace() else char
        if char == " " and alike.endswith(" "):
            continue
        alike += char
        places.append(at)
    wanted = " ".join(quote.split())
    first = alike.find(wanted)
    if first < 0 or alike.find(wanted, first + 1) >= 0:
        return None
    return places[first], places[first + len(wanted) - 1] + 1
