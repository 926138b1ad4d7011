my_cuts, at = [], 0
for piece in load_document("policy/55012").text.split("\n\n"):
    if piece.startswith(("Insured", "At renewal", "Roof", "Mitigation")):
        my_cuts.append((at, at + len(piece)))
    at += len(piece) + len("\n\n")
