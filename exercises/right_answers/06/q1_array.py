import numpy as np

my_order = np.array(["C", "G", "D", "E", "A", "F", "B"])
