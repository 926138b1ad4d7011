"""What a bet reveals below its result, by notebook: in a cell it would give the answer away."""

REVEALED = {
    "00": """\
Search can return the chunk with the new premium, or the one with the reason.
No chunk has both, and a better ranking makes no chunk longer.""",
    "01": """\
The net tore it. A plain window steps on by size − overlap, so a larger overlap
moves every later cut, and one of them now falls into the sentence.""",
    "04": """\
The hash finds the words again, wherever they stand. That they stand under
"Before:" it does not know: a verdict speaks about words, not about the world.""",
    "06": """\
Only the chunk with the new word reads differently. But the numbers of all
behind it have changed. Who writes only what reads differently leaves them wrong.""",
    "08": """\
What stands beyond the window is not read. The same tokens go in, so the same
vector comes out: the similarity is 1.00.""",
    "09": """\
Each chunk is a true slice of the text that it was cut from. The text itself
is wrong, and no audit of chunks can know that.""",
    "11": """\
Between whole lines only whole lines can be repeated; where the last one is longer
than the overlap, nothing is. So look at what is stored, never at the parameter.""",
}
