def pieces(word, vocabulary):
    known = set(vocabulary)

    def rest(part, prefix):
        if not part:
            return []
        for length in range(len(part), 0, -1):
            if prefix + part[:length] in known:
                following = rest(part[length:], "##")
                return None if following is None else [prefix + part[:length], *following]
        return None

    return rest(word, "") or ["[UNK]"]
