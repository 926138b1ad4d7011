# hint: return two lists, the sentences and the lines
def cite(claims):
    return "\n".join(f"{claim[0]} [{number}]" for number, claim in enumerate(claims, start=1))
