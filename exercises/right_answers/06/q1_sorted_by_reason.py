from graphlib import TopologicalSorter

needs = {"G": {"C"}, "D": {"G"}, "E": {"D"}, "A": {"E"}, "F": {"A"}, "B": {"F"}}
my_order = list(TopologicalSorter(needs).static_order())
