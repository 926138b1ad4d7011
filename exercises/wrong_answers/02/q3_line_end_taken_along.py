# hint: passage 1 ends with '\n', 1 too late
my_cuts = [(98, 336), (337, 562), (563, 740), (741, 946)]
