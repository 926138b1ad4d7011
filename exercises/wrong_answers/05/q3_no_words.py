# hint: `starved`: the database refuses this query
leak_d = ("rota) OR (salary", "marrow-quill", "prod", ["personnel"])
starved = ("", "marrow-quill", "prod", ["contact_centre"])
