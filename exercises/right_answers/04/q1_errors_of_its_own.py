import re


class Unsound(ValueError):
    def __init__(self, label):
        super().__init__(f"the label {label} is unsound")


class WrongType(TypeError):
    pass


def seal(labels):
    roles = labels.acl_roles
    if type(roles) is str or not isinstance(roles, Collection):
        raise WrongType("acl_roles")
    roles = list(roles)
    names = {"source_id": [labels.source_id], "tenant": [labels.tenant]}
    names |= {"environment": [labels.environment], "acl_roles": roles}
    for label, values in names.items():
        for value in values:
            if not isinstance(value, str) or not re.fullmatch(r"\S(.*\S)?", value, re.DOTALL):
                raise Unsound(label)
    moment = labels.updated_at
    if not isinstance(moment, datetime):
        raise WrongType("updated_at")
    if moment.utcoffset() is None:
        raise Unsound("updated_at")
    object.__setattr__(labels, "acl_roles", frozenset(roles))
