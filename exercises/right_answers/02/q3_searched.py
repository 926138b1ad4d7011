text = load_document("policy/55012").text
firsts = ["Insured", "At renewal", "Roof", "Mitigation"]
starts = [text.index(f"\n\n{first}") + 2 for first in firsts]
my_cuts = [(start, (text + "\n\n").index("\n\n", start)) for start in starts]
