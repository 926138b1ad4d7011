leak_d = ("x) OR (salary", "marrow-quill", "prod", ["personnel"])
starved = ("premium", "marrow-quill", "dev", ["underwriter"])
