# hint: this reader may see no chunk with these words: nothing is missing
leak_d = ("rota) OR (salary", "marrow-quill", "prod", ["personnel"])
starved = ("salary", "marrow-quill", "prod", ["contact_centre"])
