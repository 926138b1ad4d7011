# hint: what does the query do to the parentheses?
leak_d = ("rota OR salary", "marrow-quill", "prod", ["personnel"])
starved = ("premium", "marrow-quill", "prod", ["contact_centre"])
