import numpy as np

my_cuts = np.array([98, 335, 337, 561, 563, 739, 741, 945]).reshape(4, 2)
