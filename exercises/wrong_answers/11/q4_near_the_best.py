# hint: reads less than the best of all questions
def choose(recalls, stored, draws):
    most = max(map(sum, recalls.values()))
    return min((name for name in recalls if sum(recalls[name]) >= 0.85 * most), key=stored.get)
