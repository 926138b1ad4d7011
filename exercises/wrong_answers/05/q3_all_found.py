# hint: all of it; which words rank other people's chunks first?
leak_d = ("rota) OR (salary", "marrow-quill", "prod", ["personnel"])
starved = ("rota", "marrow-quill", "prod", ["personnel"])
