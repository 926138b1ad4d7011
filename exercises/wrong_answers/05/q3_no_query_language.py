# hint: `leak_d`: the database refuses this query
leak_d = ("rota) OR salary", "marrow-quill", "prod", ["personnel"])
starved = ("premium", "marrow-quill", "prod", ["contact_centre"])
